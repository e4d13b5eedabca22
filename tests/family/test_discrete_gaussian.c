/* Tests of src/family/discrete_gaussian.c. */
#include "family/discrete_gaussian.h"
#include "pair/sparse_support.h"

#include "support/dice.h"
#include "support/family.h"
#include "support/specs.h"
#include <pld/query.h>

static void test_pair(void) {
    dice from = dice_create(55);
    for (size_t i = 0; i < suite_cases(60); i++) {
        double sigma = dice_logarithmic(&from, 0.1, 40), rate = i % 2 ? 1 : dice_uniform(&from, 0.01, 1);
        unsigned sensitivity = 1 + (unsigned)dice_below(&from, 4);
        pld_mechanism *mechanism = NULL;
        discrete_pair pair;
        pld_status status = pld_mechanism_create_discrete_gaussian(sigma, sensitivity, rate, &mechanism, NULL);
        discrete_gaussian(&pair, sigma, sensitivity, 14);
        check_constructed("discrete Gaussian", status, mechanism, &pair, rate, 1e-30L);
        CU_ASSERT(mechanism->loss_supremum == INFINITY && mechanism->dropped > 0 && mechanism->dropped < 1e-300L);
        CU_ASSERT(mechanism->infinity[PLD_REMOVE] == 0 && mechanism->infinity[PLD_ADD] == 0);
        CU_ASSERT(mechanism->loss_infimum == (rate < 1 ? log1p(-rate) : -INFINITY));
        pld_mechanism_free(mechanism);
    }
}

/* Noise so small that masses underflow: nothing is taken for infinite that is not. */
static void test_small_noise(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_discrete_gaussian(0.05, 1, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT(mechanism->infinity[PLD_REMOVE] == 0 && mechanism->infinity[PLD_ADD] == 0 && mechanism->dropped > 0);
    CU_ASSERT(mechanism->loss_supremum == INFINITY);
    pld_mechanism_free(mechanism);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_discrete_gaussian(2, 1, 0, &mechanism, NULL), PLD_OK);
    CU_ASSERT(mechanism->trivial);
    pld_mechanism_free(mechanism);
}

/* The bound of what is left out of a moment is above the sum of terms beyond the list, and not by much. */
static void test_beyond(void) {
    dice from = dice_create(56);
    for (size_t i = 0; i < suite_cases(60); i++) {
        double sigma = dice_logarithmic(&from, 0.3, 3), rate = i % 2 ? 1 : dice_uniform(&from, 0.05, 0.95);
        long shift = 1 + (long)dice_below(&from, 3), reach = (long)ceil(148 * sigma) + 1;
        double t = dice_logarithmic(&from, 0.1, 60 * sigma / (double)shift);
        pld_mechanism *mechanism = NULL;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_discrete_gaussian(sigma, (uint64_t)shift, rate, &mechanism, NULL), PLD_OK);
        long double total = 0, top = -INFINITY, sum = 0;
        for (long x = -reach; x <= reach; x++)
            total += expl(-((long double)x / sigma) * ((long double)x / sigma) / 2);
        for (int pass = 0; pass < 2; pass++)
            for (long x = reach + shift + 1; x < 3 * reach; x++) {
                long double log_q = -((long double)x / sigma) * ((long double)x / sigma) / 2 - logl(total);
                long double plain =
                    (long double)shift * (2 * (long double)x - (long double)shift) / (2 * (long double)sigma * sigma);
                long double loss = plain + logl(rate + (1 - rate) * expl(-plain)), term = log_q + (1 + t) * loss;
                top = pass ? top : fmaxl(top, term);
                sum += pass ? expl(term - top) : 0;
            }
        double bound = pld__discrete_gaussian_log_beyond(mechanism, PLD_REMOVE, t);
        long double truth = top + logl(sum);
        CHECK(bound >= truth, "sigma %g rate %g shift %ld t %g: %g is below %Lg", sigma, rate, shift, t, bound, truth);
        CHECK(pld__discrete_gaussian_log_beyond(mechanism, PLD_ADD, t) >= (rate == 1 ? truth : -INFINITY), "add");
        pld_mechanism_free(mechanism);
    }
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_discrete_gaussian(1, 1, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT(pld__discrete_gaussian_log_beyond(mechanism, PLD_REMOVE, 2) < -10000);
    CU_ASSERT(pld__discrete_gaussian_log_beyond(mechanism, PLD_REMOVE, 200) == INFINITY);
    pld_mechanism_free(mechanism);
}

