/* Tests of binomial tails and confidence bounds against plain sums and values of other programs. */
#include "bound/binomial_tail.h"
#include "support/dice.h"
#include "support/suite.h"

#include <math.h>

/* The tail by plain sums of products, n small. */
static long double plain_at_least(unsigned n, unsigned k, long double p) {
    long double sum = 0;
    for (unsigned j = k; j <= n; j++) {
        long double term = 1;
        for (unsigned i = 0; i < j; i++)
            term *= p * (n - i) / (i + 1);
        sum += term * powl(1 - p, n - j);
    }
    return sum;
}

static void test_small(void) {
    dice from = dice_create(15201);
    for (size_t i = 0; i < suite_cases(4000); i++) {
        unsigned n = 1 + (unsigned)dice_below(&from, 60), k = (unsigned)dice_below(&from, n + 1);
        double p = dice_chance(&from, 0.3) ? dice_logarithmic(&from, 1e-6, 1) : dice_uniform(&from, 0, 1);
        long double truth = logl(plain_at_least(n, k, p)), other = logl(plain_at_least(n, n - k, 1 - (long double)p));
        pld__log_range above = pld__binomial_at_least(n, k, p), below = pld__binomial_at_most(n, k, p);
        CHECK(above.lower <= truth + 1e-17L && above.upper >= truth - 1e-17L && above.upper - above.lower < 1e-12,
              "n %u k %u p %.17g: [%.17g, %.17g] and %.17Lg", n, k, p, above.lower, above.upper, truth);
        CHECK(below.lower <= other + 1e-17L && below.upper >= other - 1e-17L && below.upper - below.lower < 1e-12,
              "n %u k %u p %.17g, at most: [%.17g, %.17g] and %.17Lg", n, k, p, below.lower, below.upper, other);
    }
}

/* Clopper and Pearson by 30-digit arithmetic: 4922 and 174 of 100000 at 1 - 1e-10, and others at 0.95. */
static void test_confidence(void) {
    static const struct {
        uint64_t n, k;
        double alpha, lower, upper;
    } cases[] = {{100000, 4922, 5e-11, 0.0449179578279878, NAN}, {100000, 174, 5e-11, NAN, 0.00274454542920686},
                 {500, 120, 0.025, 0.203196578174649, NAN},      {500, 10, 0.025, NAN, 0.0364724082922097},
                 {500, 480, 0.025, 0.938897390611755, NAN},      {500, 300, 0.025, NAN, 0.64323862793989},
                 {50, 50, 0.025, 0.928878263535802, NAN},        {1000, 0, 0.025, NAN, 0.00368208389686567}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        double lower = pld__binomial_lower(cases[i].n, cases[i].k, log(cases[i].alpha));
        double upper = pld__binomial_upper(cases[i].n, cases[i].k, log(cases[i].alpha));
        CHECK(isnan(cases[i].lower) || (lower <= cases[i].lower * (1 + 1e-14) && lower >= cases[i].lower * (1 - 1e-11)),
              "case %zu: lower %.17g", i, lower);
        CHECK(isnan(cases[i].upper) || (upper >= cases[i].upper * (1 - 1e-14) && upper <= cases[i].upper * (1 + 1e-11)),
              "case %zu: upper %.17g", i, upper);
    }
    CU_ASSERT_EQUAL(pld__binomial_lower(10, 0, -3), 0);
    CU_ASSERT_EQUAL(pld__binomial_upper(10, 10, -3), 1);
}

/* Whatever p is, L is above it with probability at most alpha: the exact probability, all outcomes counted. */
static void test_coverage(void) {
    const unsigned n = 25;
    const double alpha = 0.07;
    double lower[26], upper[26];
    for (unsigned k = 0; k <= n; k++) {
        lower[k] = pld__binomial_lower(n, k, log(alpha));
        upper[k] = pld__binomial_upper(n, k, log(alpha));
    }
    double worst = 0;
    for (int i = 1; i < 200; i++) {
        long double p = i / 200.0L, above = 0, below = 0;
        for (unsigned k = 0; k <= n; k++) {
            long double mass = plain_at_least(n, k, p) - (k < n ? plain_at_least(n, k + 1, p) : 0);
            above += lower[k] > p ? mass : 0;
            below += upper[k] < p ? mass : 0;
        }
        CHECK(above <= alpha && below <= alpha, "p %Lg: %Lg and %Lg", p, above, below);
        worst = fmax(worst, (double)above);
    }
    CHECK(worst > 0.5 * alpha, "worst %g", worst);
}

/* Many trials: as narrow as claimed, and the two tails are what is left of 1. */
static void test_large(void) {
    static const double shares[] = {1e-6, 0.01, 0.3, 0.5, 0.97};
    for (size_t i = 0; i < COUNT_OF(shares); i++) {
        uint64_t n = 1000000, k = (uint64_t)(shares[i] * 1.001 * 1e6) + 2;
        pld__log_range above = pld__binomial_at_least(n, k, shares[i]), below = pld__binomial_at_most(n, k - 1, shares[i]);
        CHECK(above.upper - above.lower < 1e-8, "share %g: %g", shares[i], above.upper - above.lower);
        CHECK(fabs(exp(above.upper) + exp(below.upper) - 1) < 1e-8, "share %g: %.17g", shares[i],
              exp(above.upper) + exp(below.upper));
    }
}

int main(void) {
    CU_TestInfo tests[] = {{"small", test_small},
                           {"confidence bounds", test_confidence},
                           {"coverage", test_coverage},
                           {"large", test_large},
                           CU_TEST_INFO_NULL};
    return suite_run("bound/binomial_tail", tests);
}
