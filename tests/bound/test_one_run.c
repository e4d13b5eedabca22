/* Tests of one run with many canaries: mechanisms that are known exactly are never excluded, and what is excluded is near to
 * them. */
#include "bound/one_run.h"
#include "support/dice.h"
#include "support/suite.h"

#include <math.h>

/* The curve of (epsilon, delta). */
static void corners_of(double epsilon, double delta, pld__support *points) {
    points[0] = (pld__support){.log_x = -epsilon, .high = 1 - exp(-epsilon) * (1 - delta) + 1e-16};
    points[1] = (pld__support){.log_x = epsilon, .high = delta};
}

static long double binomial_tail(unsigned r, unsigned v, long double q) {
    long double sum = 0;
    for (unsigned k = v; k <= r; k++) {
        long double term = 1;
        for (unsigned i = 0; i < k; i++)
            term *= q * (r - i) / (i + 1);
        sum += term * powl(1 - q, r - k);
    }
    return sum;
}

/* Every canary by randomized response of its own: right with probability q each. */
static void test_response(void) {
    static const unsigned sizes[] = {1, 2, 5, 20, 100};
    for (size_t s = 0; s < COUNT_OF(sizes); s++)
        for (double epsilon = 0.25; epsilon < 5; epsilon *= 2) {
            unsigned r = sizes[s];
            pld__support points[2];
            corners_of(epsilon, 0, points);
            for (unsigned v = (r + 1) / 2; v <= r; v += 1 + r / 7) {
                pld__one_run run = {2 * r, r, v};
                long double truth = binomial_tail(r, v, 1 / (1 + expl(-epsilon)));
                double p = pld__one_run_p_value(&run, points, 2, NULL, NULL);
                CHECK(p >= truth - 1e-15L, "r %u v %u epsilon %g: %.17g below %.17Lg", r, v, epsilon, p, truth);
                CHECK(v < r || p <= truth * (1 + 1e-6), "r %u, all right, epsilon %g: %.17g above %.17Lg", r, epsilon, p, truth);
            }
        }
    pld__support points[2];
    corners_of(1, 0, points);
    CU_ASSERT_DOUBLE_EQUAL(pld__one_run_p_value(&(pld__one_run){100, 100, 85}, points, 2, NULL, NULL), 0.00370, 5e-6);
}

/* Two canaries, probabilities f, g, g, h of none, one, the other, both right: (epsilon, delta)-DP, and more often right than the
 * printed formula says. */
static void test_counterexample(void) {
    dice from = dice_create(15501);
    for (size_t i = 0; i < suite_cases(2000); i++) {
        double epsilon = dice_uniform(&from, 0, 3), delta = dice_uniform(&from, 0, 0.15), x = exp(epsilon);
        double none = (1 - (2 + x) * delta) / ((1 + x) * (1 + x));
        pld__support points[2];
        corners_of(epsilon, delta, points);
        if (none < 0)
            continue;
        double p = pld__one_run_p_value(&(pld__one_run){2, 2, 1}, points, 2, NULL, NULL);
        CHECK(p >= 1 - none - 1e-12, "epsilon %g delta %g: %.17g below %.17g", epsilon, delta, p, 1 - none);
    }
}

/* The largest epsilon that counts refute, by a program of its own. */
static void test_values(void) {
    static const struct {
        pld__one_run run;
        double epsilon;
    } cases[] = {{{1000, 600, 600}, 5.2971374896}, {{1000, 1000, 800}, 1.2477836516}};
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        for (int side = -1; side <= 1; side += 2) {
            pld__support points[2];
            corners_of(cases[i].epsilon + side * 1e-8, 1e-5, points);
            CHECK(pld__one_run_excludes(&cases[i].run, points, 2, 0.05) == (side < 0), "case %zu, side %d", i, side);
        }
}

/* The more guesses are right the rarer it is; no lines exclude nothing. */
static void test_order(void) {
    pld__support points[2];
    double before = 1;
    corners_of(0.7, 1e-3, points);
    for (uint64_t v = 0; v <= 60; v += 3) {
        double p = pld__one_run_p_value(&(pld__one_run){90, 60, v}, points, 2, NULL, NULL);
        CHECK(p <= before, "%llu right: %.17g after %.17g", (unsigned long long)v, p, before);
        before = p;
    }
    CHECK(before < 0.01, "all right: %g", before);
    CU_ASSERT_EQUAL(pld__one_run_p_value(&(pld__one_run){90, 60, 60}, points, 0, NULL, NULL), 1);
}

int main(void) {
    CU_TestInfo tests[] = {{"randomized response", test_response},
                           {"counterexample", test_counterexample},
                           {"values", test_values},
                           {"order", test_order},
                           CU_TEST_INFO_NULL};
    return suite_run("bound/one_run", tests);
}
