/* Tests of the power of tests from both sides: it is within the bound, and the bound is no further away than the points make it.
 */
#include "bound/attack_power.h"
#include "support/dice.h"
#include "support/roc.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>

enum { POINTS = 40 };

/* D(x) of N(mu, 1) and N(0, 1), and of a discrete pair. */
static long double gaussian_curve(long double mu, long double x) {
    long double log_x = logl(x);
    return roc_normal_tail(log_x / mu - mu / 2) - x * roc_normal_tail(log_x / mu + mu / 2);
}

static long double discrete_curve(const discrete_pair *pair, long double x) {
    long double sum = 0;
    for (size_t i = 0; i < pair->count; i++)
        sum += fmaxl(pair->p[i] - x * pair->q[i], 0);
    return sum;
}

/* A point at which D is known to some digits; `error` is relative to D. */
static pld__support point_at(dice *from, double log_x, long double truth, double error) {
    double low = (double)(truth * (1 - error * dice_uniform(from, 0, 1))),
           high = (double)(truth * (1 + error * dice_uniform(from, 0, 1)));
    /* Doubles on the right side of the truth; what is left of a difference of two tails is good to 1e-18. */
    low = fmax(nextafter(low, 0) - 1e-18, 0);
    high = nextafter(high, 2) + 1e-18;
    return (pld__support){log_x, low, fmin(fmax((double)truth, low), high), high,
                          dice_chance(from, 0.5) ? expl((long double)log_x) : 0};
}

static int compare_points(const void *left, const void *right) {
    double one = ((const pld__support *)left)->log_x, other = ((const pld__support *)right)->log_x;
    return (one > other) - (one < other);
}

static void check(const char *what, const pld__support *points, size_t count, double a, long double truth) {
    pld__power power = pld__bound_power(points, count, a);
    /* The truth itself is good to 1e-16 or so, its error is relative. */
    long double slack = 1e-16L * truth;
    CHECK(power.lower <= truth + slack && power.upper >= truth - slack, "%s, %zu points, a %.17g: [%.20g, %.20g] without %.20Lg",
          what, count, a, power.lower, power.upper, truth);
    CHECK(a <= power.lower && power.lower <= power.estimate && power.estimate <= power.upper && power.upper <= 1,
          "%s: a %.17g, %.17g, %.17g, %.17g", what, a, power.lower, power.estimate, power.upper);
}

/* Few and many points, near and far, exact and not. */
static void test_gaussian(void) {
    dice from = dice_create(141);
    for (size_t i = 0; i < suite_cases(4000); i++) {
        pld__support points[POINTS];
        size_t count = dice_below(&from, POINTS);
        double mu = dice_logarithmic(&from, 0.05, 6),
               a = dice_chance(&from, 0.5) ? dice_logarithmic(&from, 1e-9, 0.5) : dice_uniform(&from, 0, 1);
        double error = dice_chance(&from, 0.4) ? 0 : dice_logarithmic(&from, 1e-12, 0.3);
        long double z = roc_normal_quantile(a), centre = mu * z - mu * mu / 2.0L;
        double reach = dice_logarithmic(&from, 1e-7, 3) * mu;
        for (size_t j = 0; j < count; j++) {
            double log_x = (double)centre + reach * dice_uniform(&from, -1, 1);
            points[j] = point_at(&from, log_x, gaussian_curve(mu, expl(log_x)), error);
        }
        qsort(points, count, sizeof *points, compare_points);
        check("Gaussian", points, count, a, roc_gaussian(mu, a));
    }
}

