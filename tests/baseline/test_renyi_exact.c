/* Tests of src/baseline/renyi_exact.c and of Renyi divergences of the families that are not Gaussian: closed forms lie inside
 * narrow brackets. */
#include "baseline/renyi.h"
#include "pair/pair.h"

#include "baseline/support.h"
#include "support/dice.h"

static pld_bracket bracket_of(const char *spec, pld_direction direction, double order) {
    asked made = ask_specs((const char *const[]){spec, NULL});
    pld_options options = pld_options_default();
    pld_bracket bracket = {NAN, NAN, NAN};
    CU_ASSERT_EQUAL(pld_renyi_bracket(made.steps, made.count, direction, order, &options, &bracket, NULL), PLD_OK);
    asked_free(&made);
    return bracket;
}

/* Inside in both directions if the pair is symmetric, and no wider than `width`, relatively. */
static void check(const char *spec, double order, long double truth, double width) {
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        pld_bracket bracket = bracket_of(spec, (pld_direction)d, order);
        CHECK(bracket.lower <= truth * (1 + 1e-15L) && truth <= bracket.upper * (1 + 1e-15L),
              "%s order %g %d: %.17Lg is not in [%.17g, %.17g]", spec, order, d, truth, bracket.lower, bracket.upper);
        CHECK(bracket.upper == bracket.lower || bracket.upper - bracket.lower <= width * (double)truth,
              "%s order %g %d: [%.17g, %.17g]", spec, order, d, bracket.lower, bracket.upper);
        CHECK_NEAR(bracket.estimate, (double)truth, fmax(width, 1e-9));
    }
}

/* log(p^a q^(1-a) + q^a p^(1-a) + (k - 2) q)/(a - 1), Mironov 2017 for k = 2. */
static void test_randomized_response(void) {
    dice from = dice_create(81);
    for (size_t i = 0; i < suite_cases(100); i++) {
        double epsilon = dice_logarithmic(&from, 1e-3, 6), order = i % 4 == 0 ? 1 : dice_logarithmic(&from, 0.1, 100);
        unsigned k = 2 + (unsigned)dice_below(&from, 4);
        char spec[96];
        snprintf(spec, sizeof spec, "randomized-response:epsilon=%.17g,k=%u@3", epsilon, k);
        long double q = 1 / (expl((long double)epsilon) + k - 1), p = expl((long double)epsilon) * q, a = order;
        long double truth = order == 1 ? (p - q) * epsilon
                                       : logl(powl(p, a) * powl(q, 1 - a) + powl(q, a) * powl(p, 1 - a) + (k - 2) * q) / (a - 1);
        check(spec, order, 3 * truth, 1e-9 + 1e-15 / (double)truth);
        check(spec, INFINITY, 3 * (long double)epsilon, 1e-13);
    }
}

/* log(a/(2a-1) e^((a-1)/b) + (a-1)/(2a-1) e^(-a/b))/(a-1); Mironov 2017, table II. */
static void test_laplace(void) {
    for (double b = 0.4; b < 20; b *= 2.3)
        for (double order = 1.5; order < 70; order *= 2.1) {
            char spec[64];
            snprintf(spec, sizeof spec, "laplace:b=%.17g@2", b);
            long double a = order,
                        truth = logl(a / (2 * a - 1) * expl((a - 1) / b) + (a - 1) / (2 * a - 1) * expl(-a / b)) / (a - 1);
            check(spec, order, 2 * truth, 2e-3);
        }
    check("laplace:b=2", 1, 0.5L + expl(-0.5L) - 1, 3e-3);
    check("laplace:b=2", INFINITY, 0.5L, 1e-13);
}

