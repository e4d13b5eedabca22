/* Losses that are small, ends of losses, and steps that end at a hard edge: numbers that a difference from 1 would lose. */
#include "pair/pair.h"
#include "support/dice.h"
#include "support/oracle.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <pld/query.h>
#include <stdio.h>

static pld_result ask(const char *spec, pld_adjacency adjacency, bool for_delta, double given) {
    uint64_t count;
    pld_mechanism *mechanism = spec_mechanism(spec, &count);
    pld_step step = {mechanism, count};
    pld_options options = pld_options_default();
    options.adjacency = adjacency;
    pld_result result = {.tolerance = 0};
    CU_ASSERT_EQUAL(for_delta ? pld_query_delta(&step, 1, given, &options, &result, NULL)
                              : pld_query_epsilon(&step, 1, given, &options, &result, NULL),
                    PLD_OK);
    pld_mechanism_free(mechanism);
    return result;
}

static void check_holds(const char *spec, const pld_bracket *bracket, long double truth, long double width) {
    CHECK(bracket->lower <= truth && truth <= bracket->upper, "%s: [%.17g, %.17g] without %.20Lg", spec, bracket->lower,
          bracket->upper, truth);
    CHECK(bracket->upper - bracket->lower <= width, "%s: [%.17g, %.17g] is wider than %Lg", spec, bracket->lower, bracket->upper,
          width);
}

/* delta = 0 in the add direction: no loss is above -log(1 - q)^k, to all digits however small q is. */
static void test_suprema(void) {
    static const double rates[] = {1e-3, 1e-6, 1e-9, 1e-12, 1e-16, 1e-18, 1e-20, 1e-300};
    char spec[96];
    for (size_t i = 0; i < COUNT_OF(rates); i++)
        for (unsigned k = 1; k <= 3; k += 2) {
            long double truth = -(long double)k * log1pl(-(long double)rates[i]);
            snprintf(spec, sizeof spec, "poisson-gaussian:q=%.17g,sigma=1,k=%u", rates[i], k);
            pld_result one = ask(spec, PLD_ADJACENCY_ADD, false, -INFINITY);
            check_holds(spec, &one.bracket, truth, 1e-14L * truth);
            snprintf(spec, sizeof spec, "poisson-gaussian:q=%.17g,sigma=1,k=%u@1000000000", rates[i], k);
            one = ask(spec, PLD_ADJACENCY_ADD, false, -INFINITY);
            check_holds(spec, &one.bracket, 1e9L * truth, 1e-5L * truth);
        }
    /* One record of N is in a batch of B with probability B/N. */
    pld_result one = ask("hypergeometric-gaussian:N=1000000000000,B=3,k=1,sigma=2", PLD_ADJACENCY_ADD, false, -INFINITY);
    check_holds("hypergeometric", &one.bracket, -log1pl(-3e-12L), 1e-25L);
    /* A group of k that must be drawn as a whole or in part. */
    one = ask("poisson-gaussian:q=0.99,sigma=1,k=300", PLD_ADJACENCY_ADD, false, -INFINITY);
    check_holds("k=300", &one.bracket, -300 * log1pl(-(long double)0.99), 1e-10L);
}

/* epsilon = 0: the total variation distance is q that of the bells. */
static void test_total_variation(void) {
    dice from = dice_create(4711);
    for (size_t i = 0; i < suite_cases(100); i++) {
        double q = dice_logarithmic(&from, 1e-20, 1e-3), sigma = dice_logarithmic(&from, 0.05, 100);
        long double mean = 1 / (long double)sigma, truth = (long double)q * erfl(mean / (2 * sqrtl(2)));
        char spec[96];
        snprintf(spec, sizeof spec, "poisson-gaussian:q=%.17g,sigma=%.17g", q, sigma);
        pld_result one = ask(spec, dice_chance(&from, 0.5) ? PLD_ADJACENCY_ADD : PLD_ADJACENCY_REMOVE, true, 0);
        check_holds(spec, &one.bracket, logl(truth), 1e-9L);
    }
}

