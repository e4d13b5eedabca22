/* Tests of the two p-values: values of another program, and their exact size, all outcomes counted. */
#include "bound/audit_test.h"
#include "support/roc.h"
#include "support/suite.h"

#include <math.h>

enum { LINES = 400, RUNS = 8 };

/* Tangents of the power of N(mu, 1) against N(0, 1), as many as make no difference. */
static size_t gaussian_lines(long double mu, pld__support *points) {
    for (int i = 0; i < LINES; i++) {
        long double log_x = -8 + 16.0L * i / (LINES - 1);
        long double d = roc_normal_tail(log_x / mu - mu / 2) - expl(log_x) * roc_normal_tail(log_x / mu + mu / 2);
        points[i] = (pld__support){(double)log_x, (double)d, (double)d, (double)d * (1 + 1e-14) + 1e-18, 0};
    }
    return LINES;
}

static void test_values(void) {
    static pld__support points[LINES];
    static const struct {
        pld__attack_counts counts;
        bool rectangle;
        double p;
    } cases[] = {{{300, 1000, 20, 1000}, false, 3.760231064e-8},
                 {{300, 1000, 20, 1000}, true, 3.99148974332e-5},
                 {{300, 1000, 60, 1000}, false, 0.4833952034},
                 {{300, 1000, 60, 1000}, true, 0.820172692979}};
    size_t count = gaussian_lines(1, points);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pld__audit_p_value found = pld__audit_test(&cases[i].counts, points, count, cases[i].rectangle);
        CHECK(found.p >= cases[i].p && found.p <= cases[i].p * 1.01, "case %zu: %.12g", i, found.p);
    }
}

/* Two outcomes, randomized response of epsilon 1: power min(e a, 1 - (1 - a)/e). At every pair of rates that keeps to the claim
 * the p-value is at most alpha with probability at most alpha. */
static void check_size(bool rectangle, double alpha) {
    const pld__support points[] = {{-1, 0.6321205588285577, 0.6321205588285577, 0.6321205588285578, 0}, {1, 0, 0, 0, 0}};
    static double p[RUNS + 1][RUNS + 1];
    for (uint64_t a = 0; a <= RUNS; a++)
        for (uint64_t b = 0; b <= RUNS; b++)
            p[a][b] = pld__audit_test(&(pld__attack_counts){a, RUNS, b, RUNS}, points, 2, rectangle).p;
    double largest = 0;
    for (int i = 0; i <= 60; i++) {
        long double p0 = i / 60.0L, p1 = fminl(expl(1) * p0, 1 - (1 - p0) * expl(-1)), size = 0;
        for (uint64_t a = 0; a <= RUNS; a++)
            for (uint64_t b = 0; b <= RUNS; b++) {
                long double ways = 1;
                for (uint64_t j = 0; j < a; j++)
                    ways *= (long double)(RUNS - j) / (j + 1);
                for (uint64_t j = 0; j < b; j++)
                    ways *= (long double)(RUNS - j) / (j + 1);
                size += p[a][b] <= alpha ? ways * powl(p1, a) * powl(1 - p1, RUNS - a) * powl(p0, b) * powl(1 - p0, RUNS - b) : 0;
            }
        CHECK(size <= alpha, "%s, p0 %Lg: size %Lg above %g", rectangle ? "rectangle" : "product", p0, size, alpha);
        largest = fmax(largest, (double)size);
    }
    CHECK(largest > 0.02 * alpha, "%s: size %g, it never rejects", rectangle ? "rectangle" : "product", largest);
}

static void test_size(void) {
    check_size(false, 0.2);
    check_size(true, 0.2);
    check_size(false, 0.05);
}

/* No claim, or nothing seen: nothing is refuted. */
static void test_nothing(void) {
    const pld__attack_counts counts = {20, 20, 0, 20}, none = {0, 10, 10, 10};
    const pld__support line = {1, 0, 0, 0, 0};
    CU_ASSERT_EQUAL(pld__audit_test(&counts, NULL, 0, false).p, 1);
    CU_ASSERT_EQUAL(pld__audit_test(&none, &line, 1, false).p, 1);
    CU_ASSERT_TRUE(pld__audit_test(&counts, &line, 1, false).p < 0.05);
}

int main(void) {
    CU_TestInfo tests[] = {{"values", test_values}, {"size", test_size}, {"nothing", test_nothing}, CU_TEST_INFO_NULL};
    return suite_run("bound/audit_test", tests);
}
