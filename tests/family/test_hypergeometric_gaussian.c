/* Tests of src/family/hypergeometric_gaussian.c: its row, why shift=1 is no bound, scaling, refusals. */
#include "support/family.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>

/* Why shift=1 is no bound: two of three records are drawn, the protected one is +1 and the others -1. With it the sum is -2 (it
 * is not drawn, probability 1/3) or 0; without it -2 always. That is shift=2, and has more delta than shift=1. */
static void test_counterexample(void) {
    double weight[] = {1. / 3, 2. / 3}, with[] = {-2, 0}, one = 1, without = -2;
    pld_mechanism *real = NULL, *shift_1 = spec_mechanism("hypergeometric-gaussian:N=3,B=2,k=1,sigma=1", NULL),
                  *shift_2 = spec_mechanism("hypergeometric-gaussian:N=3,B=2,k=1,sigma=1,shift=2", NULL);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_mixture_gaussian(1, 2, weight, with, 1, &one, &without, 1, &real, NULL), PLD_OK);
    for (double epsilon = 0; epsilon < 3; epsilon += 0.5) {
        for (int i = 0; i < (int)PLD_DIRECTIONS; i++) {
            pld_direction direction = (pld_direction)i;
            double truth = pld_mechanism_delta(real, direction, epsilon);
            CU_ASSERT_DOUBLE_EQUAL(pld_mechanism_delta(shift_2, direction, epsilon), truth, 1e-12);
            CHECK(pld_mechanism_delta(shift_1, direction, epsilon) <= truth, "at %g", epsilon);
        }
        CU_ASSERT(pld_mechanism_delta(shift_1, PLD_REMOVE, epsilon) < 0.7 * pld_mechanism_delta(real, PLD_REMOVE, epsilon));
    }
    pld_mechanism_free(real);
    pld_mechanism_free(shift_1);
    pld_mechanism_free(shift_2);
}

/* Batches of everybody are the plain Gaussian of k records. Sensitivity and shift multiply means; sigma divides them. */
static void test_scaling(void) {
    pld_mechanism *one = NULL, *other = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_hypergeometric_gaussian(10, 10, 3, 1, 1, 1, &one, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_gaussian(1, 3, &other, NULL), PLD_OK);
    CU_ASSERT(pld_mechanism_delta(one, PLD_ADD, 1) == pld_mechanism_delta(other, PLD_ADD, 1));
    CU_ASSERT_PTR_NULL(pld_mechanism_note(one));
    pld_mechanism_free(one);
    pld_mechanism_free(other);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_hypergeometric_gaussian(100, 10, 3, 1, 2, 1, &one, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_hypergeometric_gaussian(100, 10, 3, 0.5, 1, 1, &other, NULL), PLD_OK);
    CU_ASSERT(pld_mechanism_delta(one, PLD_ADD, 0.1) == pld_mechanism_delta(other, PLD_ADD, 0.1));
    CU_ASSERT_PTR_NOT_NULL(pld_mechanism_note(one));
    pld_mechanism_free(one);
    pld_mechanism_free(other);
}

/* Numbers that no scale may be. */
static const double bad_scales[] = {0, -1, NAN, INFINITY, -INFINITY, 1e-80, 1e80};

static void test_refused(void) {
    static const struct {
        uint64_t population, batch, k;
        const char *word;
    } counts[] = {
        {0, 1, 1, "N=0"},
        {10, 0, 1, "B=0"},
        {10, 11, 1, "B=11"},
        {10, 5, 0, "k=0"},
        {10, 5, 11, "k=11"},
        {2000000, 5, 100001, "k=100001"},
        {UINT64_MAX, 5, 1, "N=18446744073709551615"},
    };
    static const char *const words[] = {"sigma=", "shift=", "sensitivity="};
    pld_mechanism *untouched = NULL;
    pld_error error;
    for (size_t i = 0; i < 3 * COUNT_OF(bad_scales); i++) {
        double numbers[] = {1, 1, 1};
        numbers[i % 3] = bad_scales[i / 3];
        pld_status status =
            pld_mechanism_create_hypergeometric_gaussian(9, 3, 1, numbers[0], numbers[1], numbers[2], &untouched, &error);
        family_check_refused(status, untouched, &error, words[i % 3]);
    }
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        pld_status status = pld_mechanism_create_hypergeometric_gaussian(counts[i].population, counts[i].batch, counts[i].k, 1, 1,
                                                                         1, &untouched, &error);
        family_check_refused(status, untouched, &error, counts[i].word);
    }
}

