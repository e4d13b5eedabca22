/* Tests of src/family/group.c: which pairs are known for a group, and that they are those of k records. */
#include "pair/pair.h"

#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <string.h>

/* The same curve, and the same text, as another spec. */
static void test_known(void) {
    static const struct {
        const char *one;
        uint64_t k;
        const char *group;
    } known[] = {
        {"gaussian:sigma=3", 1, "gaussian:sigma=3"},
        {"gaussian:sigma=3", 4, "gaussian:sigma=3,sensitivity=4"},
        {"gaussian:sigma=3,sensitivity=0.5", 3, "gaussian:sigma=3,sensitivity=1.5"},
        {"laplace:b=3,sensitivity=2", 2, "laplace:b=3,sensitivity=4"},
        {"discrete-gaussian:sigma=3,sensitivity=2", 3, "discrete-gaussian:sigma=3,sensitivity=6"},
        {"discrete-laplace:b=3", 5, "discrete-laplace:b=3,sensitivity=5"},
        {"poisson-gaussian:q=0.1,sigma=2", 4, "poisson-gaussian:q=0.1,sigma=2,k=4"},
        {"poisson-gaussian:q=0.1,sigma=2,sensitivity=2", 4, "poisson-gaussian:q=0.1,sigma=2,k=4,sensitivity=2"},
        {"poisson-gaussian:q=0.1,sigma=2,removed=0,added=1", 4, "poisson-gaussian:q=0.1,sigma=2,removed=0,added=4"},
        {"dp-sgd:N=1000,batch=10,epochs=3,sigma=2", 2, "dp-sgd:N=1000,batch=10,epochs=3,sigma=2,k=2"},
        {"hypergeometric-gaussian:N=60,B=6,k=1,sigma=2", 3, "hypergeometric-gaussian:N=60,B=6,k=3,sigma=2"},
        {"randomized-response:epsilon=1,k=3", 1, "randomized-response:epsilon=1,k=3"},
        {"randomized-response:epsilon=1,k=3", 4, "randomized-response:epsilon=1,k=3,sensitivity=4"},
        {"randomized-response:p=0.7,sensitivity=2", 3, "randomized-response:p=0.7,sensitivity=6"},
    };
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        pld_mechanism *one = spec_mechanism(known[i].one, NULL), *other = spec_mechanism(known[i].group, NULL), *group = NULL;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_group(one, known[i].k, &group, NULL), PLD_OK);
        CU_ASSERT_STRING_EQUAL(pld_mechanism_resolved(group), pld_mechanism_resolved(other));
        CU_ASSERT((group->note == NULL) == (other->note == NULL));
        if (group->note && other->note)
            CU_ASSERT_STRING_EQUAL(group->note, other->note);
        for (double epsilon = 0; epsilon < 3; epsilon += 0.23)
            for (int d = 0; d < PLD_DIRECTIONS; d++) {
                double found = pld_mechanism_delta(group, (pld_direction)d, epsilon),
                       truth = pld_mechanism_delta(other, (pld_direction)d, epsilon);
                CHECK(fabs(found - truth) <= 1e-14, "%s %d, epsilon %g: %.17g, not %.17g", known[i].one, d, epsilon, found,
                      truth);
            }
        pld_mechanism_free(group);
        pld_mechanism_free(other);
        pld_mechanism_free(one);
    }
}

/* The factor shift of hypergeometric-gaussian is kept in the curve. */
static void test_shift(void) {
    pld_mechanism *one = spec_mechanism("hypergeometric-gaussian:N=60,B=6,k=1,sigma=2,shift=2", NULL), *group = NULL,
                  *other = spec_mechanism("hypergeometric-gaussian:N=60,B=6,k=2,sigma=2,shift=2", NULL);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_group(one, 2, &group, NULL), PLD_OK);
    for (double epsilon = 0; epsilon < 3; epsilon += 0.23)
        CU_ASSERT_DOUBLE_EQUAL(pld_mechanism_delta(group, PLD_REMOVE, epsilon), pld_mechanism_delta(other, PLD_REMOVE, epsilon),
                               1e-14);
    pld_mechanism_free(group);
    pld_mechanism_free(other);
    pld_mechanism_free(one);
}

