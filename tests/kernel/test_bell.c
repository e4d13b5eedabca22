/* Tests of src/kernel/bell.c: moments of discrete Gaussian steps against sums over their outcomes. */
#include "kernel/bell.h"

#include "support/dice.h"
#include "support/suite.h"

#include <math.h>

/* M(theta + it) of a discrete Gaussian, by its outcomes. */
static void sum_outcomes(double sigma, int shift, double theta, long double t, long double *real, long double *imaginary) {
    long double total = 0, s2 = 2 * (long double)sigma * sigma;
    int reach = (int)(20 * sigma + 3) + (int)ceil((1 + theta) * shift);
    *real = *imaginary = 0;
    for (int x = -reach; x <= reach; x++) {
        long double away = x - shift, loss = (long double)shift * (2 * x - shift) / s2;
        long double mass = expl(-away * away / s2 + theta * loss);
        total += expl(-(long double)x * x / s2);
        *real += mass * cosl(t * loss);
        *imaginary += mass * sinl(t * loss);
    }
    *real /= total;
    *imaginary /= total;
}

static void test_bell(void) {
    dice from = dice_create(5151);
    for (size_t i = 0; i < suite_volume(400); i++) {
        double sigma = dice_logarithmic(&from, 0.5, 12), theta = dice_logarithmic(&from, 0.01, 6);
        int shift = 1 + (int)dice_below(&from, 3);
        long double t = dice_uniform(&from, 0, 1.5) * 6.283185307179586 * sigma * sigma / shift;
        pld__kernel_log log = pld__bell_log(sigma, shift, theta, t);
        long double real, imaginary, most, unused, scale = expl(log.real);
        sum_outcomes(sigma, shift, theta, t, &real, &imaginary);
        sum_outcomes(sigma, shift, theta, 0, &most, &unused);
        long double slack = 1e-16L * most * (1 + t),
                    off = hypotl(scale * cosl(log.imaginary) - real, scale * sinl(log.imaginary) - imaginary);
        CHECK(!(log.error < 0.5L) || off <= scale * expm1l(log.error) + slack,
              "sigma %g D %d theta %g t %Lg: off by %Lg, error %Lg", sigma, shift, theta, t, off / scale, log.error);
        CHECK(log.error < 1e-13L || scale < 1e-3L * most, "sigma %g D %d theta %g t %Lg: error %Lg", sigma, shift, theta, t,
              log.error);
        CHECK(expl(log.upper) + slack >= hypotl(real, imaginary), "sigma %g: upper", sigma);
        CHECK(pld__bell_log_upper(sigma, shift, theta) >= logl(most) - 1e-15L, "sigma %g: largest", sigma);
    }
}

/* The bound holds for all higher frequencies up to half a turn, and is near to the truth where there is more than a little noise.
 */
static void test_bell_decay(void) {
    dice from = dice_create(5252);
    for (size_t i = 0; i < suite_volume(300); i++) {
        double sigma = dice_logarithmic(&from, 0.5, 3), theta = dice_logarithmic(&from, 0.01, 5);
        int64_t count = 1000, j = (int64_t)dice_below(&from, 500), later = j + (int64_t)dice_below(&from, (unsigned)(501 - j));
        long double bound = pld__bell_log_decay(sigma, 1, theta, j, count);
        pld__kernel_log there = pld__bell_log_turned(sigma, 1, theta, j, count),
                        beyond = pld__bell_log_turned(sigma, 1, theta, later, count);
        CHECK(!(beyond.error < 0.1L) || beyond.real - beyond.error <= bound, "sigma %g theta %g, %d and %d", sigma, theta, (int)j,
              (int)later);
        CHECK(sigma < 1 || j > 250 || bound <= there.real + 1e-4L, "sigma %g theta %g, %d: %Lg above", sigma, theta, (int)j,
              bound - there.real);
    }
}

int main(void) {
    CU_TestInfo tests[] = {{"moments", test_bell}, {"decay", test_bell_decay}, CU_TEST_INFO_NULL};
    return suite_run("kernel/bell", tests);
}