/* Polygons, where lines through exact points are the curve itself: every rounding to the wrong side shows. */
static void test_polygons(void) {
    static discrete_pair pair;
    dice from = dice_create(142);
    for (size_t i = 0; i < suite_cases(20000); i++) {
        long double p = 0, q = 0;
        pair.count = 2 + dice_below(&from, 3);
        for (size_t j = 0; j < pair.count; j++) {
            p += pair.p[j] = dice_logarithmic(&from, 1e-3, 1);
            q += pair.q[j] = dice_logarithmic(&from, 1e-3, 1);
        }
        for (size_t j = 0; j < pair.count; j++) {
            pair.p[j] /= p;
            pair.q[j] /= q;
        }
        pld__support points[POINTS];
        size_t count = dice_below(&from, POINTS);
        for (size_t j = 0; j < count; j++) {
            double log_x = dice_uniform(&from, -5, 5);
            if (j < pair.count && dice_chance(&from, 0.5))
                log_x = (double)logl(pair.p[j] / pair.q[j]);
            points[j] = point_at(&from, log_x, discrete_curve(&pair, expl(log_x)), 0);
        }
        qsort(points, count, sizeof *points, compare_points);
        double a = dice_chance(&from, 0.3) ? dice_logarithmic(&from, 1e-12, 0.5) : dice_uniform(&from, 0, 1);
        check("polygon", points, count, a, roc_discrete(&pair, 1, a));
    }
}

/* With points h apart, D to 12 digits: the bracket is a small multiple of h^2 times the density of the loss. */
static void test_width(void) {
    dice from = dice_create(143);
    static const double rates[] = {1e-6, 1e-3, 0.1, 0.5, 0.9};
    for (size_t i = 0; i < COUNT_OF(rates); i++)
        for (double h = 0.1; h > 1e-3; h /= 3) {
            pld__support points[POINTS];
            long double z = roc_normal_quantile(rates[i]), centre = z - 0.5L;
            for (int j = 0; j < POINTS; j++) {
                double log_x = (double)centre + h * (j - POINTS / 2 + 0.37);
                points[j] = point_at(&from, log_x, gaussian_curve(1, expl(log_x)), 1e-12);
            }
            pld__power power = pld__bound_power(points, POINTS, rates[i]);
            long double density = expl(-(z - 1) * (z - 1) / 2) * 0.3989422804L;
            CHECK(power.upper - power.lower <= h * h * density, "a %g, h %g: width %g", rates[i], h, power.upper - power.lower);
        }
}

/* Far-away points may have values larger by a hundred orders of magnitude; they must cost nothing. */
static void test_far(void) {
    double a = 1e-100;
    long double mu = 1, z = roc_normal_quantile(a);
    dice from = dice_create(144);
    pld__support points[5] = {point_at(&from, 0, gaussian_curve(mu, 1), 0)};
    for (int j = 0; j < 4; j++) {
        double log_x = (double)(z - 0.5L) + 0.001 * (j - 1.5);
        long double p = roc_normal_tail(log_x - 0.5L), q = expl((long double)log_x) * roc_normal_tail(log_x + 0.5L),
                    exact = p - q;
        points[j + 1] = (pld__support){log_x, (double)(exact * (1 - 1e-12L)), (double)exact, (double)(exact * (1 + 1e-12L)), 0};
    }
    check("far", points, 5, a, roc_gaussian(mu, a));
    pld__power power = pld__bound_power(points, 5, a);
    CHECK(power.upper - power.lower <= 1e-4 * power.upper, "[%g, %g]", power.lower, power.upper);
}

static void test_nothing(void) {
    pld__power power = pld__bound_power(NULL, 0, 0.25);
    CU_ASSERT_TRUE(power.lower == 0.25 && power.upper == 1);
    /* D known to be nothing beyond x = 2: the power is at most 2 a. */
    pld__support none = {0.693147180559945309, 0, 0, 0, 0};
    power = pld__bound_power(&none, 1, 0.25);
    CHECK(power.lower == 0.25 && power.upper >= 0.5 && power.upper < 0.5 + 1e-12, "[%.17g, %.17g]", power.lower, power.upper);
    /* A point whose e^log_x is beyond doubles says nothing, and takes nothing away: D(x) = 1 - x is P = Q. */
    pld__support far[] = {{0, 0, 0, 0, 0}, {12000, 0, 0, 0, 0}};
    power = pld__bound_power(far, 2, 1e-200);
    CHECK(power.lower <= 1e-200 && power.upper >= 1e-200, "[%g, %g]", power.lower, power.upper);
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"Gaussians", test_gaussian}, {"polygons", test_polygons},     {"width", test_width},
        {"far points", test_far},     {"nothing known", test_nothing}, CU_TEST_INFO_NULL,
    };
    return suite_run("power", tests);
}
