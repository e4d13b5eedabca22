/* Tests of src/bound/hockey.c, from both sides. */
#include "bound/hockey.h"
#include "support/dice.h"
#include "support/suite.h"

#include <float.h>
#include <math.h>

static long double hockey(long double theta, long double y) {
    return expl(-theta * y) * -expm1l(-y);
}

/* g at its top: e^-y = theta/(1 + theta). */
static long double true_maximum(long double theta) {
    return expl(-theta * log1pl(1 / theta)) / (1 + theta);
}

static double random_theta(dice *from) {
    return dice_chance(from, 0.2) ? dice_logarithmic(from, 1e-300, 1e300) : dice_logarithmic(from, 1e-6, 1e6);
}

static void test_maximum(void) {
    dice from = dice_create(11);
    for (size_t i = 0; i < suite_cases(20000); i++) {
        double theta = random_theta(&from), bound = pld__bound_hockey_maximum(theta);
        long double truth = true_maximum(theta);
        CHECK(bound >= truth, "theta %g: %g below %Lg", theta, bound, truth);
        CHECK(bound <= truth * (1 + 1e-12L), "theta %g: %g too far above %Lg", theta, bound, truth);
        double y = dice_logarithmic(&from, 1e-3, 1e3) / (1 + theta);
        CHECK(hockey(theta, y) <= bound, "theta %g: g(%g) above %g", theta, y, bound);
    }
}

/* Where theta log(1 + 1/theta) is at the edge of what floats can do. */
static void test_maximum_corners(void) {
    static const double thetas[] = {DBL_TRUE_MIN, 1e-310, DBL_MIN, 1e-300, 1e-16, 0.5, 1, 1e16, 1e300, DBL_MAX};
    for (size_t i = 0; i < COUNT_OF(thetas); i++) {
        double bound = pld__bound_hockey_maximum(thetas[i]);
        CHECK(bound >= true_maximum(thetas[i]), "theta %g: %g below %Lg", thetas[i], bound, true_maximum(thetas[i]));
    }
    CU_ASSERT_EQUAL(pld__bound_hockey_maximum(0), 1);
    CU_ASSERT_EQUAL(pld__bound_hockey_maximum(-1), 1);
    CU_ASSERT_EQUAL(pld__bound_hockey_maximum(NAN), 1);
}

/* sum of g(start + j width)^2 */
static long double sum_of_squares(long double theta, long double width, long double start) {
    long double sum = 0, top = log1pl(1 / theta);
    for (long double y = start;; y += width) {
        long double value = hockey(theta, y), square = value * value;
        sum += square;
        if (y > top && square < 1e-14L * sum) {
            return sum;
        }
    }
}

static double random_width(dice *from, double theta) {
    /* From far finer to far coarser than the hump of g, whose extent is about 1/theta + 1/(1 + theta). */
    return dice_logarithmic(from, 1e-3, 1e2) * (1 / theta + 1 / (1 + theta));
}

static void test_norm(void) {
    dice from = dice_create(12);
    long double widest = 0;
    for (size_t i = 0; i < suite_cases(1000); i++) {
        double theta = dice_logarithmic(&from, 1e-5, 1e5), width = random_width(&from, theta);
        long double bound = pld__bound_hockey_norm(theta, width), largest = 0;
        enum { STARTS = 16 };
        for (int j = 0; j <= STARTS; j++) {
            /* Starts over one width; the last one has a node at the top of g. */
            long double start = j < STARTS ? width * (long double)j / STARTS : fmodl(log1pl(1 / (long double)theta), width);
            long double sum = sum_of_squares(theta, width, start);
            largest = fmaxl(largest, sum);
        }
        CHECK(largest <= bound * bound, "theta %g, width %g: %Lg above %Lg", theta, width, sqrtl(largest), bound);
        /* The largest sum is at least its mean (the integral) and at least the maximum squared, so sqrt(2) is all that is lost.
         */
        long double factor = bound / sqrtl(largest);
        widest = fmaxl(widest, factor);
        CHECK(factor <= 1.4143L, "theta %g, width %g: bound %Lg times too large", theta, width, factor);
    }
    printf("[bound at most %.3Lf times the truth] ", widest);
}

static void test_norm_refused(void) {
    static const double bad[] = {0, -1, NAN, -INFINITY};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        CU_ASSERT_EQUAL(pld__bound_hockey_norm(bad[i], 1e-3), INFINITY);
        CU_ASSERT_EQUAL(pld__bound_hockey_norm(1, bad[i]), INFINITY);
    }
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"maximum", test_maximum}, {"maximum at corners", test_maximum_corners},
        {"norm", test_norm},       {"norm without its hypothesis", test_norm_refused},
        CU_TEST_INFO_NULL,
    };
    return suite_run("hockey", tests);
}
