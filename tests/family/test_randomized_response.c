/* Tests of src/family/randomized_response.c. */
#include "pair/sparse_support.h"

#include "support/dice.h"
#include "support/family.h"

static void test_pair(void) {
    dice from = dice_create(54);
    for (size_t i = 0; i < suite_cases(100); i++) {
        double epsilon = dice_logarithmic(&from, 1e-6, 8), truth = dice_uniform(&from, 0, 1),
               rate = i % 2 ? 1 : dice_uniform(&from, 0, 1);
        uint64_t k = 2 + dice_below(&from, i % 3 ? 1 : 100);
        pld_mechanism *mechanism = NULL;
        discrete_pair pair;
        pld_status status = pld_mechanism_create_randomized_response(epsilon, k, rate, &mechanism, NULL);
        discrete_response(&pair, expl((long double)epsilon) / (expl((long double)epsilon) + (long double)(k - 1)), k);
        check_constructed("by epsilon", status, mechanism, &pair, rate, 0);
        CU_ASSERT_DOUBLE_EQUAL(mechanism->traits.epsilon, epsilon, 1e-15 * (1 + epsilon));
        pld_mechanism_free(mechanism);
        status = pld_mechanism_create_randomized_response_p(truth, k, rate, &mechanism, NULL);
        discrete_response(&pair, truth, k);
        pld_mechanism_free(check_constructed("by p", status, mechanism, &pair, rate, 0));
    }
}

/* Small losses as they are: of a small epsilon, of p beside 1/k, of a small rate; and of p beside 1. Reference: 40-digit
 * arithmetic (mpmath). */
static void test_small_losses(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_randomized_response(1e-17, 2, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT(!mechanism->trivial && mechanism->loss_supremum == 1e-17 && mechanism->loss_infimum == -1e-17);
    CU_ASSERT_DOUBLE_EQUAL(pld_mechanism_delta(mechanism, PLD_ADD, 0), 5e-18, 1e-32);
    CU_ASSERT(pld__sparse_of(mechanism)->kappa < 1e-33);
    pld_mechanism_free(mechanism);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_randomized_response_p(0.5000000000000001, 2, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT_DOUBLE_EQUAL(mechanism->loss_supremum, 4.440892098500626161694527e-16, 1e-31);
    pld_mechanism_free(mechanism);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_randomized_response_p(1 - 0x1p-53, 2, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT_DOUBLE_EQUAL(mechanism->loss_supremum, 36.73680056967710128809, 1e-14);
    pld_mechanism_free(mechanism);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_randomized_response(1, 2, 1e-20, &mechanism, NULL), PLD_OK);
    CU_ASSERT_DOUBLE_EQUAL(mechanism->loss_supremum, 1.718281828459045141103388e-20, 1e-35);
    CU_ASSERT_DOUBLE_EQUAL(mechanism->loss_infimum, -6.321205588285576437367294e-21, 1e-36);
    pld_mechanism_free(mechanism);
}

/* Certain answers, fair coins, and none of this. */
static void test_corners(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_randomized_response_p(1, 2, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT(mechanism->infinity[PLD_REMOVE] == 1 && pld__sparse_of(mechanism)->count == 0 &&
              mechanism->loss_supremum == INFINITY);
    pld_mechanism_free(mechanism);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_randomized_response_p(0.25, 4, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT(mechanism->trivial);
    pld_mechanism_free(mechanism);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_randomized_response(3, 4, 0, &mechanism, NULL), PLD_OK);
    CU_ASSERT(mechanism->trivial);
    pld_mechanism_free(mechanism);
    CU_ASSERT_EQUAL(pld_mechanism_create_randomized_response(-1, 2, 1, &mechanism, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_mechanism_create_randomized_response(1, 1, 1, &mechanism, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_mechanism_create_randomized_response(1, 2, 1.5, &mechanism, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_mechanism_create_randomized_response_p(NAN, 2, 1, &mechanism, NULL), PLD_ERROR_ARGUMENT);
}

static const family_facts facts = {
    .family = &pld__family_randomized_response,
    .resolved = {{"randomized-response:epsilon=1", "randomized-response:epsilon=1,k=2"},
                 {"randomized-response:p=0.7,k=5", "randomized-response:p=0.7,k=5"}},
    .standings = {{"randomized-response:epsilon=1", PLD__STANDING_WORST_CASE},
                  {"poisson:q=0.1,of=randomized-response,epsilon=2", PLD__STANDING_WORST_CASE}},
    .groups = {{"randomized-response:epsilon=1,k=3", 1, "randomized-response:epsilon=1,k=3", NULL},
               {"randomized-response:epsilon=1,k=3", 4, "randomized-response:epsilon=1,k=3,sensitivity=4", NULL},
               {"randomized-response:p=0.7,sensitivity=2", 3, "randomized-response:p=0.7,sensitivity=6", NULL},
               {"poisson:q=0.1,of=randomized-response,epsilon=2", 2, NULL, "sampling"}},
    .replaced = {{"randomized-response:epsilon=1,k=5", "randomized-response:epsilon=1,k=5", NULL},
                 {"poisson:q=0.1,of=randomized-response,epsilon=2", NULL, "sampling"}},
    .monotone = {{"randomized-response:k=4,", "epsilon", {0.01, 0.1, 1, 1.01, 9}},
                 {"randomized-response:epsilon=0.5,", "sensitivity", {1, 2, 3, 5, 20}}},
    .words = {{"randomized-response:epsilon=1@4",
               WORST,
               {"differ by another answer of one record."},
               {"added", "removed", "replaced", "direction"}},
              {"randomized-response:epsilon=1,sensitivity=3",
               WORST,
               {"differ by other answers of one record."},
               {"added", "removed", "replaced", "direction"}}},
};
FAMILY_TEST_FUNCTIONS

int main(void) {
    CU_TestInfo tests[] = {
        FAMILY_TESTS, {"pair", test_pair}, {"small losses", test_small_losses}, {"corners", test_corners}, CU_TEST_INFO_NULL};
    return suite_run("family/randomized_response", tests);
}
