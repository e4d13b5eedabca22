/* Tests of src/kernel against what shares nothing with it: buckets, and values of other programs in 30 to 50 digits. */
#include <pld/query.h>

#include "support/dice.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pld_result ask(const pld_step *steps, size_t count, pld_adjacency adjacency, double log_delta, double tolerance,
                      double width) {
    pld_options options = pld_options_default();
    options.adjacency = adjacency;
    options.relative_tolerance = tolerance;
    options.bucket_width = width;
    pld_result result = {.tolerance = 0};
    CU_ASSERT_EQUAL(pld_query_epsilon(steps, count, log_delta, &options, &result, NULL), PLD_OK);
    return result;
}

/* Truths, remove and add, where they are known. */
static void test_values(void) {
    static const struct {
        const char *spec;
        double delta;
        long double remove, add;
    } cases[] = {
        {"poisson-gaussian:q=256/60000,sigma=1@16384", 1e-5, 3.0696978848608448617L, 2.8573716378569744558L},
        {"poisson-gaussian:q=256/60000,sigma=1@16384", 1e-10, 4.7747610652809798941L, 4.2969968771231118216L},
        {"poisson-gaussian:q=256/60000,sigma=1@256", 1e-5, 0.40647854693955425546L, 0.24778560214976612864L},
        {"poisson-gaussian:q=0.01,sigma=4@10000", 1e-10, 1.5282184766639526221L, 1.5039079704222190555L},
        {"hypergeometric-gaussian:N=60000,B=256,k=3,sigma=1@16384", 1e-5, 11.212325637857269144L, 10.241137708083665915L},
        {"hypergeometric-gaussian:N=60000,B=256,k=5,sigma=1@16384", 1e-5, 21.5123324112104367L, 19.334810637610391266L},
        {"poisson-gaussian:q=1e-5,sigma=1@1000000000", 1e-6, 1.83595708146712L, NAN},
        {"poisson-gaussian:q=1e-6,sigma=1@1000000000000", 1e-6, 6.66946456045948L, NAN},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint64_t count;
        pld_mechanism *mechanism = spec_mechanism(cases[i].spec, &count);
        pld_step step = {mechanism, count};
        pld_result found = ask(&step, 1, PLD_ADJACENCY_ADD_REMOVE, log(cases[i].delta), 1e-12, 0);
        const long double truth[] = {cases[i].remove, cases[i].add};
        CU_ASSERT_EQUAL(found.method, PLD_METHOD_QUADRATURE);
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            const pld_bracket *one = &found.directions[d].bracket;
            long double slack = 6e-15L; /* of the last two, and of delta as a double */
            CHECK(isnan(truth[d]) || (one->lower <= truth[d] * (1 + slack) && truth[d] * (1 - slack) <= one->upper),
                  "%s, %d: [%.17g, %.17g]", cases[i].spec, d, one->lower, one->upper);
            CHECK(one->upper - one->lower <= 1e-12 * one->upper, "%s, %d: %g wide", cases[i].spec, d, one->upper - one->lower);
        }
        pld_mechanism_free(mechanism);
    }
}

/* A random step; few enough of them for buckets to be quick. */
static void draw_spec(dice *from, char *spec, size_t size) {
    double sigma = dice_logarithmic(from, 0.5, 6), q = dice_logarithmic(from, 5e-4, 0.9);
    unsigned count = 1 + (unsigned)dice_logarithmic(from, 1, 3000);
    switch (dice_below(from, 6)) {
    case 0:
        snprintf(spec, size, "hypergeometric-gaussian:N=1000,B=%d,k=%d,sigma=%.17g,shift=%d@%u", 1 + (int)dice_below(from, 300),
                 1 + (int)dice_below(from, 6), sigma, 1 + (int)dice_below(from, 2), count);
        break;
    case 1:
        snprintf(spec, size, "poisson-gaussian:q=%.17g,sigma=%.17g,removed=%d,added=%d@%u", q, sigma,
                 1 + (int)dice_below(from, 3), (int)dice_below(from, 3), count);
        break;
    case 2:
        snprintf(spec, size, "mixture-gaussian:sigma=%.17g,pw=0.5:0.25:0.25,pm=0:1:2.5,qw=0.75:0.25,qm=0:-%d@%u", 4 * sigma,
                 1 + (int)dice_below(from, 2), 1 + count / 10);
        break;
    case 3:
        snprintf(spec, size, "gaussian:sigma=%.17g@%u", 8 * sigma, 1 + count / 10);
        break;
    default:
        snprintf(spec, size, "poisson-gaussian:q=%.17g,sigma=%.17g@%u", q, sigma, count);
        break;
    }
}

