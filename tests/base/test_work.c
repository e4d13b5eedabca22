/* Tests of src/base/work.c, and of what a question does when its work is done: it answers with what there is. */
#include "base/work.h"

#include "base/workers.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <pld/query.h>

static void test_limit(void) {
    pld__work outer, inner;
    CU_ASSERT_EQUAL(pld__work_on(1e15), PLD_OK); /* nobody counts */
    pld__work_open(&outer, NULL, NULL, 100);
    CU_ASSERT_EQUAL(pld__work_on(60), PLD_OK);
    pld__work_open(&inner, NULL, NULL, 1000);
    CU_ASSERT_EQUAL(pld__work_on(40), PLD_OK);
    CU_ASSERT_FALSE(pld__work_is_spent(&inner));
    CU_ASSERT_EQUAL(pld__work_on(1), PLD_ERROR_STOPPED);
    CU_ASSERT_TRUE(pld__work_is_spent(&inner));
    pld__work_close(&inner);
    CU_ASSERT_TRUE(pld__work_is_spent(&outer));
    pld__work_close(&outer);
    CU_ASSERT_PTR_NULL(pld__work_current());
}

static void work_some(void *context, size_t i) {
    (void)context, (void)i;
    (void)!pld__work_on(3);
}

static void test_threads(void) {
    pld__work all;
    pld__work_open(&all, NULL, NULL, 1000000);
    pld__parallel(4, 1000, work_some, NULL);
    CU_ASSERT_EQUAL(atomic_load(&all.done), 3000);
    pld__work_close(&all);
}

static bool is_wanted(void *context) {
    int *left = context;
    return --*left > 0;
}

/* Some tenths of a second: asked often on the way, and stopped at once. */
static void test_watcher(void) {
    uint64_t count;
    pld_mechanism *mechanism = spec_mechanism("poisson-gaussian:q=0.01,sigma=1@100", &count);
    const pld_step step = {mechanism, count};
    pld_options options = pld_options_default();
    pld_result result;
    int many = 1000000, few = 4;
    options.watcher = is_wanted;
    options.context = &many;
    options.threads = 1;
    CU_ASSERT_EQUAL(pld_query_epsilon(&step, 1, logl(1e-5L), &options, &result, NULL), PLD_OK);
    CHECK(many < 1000000 - 4, "asked %d times", 1000000 - many);
    options.context = &few;
    CU_ASSERT_EQUAL(pld_query_epsilon(&step, 1, logl(1e-5L), &options, &result, NULL), PLD_ERROR_STOPPED);
    pld_mechanism_free(mechanism);
}

/* With ever more work an answer gets no wider, and it always holds. */
static void test_best_there_is(void) {
    static const char *const specs[] = {"poisson-gaussian:q=0.01,sigma=1@1000", "discrete-laplace:b=2@40",
                                        "poisson-gaussian:q=0.1,sigma=1@3", "poisson-laplace:q=0.1,b=2@30"};
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        uint64_t count;
        pld_mechanism *mechanism = spec_mechanism(specs[i], &count);
        const pld_step step = {mechanism, count};
        pld_options options = pld_options_default();
        pld_result whole, part;
        options.threads = 1;
        options.relative_tolerance = 1e-5;
        CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(&step, 1, logl(1e-5L), &options, &whole, NULL), PLD_OK);
        bool cut_short = false;
        for (uint64_t limit = 10; limit < 100000000; limit *= 100) {
            pld__work meter;
            pld__work_open(&meter, NULL, NULL, limit);
            CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(&step, 1, logl(1e-5L), &options, &part, NULL), PLD_OK);
            pld__work_close(&meter);
            cut_short |= !part.tolerance_met;
            CHECK(part.bracket.lower <= whole.bracket.upper && whole.bracket.lower <= part.bracket.upper,
                  "%s, %g units: [%g, %g] and [%g, %g]", specs[i], (double)limit, part.bracket.lower, part.bracket.upper,
                  whole.bracket.lower, whole.bracket.upper);
            CHECK(part.tolerance_met == (part.bracket.upper - part.bracket.lower <= part.tolerance), "%s: met is wrong",
                  specs[i]);
        }
        CHECK(cut_short && part.bracket.upper == whole.bracket.upper && part.bracket.lower == whole.bracket.lower,
              "%s: [%g, %g] with work enough", specs[i], part.bracket.lower, part.bracket.upper);
        pld_mechanism_free(mechanism);
    }
}

int main(void) {
    CU_TestInfo tests[] = {{"limit", test_limit},
                           {"threads", test_threads},
                           {"watcher", test_watcher},
                           {"the best there is", test_best_there_is},
                           CU_TEST_INFO_NULL};
    return suite_run("base/work", tests);
}