/* Direct sums; never above a D^2/(2 sigma^2) for a > 1 (Canonne, Kamath and Steinke 2020). */
static void test_discrete_gaussian(void) {
    dice from = dice_create(82);
    for (size_t i = 0; i < suite_cases(60); i++) {
        double sigma = dice_logarithmic(&from, 0.3, 10), order = i % 5 == 0 ? 1 : dice_logarithmic(&from, 0.2, 40);
        long shift = 1 + (long)dice_below(&from, 2), reach = (long)(60 * sigma + 60 * (double)shift) + 20;
        char spec[96];
        snprintf(spec, sizeof spec, "discrete-gaussian:sigma=%.17g,sensitivity=%ld", sigma, shift);
        long double total = 0, sum = 0, s = sigma;
        for (long x = -reach; x <= reach; x++)
            total += expl(-(long double)x * x / (2 * s * s));
        for (long x = -reach; x <= reach; x++) {
            long double log_p = -(long double)(x - shift) * (x - shift) / (2 * s * s),
                        loss = shift * (2.0L * x - shift) / (2 * s * s);
            sum += order == 1 ? expl(log_p) * loss : expl(log_p + (order - 1) * loss);
        }
        long double truth = order == 1 ? sum / total : logl(sum / total) / (order - 1);
        if (truth > 1e-9L)
            check(spec, order, truth, order == 1 ? 1e-4 : 1e-6);
        if (order > 1)
            CU_ASSERT(truth <= order * (double)(shift * shift) / (2 * sigma * sigma) * (1 + 1e-12));
    }
    CU_ASSERT(bracket_of("discrete-gaussian:sigma=1", PLD_REMOVE, INFINITY).lower == INFINITY);
    pld_bracket high = bracket_of("discrete-gaussian:sigma=0.7", PLD_REMOVE, 1000); /* beyond the list of outcomes */
    CHECK(high.upper >= 1000 / 0.98 && high.upper <= 1000 / 0.98 * (1 + 1e-12), "%.17g", high.upper);
    CU_ASSERT(bracket_of("poisson:q=0.1,of=discrete-gaussian,sigma=1", PLD_REMOVE, 1000).upper == INFINITY);
    CHECK_NEAR(bracket_of("poisson:q=0.1,of=discrete-gaussian,sigma=1", PLD_ADD, INFINITY).upper, -log1p(-0.1), 1e-11);
}

/* The geometric mechanism with sensitivity 1: two outcomes, as in randomized response of epsilon = 1/b. */
static void test_discrete_laplace(void) {
    for (double order = 0.3; order < 50; order *= 1.7) {
        long double a = order, p = 1 / (1 + expl(-0.5L)), q = 1 - p;
        check("discrete-laplace:b=2", order, logl(powl(p, a) * powl(q, 1 - a) + powl(q, a) * powl(p, 1 - a)) / (a - 1), 1e-9);
    }
}

/* Mass where the other side has none: infinite from order 1 on, finite below. */
static void test_infinite(void) {
    static const double orders[] = {1, 1.5, 20, INFINITY};
    for (size_t i = 0; i < COUNT_OF(orders); i++) {
        pld_bracket bracket = bracket_of("approx-dp:epsilon=1,delta=1e-5", PLD_REMOVE, orders[i]);
        CHECK(bracket.lower == INFINITY && bracket.estimate == INFINITY && bracket.upper == INFINITY, "order %g", orders[i]);
    }
    long double high = (1 - 1e-5L) / (1 + expl(-1)), low = (1 - 1e-5L) - high;
    check("approx-dp:epsilon=1,delta=1e-5", 0.5, -2 * logl(2 * sqrtl(high * low)), 1e-9);
    CU_ASSERT(ASK("rdp", log(1e-5), "approx-dp:epsilon=1,delta=1e-9").epsilon == INFINITY);
    CU_ASSERT(!ASK("loss-clt", log(1e-5), "approx-dp:epsilon=1,delta=1e-9").applicable);
    CU_ASSERT(!ASK("zcdp", log(1e-5), "approx-dp:epsilon=1,delta=1e-9").applicable);
}

/* Methods on the new families: published numbers and identities. */
static void test_methods(void) {
    CHECK_NEAR(ASK("zcdp", log(1e-5), "discrete-gaussian:sigma=20@1000").epsilon, 1.25 + 2 * sqrt(1.25 * log(1e5)), 1e-12);
    CHECK_NEAR(ASK("zcdp", log(1e-5), "laplace:b=20@1000").epsilon, 1.25 + 2 * sqrt(1.25 * log(1e5)), 1e-12);
    CHECK_NEAR(ASK("naive", -INFINITY, "laplace:b=20@1000", "noisy-vote:b=4@2").epsilon, 50.5, 1e-12);
    CHECK_NEAR(ASK("optimal", log(1e-5), "noisy-vote:b=20@1000").epsilon, 7.49285, 1e-4);
}

int main(void) {
    CU_TestInfo tests[] = {{"randomized response", test_randomized_response},
                           {"Laplace", test_laplace},
                           {"discrete Gaussian", test_discrete_gaussian},
                           {"discrete Laplace", test_discrete_laplace},
                           {"infinite", test_infinite},
                           {"methods", test_methods},
                           CU_TEST_INFO_NULL};
    return suite_run("baseline/renyi_exact", tests);
}
