/* Tests of src/bound/sandwich.c: the theorems in long double, and the bounds from both sides. */
#include "bound/hockey.h"
#include "bound/sandwich.h"
#include "support/dice.h"
#include "support/suite.h"

#include <complex.h>
#include <math.h>

static long double hockey(long double y) {
    return y > 0 ? -expm1l(-y) : 0;
}

static long double normal_below(long double z) {
    return erfcl(-z / sqrtl(2)) / 2;
}

/* The Gaussian mechanism's delta at y >= 0: what smoothing adds. */
static long double gaussian_delta(long double y, long double m) {
    return normal_below(m / 2 - y / m) - expl(y) * normal_below(-m / 2 - y / m);
}

/* h_v - h, good to `error`. */
static long double added(long double y, long double m, long double *error) {
    long double side = fabsl(y), factor = y > 0 ? expl(-y) : 1;
    *error = 1e-18L * factor * normal_below(m / 2 - side / m) * (4 + side / m * (side / m));
    return factor * gaussian_delta(side, m);
}

/* b of the theorem, from the B that the library uses. */
static long double bump(long double y, long double v) {
    long double m = sqrtl(v), factor = pld__bound_sandwich((double)v) / v * expl(-v / 8), z = y / m;
    return factor * m * expl(-z * z / 2) / sqrtl(2 * acosl(-1)) * expl(-y / 2);
}

static double random_variance(dice *from) {
    return dice_chance(from, 0.05) ? 0.25 : dice_logarithmic(from, 1e-12, 0.25);
}

static void test_pointwise(void) {
    dice from = dice_create(201);
    long double loosest = 0;
    for (size_t i = 0; i < suite_cases(2000); i++) {
        double v = random_variance(&from), m = sqrt(v);
        for (int j = 0; j < 50; j++) {
            long double y = (long double)dice_uniform(&from, -9, 9) * m, error;
            y = dice_chance(&from, 0.2) ? y * 1e-3L : dice_chance(&from, 0.1) ? y * 10 : y;
            long double more = added(y, m, &error), allowed = bump(y, v);
            CHECK(more >= -error, "v %g, y %Lg: h_v is below h by %Lg", v, y, -more);
            CHECK(more <= allowed + error, "v %g, y %Lg: h_v - h is %Lg, b is %Lg", v, y, more, allowed);
        }
        long double error, ratio = bump(0, v) / added(0, m, &error);
        loosest = fmaxl(loosest, ratio);
    }
    CHECK(loosest < 1.6L, "at y = 0 b is %Lg times what smoothing adds", loosest);
    printf("[b at most %.2Lf times h_v - h at 0] ", loosest);
}

/* Smooth on the scale of m, so that a sum of steps m/16 is an integral to all digits. */
static long double complex transform(long double complex s, long double v, bool of_bump) {
    long double m = sqrtl(v), theta = creall(s), step = m / 16, low = -14 * m - 14 * v * theta, error;
    long double high = of_bump ? 14 * m : 45 / theta + 14 * m + 14 * v * theta;
    long double complex sum = 0;
    for (long double y = low; y <= high; y += step) {
        long double value = of_bump ? bump(y, v) : hockey(y) + added(y, m, &error);
        sum += value * cexpl(-s * y) * step;
    }
    return sum;
}

static void test_transforms(void) {
    dice from = dice_create(202);
    long double worst = 0;
    for (size_t i = 0; i < suite_cases(60); i++) {
        double v = dice_logarithmic(&from, 1e-4, 0.25), theta = dice_logarithmic(&from, 0.3, 10);
        long double complex s = theta + I * (long double)dice_uniform(&from, -3, 3) / sqrtl(v), product = s * (s + 1);
        long double complex growth = cexpl(v * product / 2);
        long double scale = expl(v * theta * (theta + 1) / 2), B = pld__bound_sandwich(v);
        long double first = cabsl(transform(s, v, false) - growth / product);
        long double second = cabsl(transform(s, v, true) - B * growth);
        /* The cut tails, and the steps of a hockey stick of width theta. */
        CHECK(first <= 1e-12L * scale / theta, "v %g, theta %g, t %Lg: the transform of h_v is off by %Lg", v, theta, cimagl(s),
              first);
        CHECK(second <= 1e-12L * B * scale, "v %g, theta %g, t %Lg: the transform of b is off by %Lg", v, theta, cimagl(s),
              second);
        worst = fmaxl(worst, fmaxl(first / scale * theta, second / scale / B));
    }
    printf("[off by %.0Le] ", worst);
}

