/* Tests of src/bound/trapezoid.c: equally spaced sums in long double against far closer ones. */
#include "bound/trapezoid.h"

#include "support/dice.h"
#include "support/suite.h"

#include <complex.h>
#include <math.h>

/* Two mixtures of unit bells. */
typedef struct {
    int p_count, q_count;
    long double p_weight[3], p_mean[3], q_weight[3], q_mean[3];
    long double cut, softness; /* INFINITY: none */
} law;

static long double complex density(const long double *weight, const long double *mean, int count, long double complex x) {
    long double complex sum = 0;
    for (int j = 0; j < count; j++)
        sum += weight[j] * cexpl(mean[j] * (x - mean[j] / 2));
    return sum;
}

static long double keep(const law *at, long double x) {
    return at->cut == INFINITY ? 1 : erfcl((x - at->cut) / at->softness / sqrtl(2)) / 2;
}

/* g chi r_p^(1+s) r_q^-s on the line. */
static long double complex value(const law *at, long double complex s, long double x) {
    long double p = creall(density(at->p_weight, at->p_mean, at->p_count, x)),
                q = creall(density(at->q_weight, at->q_mean, at->q_count, x));
    return expl(-x * x / 2) / sqrtl(2 * acosl(-1)) * keep(at, x) * cexpl((1 + s) * logl(p) - s * logl(q));
}

static long double complex sum(const law *at, long double complex s, long double step, long double offset) {
    long double complex total = 0;
    for (long n = (long)(-24 / step); n <= (long)(40 / step); n++)
        total += value(at, s, (long double)n * step + offset);
    return total * step;
}

static void draw_side(dice *from, int sign, int *count, long double *weight, long double *mean) {
    long double total = 0;
    *count = 1 + (int)dice_below(from, 3);
    for (int j = 0; j < *count; j++) {
        mean[j] = j == 0 ? 0 : sign * (long double)dice_logarithmic(from, 0.05, 2.5);
        weight[j] = dice_logarithmic(from, 1e-3, 1);
        total += weight[j];
    }
    for (int j = 0; j < *count; j++)
        weight[j] /= total;
}

static law draw(dice *from) {
    law at = {.cut = INFINITY, .softness = 1};
    draw_side(from, 1, &at.p_count, at.p_weight, at.p_mean);
    draw_side(from, -1, &at.q_count, at.q_weight, at.q_mean);
    if (dice_chance(from, 0.5)) {
        at.cut = dice_uniform(from, 2, 8);
        at.softness = dice_logarithmic(from, 0.2, 1);
    }
    return at;
}

static pld__mean_ends ends_of(const law *at) {
    pld__mean_ends ends = {0, 0, 0, 0};
    for (int j = 0; j < at->p_count; j++)
        ends.p_high = fmaxl(ends.p_high, at->p_mean[j]);
    for (int j = 0; j < at->q_count; j++)
        ends.q_low = fminl(ends.q_low, at->q_mean[j]);
    return ends;
}

static long double kappa_of(const law *at) {
    return at->cut == INFINITY ? 1 : 1 + 1 / (at->softness * at->softness);
}

/* (T71, T78): the error is never above the bound, and both are seen where they are not small. */
static void test_moments(void) {
    dice from = dice_create(7071);
    size_t seen = 0;
    for (size_t i = 0; i < suite_cases(150); i++) {
        law at = draw(&from);
        pld__mean_ends ends = ends_of(&at);
        long double theta = dice_logarithmic(&from, 0.1, 6), t = dice_chance(&from, 0.3) ? 0 : dice_uniform(&from, 0, 8);
        long double step = dice_uniform(&from, 0.3, 1.2), offset = dice_uniform(&from, 0, 1) * step;
        long double complex s = theta + I * t, truth = sum(&at, s, 0.01L, 0);
        long double whole = creall(sum(&at, theta, 0.01L, 0)), bound = pld__bound_trapezoid(&ends, kappa_of(&at), theta, t, step);
        long double error = cabsl(sum(&at, s, step, offset) - truth) / whole;
        CHECK(error <= bound + 1e-15L, "theta %Lg t %Lg step %Lg: error %Lg, bound %Lg", theta, t, step, error, bound);
        seen += error > 1e-13L && bound < 1;
    }
    CHECK(seen > suite_cases(150) / 10, "only %zu errors were seen", seen);
}

/* (T72): |M| from t on is below the integral on the moved contour, and its sum is as near to it as is said. */
static long double contour_sum(const law *at, long double theta, long double t, long double a, long double step,
                               long double offset) {
    long double total = 0, eta = a / at->softness;
    for (long n = (long)(-24 / step); n <= (long)(40 / step); n++) {
        long double x = (long double)n * step + offset, z = (x - at->cut) / at->softness, k = keep(at, x);
        if (at->cut < INFINITY)
            k += eta * expl(eta * eta / 2 - z * z / 2) / sqrtl(2 * acosl(-1));
        long double complex p = density(at->p_weight, at->p_mean, at->p_count, x + I * a),
                            q = density(at->q_weight, at->q_mean, at->q_count, x + I * a);
        total += expl(-x * x / 2) / sqrtl(2 * acosl(-1)) * k * powl(cabsl(p), 1 + theta) * powl(cabsl(q), -theta) *
                 expl(-t * (cargl(p) - cargl(q)));
    }
    return total * step * expl(a * a / 2);
}

