/* Tests of src/family/mixture_gaussian.c: its row, lists in any order, refusals. */
#include "support/family.h"
#include "support/suite.h"

#include <math.h>

/* Numbers that no scale may be. */
static const double bad_scales[] = {0, -1, NAN, INFINITY, -INFINITY, 1e-80, 1e80};

static void test_lists_refused(void) {
    const double mean[] = {1, 2}, bad_mean[] = {1, NAN}, half[] = {0.5, 0.5}, short_sum[] = {0.5, 0.49}, negative[] = {1.5, -0.5},
                 one = 1, zero = 0, number_missing[] = {0.5, NAN};
    pld_mechanism *untouched = NULL;
    pld_error error;
    family_check_refused(pld_mechanism_create_mixture_gaussian(1, 2, short_sum, mean, 1, &one, &zero, 1, &untouched, &error),
                         untouched, &error, "pw");
    family_check_refused(pld_mechanism_create_mixture_gaussian(1, 2, negative, mean, 1, &one, &zero, 1, &untouched, &error),
                         untouched, &error, "pw");
    family_check_refused(pld_mechanism_create_mixture_gaussian(1, 2, number_missing, mean, 1, &one, &zero, 1, &untouched, &error),
                         untouched, &error, "pw");
    family_check_refused(pld_mechanism_create_mixture_gaussian(1, 2, half, bad_mean, 1, &one, &zero, 1, &untouched, &error),
                         untouched, &error, "p");
    family_check_refused(pld_mechanism_create_mixture_gaussian(1, 0, half, mean, 1, &one, &zero, 1, &untouched, &error),
                         untouched, &error, "p");
    family_check_refused(pld_mechanism_create_mixture_gaussian(1, 1, &one, &one, 2, short_sum, mean, 1, &untouched, &error),
                         untouched, &error, "qw");
    for (size_t i = 0; i < COUNT_OF(bad_scales); i++) {
        family_check_refused(
            pld_mechanism_create_mixture_gaussian(bad_scales[i], 1, &one, mean + 1, 1, &one, &one, 1, &untouched, &error),
            untouched, &error, "sigma=");
        family_check_refused(
            pld_mechanism_create_mixture_gaussian(1, 1, &one, mean + 1, 1, &one, &one, bad_scales[i], &untouched, &error),
            untouched, &error, "sensitivity=");
    }
    /* Not monotone. */
    family_check_refused(pld_mechanism_create_mixture_gaussian(1, 1, &one, &zero, 1, &one, &one, 1, &untouched, &error),
                         untouched, &error, "mixture-gaussian");
}

/* Lists in any order, equal means joined, zero weights left out. */
static void test_lists_in_any_order(void) {
    const double weight[] = {0.25, 0.5, 0.25, 0}, mean[] = {2, 0, 2, 9}, sorted_weight[] = {0.5, 0.5}, sorted_mean[] = {0, 2},
                 one = 1, zero = 0;
    pld_mechanism *given = NULL, *sorted = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_mixture_gaussian(1, 4, weight, mean, 1, &one, &zero, 1, &given, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(
        pld_mechanism_create_mixture_gaussian(1, 2, sorted_weight, sorted_mean, 1, &one, &zero, 1, &sorted, NULL), PLD_OK);
    for (double epsilon = 0; epsilon < 5; epsilon += 0.25) {
        CU_ASSERT(pld_mechanism_delta(given, PLD_REMOVE, epsilon) == pld_mechanism_delta(sorted, PLD_REMOVE, epsilon));
    }
    pld_mechanism_free(given);
    pld_mechanism_free(sorted);
}

/* Means that differ, but not once they are divided by sigma: that would be no loss at all. */
static void test_means_told_apart(void) {
    const double one = 1, beside = nextafter(1.9, 2), here = 1.9, far = 1e200, zero = 0;
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL(pld_mechanism_create_mixture_gaussian(0.75, 1, &one, &beside, 1, &one, &here, 1, &mechanism, NULL),
                    PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_mechanism_create_mixture_gaussian(1e-75, 1, &one, &far, 1, &one, &zero, 1e75, &mechanism, NULL),
                    PLD_ERROR_ARGUMENT);
    const double tiny = 1e-200;
    CU_ASSERT_EQUAL(pld_mechanism_create_mixture_gaussian(1e75, 1, &one, &tiny, 1, &one, &zero, 1e-75, &mechanism, NULL),
                    PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_mixture_gaussian(1, 1, &one, &beside, 1, &one, &here, 1, &mechanism, NULL),
                          PLD_OK);
    pld_mechanism_free(mechanism);
}

static const family_facts facts = {
    .family = &pld__family_mixture_gaussian,
    .resolved = {{"mixture-gaussian:sigma=1,pw=0.5:0.5,pm=0:1,qw=1,qm=0",
                  "mixture-gaussian:sigma=1,pw=0.5:0.5,pm=0:1,qw=1,qm=0,sensitivity=1"}},
    .standings = {{"mixture-gaussian:sigma=1,pw=1,pm=1,qw=1,qm=0", PLD__STANDING_GIVEN}},
    .groups = {{"mixture-gaussian:sigma=1,pw=1,pm=1,qw=1,qm=0", 2, NULL, "given as it is"}},
    .replaced = {{"mixture-gaussian:sigma=1,pw=1,pm=1,qw=1,qm=0", NULL, "given as it is"}},
    .monotone = {{"mixture-gaussian:pw=0.5:0.5,pm=0:2,qw=0.9:0.1,qm=0:-1,", "sigma", {0.3, 0.31, 0.7, 1, 30}},
                 {"mixture-gaussian:pw=0.5:0.5,pm=0:2,qw=0.9:0.1,qm=0:-1,sigma=1,", "sensitivity", {0.1, 0.3, 1, 1.01, 2}}},
    .words = {{"mixture-gaussian:sigma=1,pw=1,pm=1,qw=1,qm=0",
               "of the pair itself is certified",
               {"rovided that the pair that was given dominates what it stands for", "those that the pair was made for"},
               {UNCONDITIONAL, WORST, ADDED, REPLACED}}},
};
FAMILY_TEST_FUNCTIONS

int main(void) {
    CU_TestInfo tests[] = {FAMILY_TESTS,
                           {"means are told apart", test_means_told_apart},
                           {"lists refused", test_lists_refused},
                           {"lists in any order", test_lists_in_any_order},
                           CU_TEST_INFO_NULL};
    return suite_run("family/mixture_gaussian", tests);
}