static void test_constant(void) {
    dice from = dice_create(203);
    for (size_t i = 0; i < suite_cases(1000); i++) {
        double v = random_variance(&from);
        long double exact = (long double)v * (1 + sqrtl(v)) * expl((long double)v / 8), bound = pld__bound_sandwich(v);
        CHECK(bound >= exact && bound <= exact * (1 + 1e-12L), "v %g: %.18Lg and %.18Lg", v, bound, exact);
    }
    CU_ASSERT_EQUAL(pld__bound_sandwich(0), INFINITY);
    CU_ASSERT_EQUAL(pld__bound_sandwich(-1), INFINITY);
    CU_ASSERT_EQUAL(pld__bound_sandwich(0.2500001), INFINITY);
    CU_ASSERT_EQUAL(pld__bound_sandwich(NAN), INFINITY);
}

/* Random atoms, and one atom where the Chernoff bound of the hockey stick is attained. */
static void test_aliases(void) {
    dice from = dice_create(204);
    long double loosest_below = 0, loosest_above = 0;
    for (size_t i = 0; i < suite_cases(1000); i++) {
        enum { ATOMS = 12 };
        double theta = dice_logarithmic(&from, 1e-2, 1e3), lambda = theta * (1 + dice_logarithmic(&from, 1e-3, 100));
        double period = dice_logarithmic(&from, 0.01, 50) / theta, v = dice_logarithmic(&from, 1e-12, 0.25);
        bool attained = dice_chance(&from, 0.5);
        double epsilon = dice_uniform(&from, 0, 3) * period;
        long double loss[ATOMS] = {0}, mass[ATOMS] = {0}, moment = 0, below = 0, above = 0;
        size_t count = attained ? 1 : ATOMS;
        for (size_t a = 0; a < count; a++) {
            loss[a] = attained ? epsilon + period + log1p(1 / lambda) : (double)epsilon + dice_uniform(&from, -3, 5) * period;
            mass[a] = 1.0L / (long double)count;
        }
        for (size_t a = 0; a < count; a++) {
            moment += mass[a] * expl(lambda * (loss[a] - epsilon));
            for (int n = 1; n < 1000; n++) {
                below += expl(-(long double)theta * n * period) * mass[a] * hockey(loss[a] - epsilon + n * period);
                long double y = loss[a] - epsilon - n * period;
                above += y > 0 ? expl((long double)theta * n * period) * mass[a] * hockey(y) : 0;
            }
        }
        long double bound = pld__bound_alias_below(theta, period);
        CHECK(bound >= below, "theta %g, period %g: %Lg below %Lg", theta, period, bound, below);
        long double exact = expl(-(long double)theta * period) / -expm1l(-(long double)theta * period);
        loosest_below = fmaxl(loosest_below, bound / exact);
        /* K(lambda) - lambda epsilon is log `moment`. */
        long double log_bound =
            pld__bound_log_alias_above(logl(moment) + lambda * (long double)epsilon, v, theta, lambda, period);
        bound = expl(log_bound - lambda * (long double)epsilon);
        CHECK(bound >= above, "theta %g, lambda %g, period %g: %Lg below %Lg", theta, lambda, period, bound, above);
        long double room = expl((long double)v * lambda * (lambda + 1) / 2);
        if (attained && (lambda - theta) * period > 3) {
            loosest_above = fmaxl(loosest_above, bound / above / room);
        }
    }
    CHECK(loosest_below < 1 + 1e-12L, "aliases from below are bounded by %.15Lg of the series", loosest_below);
    CHECK(loosest_above < 1.1L, "aliases from above are bounded by %Lg times them", loosest_above);
    CU_ASSERT_EQUAL(pld__bound_alias_below(0, 1), INFINITY);
    CU_ASSERT_EQUAL(pld__bound_alias_below(NAN, 1), INFINITY);
    CU_ASSERT_EQUAL(pld__bound_alias_below(1, -1), INFINITY);
    CU_ASSERT_EQUAL(pld__bound_log_alias_above(0, 0.1, 1, 1, 1), INFINITY);
    CU_ASSERT_EQUAL(pld__bound_log_alias_above(-INFINITY, 0.1, 1, 2, 1), -INFINITY);
    CU_ASSERT_EQUAL(pld__bound_log_alias_above(0, 0.1, 0, 1, 1), INFINITY);
    CU_ASSERT_EQUAL(pld__bound_log_alias_above(0, 0.1, 2, 1, 1), INFINITY);
    printf("[aliases from above within %.2Lf] ", loosest_above);
}

