/* Tests of src/law/exact.c: the upper law's D is at or above the true one, the lower law's at or below it, and both are close. */
#include "law/law.h"
#include "pair/sparse.h"

#include "support/curves.h"
#include "support/dice.h"
#include "support/discrete.h"
#include "support/suite.h"

#include <math.h>

static void check_sides(const pld_mechanism *mechanism, const discrete_pair *reference, double theta, long double cut) {
    discrete_pair pairs[PLD_DIRECTIONS] = {*reference, *reference};
    discrete_swap(&pairs[PLD_ADD]);
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        pld__law *laws[2] = {NULL, NULL};
        for (int upper = 0; upper < 2; upper++)
            CU_ASSERT_EQUAL_FATAL(pld__law_exact(mechanism, (pld_direction)d, theta, upper, &laws[upper]), PLD_OK);
        law_curve low = curve_create(laws[0]), high = curve_create(laws[1]);
        double reach = fmax(fabs(pld__law_loss(laws[1], 0)), fabs(pld__law_loss(laws[1], laws[1]->count - 1)));
        for (double epsilon = -1.1 * reach; epsilon <= 1.1 * reach; epsilon += 0.0731 * reach) {
            long double truth = discrete_delta(&pairs[d], 1, epsilon), moved = laws[0]->label_error;
            long double below = curve_delta(&low, epsilon + moved), above = curve_delta(&high, epsilon - moved);
            CHECK(below <= truth * (1 + 1e-17L) + cut && truth <= above * (1 + 1e-17L) + cut,
                  "%s %d, theta %g, epsilon %g: %.20Lg is not in [%.20Lg, %.20Lg]", pld_mechanism_resolved(mechanism), d, theta,
                  epsilon, truth, below, above);
            CHECK(above - below <= 1e-10L * (truth + 1e-3L) + 4 * moved, "epsilon %g: %Lg wide", epsilon, above - below);
        }
        CU_ASSERT(laws[1]->finite >= laws[0]->finite && laws[1]->infinity >= laws[0]->infinity);
        curve_free(&low);
        curve_free(&high);
        pld__law_free(laws[0]);
        pld__law_free(laws[1]);
    }
}

static void test_sides(void) {
    dice from = dice_create(71);
    for (size_t i = 0; i < suite_cases(60); i++) {
        pld_mechanism *mechanism = NULL;
        discrete_pair pair;
        double theta = dice_chance(&from, 0.2) ? 0 : dice_logarithmic(&from, 1e-3, 30),
               rate = i % 2 ? 1 : dice_uniform(&from, 0.01, 1);
        double first = dice_logarithmic(&from, 0.3, 4), delta = dice_logarithmic(&from, 1e-9, 0.3);
        long double cut = 0;
        switch (i / 2 % 4) {
        case 0:
            CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_randomized_response(first, 4, rate, &mechanism, NULL), PLD_OK);
            discrete_response(&pair, 1 / (1 + 3 * expl(-(long double)first)), 4);
            break;
        case 1:
            CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_approx_dp(first, delta, rate, &mechanism, NULL), PLD_OK);
            discrete_approx_dp(&pair, first, delta);
            break;
        case 2:
            CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_discrete_gaussian(first, 2, rate, &mechanism, NULL), PLD_OK);
            discrete_gaussian(&pair, first, 2, 60);
            cut = 1e-18L;
            break;
        default:
            CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_discrete_laplace(first, 3, rate, &mechanism, NULL), PLD_OK);
            discrete_laplace(&pair, first, 3, 100);
            cut = 1e-18L;
        }
        discrete_sample(&pair, rate);
        check_sides(mechanism, &pair, theta, cut);
        pld_mechanism_free(mechanism);
    }
}

/* Equally spaced losses make a lattice; what is left out is at infinity in the upper law alone. */
static void test_shape(void) {
    pld_mechanism *mechanism = NULL;
    pld__law *upper = NULL, *lower = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_discrete_laplace(2, 3, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld__law_exact(mechanism, PLD_REMOVE, 1, true, &upper), PLD_OK);
    CU_ASSERT(upper->losses == NULL && fabs(upper->width - 1) < 1e-14 && upper->infinity == 0);
    pld__law_free(upper);
    pld_mechanism_free(mechanism);
    const double p[] = {0.6, 0.4}, q[] = {0.4, 0.6 - 1e-10};
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_array(2, p, q, false, 1, "array", &mechanism, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld__law_exact(mechanism, PLD_ADD, 1, true, &upper), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld__law_exact(mechanism, PLD_ADD, 1, false, &lower), PLD_OK);
    CU_ASSERT(fabsl(upper->infinity - 1e-10L) < 1e-16L && lower->infinity == 0);
    pld__law_free(upper);
    pld__law_free(lower);
    pld_mechanism_free(mechanism);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_randomized_response_p(1, 2, 1, &mechanism, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld__law_exact(mechanism, PLD_ADD, 1, false, &lower), PLD_OK);
    CU_ASSERT(lower->infinity > 0.999L);
    pld__law_free(lower);
    pld_mechanism_free(mechanism);
}

int main(void) {
    CU_TestInfo tests[] = {{"sides", test_sides}, {"shape", test_shape}, CU_TEST_INFO_NULL};
    return suite_run("buckets/exact", tests);
}
