/* Tests of mu from both sides, against discrete pairs and Gaussians by plain sums. */
#include "bound/gaussian_mu.h"
#include "base/normal.h"
#include "support/dice.h"
#include "support/roc.h"
#include "support/suite.h"

#include <math.h>
#include <stdlib.h>

enum { POINTS = 200, OUTCOMES = 7 };

static long double curve(const discrete_pair *pair, long double x) {
    long double sum = 0;
    for (size_t i = 0; i < pair->count; i++)
        sum += fmaxl(pair->p[i] - x * pair->q[i], 0);
    return sum;
}

static long double mu_at(long double a, long double f) {
    return roc_normal_quantile(a) - (f < 0.5L ? -roc_normal_quantile(f) : roc_normal_quantile(1 - f));
}

static discrete_pair random_pair(dice *from) {
    static discrete_pair pair;
    long double p = 0, q = 0;
    pair.count = 2 + dice_below(from, OUTCOMES - 1);
    for (size_t i = 0; i < pair.count; i++) {
        p += pair.p[i] = dice_chance(from, 0.05) ? 0 : dice_logarithmic(from, 1e-4, 1);
        q += pair.q[i] = dice_chance(from, 0.05) ? 0 : dice_logarithmic(from, 1e-4, 1);
    }
    for (size_t i = 0; i < pair.count; i++) {
        pair.p[i] = p > 0 ? pair.p[i] / p : 1.0L / (long double)pair.count;
        pair.q[i] = q > 0 ? pair.q[i] / q : 1.0L / (long double)pair.count;
    }
    return pair;
}

/* Lines at all losses, where the curve has its corners, and at some places between, a little above and below the truth. */
static size_t lines_of(dice *from, const discrete_pair *pair, double error, pld__support *points) {
    size_t count = 0;
    for (size_t i = 0; i < pair->count; i++)
        if (pair->p[i] > 0 && pair->q[i] > 0)
            points[count++].log_x = (double)logl(pair->p[i] / pair->q[i]);
    for (int i = 0; i < 20; i++)
        points[count++].log_x = dice_uniform(from, -12, 12);
    for (size_t i = 0; i < count; i++) /* few: by hand */
        for (size_t j = i; j > 0 && points[j].log_x < points[j - 1].log_x; j--) {
            pld__support swapped = points[j];
            points[j] = points[j - 1];
            points[j - 1] = swapped;
        }
    for (size_t i = 0; i < count; i++) {
        double truth = (double)curve(pair, expl(points[i].log_x));
        points[i].low = fmax(truth * (1 - error) - 1e-17, 0);
        points[i].high = fmin(truth * (1 + error) + 1e-17, 1);
        points[i].estimate = truth;
    }
    return count;
}

/* The supremum over the set: f is a polygon whose corners are the outcomes, the most telling ones first; on a straight part f_mu
 * - f is convex, so that it is at a corner in the set or at an end of the set. */
static long double exact(const discrete_pair *pair, double least) {
    bool taken[OUTCOMES] = {false};
    long double largest = -INFINITY, a = 0, f = 1;
    for (size_t step = 0; step < pair->count; step++) {
        size_t best = pair->count;
        for (size_t i = 0; i < pair->count; i++)
            if (!taken[i] && (best == pair->count || pair->p[i] * pair->q[best] > pair->p[best] * pair->q[i] ||
                              (pair->q[i] == 0 && pair->p[i] > 0)))
                best = i;
        taken[best] = true;
        long double next_a = a + pair->q[best], next_f = fmaxl(f - pair->p[best], 0), slope = pair->p[best] / pair->q[best];
        if (next_a >= least && next_f >= least)
            largest = fmaxl(largest, mu_at(next_a, next_f));
        if (a < least && next_a > least && f - slope * (least - a) >= least)
            largest = fmaxl(largest, mu_at(least, f - slope * (least - a)));
        if (f > least && next_f < least && a + (f - least) / slope >= least)
            largest = fmaxl(largest, mu_at(a + (f - least) / slope, least));
        a = next_a;
        f = next_f;
    }
    return largest;
}

static pld__mu_bound both(dice *from, discrete_pair *pair, double least, double error) {
    pld__support points[POINTS];
    pld__mu_corner corners[2 * POINTS + 2];
    pld__mu_bound sides[2];
    for (int d = 0; d < 2; d++, discrete_swap(pair)) {
        size_t count = lines_of(from, pair, error, points), corner_count;
        sides[d] = pld__bound_mu(points, count, least, corners, &corner_count);
        CU_ASSERT_TRUE(corner_count <= count + 2);
    }
    return (pld__mu_bound){.lower = fmax(sides[0].lower, sides[1].lower),
                           .upper = fmax(sides[0].upper, sides[1].upper),
                           .empty = sides[0].empty || sides[1].empty};
}

