/* Tests of tests/support/oracle.c: its methods against each other. */
#include "support/dice.h"
#include "support/oracle.h"
#include "support/suite.h"

#include <math.h>

static bool close_to(long double value, long double other, long double relative) {
    return fabsl(value - other) <= relative * fabsl(other);
}

/* One step against the definition: the integral of (p - e^epsilon q)+ by the trapezoidal rule, exact to rounding once the cut is
 * not inside: so cut at x* and use Simpson's rule on both ends' side. */
static long double delta_by_definition(const oracle_pair *pair, long double epsilon) {
    enum { STEPS = 40000 };
    long double low = -20, high = 80, sum = 0, step = (high - low) / STEPS;
    for (int i = 0; i <= STEPS; i++) {
        long double x = low + step * i;
        long double excess = oracle_density(&pair->p, x) - expl(epsilon) * oracle_density(&pair->q, x);
        sum += excess > 0 ? excess : 0;
    }
    return sum * step;
}

/* Of losses that are not too different in width. */
static oracle_pair random_pair(dice *from) {
    double sigma = dice_logarithmic(from, 0.4, 3), q = dice_logarithmic(from, 0.01, 0.9);
    switch (dice_below(from, 4)) {
    case 0:
        return oracle_gaussian(sigma);
    case 1:
        return oracle_poisson(q, sigma, 1 + (unsigned)dice_below(from, 4), 0);
    case 2:
        return oracle_poisson(q, sigma, 1 + (unsigned)dice_below(from, 2), 1 + (unsigned)dice_below(from, 2));
    default:
        return oracle_hypergeometric(1000, 1 + dice_below(from, 500), 1 + (unsigned)dice_below(from, 5), sigma, 1);
    }
}

/* The cut leaves a kink, where the trapezoidal rule is off by about step^2/12 times the jump of the slope. */
static void test_single(void) {
    dice from = dice_create(1);
    for (size_t i = 0; i < suite_cases(40); i++) {
        oracle_pair remove = random_pair(&from), add = oracle_swapped(&remove);
        const oracle_pair *pair = dice_chance(&from, 0.5) ? &remove : &add;
        double epsilon = dice_logarithmic(&from, 1e-3, 3);
        if (epsilon > 0.5L * pair->supremum) {
            epsilon = 0.5 * (double)pair->supremum;
        }
        long double value = oracle_delta_single(pair, epsilon), definition = delta_by_definition(pair, epsilon);
        CHECK(fabsl(value - definition) <= 2e-6L, "delta(%g) is %Lg and %Lg", epsilon, value, definition);
    }
}

static void test_gaussian(void) {
    static const double sigmas[] = {0.3, 1, 10};
    static const double epsilons[] = {0, 0.1, 1, 10};
    long double worst = 0;
    for (size_t s = 0; s < COUNT_OF(sigmas); s++) {
        oracle_pair pair = oracle_gaussian(sigmas[s]), swapped = oracle_swapped(&pair);
        const oracle_pair *steps[] = {&pair, &swapped, &pair};
        for (size_t e = 0; e < COUNT_OF(epsilons); e++)
            for (size_t count = 1; count <= (SANITIZED ? 2u : 3u); count++) {
                long double truth = expl(oracle_gaussian_log_delta(sqrtl((long double)count) / sigmas[s], epsilons[e]));
                if (truth < 1e-30L) {
                    continue;
                }
                long double value = oracle_delta(steps, count, epsilons[e], 1e-13L * truth);
                worst = fmaxl(worst, fabsl(value / truth - 1));
                CHECK(close_to(value, truth, 1e-12L), "sigma %g, epsilon %g, %zu steps: %.15Lg and %.15Lg", sigmas[s],
                      epsilons[e], count, value, truth);
            }
    }
    printf("[worst %.1Le] ", worst);
}

/* Far tails in log space against erfcl where that still works, and against mpmath (50 digits) where it does not. */
static void test_gaussian_tiny(void) {
    for (long double t = 3; t < 60; t += 1.7L) {
        long double mu = 0.5L, epsilon = mu * (t + mu / 2);
        long double direct = logl(erfcl(t / sqrtl(2)) / 2 - expl(epsilon) * erfcl((t + mu) / sqrtl(2)) / 2);
        CHECK(close_to(oracle_gaussian_log_delta(mu, epsilon), direct, 1e-16L), "t = %Lg", t);
    }
    CHECK(close_to(oracle_gaussian_log_delta(1, 200.5L), -20011.520635428799766L, 1e-15L), "mu 1: %.18Lg",
          oracle_gaussian_log_delta(1, 200.5L));
}

