/* Tests of src/baseline/guarantee.c. */
#include "baseline/guarantee.h"

#include "baseline/support.h"
#include "support/dice.h"

/* delta at the epsilon found is delta, in the direction that decides. */
static void test_inverse(void) {
    dice state = dice_create(77);
    for (size_t i = 0; i < suite_cases(300); i++) {
        pld_mechanism *mechanism = NULL;
        double q = dice_logarithmic(&state, 1e-4, 1), sigma = dice_logarithmic(&state, 0.3, 20);
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(q, sigma, 1 + dice_below(&state, 3), 0, 1, &mechanism, NULL),
                              PLD_OK);
        double log_delta = -dice_logarithmic(&state, 0.5, 3000), epsilon = pld__guarantee_epsilon(mechanism, log_delta);
        double found = fmax((double)pld__mechanism_log_delta(mechanism, PLD_REMOVE, epsilon),
                            (double)pld__mechanism_log_delta(mechanism, PLD_ADD, epsilon));
        CHECK(epsilon == 0 ? found <= log_delta : near(found, log_delta, 1e-9), "q %g sigma %g: log delta %.17g at %.17g", q,
              sigma, found, epsilon);
        pld_mechanism_free(mechanism);
    }
}

static void test_corners(void) {
    pld_mechanism *mechanism = NULL, *trivial = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_gaussian(1, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(0, 1, 1, 0, 1, &trivial, NULL), PLD_OK);
    CU_ASSERT(isinf(pld__guarantee_epsilon(mechanism, -INFINITY)));
    CU_ASSERT(pld__guarantee_epsilon(mechanism, -1e-3) == 0 && pld__guarantee_epsilon(mechanism, 0.5) == 0);
    CU_ASSERT(pld__guarantee_epsilon(trivial, -INFINITY) == 0);
    /* Just delta(0) of the step: next to 0, and the search ends. */
    double least = pld__guarantee_epsilon(mechanism, log(0.38292492254802624));
    CHECK(least >= 0 && least < 1e-12, "%g", least);
    double epsilon = NAN;
    CU_ASSERT_EQUAL(pld__guarantee_gaussian(1, -11.5, &epsilon), PLD_OK);
    CU_ASSERT_EQUAL(epsilon, pld__guarantee_epsilon(mechanism, -11.5));
    CU_ASSERT(pld__guarantee_gaussian(0, -11.5, &epsilon) == PLD_OK && epsilon == 0);
    CU_ASSERT(pld__guarantee_gaussian(INFINITY, -11.5, &epsilon) == PLD_OK && isinf(epsilon));
    CU_ASSERT(pld__guarantee_gaussian(1e-300, -11.5, &epsilon) == PLD_OK && epsilon == 0);
    CU_ASSERT(pld__guarantee_gaussian(1e100, -11.5, &epsilon) == PLD_OK && isinf(epsilon));
    pld_mechanism_free(mechanism);
    pld_mechanism_free(trivial);
}

static void test_shares(void) {
    for (double x = -800; x < 800; x += 3.7) {
        CHECK(fabs(exp(pld__log_share(x)) + exp(pld__log_other_share(x)) - 1) < 1e-15, "%g", x);
    }
    CHECK_NEAR(pld__log_share(-700), -700, 1e-15);
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"inverse", test_inverse}, {"corners", test_corners}, {"shares", test_shares}, CU_TEST_INFO_NULL};
    return suite_run("guarantee", tests);
}