/* More records are never better protected. */
static void test_grows(void) {
    static const char *const specs[] = {"gaussian:sigma=3",
                                        "poisson-gaussian:q=0.1,sigma=2",
                                        "hypergeometric-gaussian:N=60,B=6,k=1,sigma=2",
                                        "laplace:b=3",
                                        "discrete-gaussian:sigma=3",
                                        "discrete-laplace:b=3",
                                        "randomized-response:epsilon=0.5"};
    for (size_t i = 0; i < COUNT_OF(specs); i++) {
        pld_mechanism *one = spec_mechanism(specs[i], NULL), *smaller = NULL, *larger = NULL;
        for (uint64_t k = 1; k < 6; k++) {
            CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_group(one, k, &smaller, NULL), PLD_OK);
            CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_group(one, k + 1, &larger, NULL), PLD_OK);
            for (double epsilon = 0; epsilon < 3; epsilon += 0.23)
                for (int d = 0; d < PLD_DIRECTIONS; d++)
                    CHECK(pld_mechanism_delta(smaller, (pld_direction)d, epsilon) <=
                              pld_mechanism_delta(larger, (pld_direction)d, epsilon) + 1e-15,
                          "%s, k = %d, epsilon = %g", specs[i], (int)k, epsilon);
            pld_mechanism_free(smaller);
            pld_mechanism_free(larger);
        }
        pld_mechanism_free(one);
    }
}

static void expect_refusal(const pld_mechanism *mechanism, uint64_t k, const char *message) {
    pld_mechanism *group = NULL;
    pld_error error = {.message = ""};
    CU_ASSERT_EQUAL(pld_mechanism_create_group(mechanism, k, &group, &error), PLD_ERROR_ARGUMENT);
    CHECK(group == NULL && strstr(error.message, message) != NULL, "'%s' is not in '%s'", message, error.message);
}

static void test_unknown(void) {
    static const char *const unknown[][2] = {{"poisson-gaussian:q=0.1,sigma=2,k=2", "several records already"},
                                             {"poisson-gaussian:q=0.1,sigma=2,removed=1,added=1", "several records already"},
                                             {"hypergeometric-gaussian:N=10,B=2,k=2,sigma=1", "several records already"},
                                             {"poisson-laplace:q=0.1,b=2", "sampling"},
                                             {"poisson:q=0.1,of=discrete-gaussian,sigma=2", "sampling"},
                                             {"poisson:q=0.1,of=randomized-response,epsilon=2", "sampling"},
                                             {"approx-dp:epsilon=1", "guarantee"},
                                             {"noisy-vote:b=2", "guarantee"},
                                             {"mixture-gaussian:sigma=1,pw=1,pm=1,qw=1,qm=0", "given as it is"}};
    for (size_t i = 0; i < COUNT_OF(unknown); i++) {
        pld_mechanism *given = spec_mechanism(unknown[i][0], NULL);
        expect_refusal(given, 2, unknown[i][1]);
        pld_mechanism_free(given);
    }
    double p[] = {0.6, 0.4}, q[] = {0.5, 0.5};
    pld_mechanism *array = NULL, *plain = spec_mechanism("gaussian:sigma=1", NULL), *replaced = NULL,
                  *few = spec_mechanism("hypergeometric-gaussian:N=3,B=2,k=1,sigma=1", NULL);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_array(2, p, q, false, 1, "mine", &array, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_replaced(plain, &replaced, NULL), PLD_OK);
    expect_refusal(array, 2, "given as it is");
    expect_refusal(replaced, 2, "replaced");
    expect_refusal(plain, 0, "k=0");
    expect_refusal(plain, 100001, "k=100001");
    expect_refusal(few, 4, "k=4"); /* of 3 records */
    pld_mechanism_free(array);
    pld_mechanism_free(replaced);
    pld_mechanism_free(plain);
    pld_mechanism_free(few);
}

int main(void) {
    CU_TestInfo tests[] = {{"known pairs", test_known},
                           {"shift", test_shift},
                           {"larger groups", test_grows},
                           {"unknown pairs", test_unknown},
                           CU_TEST_INFO_NULL};
    return suite_run("mechanism/group", tests);
}
