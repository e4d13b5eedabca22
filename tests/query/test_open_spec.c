/* Tests of src/query/open_spec.c: which word is solved for, which numbers are allowed, and the step with one put in. */
#include "query/open_spec.h"

#include "base/base.h"
#include "support/suite.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static pld_status read(const char *spec, pld__open_spec *open, pld_error *error) {
    return pld__open_spec_read(spec, NULL, PLD_ADJACENCY_ADD_REMOVE, open, error);
}

static void test_ranges(void) {
    static const struct {
        const char *spec, *key;
        bool whole;
        int sign;
        double low, high;
    } cases[] = {
        {"gaussian:sigma=solve@3", "sigma", false, -1, 1e-6, 1e12},
        {"poisson-gaussian:sigma=1,q=solve", "q", false, 1, 1e-15, 1},
        {"gaussian:sigma=1@solve", "count", true, 1, 0, 1e12},
        {"hypergeometric-gaussian:N=1000,B=solve,k=3,sigma=1", "B", true, 1, 0, 1000},
        {"hypergeometric-gaussian:N=solve,B=700,k=3,sigma=1", "N", true, -1, 700, 1e15},
        {"hypergeometric-gaussian:N=20,B=7,k=solve,sigma=1", "k", true, 1, 0, 20},
        {"discrete-gaussian:sigma=3,sensitivity=solve", "sensitivity", true, 1, 1, NAN},
        {"discrete-gaussian:sigma=solve", "sigma", false, -1, 0.05, 20000},
        {"discrete-laplace:b=solve", "b", false, -1, 0.0001, NAN},
        {"dp-sgd:N=1000,batch=10,steps=7,sigma=1@solve", "count", true, 1, 0, 142857142857},
        {"poisson:q=0.1,of=laplace,b=solve@4", "b", false, -1, NAN, NAN},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pld__open_spec open;
        pld_error error = {.message = ""};
        CHECK(read(cases[i].spec, &open, &error) == PLD_OK, "%s: %s", cases[i].spec, error.message);
        CHECK(strcmp(open.key, cases[i].key) == 0 && open.whole == cases[i].whole && open.sign == cases[i].sign, "%s: %s",
              cases[i].spec, open.key);
        CHECK(isnan(cases[i].low) || open.low == cases[i].low, "%s: from %g", cases[i].spec, open.low);
        CHECK(isnan(cases[i].high) || open.high == cases[i].high, "%s: to %g", cases[i].spec, open.high);
        CHECK(open.start >= open.low && open.start <= open.high, "%s: start %g", cases[i].spec, open.start);
        pld__open_spec_free(&open);
    }
}

static void test_steps(void) {
    static const struct {
        const char *spec;
        double value;
        const char *text, *resolved;
        uint64_t count;
    } cases[] = {
        {"gaussian:sigma=solve@3", 2.5, "gaussian:sigma=2.5@3", "gaussian:sigma=2.5,sensitivity=1", 3},
        {"gaussian:sigma=0.1@solve", 12, "gaussian:sigma=0.1@12", "gaussian:sigma=0.1,sensitivity=1", 12},
        {"dp-sgd:N=1000,batch=10,steps=7,sigma=1@solve", 3, "dp-sgd:N=1000,batch=10,steps=7,sigma=1@3", NULL, 21},
        {"dp-sgd:N=1000,batch=10,epochs=solve,sigma=1", 0.5, "dp-sgd:N=1000,batch=10,epochs=0.5,sigma=1", NULL, 50},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pld__open_spec open;
        pld_step step;
        pld_mechanism *owned = NULL;
        CU_ASSERT_EQUAL_FATAL(read(cases[i].spec, &open, NULL), PLD_OK);
        char *text = pld__open_spec_spec(&open, cases[i].value);
        CHECK(text && strcmp(text, cases[i].text) == 0, "%s", text ? text : "nothing");
        CU_ASSERT_EQUAL_FATAL(pld__open_spec_step(&open, cases[i].value, &step, &owned, NULL), PLD_OK);
        CHECK(step.count == cases[i].count, "%s: %" PRIu64, cases[i].spec, step.count);
        CHECK(!cases[i].resolved || strcmp(pld_mechanism_resolved(step.mechanism), cases[i].resolved) == 0, "%s",
              pld_mechanism_resolved(step.mechanism));
        pld__free(text);
        pld_mechanism_free(owned);
        pld__open_spec_free(&open);
    }
}

/* 0 leaves a step out where there is nothing left of it, and only there. */
static void test_none(void) {
    pld__open_spec open;
    pld_step step;
    pld_mechanism *owned = NULL;
    CU_ASSERT_EQUAL_FATAL(read("poisson-gaussian:q=0.1,sigma=1,k=solve", &open, NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld__open_spec_step(&open, 0, &step, &owned, NULL), PLD_OK);
    CU_ASSERT_EQUAL(step.count, 0);
    pld__open_spec_free(&open);
    CU_ASSERT_EQUAL_FATAL(read("poisson-gaussian:q=0.1,sigma=1,removed=solve,added=2@5", &open, NULL), PLD_OK);
    CU_ASSERT_EQUAL(pld__open_spec_step(&open, 0, &step, &owned, NULL), PLD_OK);
    CU_ASSERT_EQUAL(step.count, 5); /* two records are added all the same */
    pld_mechanism_free(owned);
    pld__open_spec_free(&open);
}

static void test_words(void) {
    CU_ASSERT_TRUE(pld__open_spec_is_in("gaussian:sigma=solve"));
    CU_ASSERT_TRUE(pld__open_spec_is_in("gaussian:sigma=1@solve"));
    CU_ASSERT_TRUE(pld__open_spec_is_in("gaussian:sigma=solve,sensitivity=2@3"));
    CU_ASSERT_FALSE(pld__open_spec_is_in("gaussian:sigma=1"));
    CU_ASSERT_FALSE(pld__open_spec_is_in("array:file=solved.csv"));
    CU_ASSERT_FALSE(pld__open_spec_is_in("array:file=resolve"));
    CU_ASSERT_FALSE(pld__open_spec_is_in("solve"));
}

int main(void) {
    CU_TestInfo tests[] = {
        {"ranges", test_ranges}, {"steps", test_steps}, {"none", test_none}, {"words", test_words}, CU_TEST_INFO_NULL};
    return suite_run("query/open_spec", tests);
}