/* Anywhere, against the long double oracle where that has digits left. */
static void test_single(void) {
    dice from = dice_create(815);
    for (size_t i = 0; i < suite_cases(200); i++) {
        double q = dice_logarithmic(&from, 1e-12, 1), sigma = dice_logarithmic(&from, 0.2, 20);
        bool add = dice_chance(&from, 0.5);
        oracle_pair remove = oracle_poisson(q, sigma, 1, 0), pair = add ? oracle_swapped(&remove) : remove;
        double epsilon =
            fmin((double)pair.supremum * dice_uniform(&from, 0, 0.99), log1p(q * expm1(dice_uniform(&from, 0, 6) / sigma)));
        long double truth = oracle_delta_single(&pair, epsilon);
        char spec[96];
        snprintf(spec, sizeof spec, "poisson-gaussian:q=%.17g,sigma=%.17g", q, sigma);
        pld_result one = ask(spec, add ? PLD_ADJACENCY_ADD : PLD_ADJACENCY_REMOVE, true, epsilon);
        long double oracle_error = 1e-17L / fmaxl(truth, 1e-17L);
        CHECK(one.bracket.lower <= logl(truth) + oracle_error && logl(truth) <= one.bracket.upper + oracle_error,
              "%s %s, epsilon %.17g: [%.17g, %.17g] without %.20Lg", spec, add ? "add" : "remove", epsilon, one.bracket.lower,
              one.bracket.upper, logl(truth));
        CHECK(one.bracket.upper - one.bracket.lower < 1e-6, "%s %s, epsilon %.17g: width %g", spec, add ? "add" : "remove",
              epsilon, one.bracket.upper - one.bracket.lower);
    }
}

/* Little noise: with probability (1 - q)^T no record was drawn, and then the loss is at the hard edge. delta_add(epsilon) is
 * 1 - e^epsilon (1 - q)^T to 1e-100 at sigma = 0.02. */
static void test_hard_edge(void) {
    static const struct { double q, T; } cases[] = {{0.3, 1000}, {0.1, 10}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        double q = cases[i].q;
        long double supremum = -(long double)cases[i].T * log1pl(-(long double)q);
        for (int below = 1; below <= 2; below++) {
            double epsilon = (double)supremum;
            for (int step = 0; step < below; step++)
                epsilon = nextafter(epsilon, 0);
            long double truth = -expm1l(epsilon - supremum);
            char spec[96];
            snprintf(spec, sizeof spec, "poisson-gaussian:q=%.17g,sigma=0.02@%g", q, cases[i].T);
            pld_result one = ask(spec, PLD_ADJACENCY_ADD, true, epsilon);
            CHECK(logl(truth) <= one.bracket.upper && one.bracket.lower <= logl(truth), "%s, epsilon %.17g: [%g, %g] without %Lg",
                  spec, epsilon, exp(one.bracket.lower), exp(one.bracket.upper), truth);
        }
    }
}

/* The end of the loss may be above the double nearest to it, and nothing but a label stands there. Truth: an integral in 40-digit
 * arithmetic. */
static void test_rounded_edge(void) {
    pld_result one = ask("poisson-gaussian:q=0.5,sigma=0.114@2", PLD_ADJACENCY_ADD, true, 1.3862943611198906);
    CHECK(log(1.1e-17) <= one.bracket.upper, "upper end %g", exp(one.bracket.upper));
}

int main(void) {
    CU_TestInfo tests[] = {{"ends of small losses", test_suprema},
                           {"total variation of rarely drawn records", test_total_variation},
                           {"single steps of any rate", test_single},
                           {"compositions at the hard edge", test_hard_edge},
                           {"an edge that was rounded inward", test_rounded_edge},
                           CU_TEST_INFO_NULL};
    return suite_run("certify/small_losses", tests);
}