static void test_buckets(void) {
    dice from = dice_create(9090);
    size_t by_quadrature = 0, all = suite_volume(240);
    for (size_t i = 0; i < all; i++) {
        char spec[2][200];
        pld_step steps[2];
        pld_mechanism *mechanisms[2];
        size_t count = 1 + dice_below(&from, 2);
        for (size_t m = 0; m < count; m++) {
            uint64_t times;
            draw_spec(&from, spec[m], sizeof spec[m]);
            mechanisms[m] = spec_mechanism(spec[m], &times);
            steps[m] = (pld_step){mechanisms[m], times};
        }
        double log_delta = -dice_uniform(&from, 3, 30);
        bool add = dice_chance(&from, 0.5);
        pld_adjacency adjacency = add ? PLD_ADJACENCY_ADD : PLD_ADJACENCY_REMOVE;
        pld_result exact = ask(steps, count, adjacency, log_delta, 1e-5, 0);
        double width = fmax(exact.bracket.upper, 1e-3) / 20000;
        pld_result bucketed = isfinite(width) ? ask(steps, count, adjacency, log_delta, 1e-3, width) : exact;
        by_quadrature += exact.method == PLD_METHOD_QUADRATURE;
        CHECK(exact.bracket.lower <= bucketed.bracket.upper && bucketed.bracket.lower <= exact.bracket.upper,
              "%s %s %s, log delta %g: [%.17g, %.17g] and, by buckets, [%.17g, %.17g]", spec[0], count > 1 ? spec[1] : "",
              add ? "add" : "remove", log_delta, exact.bracket.lower, exact.bracket.upper, bucketed.bracket.lower,
              bucketed.bracket.upper);
        for (size_t m = 0; m < count; m++)
            pld_mechanism_free(mechanisms[m]);
    }
    CHECK(by_quadrature > all / 2, "only %zu of %zu by quadrature", by_quadrature, all);
}

/* delta at the epsilon of a delta. */
static void test_back(void) {
    dice from = dice_create(9191);
    for (size_t i = 0; i < suite_volume(120); i++) {
        char spec[200];
        uint64_t times;
        draw_spec(&from, spec, sizeof spec);
        pld_mechanism *mechanism = spec_mechanism(spec, &times);
        pld_step step = {mechanism, times};
        double log_delta = -dice_uniform(&from, 3, 30);
        pld_options options = pld_options_default();
        options.adjacency = dice_chance(&from, 0.5) ? PLD_ADJACENCY_ADD : PLD_ADJACENCY_REMOVE;
        pld_result there = ask(&step, 1, options.adjacency, log_delta, 1e-5, 0), back;
        if (there.bracket.lower > 0 && there.bracket.upper < INFINITY) {
            CU_ASSERT_EQUAL(pld_query_delta(&step, 1, there.bracket.lower, &options, &back, NULL), PLD_OK);
            CHECK(back.bracket.upper >= log_delta - 1e-14 * fabs(log_delta), "%s: %.17g below %.17g", spec, back.bracket.upper,
                  log_delta);
            CU_ASSERT_EQUAL(pld_query_delta(&step, 1, there.bracket.upper, &options, &back, NULL), PLD_OK);
            CHECK(back.bracket.lower <= log_delta + 1e-14 * fabs(log_delta), "%s: %.17g above %.17g", spec, back.bracket.lower,
                  log_delta);
        }
        pld_mechanism_free(mechanism);
    }
}

int main(void) {
    CU_TestInfo tests[] = {{"values", test_values}, {"buckets", test_buckets}, {"back", test_back}, CU_TEST_INFO_NULL};
    return suite_run("kernel/cross", tests);
}