static const family_facts facts = {
    .family = &pld__family_hypergeometric_gaussian,
    .resolved = {{"hypergeometric-gaussian:N=1e9,B=1e6,k=10,sigma=1.5,shift=2",
                  "hypergeometric-gaussian:N=1000000000,B=1000000,k=10,sigma=1.5,shift=2,sensitivity=1"}},
    .standings = {{"hypergeometric-gaussian:N=60,B=6,k=1,sigma=1", PLD__STANDING_RESTRICTED},
                  {"hypergeometric-gaussian:N=60,B=6,k=3,sigma=1", PLD__STANDING_RESTRICTED},
                  {"hypergeometric-gaussian:N=60,B=6,k=3,sigma=1,shift=1,sensitivity=2", PLD__STANDING_RESTRICTED},
                  {"hypergeometric-gaussian:N=60,B=6,k=3,sigma=1,shift=2", PLD__STANDING_WORST_CASE},
                  {"hypergeometric-gaussian:N=60,B=57,k=3,sigma=1,shift=2", PLD__STANDING_WORST_CASE},
                  {"hypergeometric-gaussian:N=60,B=58,k=3,sigma=1,shift=2", PLD__STANDING_RESTRICTED},
                  {"hypergeometric-gaussian:N=60,B=6,k=3,sigma=1,shift=2.5", PLD__STANDING_DOMINATES},
                  {"hypergeometric-gaussian:N=60,B=60,k=3,sigma=1", PLD__STANDING_WORST_CASE},
                  {"hypergeometric-gaussian:N=60,B=60,k=3,sigma=1,shift=2", PLD__STANDING_DOMINATES}},
    .groups = {{"hypergeometric-gaussian:N=60,B=6,k=1,sigma=2", 3, "hypergeometric-gaussian:N=60,B=6,k=3,sigma=2", NULL},
               {"hypergeometric-gaussian:N=60,B=6,k=1,sigma=2,shift=2", 2, "hypergeometric-gaussian:N=60,B=6,k=2,sigma=2,shift=2",
                NULL},
               {"hypergeometric-gaussian:N=60,B=58,k=1,sigma=1,shift=2", 2,
                "hypergeometric-gaussian:N=60,B=58,k=2,sigma=1,shift=2", NULL},
               {"hypergeometric-gaussian:N=60,B=58,k=1,sigma=1,shift=2", 3,
                "hypergeometric-gaussian:N=60,B=58,k=3,sigma=1,shift=2", NULL},
               {"hypergeometric-gaussian:N=10,B=2,k=2,sigma=1", 2, NULL, "several records already"},
               {"hypergeometric-gaussian:N=3,B=2,k=1,sigma=1", 4, NULL, "k=4"}},
    .replaced = {{"hypergeometric-gaussian:N=10,B=2,k=1,sigma=1", NULL, "there or not"}},
    .monotone = {{"hypergeometric-gaussian:B=20,k=5,sigma=0.8,", "N", {20, 21, 40, 100, 1e6}},
                 {"hypergeometric-gaussian:N=100,k=5,sigma=0.8,", "B", {1, 2, 50, 99, 100}},
                 {"hypergeometric-gaussian:N=100,B=20,sigma=0.8,", "k", {1, 2, 5, 50, 100}},
                 {"hypergeometric-gaussian:N=100,B=20,k=5,", "sigma", {0.3, 0.31, 0.7, 1, 30}},
                 {"hypergeometric-gaussian:N=100,B=20,k=5,sigma=1,", "shift", {0.1, 0.3, 1, 1.01, 2}},
                 {"hypergeometric-gaussian:N=100,B=20,k=5,sigma=1,", "sensitivity", {0.1, 0.3, 1, 1.01, 2}}},
    .words = {{"hypergeometric-gaussian:N=60,B=6,k=1,sigma=3@4",
               "of the worst case under this restriction is certified",
               {RESTRICTION, "Without this restriction it is no guarantee for DP-SGD with batches of fixed size", "shift=2",
                "N, B, T and sigma " PUBLIC, NOT_DIVIDED, TUNING},
               {UNCONDITIONAL, WORST, POISSON}},
              {"hypergeometric-gaussian:N=60,B=6,k=1,sigma=3,shift=1.9,sensitivity=2@4",
               "of the worst case under this restriction is certified",
               {RESTRICTION, "move that sum by at most 3.8 C"},
               {UNCONDITIONAL, WORST}},
              {"hypergeometric-gaussian:N=60,B=6,k=2,sigma=3,shift=2@4",
               WORST,
               {"N counts the larger of two neighbouring data sets", "2 records, all of them added or all removed",
                "N, B, T and sigma " PUBLIC, "records that stay with a gradient of 0, are not covered", TUNING},
               {"rovided that", POISSON}},
              {"hypergeometric-gaussian:N=60,B=59,k=2,sigma=3,shift=2@4", /* 58 records fill no batch of 59 */
               "of the worst case under this restriction is certified",
               {RESTRICTION},
               {UNCONDITIONAL, WORST}},
              {"hypergeometric-gaussian:N=60,B=6,k=1,sigma=3,shift=3@4", NOTHING_BELOW, {PUBLIC}, {"rovided that", WORST}}},
};
FAMILY_TEST_FUNCTIONS

int main(void) {
    CU_TestInfo tests[] = {FAMILY_TESTS,
                           {"counterexample", test_counterexample},
                           {"scaling", test_scaling},
                           {"refused", test_refused},
                           CU_TEST_INFO_NULL};
    return suite_run("family/hypergeometric_gaussian", tests);
}
