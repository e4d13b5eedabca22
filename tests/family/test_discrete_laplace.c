/* Tests of src/family/discrete_laplace.c. */
#include "pair/sparse_support.h"

#include "support/dice.h"
#include "support/family.h"

static void test_pair(void) {
    dice from = dice_create(57);
    for (size_t i = 0; i < suite_cases(100); i++) {
        double b = dice_logarithmic(&from, 0.1, 15), rate = i % 2 ? 1 : dice_uniform(&from, 0.01, 1);
        unsigned sensitivity = 1 + (unsigned)dice_below(&from, 8);
        pld_mechanism *mechanism = NULL;
        discrete_pair pair;
        pld_status status = pld_mechanism_create_discrete_laplace(b, sensitivity, rate, &mechanism, NULL);
        discrete_laplace(&pair, b, sensitivity, 100);
        check_constructed("discrete Laplace", status, mechanism, &pair, rate, 1e-40L);
        CU_ASSERT_EQUAL(pld__sparse_of(mechanism)->count, sensitivity + 1);
        CU_ASSERT_DOUBLE_EQUAL(mechanism->loss_supremum, log1p(rate * expm1(sensitivity / b)), 1e-14 * (1 + sensitivity / b));
        pld_mechanism_free(mechanism);
    }
}

/* Losses are -D/b to D/b in steps of 2/b, however small that is. */
static void test_small_losses(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_discrete_laplace(1e17, 2, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT(!mechanism->trivial && pld__sparse_of(mechanism)->count == 3);
    CU_ASSERT(mechanism->loss_supremum == 2e-17 && mechanism->loss_infimum == -2e-17 && pld__sparse_of(mechanism)->loss[1] == 0);
    pld_mechanism_free(mechanism);
}

static void test_refusals(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL(pld_mechanism_create_discrete_laplace(0, 1, 1, &mechanism, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_mechanism_create_discrete_laplace(1, 0, 1, &mechanism, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_mechanism_create_discrete_laplace(1, 20000, 1, &mechanism, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_mechanism_create_discrete_laplace(1e-6, 1, 1, &mechanism, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_mechanism_create_discrete_laplace(1, 1, 2, &mechanism, NULL), PLD_ERROR_ARGUMENT);
}

static const family_facts facts = {
    .family = &pld__family_discrete_laplace,
    .resolved = {{"discrete-laplace:b=3", "discrete-laplace:b=3,sensitivity=1"}},
    .standings = {{"discrete-laplace:b=1", PLD__STANDING_WORST_CASE}},
    .groups = {{"discrete-laplace:b=3", 5, "discrete-laplace:b=3,sensitivity=5", NULL},
               {"poisson:q=0.1,of=discrete-laplace,b=2", 2, NULL, "sampling"}},
    .replaced = {{"discrete-laplace:b=3,sensitivity=3", "discrete-laplace:b=3,sensitivity=6", NULL},
                 {"poisson:q=0.1,of=discrete-laplace,b=2", NULL, "sampling"}},
    .monotone = {{"discrete-laplace:", "b", {0.2, 0.21, 0.5, 1, 30}},
                 {"discrete-laplace:b=1.5,", "sensitivity", {1, 2, 3, 5, 20}}},
    .words = {{"discrete-laplace:b=3@4", WORST, {"on one whole number that one record"}, {"results", "Poisson"}}},
};
FAMILY_TEST_FUNCTIONS

int main(void) {
    CU_TestInfo tests[] = {
        FAMILY_TESTS, {"pair", test_pair}, {"small losses", test_small_losses}, {"refusals", test_refusals}, CU_TEST_INFO_NULL};
    return suite_run("family/discrete_laplace", tests);
}