/* A composition does not depend on the order, but the integrals do. */
static void test_order(void) {
    dice from = dice_create(2);
    long double worst = 0;
    for (size_t i = 0; i < suite_cases(60); i++) {
        oracle_pair one = random_pair(&from), two = random_pair(&from), one_add = oracle_swapped(&one),
                    two_add = oracle_swapped(&two);
        bool add = dice_chance(&from, 0.5);
        const oracle_pair *there[] = {add ? &one_add : &one, add ? &two_add : &two};
        const oracle_pair *back[] = {there[1], there[0]};
        long double epsilon = dice_logarithmic(&from, 1e-3, 10);
        if (epsilon > 0.9L * (there[0]->supremum + there[1]->supremum)) {
            epsilon = 0.5L * (there[0]->supremum + there[1]->supremum);
        }
        long double first = oracle_delta(there, 2, epsilon, 0), second = oracle_delta(back, 2, epsilon, 0);
        if (second < 1e-15L) {
            continue;
        }
        worst = fmaxl(worst, fabsl(first / second - 1));
        CHECK(close_to(first, second, 1e-10L), "epsilon %Lg: %.15Lg and %.15Lg", epsilon, first, second);
    }
    printf("[worst %.1Le] ", worst);
}

static void test_order_of_three(void) {
    dice from = dice_create(3);
    long double worst = 0;
    for (size_t i = 0; i < suite_cases(10); i++) {
        oracle_pair pairs[3];
        const oracle_pair *there[3], *back[3];
        long double supremum = 0;
        for (int j = 0; j < 3; j++) {
            pairs[j] = random_pair(&from);
            if (i % 2 == 1) {
                pairs[j] = oracle_swapped(&pairs[j]);
            }
            there[j] = back[2 - j] = &pairs[j];
            supremum += pairs[j].supremum;
        }
        long double epsilon = dice_logarithmic(&from, 1e-3, 10);
        epsilon = epsilon > 0.9L * supremum ? 0.5L * supremum : epsilon;
        long double first = oracle_delta(there, 3, epsilon, 1e-15L), second = oracle_delta(back, 3, epsilon, 1e-15L);
        if (second < 1e-5L) {
            continue;
        }
        worst = fmaxl(worst, fabsl(first / second - 1));
        CHECK(close_to(first, second, 1e-10L), "epsilon %Lg: %.15Lg and %.15Lg", epsilon, first, second);
    }
    printf("[worst %.1Le] ", worst);
}

/* Below every loss nothing is saved, above every loss nothing is left. */
static void test_edges(void) {
    oracle_pair remove = oracle_poisson(0.1, 1, 1, 0), add = oracle_swapped(&remove);
    const oracle_pair *steps[] = {&remove, &remove, &remove}, *swapped[] = {&add, &add, &add};
    long double edge = log1pl(-(long double)0.1);
    for (size_t count = 1; count <= 3; count++) {
        long double total = edge * (long double)count;
        CHECK(close_to(oracle_delta(steps, count, total - 0.01L, 0), -expm1l(total - 0.01L), 1e-15L), "%zu steps", count);
        CHECK(oracle_delta(swapped, count, -total, 0) == 0, "%zu steps", count);
        CHECK(oracle_delta(swapped, count, -total * 0.99L, 1e-25L) > 0, "%zu steps", count);
    }
}

typedef struct {
    const oracle_pair *const *pairs;
    size_t count;
} composition;

static long double delta_at(long double epsilon, const void *context) {
    const composition *what = context;
    return oracle_delta(what->pairs, what->count, epsilon, 1e-20L);
}

/* From the reference table beside the design: T = 2 by quadrature in another language, good to 1e-11. */
static void test_reference(void) {
    oracle_pair remove = oracle_poisson(0.02, 0.7, 1, 0), add = oracle_swapped(&remove);
    const oracle_pair *steps[] = {&add, &add};
    composition what = {steps, 2};
    long double epsilon = oracle_solve(delta_at, &what, 1e-6L);
    CHECK(fabsl(epsilon - 0.03920593126453883L) < 1e-11L, "epsilon %.15Lg", epsilon);
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"one step against the definition", test_single},
        {"Gaussians against the closed form", test_gaussian},
        {"tiny deltas", test_gaussian_tiny},
        {"order of two", test_order},
        {"order of three", test_order_of_three},
        {"edges", test_edges},
        {"a reference value", test_reference},
        CU_TEST_INFO_NULL,
    };
    return suite_run("oracle", tests);
}