static void test_decay(void) {
    dice from = dice_create(7072);
    for (size_t i = 0; i < suite_cases(60); i++) {
        law at = draw(&from);
        pld__mean_ends ends = ends_of(&at);
        long double theta = dice_logarithmic(&from, 0.1, 4), t = dice_uniform(&from, 0, 8),
                    a = dice_logarithmic(&from, 0.02, 0.8);
        long double integral = contour_sum(&at, theta, t, a, 0.01L, 0);
        for (int beyond = 0; beyond < 3; beyond++) {
            long double size = cabsl(sum(&at, theta + I * (t + beyond * 1.3L), 0.01L, 0));
            CHECK(size <= integral * (1 + 1e-14L), "theta %Lg t %Lg a %Lg: %Lg above %Lg", theta, t, a, size, integral);
        }
        long double step = dice_uniform(&from, 0.3, 1), coarse = contour_sum(&at, theta, t, a, step, 0.3L * step);
        long double whole = contour_sum(&at, theta, 0, 0, 0.01L, 0), eta = a / at.softness;
        for (long n = -2400; n <= 4000 && at.cut < INFINITY; n++) { /* J */
            long double x = 0.01L * (long double)n, z = (x - at.cut) / at.softness;
            whole += 0.01L * creall(value(&at, theta, x)) / fmaxl(keep(&at, x), 1e-4000L) * eta *
                     expl(eta * eta / 2 - z * z / 2) / sqrtl(2 * acosl(-1));
        }
        long double bound = pld__bound_decay_trapezoid(&ends, kappa_of(&at), theta, t, step, a) * whole;
        CHECK(fabsl(coarse - integral) <= bound + 1e-14L * integral, "step %Lg: off by %Lg, bound %Lg", step,
              fabsl(coarse - integral), bound);
    }
}

/* The sum of a bell: its first alias is nearly all of the error, at offset 0. */
static void test_bell(void) {
    for (long double step = 0.8L; step <= 2.5L; step += 0.1L) {
        long double total = 0;
        for (int n = -200; n <= 200; n++)
            total += expl(-(n * step) * (n * step) / 2) / sqrtl(2 * acosl(-1)) * step;
        long double error = fabsl(total - 1), bound = pld__bound_bell_trapezoid(step);
        CHECK(error <= bound + 1e-18L && bound <= 1.1L * error + 1e-17L, "step %Lg: error %Lg, bound %Lg", step, error, bound);
    }
}

static void test_hypotheses(void) {
    const pld__mean_ends wide = {0, 100, 0, 0}, crossed = {-1, 1, 0, 0.5L};
    CU_ASSERT_FALSE(pld__bound_cone(&wide, 0.0315L));
    CU_ASSERT_TRUE(pld__bound_cone(&wide, 0.0314L));
    CU_ASSERT_EQUAL(pld__bound_decay_trapezoid(&crossed, 1, 1, 1, 0.1L, 0.1L), INFINITY);
    CU_ASSERT_EQUAL(pld__bound_trapezoid(&wide, 1, 1, 1, 0), INFINITY);
    CU_ASSERT_EQUAL(pld__bound_trapezoid(&wide, 1, -1, 1, 0.1L), INFINITY);
}

/* (T75): slopes beyond an end, at many points there. */
static void test_fall(void) {
    dice from = dice_create(7075);
    size_t known = 0;
    for (size_t i = 0; i < suite_cases(400); i++) {
        law at = draw(&from);
        pld__mean_ends ends = ends_of(&at);
        int sign = dice_chance(&from, 0.5) ? 1 : -1;
        long double theta = dice_logarithmic(&from, 0.1, 20), x = sign * (long double)dice_uniform(&from, 1, 30), means[2];
        if (at.cut < INFINITY && sign < 0 && dice_chance(&from, 0.5)) /* where what is kept begins to fall */
            at.cut = x + dice_uniform(&from, -1, 3);
        for (int side = 0; side < 2; side++) {
            const long double *weight = side ? at.q_weight : at.p_weight, *mean = side ? at.q_mean : at.p_mean;
            long double total = 0, moment = 0;
            for (int j = 0; j < (side ? at.q_count : at.p_count); j++) {
                total += weight[j] * expl(mean[j] * (x - mean[j] / 2));
                moment += mean[j] * weight[j] * expl(mean[j] * (x - mean[j] / 2));
            }
            means[side] = moment / total;
        }
        long double fall = pld__bound_fall(&ends, theta, x, sign, means[0], means[1], at.cut, at.softness);
        if (!(fall > 0))
            continue;
        known++;
        for (int j = 0; j < 40; j++) {
            long double y = x + sign * (long double)j * 0.2L, d = 1e-4L;
            long double before = creall(value(&at, theta, y)), after = creall(value(&at, theta, y + sign * d));
            if (after > 1e-4000L)
                CHECK(logl(after / before) <= -fall * d + 1e-12L, "at %Lg, %d: falls by %Lg, %Lg promised", y, sign,
                      -logl(after / before) / d, fall);
        }
    }
    CHECK(known > suite_cases(400) / 4, "only %zu", known);
}

int main(void) {
    CU_TestInfo tests[] = {{"moments", test_moments}, {"decay", test_decay},           {"bell", test_bell},
                           {"fall", test_fall},       {"hypotheses", test_hypotheses}, CU_TEST_INFO_NULL};
    return suite_run("bound/trapezoid", tests);
}
