/* Tests of src/family/approx_dp.c: the worst pair with a guarantee, and noisy votes. */
#include "pair/sparse_support.h"

#include "support/dice.h"

static void test_pair(void) {
    dice from = dice_create(58);
    for (size_t i = 0; i < suite_cases(100); i++) {
        double epsilon = dice_chance(&from, 0.1) ? 0 : dice_logarithmic(&from, 1e-4, 10);
        double delta = dice_chance(&from, 0.2) ? 0 : dice_logarithmic(&from, 1e-18, 1),
               rate = i % 2 ? 1 : dice_uniform(&from, 0, 1);
        pld_mechanism *mechanism = NULL;
        discrete_pair pair;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_approx_dp(epsilon, delta, rate, &mechanism, NULL), PLD_OK);
        discrete_approx_dp(&pair, epsilon, delta);
        if (rate == 1) /* it has exactly the guarantee, and no better one */
            CU_ASSERT_DOUBLE_EQUAL(pld_mechanism_delta(mechanism, PLD_REMOVE, epsilon), delta, 1e-15);
        discrete_sample(&pair, rate);
        check_shape("approx-dp", mechanism);
        check_single("approx-dp", mechanism, &pair, 0);
        pld_mechanism_free(mechanism);
    }
}

/* Guarantees that no double ratio shows: e^1000 times as likely. */
static void test_large(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_approx_dp(1000, 0, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT_DOUBLE_EQUAL(mechanism->loss_supremum, 1000, 1e-12);
    CU_ASSERT_DOUBLE_EQUAL(mechanism->loss_infimum, -1000, 1e-12);
    pld_mechanism_free(mechanism);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_approx_dp(1, 1, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT(mechanism->infinity[PLD_REMOVE] == 1 && mechanism->infinity[PLD_ADD] == 1);
    pld_mechanism_free(mechanism);
}

static void test_noisy_vote(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_noisy_vote(4, false, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT_DOUBLE_EQUAL(mechanism->loss_supremum, 0.25, 1e-16);
    CU_ASSERT(pld_mechanism_note(mechanism) != NULL);
    pld_mechanism_free(mechanism);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_noisy_vote(4, true, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT_DOUBLE_EQUAL(mechanism->loss_supremum, 0.5, 1e-16);
    pld_mechanism_free(mechanism);
}

static void test_refusals(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL(pld_mechanism_create_approx_dp(-1, 0, 1, &mechanism, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_mechanism_create_approx_dp(1, 1.5, 1, &mechanism, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_mechanism_create_approx_dp(NAN, 0, 1, &mechanism, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_mechanism_create_approx_dp(1, 0, 2, &mechanism, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_mechanism_create_noisy_vote(0, false, 1, &mechanism, NULL), PLD_ERROR_ARGUMENT);
}

int main(void) {
    CU_TestInfo tests[] = {{"pair", test_pair},
                           {"large epsilon", test_large},
                           {"noisy votes", test_noisy_vote},
                           {"refusals", test_refusals},
                           CU_TEST_INFO_NULL};
    return suite_run("mechanism/approx_dp", tests);
}
