/* Tests of src/pair/ratio.c: laws of sums of ratios are above and below the truth for every x, on any nodes, in both directions.
 */
#include "pair/ratio.h"

#include "base/base.h"
#include "pair/sparse.h"
#include "support/dice.h"
#include "support/suite.h"

#include <math.h>
#include <pld/pld.h>

/* E(a R + b - x)_+ for a lognormal R of mean 1, s = 1/sigma. */
static long double call(long double s, long double x) {
    if (x <= 0)
        return 1 - x;
    long double d = -logl(x) / s + s / 2;
    return 0.5L * erfcl(-d * sqrtl(0.5L)) - x * 0.5L * erfcl(-(d - s) * sqrtl(0.5L));
}

/* E(x - R)_+, without cancelling. */
static long double put(long double s, long double x) {
    if (x <= 0)
        return 0;
    long double d = -logl(x) / s + s / 2;
    return x * 0.5L * erfcl((d - s) * sqrtl(0.5L)) - 0.5L * erfcl(d * sqrtl(0.5L));
}

/* E f of the mean of two ratios, f = (v - x)_+ or (1 - x v)_+: trapezoidal rule over the first. */
static long double truth(long double s, long double x, bool add) {
    long double sum = 0, step = 1.0L / 64;
    for (long double z = -14; z <= 14 + s; z += step) {
        long double r = expl(s * z - s * s / 2), density = expl(-z * z / 2) / sqrtl(2 * (long double)PLD__PI);
        sum += density * (add ? x / 2 * put(s, 2 / x - r) : call(s, 2 * x - r) / 2);
    }
    return sum * step;
}

static long double value_of(const pld_mechanism *law, long double x, bool add) {
    const pld__sparse *pair = pld__sparse_of(law);
    long double sum = law->infinity[add ? PLD_ADD : PLD_REMOVE];
    for (size_t i = 0; i < pair->count; i++)
        sum += fmaxl(add ? pair->q[i] - x * pair->p[i] : pair->p[i] - x * pair->q[i], 0);
    return sum;
}

/* Increasing losses, anywhere. */
static size_t random_losses(dice *from, double *losses, size_t most) {
    size_t count = 2 + (size_t)dice_uniform(from, 0, (double)most - 2);
    double at = dice_uniform(from, -6, -1);
    for (size_t i = 0; i < count; i++, at += dice_logarithmic(from, 1e-3, 0.3))
        losses[i] = at;
    return count;
}

static void check_law(const pld__ratio_law *law, bool upper, double s, double total) {
    pld_mechanism *made = NULL;
    CU_ASSERT_EQUAL_FATAL(pld__ratio_mechanism(law, 0, total, upper, &made), PLD_OK);
    for (double log_x = -4; log_x < 5; log_x += 0.37)
        for (int add = 0; add < 2; add++) {
            long double x = expl(log_x), known = total == 1 ? (add ? x * put(s, 1 / x) : call(s, x)) : truth(s, x, add);
            long double found = value_of(made, x, add), slack = 1e-13L * known + 1e-17L;
            CHECK(upper ? found >= known - slack : found <= known + slack, "%s law of %g, %s at x=%Lg: %.18Lg, truth %.18Lg",
                  upper ? "upper" : "lower", total, add ? "add" : "remove", x, found, known);
        }
    pld_mechanism_free(made);
}

static void test_bounds(void) {
    enum { MOST = 80 };
    dice from = dice_create(112);
    for (size_t i = 0; i < suite_cases(10); i++) {
        double sigma = dice_uniform(&from, 0.6, 4), losses[MOST], nodes[MOST];
        pld_mechanism *base = NULL;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_gaussian(sigma, 1, &base, NULL), PLD_OK);
        for (int upper = 0; upper < 2; upper++) {
            size_t count = random_losses(&from, losses, MOST), other = random_losses(&from, nodes, MOST);
            pld__ratio_law one = {0}, sum = {0};
            CU_ASSERT_EQUAL_FATAL(pld__ratio_create(base, losses, count, upper, &one), PLD_OK);
            check_law(&one, upper, 1 / sigma, 1);
            for (size_t k = 0; k < other; k++)
                nodes[k] = exp(nodes[k]);
            nodes[0] = fmin(nodes[0], one.count > 0 ? 2 * one.value[0] : 0);
            CU_ASSERT_EQUAL_FATAL(pld__ratio_add(&one, &one, nodes, other, upper, &sum), PLD_OK);
            check_law(&sum, upper, 1 / sigma, 2);
            pld__ratio_free(&one);
            pld__ratio_free(&sum);
        }
        pld_mechanism_free(base);
    }
}

int main(void) {
    CU_TestInfo tests[] = {{"above and below, on any nodes", test_bounds}, CU_TEST_INFO_NULL};
    return suite_run("ratio", tests);
}
