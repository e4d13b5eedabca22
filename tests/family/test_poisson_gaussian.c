/* Tests of src/family/poisson_gaussian.c: its row, scaling, extreme rates, refusals. */
#include "support/family.h"
#include "support/suite.h"

#include <math.h>

/* Nothing is ever drawn: P = Q. Everything always: the plain Gaussian of k records. */
static void test_extreme_sampling(void) {
    pld_mechanism *mechanism = NULL, *gaussian = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(0, 1, 3, 2, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT(mechanism->trivial && pld_mechanism_delta(mechanism, PLD_REMOVE, 0) == 0 &&
              pld_mechanism_loss_supremum(mechanism, PLD_ADD) == 0);
    pld_mechanism_free(mechanism);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_gaussian(1, 3, &gaussian, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(1, 1, 3, 0, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT(pld_mechanism_delta(mechanism, PLD_REMOVE, 1) == pld_mechanism_delta(gaussian, PLD_REMOVE, 1));
    pld_mechanism_free(mechanism);
    pld_mechanism_free(gaussian);
}

/* Sensitivity multiplies means; sigma divides them. */
static void test_scaling(void) {
    pld_mechanism *one = NULL, *other = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(0.2, 1, 2, 1, 1, &one, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(0.2, 4, 2, 1, 4, &other, NULL), PLD_OK);
    CU_ASSERT(pld_mechanism_delta(one, PLD_REMOVE, 0.5) == pld_mechanism_delta(other, PLD_REMOVE, 0.5));
    pld_mechanism_free(one);
    pld_mechanism_free(other);
}

/* Numbers that no scale may be. */
static const double bad_scales[] = {0, -1, NAN, INFINITY, -INFINITY, 1e-80, 1e80};

static void test_refused(void) {
    static const double bad_probabilities[] = {-1e-300, 1.0000000000000002, NAN, INFINITY, -INFINITY};
    static const struct {
        uint64_t removed, added;
        const char *word;
    } bad_groups[] = {{0, 0, "removed=0"}, {100001, 0, "removed="}, {1, UINT64_MAX, "added="}};
    pld_mechanism *untouched = NULL;
    pld_error error;
    for (size_t i = 0; i < COUNT_OF(bad_scales); i++) {
        pld_status status = pld_mechanism_create_poisson_gaussian(0.1, bad_scales[i], 1, 0, 1, &untouched, &error);
        family_check_refused(status, untouched, &error, "sigma=");
        status = pld_mechanism_create_poisson_gaussian(0.1, 1, 1, 0, bad_scales[i], &untouched, &error);
        family_check_refused(status, untouched, &error, "sensitivity=");
    }
    for (size_t i = 0; i < COUNT_OF(bad_probabilities); i++) {
        pld_status status = pld_mechanism_create_poisson_gaussian(bad_probabilities[i], 1, 1, 0, 1, &untouched, &error);
        family_check_refused(status, untouched, &error, "q=");
    }
    for (size_t i = 0; i < COUNT_OF(bad_groups); i++) {
        pld_status status =
            pld_mechanism_create_poisson_gaussian(0.1, 1, bad_groups[i].removed, bad_groups[i].added, 1, &untouched, &error);
        family_check_refused(status, untouched, &error, bad_groups[i].word);
    }
}

static const family_facts facts = {
    .family = &pld__family_poisson_gaussian,
    .resolved = {{"poisson-gaussian:q=0.01,sigma=1", "poisson-gaussian:q=0.01,sigma=1,removed=1,added=0,sensitivity=1"},
                 {"poisson-gaussian:q=256/60000,sigma=1e-3,added=2",
                  "poisson-gaussian:q=0.004266666666666667,sigma=0.001,removed=0,added=2,sensitivity=1"}},
    .standings = {{"poisson-gaussian:q=0.1,sigma=1", PLD__STANDING_WORST_CASE},
                  {"poisson-gaussian:q=0.1,sigma=1,k=7", PLD__STANDING_WORST_CASE},
                  {"poisson-gaussian:q=0.1,sigma=1,removed=0,added=3", PLD__STANDING_WORST_CASE},
                  {"poisson-gaussian:q=0.1,sigma=1,removed=1,added=1", PLD__STANDING_WORST_CASE},
                  {"poisson-gaussian:q=0.1,sigma=1,removed=2,added=1", PLD__STANDING_ATTAINED}},
    .groups = {{"poisson-gaussian:q=0.1,sigma=2", 4, "poisson-gaussian:q=0.1,sigma=2,k=4", NULL},
               {"poisson-gaussian:q=0.1,sigma=2,sensitivity=2", 4, "poisson-gaussian:q=0.1,sigma=2,k=4,sensitivity=2", NULL},
               {"poisson-gaussian:q=0.1,sigma=2,removed=0,added=1", 4, "poisson-gaussian:q=0.1,sigma=2,removed=0,added=4", NULL},
               {"poisson-gaussian:q=0.1,sigma=2,k=2", 2, NULL, "several records already"},
               {"poisson-gaussian:q=0.1,sigma=2,removed=1,added=1", 2, NULL, "several records already"}},
    .replaced = {{"poisson-gaussian:q=0.1,sigma=2", "poisson-gaussian:q=0.1,sigma=2,removed=1,added=1", NULL},
                 {"poisson-gaussian:q=0.1,sigma=2,removed=0,added=1", "poisson-gaussian:q=0.1,sigma=2,removed=1,added=1", NULL},
                 {"poisson-gaussian:q=0.1,sigma=2,k=2", NULL, "groups"},
                 {"poisson-gaussian:q=0.1,sigma=2,removed=1,added=1", NULL, "groups"}},
    .monotone = {{"poisson-gaussian:sigma=0.8,", "q", {1e-6, 0.01, 0.3, 0.31, 1}},
                 {"poisson-gaussian:sigma=0.8,k=7,", "q", {1e-6, 0.01, 0.3, 0.31, 1}},
                 {"poisson-gaussian:sigma=0.8,removed=3,added=2,", "q", {1e-6, 0.01, 0.3, 0.31, 1}},
                 {"poisson-gaussian:q=0.2,k=3,", "sigma", {0.3, 0.31, 0.7, 1, 30}},
                 {"poisson-gaussian:q=0.2,sigma=0.8,", "k", {1, 2, 3, 10, 40}},
                 {"poisson-gaussian:q=0.2,sigma=0.8,added=2,", "removed", {0, 1, 2, 5, 20}},
                 {"poisson-gaussian:q=0.2,sigma=0.8,removed=2,", "added", {0, 1, 2, 5, 20}},
                 {"poisson-gaussian:q=0.2,sigma=0.8,removed=2,added=1,", "sensitivity", {0.1, 0.3, 1, 1.01, 5}}},
    .words = {{"poisson-gaussian:q=0.1,sigma=3@4", WORST, {POISSON, "q, T and sigma " PUBLIC, NOT_DIVIDED, TUNING}, {""}},
              {"poisson-gaussian:q=0.1,sigma=3,k=3@4",
               WORST,
               {POISSON, "3 records, all of them added or all removed", PUBLIC},
               {ADDED}},
              {"poisson-gaussian:q=0.1,sigma=3,removed=2,added=1",
               "of the pair itself is certified",
               {POISSON, "rovided that no data set is worse than the pair (which is not proven for such a group)",
                "2 removed and 1 added at once"},
               {UNCONDITIONAL, ADDED, WORST}}},
};
FAMILY_TEST_FUNCTIONS

int main(void) {
    CU_TestInfo tests[] = {FAMILY_TESTS,
                           {"sampling none or all", test_extreme_sampling},
                           {"scaling", test_scaling},
                           {"refused", test_refused},
                           CU_TEST_INFO_NULL};
    return suite_run("family/poisson_gaussian", tests);
}
