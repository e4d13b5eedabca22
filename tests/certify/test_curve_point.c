/* Deltas from their logs lie outward, however small they are; points of the curve and what follows from them enclose the truth.
 */
#include "certify/curve_point.h"
#include "support/dice.h"
#include "support/suite.h"

#include <float.h>
#include <math.h>

static void test_deltas_lie_outward(void) {
    dice from = dice_create(12);
    for (int i = 0; i < 2000; i++) {
        double log_delta = i % 4 == 0 ? dice_uniform(&from, -750, -700) : dice_uniform(&from, -50, 0), low, high;
        pld_bracket point = {log_delta, log_delta, log_delta};
        pld__delta_ends(&point, &low, &high);
        long double truth = expl((long double)log_delta);
        CHECK(low <= truth && truth <= high && high <= 1, "e^%.17g in [%.17g, %.17g]", log_delta, low, high);
        CHECK(truth < 1e-290L || high - low <= 20 * DBL_EPSILON * high, "e^%.17g in [%.17g, %.17g]", log_delta, low, high);
    }
    pld_bracket none = {-INFINITY, -INFINITY, -INFINITY};
    double low, high;
    pld__delta_ends(&none, &low, &high);
    CU_ASSERT(low == 0 && high == 0);
}

/* Of P = Q, D(x) = 1 - x below 1 and 0 above. Randomized response with epsilon e has D(x) = max(1 - x, (p - x (1 - p))_+, 0), p =
 * 1/(1 + e^-e), from both. */
static void test_below_one_it_follows_from_the_other_direction(void) {
    dice from = dice_create(13);
    for (int i = 0; i < 500; i++) {
        double e = dice_uniform(&from, 0.1, 3), log_x = dice_uniform(&from, -4, 4);
        long double p = 1 / (1 + expl(-(long double)e)), x = expl((long double)log_x), y = expl(fabsl((long double)log_x));
        long double delta = fmaxl(p - y * (1 - p), 0), truth = fmaxl(fmaxl(1 - x, p - x * (1 - p)), 0);
        double near = (double)delta;
        pld__support point = pld__curve_point(log_x, nextafter(near, -1), near, nextafter(near, 2));
        CHECK(point.low <= truth + 1e-18L && truth - 1e-18L <= point.high, "D(e^%g) of %g: %.17Lg not in [%.17g, %.17g]", log_x,
              e, truth, point.low, point.high);
        CU_ASSERT(point.high - point.low < 1e-14);
    }
}

/* Somebody who knows nothing more guesses what is likelier; somebody who knows all is always right. */
static void test_guesses_are_between_the_prior_and_certainty(void) {
    const double priors[] = {1e-12, 0.01, 0.5, 0.7, 0.999};
    for (size_t i = 0; i < COUNT_OF(priors); i++) {
        pld__guessing guessing = pld__guessing_with(priors[i]);
        double likelier = fmax(priors[i], 1 - priors[i]);
        CU_ASSERT(guessing.direction == (priors[i] <= 0.5 ? PLD_REMOVE : PLD_ADD) && guessing.epsilon >= -1e-15);
        pld__support nothing = {guessing.epsilon, 0, 0, 0, 0}, all = {guessing.epsilon, 1, 1, 1, 0};
        pld_bracket least = pld__guessing_accuracy(&guessing, &nothing), most = pld__guessing_accuracy(&guessing, &all);
        CHECK(least.lower <= likelier && likelier <= least.upper && least.upper - least.lower < 1e-13, "prior %g", priors[i]);
        CHECK(most.lower > 1 - 1e-13 && most.upper == 1, "prior %g", priors[i]);
    }
}

static void test_complements_lie_outward(void) {
    dice from = dice_create(14);
    for (int i = 0; i < 500; i++) {
        double low = dice_uniform(&from, 0, 1), high = dice_uniform(&from, low, 1);
        pld_bracket of = {low, low, high}, made = pld__complement(&of);
        CU_ASSERT(made.lower <= 1 - (long double)high && made.upper >= 1 - (long double)low && made.lower >= 0 &&
                  made.upper <= 1);
    }
}

int main(void) {
    CU_TestInfo tests[] = {
        {"deltas lie outward", test_deltas_lie_outward},
        {"below one it follows from the other direction", test_below_one_it_follows_from_the_other_direction},
        {"guesses are between the prior and certainty", test_guesses_are_between_the_prior_and_certainty},
        {"complements lie outward", test_complements_lie_outward},
        CU_TEST_INFO_NULL,
    };
    return suite_run("certify/curve_point", tests);
}