static void test_discrete(void) {
    dice from = dice_create(15001);
    size_t sets = 0;
    for (size_t i = 0; i < suite_cases(2000); i++) {
        discrete_pair pair = random_pair(&from);
        double least = dice_logarithmic(&from, 1e-4, 0.3), error = dice_chance(&from, 0.5) ? 0 : 1e-6;
        long double truth = exact(&pair, least);
        pld__mu_bound bound = both(&from, &pair, least, error);
        CHECK(!(bound.empty && truth > -INFINITY), "case %zu: called empty, but mu is %Lg", i, truth);
        if (truth == -INFINITY)
            continue;
        sets++;
        CHECK(bound.upper >= truth - 1e-12L, "case %zu, least %.17g: upper %.17g below %.17Lg", i, least, bound.upper, truth);
        CHECK(bound.lower <= truth + 1e-12L && bound.lower <= bound.upper, "case %zu: lower %.17g above %.17Lg", i, bound.lower,
              truth);
        /* With all corners known the ends meet. */
        CHECK(error > 0 || bound.upper <= truth + 1e-6L, "case %zu, least %g: upper %g, truth %Lg", i, least, bound.upper, truth);
    }
    CHECK(sets > suite_cases(2000) / 3, "only %zu sets", sets);
}

/* A Gaussian is its own mu: the upper end comes down to it as lines are added, and never below. */
static void test_gaussian(void) {
    static const double means[] = {0.1, 1, 3};
    for (size_t m = 0; m < COUNT_OF(means); m++) {
        double before = INFINITY, mu = means[m];
        for (int lines = 4; lines <= 128; lines *= 2) {
            pld__support points[POINTS];
            pld__mu_corner corners[2 * POINTS + 2];
            size_t corner_count;
            for (int i = 0; i < lines; i++) {
                long double log_x = -mu * 4 - mu * mu / 2 + i * (8 * mu + mu * mu) / (lines - 1);
                long double d = roc_normal_tail(log_x / mu - mu / 2) - expl(log_x) * roc_normal_tail(log_x / mu + mu / 2);
                points[i] = (pld__support){(double)log_x, (double)d * (1 - 1e-14), (double)d, (double)d * (1 + 1e-14) + 1e-18, 0};
            }
            pld__mu_bound bound = pld__bound_mu(points, (size_t)lines, 1e-2, corners, &corner_count);
            CHECK(bound.lower <= mu && bound.upper >= mu, "mu %g, %d lines: [%.17g, %.17g]", mu, lines, bound.lower, bound.upper);
            CHECK(bound.upper <= before, "mu %g, %d lines: %.17g after %.17g", mu, lines, bound.upper, before);
            before = bound.upper;
        }
        CHECK(before < mu * 1.002, "mu %g: %.17g", mu, before);
    }
}

/* Without lines nothing but the simple bound holds, and without a least rate nothing at all. */
static void test_nothing(void) {
    pld__mu_corner corners[2];
    size_t count;
    CU_ASSERT_DOUBLE_EQUAL(pld__bound_mu(NULL, 0, 0.01, corners, &count).upper, 2 * 2.3263478740408408, 1e-12);
    CU_ASSERT_EQUAL(pld__bound_mu(NULL, 0, 0, corners, &count).upper, INFINITY);
    CU_ASSERT_EQUAL(count, 0);
}

static void test_quantile(void) {
    dice from = dice_create(15002);
    for (size_t i = 0; i < suite_cases(5000); i++) {
        double tail = dice_chance(&from, 0.5) ? dice_logarithmic(&from, 1e-300, 1) : dice_uniform(&from, 0, 1);
        pld__quantile z = pld__normal_quantile(tail);
        CHECK(z.upper - z.lower <= 1e-14 * (1 + fabs(z.upper)) && z.lower <= z.upper, "tail %.17g: [%.17g, %.17g]", tail, z.lower,
              z.upper);
        CHECK(roc_normal_tail(z.lower) >= tail && roc_normal_tail(z.upper) <= tail, "tail %.17g: [%.17g, %.17g]", tail, z.lower,
              z.upper);
    }
    CU_ASSERT_EQUAL(pld__normal_quantile(0).upper, INFINITY);
    CU_ASSERT_EQUAL(pld__normal_quantile(1).lower, -INFINITY);
}

int main(void) {
    CU_TestInfo tests[] = {{"discrete pairs", test_discrete},
                           {"gaussian", test_gaussian},
                           {"nothing known", test_nothing},
                           {"quantiles", test_quantile},
                           CU_TEST_INFO_NULL};
    return suite_run("bound/gaussian_mu", tests);
}
