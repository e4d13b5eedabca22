/* Halving and regula falsi keep what is said of their two ends, whatever the function does; Newton's method never leaves its
 * bracket. */
#include "base/root.h"
#include "support/dice.h"
#include "support/suite.h"

#include <float.h>

static bool is_below_square_root(const void *context, double x) {
    return x * x < *(const double *)context;
}

static void test_halving_finds_the_root_to_the_width(void) {
    dice from = dice_create(5);
    for (int i = 0; i < 200; i++) {
        double square = dice_logarithmic(&from, 1e-200, 1e200), low = 0, high = 1e150, width = i % 2 ? 1e-9 : 0;
        pld__halve(is_below_square_root, &square, width, &low, &high);
        CHECK(low * low < square && high * high >= square, "[%g, %g] of %g", low, high, square);
        CHECK(width > 0 ? high - low <= width * high : nextafter(low, high) == high, "[%g, %g] of %g", low, high, square);
    }
}

/* Above and below at random: only the ends are known, and they stay what they are. */
static bool is_above_at_random(const void *context, double x) {
    (void)context;
    uint64_t bits = (uint64_t)(x * 0x1p40);
    return (bits * UINT64_C(0x9E3779B97F4A7C15) >> 63) != 0;
}

static void test_ends_stay_true_of_any_function(void) {
    for (int i = 1; i < 200; i++) {
        double low = 0, high = (double)i;
        pld__halve(is_above_at_random, NULL, 1e-6, &low, &high);
        CHECK(low < high && (low == 0 || is_above_at_random(NULL, low)) && (high == i || !is_above_at_random(NULL, high)),
              "[%g, %g]", low, high);
    }
}

static void test_newton_stays_inside(void) {
    CU_ASSERT(pld__newton_next(1, 0.5, 0, 2) == 1.5);
    CU_ASSERT(pld__newton_next(1, 100, -10, 10) == 4); /* no longer than 3 */
    CU_ASSERT(pld__newton_next(1, -100, 0, 10) == 5);  /* the middle */
    CU_ASSERT(pld__newton_next(1, NAN, 0, 2) >= 0 && pld__newton_next(1, INFINITY, 0, 2) == 1);
}

static long double log_tail(const void *context, double x) {
    const double *end = context; /* it says nothing beyond */
    return x < *end ? -x * x / 2 - x : NAN;
}

static void test_secants_find_where_it_passes_and_the_slope(void) {
    const double end = 6;
    for (double level = -0.1; level > -20; level *= 1.5) {
        double root = sqrt(1 - 2 * level) - 1, slope = 0.5, found = pld__secant(log_tail, &end, level, 0, 1, &slope);
        CHECK(fabs(found - root) < 1e-13 * root && fabs(slope / (1 + root) - 1) < 1e-2, "%g: %.17g, slope %g", level, found,
              slope);
    }
    double slope = 1;
    CU_ASSERT(pld__secant(log_tail, &end, 1, 0, 2, &slope) == 0); /* not below the least */
    CU_ASSERT(isnan(pld__secant(log_tail, &end, -3, 0, 7, &slope)));
}

/* A function with a corner, which plain secants approach from one side only; ends that stay would stay for ever. */
static void test_regula_falsi_closes_in_from_both_sides(void) {
    for (double power = 0.2; power < 8; power *= 1.3) {
        pld__false_position at = {0, 3, 1, 1 - pow(3, power), 0};
        for (int i = 0; i < 60; i++) {
            double next = pld__false_position_next(&at);
            CHECK(next >= at.low && next <= at.high, "%g outside [%g, %g]", next, at.low, at.high);
            long double value = 1 - powl(next, power);
            pld__false_position_move(&at, next, value, value > 0);
            CU_ASSERT(at.low <= 1 && at.high >= 1);
        }
        CHECK(fmin(1 - at.low, at.high - 1) < 1e-14, "power %g: [%.17g, %.17g]", power, at.low, at.high);
    }
    const pld__false_position unknown = {0, 1, NAN, -1, 0}, endless = {0, 1, INFINITY, -1, 0};
    CU_ASSERT(isnan(pld__false_position_next(&unknown)) && isnan(pld__false_position_next(&endless)));
}

static void test_slopes_that_do_not_fall_are_not_taken(void) {
    CU_ASSERT(pld__slope_down(3, 1, 4, 7) == 0.5 && pld__slope_down(1, 3, -4, 7) == 0.5);
    CU_ASSERT(pld__slope_down(1, 3, 4, 7) == 7 && pld__slope_down(1, 1, 0, 7) == 7 && pld__slope_down(2, 1, 0, 7) == 7);
}

int main(void) {
    CU_TestInfo tests[] = {
        {"halving finds the root to the width", test_halving_finds_the_root_to_the_width},
        {"ends stay true of any function", test_ends_stay_true_of_any_function},
        {"secants find where it passes and the slope", test_secants_find_where_it_passes_and_the_slope},
        {"regula falsi closes in from both sides", test_regula_falsi_closes_in_from_both_sides},
        {"slopes that do not fall are not taken", test_slopes_that_do_not_fall_are_not_taken},
        {"newton stays inside", test_newton_stays_inside},
        CU_TEST_INFO_NULL,
    };
    return suite_run("base/root", tests);
}