/* Every frequency left out as large as allowed, and turned so that all of them add up. */
static void test_dropped(void) {
    dice from = dice_create(205);
    long double loosest = 0;
    for (size_t i = 0; i < suite_cases(400); i++) {
        double v = dice_logarithmic(&from, 1e-5, 0.25), theta = dice_logarithmic(&from, 1e-2, 30);
        double period = dice_logarithmic(&from, 1, 100), unit = 2 * acos(-1) / period;
        double log_largest = dice_chance(&from, 0.3) ? -INFINITY : dice_uniform(&from, -60, 0);
        double log_total = dice_chance(&from, 0.5) ? 0 : dice_uniform(&from, 0, 6);
        double end = ceil(dice_uniform(&from, 0.5, 12) / sqrt(v) / unit) + 1,
               kept = 1 + floor(dice_uniform(&from, 0, 1) * (end - 1));
        long double worst = 0, B = (long double)v * (1 + sqrtl(v)) * expl((long double)v / 8);
        for (double k = kept + 1; k * unit < 40 / sqrt(v) + end * unit && k < kept + 1e5; k++) {
            long double t = 2 * acosl(-1) * k / period;
            long double complex s = theta + I * t, product = s * (s + 1);
            long double size = cabsl(cexpl(v * product / 2)) * (1 / cabsl(product) + B);
            worst += 2 * size / period * expl(k <= end ? log_largest : log_total);
        }
        long double bound = pld__bound_dropped(theta, v, log_largest, log_total, unit * kept, unit * end);
        CHECK(bound >= worst, "v %g, theta %g, period %g, kept %g of %g: %Lg below %Lg", v, theta, period, kept, end, bound,
              worst);
        /* The integrals leave out theta, which only matters while it is above t; they need many frequencies on the scale of the
         * fall. */
        if (theta < unit * kept && kept > 3 && v * unit * unit * kept < 0.3 && kept < end / 2 && worst > 0) {
            loosest = fmaxl(loosest, bound / worst);
        }
    }
    CHECK(loosest < 30, "the bound is %Lg times the worst case", loosest);
    printf("[at most %.1Lf times the worst case] ", loosest);
    CU_ASSERT_EQUAL(pld__bound_dropped(1, 0.1, 0, 0, 0, 1), INFINITY);
    CU_ASSERT_EQUAL(pld__bound_dropped(1, 0.1, 0, 0, 2, 1), INFINITY);
    CU_ASSERT_EQUAL(pld__bound_dropped(1, 0, -10, 0, 1, 2), INFINITY);
    CU_ASSERT_FALSE(pld__bound_dropped(1, 0.1, NAN, 0, 1, 2) < INFINITY);
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"pointwise", test_pointwise}, {"transforms", test_transforms},       {"constant", test_constant},
        {"aliases", test_aliases},     {"dropped frequencies", test_dropped}, CU_TEST_INFO_NULL,
    };
    return suite_run("sandwich", tests);
}
