/* Tests of src/bound/counts.c, from both sides: sums of whole lattices and of their ends against the integrals. */
#include "bound/counts.h"
#include "kernel/log_gamma.h"
#include "support/dice.h"
#include "support/suite.h"

#include <math.h>

/* M = 1: the sum of e^(av - e^v) over a lattice is that for Gamma(a), which the rule must hold for at any offset. */
static void test_rule(void) {
    dice from = dice_create(2901);
    size_t near = 0, all = suite_cases(1000);
    for (size_t i = 0; i < all; i++) {
        long double rest = (long double)dice_logarithmic(&from, 0.5, 60),
                    w = (long double)dice_uniform(&from, 0, 4) * sqrtl(rest);
        long double step = (long double)dice_uniform(&from, 2, 5) / (sqrtl(rest) + w),
                    offset = (long double)dice_uniform(&from, 0, 1);
        pld__log_gamma real = pld__log_gamma_at(rest, 0), gamma = pld__log_gamma_at(rest, w);
        long double sum = 0, turned = 0, centre = floorl(logl(rest) / step);
        for (long double j = centre - ceill((3 + 60 / rest) / step); j * step < logl(rest + 200); j++) {
            long double v = (j + offset) * step, weight = step * expl(rest * v - expl(v) - real.real);
            sum += weight * cosl(w * v);
            turned += weight * sinl(w * v);
        }
        long double size = expl(gamma.real - real.real);
        long double off = hypotl(sum - size * cosl(gamma.imaginary), turned - size * sinl(gamma.imaginary));
        long double bound = pld__bound_counts_rule(rest, w, step);
        CHECK(off <= bound + 1e-16L, "rest %Lg w %Lg step %Lg: off by %Lg, bound %Lg", rest, w, step, off, bound);
        near += off > 1e-15L && bound < 300 * off;
    }
    CHECK(near > all / 10, "only %zu of %zu bounds are near", near, all);
}

/* One bin: what coarse nodes in z change, added up over v. */
static void test_inner(void) {
    dice from = dice_create(2902);
    size_t near = 0, all = suite_cases(30);
    for (size_t i = 0; i < all; i++) {
        int n = 2 + (int)dice_below(&from, 6);
        long double mean = (long double)dice_logarithmic(&from, 0.3, 3), rest = n + 0.5L;
        long double coarse = (long double)dice_uniform(&from, 1.5, 3) / sqrtl(1 + rest * mean * mean),
                    offset = (long double)dice_uniform(&from, 0, 1) * coarse, step = 0.125L, sum = 0, off = 0;
        for (long double v = -12 - 4 * mean; v < 12 + mean * mean + 8 * mean; v += step) {
            long double both[2] = {0, 0};
            for (int fine = 0; fine < 2; fine++) {
                long double h = fine ? coarse / 8 : coarse;
                for (long double z = offset - h * ceill(14 / h); z < 14 + (long double)n * mean; z += h) {
                    long double y = expl(mean * z - mean * mean / 2 + v);
                    both[fine] += h * expl(-z * z / 2 - y + (long double)n * logl(y)) / 2.506628274631L;
                }
            }
            sum += step * expl((rest - (long double)n) * v) * both[1];
            off += step * expl((rest - (long double)n) * v) * fabsl(both[0] - both[1]);
        }
        long double bound = pld__bound_counts_inner(rest, mean, 1, coarse);
        CHECK(off <= bound * sum * 1.01L + 1e-15L * sum, "mean %Lg n %d step %Lg: %Lg, bound %Lg", mean, n, coarse, off / sum,
              bound);
        near += off > 1e-13L * sum && bound * sum < 1e4L * off;
    }
    CHECK(near > all / 10, "only %zu of %zu bounds are near", near, all);
}

/* M = 1: what is beyond an end. */
static void test_ends(void) {
    dice from = dice_create(2903);
    size_t near = 0, all = suite_cases(2000);
    for (size_t i = 0; i < all; i++) {
        bool above = dice_chance(&from, 0.5);
        long double rest = (long double)dice_logarithmic(&from, 0.5, 60), step = (long double)dice_uniform(&from, 0.02, 0.4);
        long double away = (long double)dice_uniform(&from, 0.2, 3), end = logl(rest) + (above ? away : -4 * away), left = 0;
        pld__log_gamma gamma = pld__log_gamma_at(rest, 0);
        for (int j = 1; j < 4000; j++) {
            long double v = above ? end + j * step : end - j * step;
            left += v < 30 ? step * expl(rest * v - expl(v) - gamma.real) : 0;
        }
        long double distance = above ? expl(end) - rest : rest * (long double)dice_uniform(&from, 0.2, 1);
        long double bound = above ? pld__bound_counts_above(rest, step, end, distance, gamma.real, 0)
                                  : pld__bound_counts_below(rest, step, end, distance, gamma.real, 0);
        CHECK(left <= bound * (1 + 1e-12L), "rest %Lg step %Lg end %Lg: %Lg, bound %Lg", rest, step, end, left, bound);
        near += left > 1e-300L && bound < 10 * left;
        CU_ASSERT(above || pld__bound_counts_below(rest, step, end, rest * 1.001L, gamma.real, 0) == INFINITY);
    }
    CHECK(near > all / 4, "only %zu of %zu bounds are near", near, all);
}

static void test_hypotheses(void) {
    CU_ASSERT(pld__bound_counts_rule(0, 1, 0.1L) == INFINITY);
    CU_ASSERT(pld__bound_counts_rule(1, -1, 0.1L) == INFINITY);
    CU_ASSERT(pld__bound_counts_rule(1, NAN, 0.1L) == INFINITY);
    CU_ASSERT(pld__bound_counts_rule(1, 100, 1) == INFINITY); /* no y helps */
    CU_ASSERT(pld__bound_counts_inner(1, 0, 1, 0.1L) == INFINITY);
    CU_ASSERT(pld__bound_counts_inner(1, 1, 1, 100) == INFINITY);
    CU_ASSERT(pld__bound_counts_above(1, 0.1L, 3, 0, 0, 0) == INFINITY);
    /* One ratio: the moment itself. */
    CU_ASSERT(fabsl(pld__bound_counts_inverse(3, 0.7L, 1, 1) - (3 + 9) * 0.49L / 2) < 1e-14L);
}

int main(void) {
    CU_TestInfo tests[] = {
        {"rule", test_rule}, {"inner", test_inner}, {"ends", test_ends}, {"hypotheses", test_hypotheses}, CU_TEST_INFO_NULL};
    return suite_run("bound/counts", tests);
}