/* Four whole numbers that change by 1 each, and one that changes by 2, have the same Euclidean sensitivity, but not the same
 * delta: why the discrete Gaussian speaks of one number. */
static void test_vector(void) {
    pld_mechanism *two = spec_mechanism("discrete-gaussian:sigma=1,sensitivity=2", NULL),
                  *one = spec_mechanism("discrete-gaussian:sigma=1", NULL);
    pld_step scalar = {two, 1}, vector = {one, 4};
    pld_options options = pld_options_default();
    pld_result of_scalar, of_vector;
    CU_ASSERT_EQUAL_FATAL(pld_query_delta(&scalar, 1, 8, &options, &of_scalar, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_query_delta(&vector, 1, 8, &options, &of_vector, NULL), PLD_OK);
    CHECK(exp(of_scalar.bracket.upper) < 1.18e-4, "%g", exp(of_scalar.bracket.upper));
    CHECK(exp(of_vector.bracket.lower) > 3.41e-4, "%g", exp(of_vector.bracket.lower));
    pld_mechanism_free(two);
    pld_mechanism_free(one);
}

static void test_refusals(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL(pld_mechanism_create_discrete_gaussian(0, 1, 1, &mechanism, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_mechanism_create_discrete_gaussian(1, 0, 1, &mechanism, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_mechanism_create_discrete_gaussian(1, 101, 1, &mechanism, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_mechanism_create_discrete_gaussian(1, 1, -1, &mechanism, NULL), PLD_ERROR_ARGUMENT);
}

static const family_facts facts = {
    .family = &pld__family_discrete_gaussian,
    .resolved = {{"discrete-gaussian:sigma=3", "discrete-gaussian:sigma=3,sensitivity=1"},
                 {"poisson:q=0.1,of=discrete-gaussian,sigma=3", "poisson:q=0.1,of=discrete-gaussian,sigma=3,sensitivity=1"}},
    .standings = {{"discrete-gaussian:sigma=1", PLD__STANDING_WORST_CASE}},
    .groups = {{"discrete-gaussian:sigma=3,sensitivity=2", 3, "discrete-gaussian:sigma=3,sensitivity=6", NULL},
               {"poisson:q=0.1,of=discrete-gaussian,sigma=2", 2, NULL, "sampling"}},
    .replaced = {{"discrete-gaussian:sigma=3,sensitivity=2", "discrete-gaussian:sigma=3,sensitivity=4", NULL},
                 {"poisson:q=0.1,of=discrete-gaussian,sigma=2", NULL, "sampling"}},
    .monotone = {{"discrete-gaussian:sigma=0.3,", "sensitivity", {1, 2, 3, 5, 20}},
                 {"discrete-gaussian:sigma=7,", "sensitivity", {1, 2, 3, 5, 20}}},
    .words = {{"discrete-gaussian:sigma=3,sensitivity=2@4",
               WORST,
               {"on one whole number that one record", "a vector with that Euclidean sensitivity is not covered"},
               {"results", "Poisson"}}},
};
FAMILY_TEST_FUNCTIONS

int main(void) {
    CU_TestInfo tests[] = {FAMILY_TESTS,
                           {"pair", test_pair},
                           {"small noise", test_small_noise},
                           {"beyond the list", test_beyond},
                           {"a vector", test_vector},
                           {"refusals", test_refusals},
                           CU_TEST_INFO_NULL};
    return suite_run("family/discrete_gaussian", tests);
}
