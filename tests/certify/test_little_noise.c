/* Tests of src/query/little_noise.c. */
#include "certify/little_noise.h"

#include "support/dice.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>

static pld_result ask(const char *spec, pld_adjacency adjacency, bool for_delta, double given, double bucket_width) {
    uint64_t count;
    pld_mechanism *mechanism = spec_mechanism(spec, &count);
    pld_step step = {mechanism, count};
    pld_options options = pld_options_default();
    options.adjacency = adjacency;
    options.bucket_width = bucket_width;
    pld_result result = {.tolerance = 0};
    CU_ASSERT_EQUAL(for_delta ? pld_query_delta(&step, 1, given, &options, &result, NULL)
                              : pld_query_epsilon(&step, 1, given, &options, &result, NULL),
                    PLD_OK);
    pld_mechanism_free(mechanism);
    return result;
}

/* Values of the same sum by another program, in 30-digit arithmetic. */
static void test_values(void) {
    static const struct {
        const char *spec;
        double truth;
    } cases[] = {{"poisson-gaussian:q=0.001,sigma=0.05@1000", 1678.45731869546},
                 {"poisson-gaussian:q=0.01,sigma=0.02@100", 10246.408850285064},
                 {"poisson-gaussian:q=0.001,sigma=0.01@1000", 44542.5229108937}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pld_result found = ask(cases[i].spec, PLD_ADJACENCY_REMOVE, false, log(1e-6), 0);
        CHECK(found.bracket.lower <= cases[i].truth * (1 + 1e-14) && cases[i].truth * (1 - 1e-14) <= found.bracket.upper &&
                  found.bracket.upper - found.bracket.lower <= 1e-12 * cases[i].truth,
              "%s: [%.17g, %.17g], truth %.17g", cases[i].spec, found.bracket.lower, found.bracket.upper, cases[i].truth);
        CU_ASSERT_EQUAL(found.method, PLD_METHOD_CLOSED_FORM);
    }
}

/* log delta of many steps: the sum by another program, in 40 digits. Its first weights are too small for a number. */
static void test_many(void) {
    static const struct {
        double q, sigma;
        uint64_t count;
        double epsilon;
        long double truth;
    } cases[] = {{0.5, 0.05, 1000000, 99830191.0, -16.0227694036439744L},
                 {0.01, 0.01, 100000, 5678754.0, -11.512916068969806734L},
                 {0.3, 0.02, 20000, 7700000.0, -5.4048870116324178757L}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char spec[96];
        snprintf(spec, sizeof spec, "poisson-gaussian:q=%.17g,sigma=%.17g", cases[i].q, cases[i].sigma);
        pld_mechanism *mechanism = spec_mechanism(spec, NULL);
        pld_step step = {mechanism, cases[i].count};
        pld__log_bounds found = pld__little_noise_log_delta(&step, PLD_REMOVE, cases[i].epsilon);
        CHECK(found.lower <= cases[i].truth && cases[i].truth <= found.upper && found.upper - found.lower < 1e-6L,
              "%s@%g: [%.20Lg, %.20Lg]", spec, (double)cases[i].count, found.lower, found.upper);
        pld_mechanism_free(mechanism);
    }
}

/* Where delta is that of a number of draws to all digits, the answer is wide; nobody looks for a better one. */
static void test_flat(void) {
    pld_result found = ask("poisson-gaussian:q=0.01,sigma=1e-4@3", PLD_ADJACENCY_REMOVE, false, log(1e-6), 0);
    CU_ASSERT_EQUAL(found.method, PLD_METHOD_CLOSED_FORM);
    CU_ASSERT_FALSE(found.tolerance_met);
    CHECK(found.bracket.lower > 1.0e8 && found.bracket.upper < 1.6e8, "[%.17g, %.17g]", found.bracket.lower, found.bracket.upper);
}

/* Buckets never contradict it, in either direction, at either question. */
static void test_buckets(void) {
    dice from = dice_create(606);
    for (size_t i = 0; i < suite_volume(40); i++) {
        double sigma = dice_logarithmic(&from, 0.03, 0.09), q = dice_logarithmic(&from, 1e-3, 0.5);
        unsigned count = 2 + (unsigned)dice_below(&from, 6);
        bool add = dice_chance(&from, 0.5), one_added = dice_chance(&from, 0.3);
        char spec[128];
        snprintf(spec, sizeof spec, "poisson-gaussian:q=%.17g,sigma=%.17g,removed=%d,added=%d@%u", q, sigma, !one_added,
                 one_added, count);
        double log_delta = dice_uniform(&from, -14, -0.5);
        pld_result closed = ask(spec, add ? PLD_ADJACENCY_ADD : PLD_ADJACENCY_REMOVE, false, log_delta, 0);
        pld_result bucketed =
            ask(spec, add ? PLD_ADJACENCY_ADD : PLD_ADJACENCY_REMOVE, false, log_delta, fmax(closed.bracket.upper, 0.1) / 20000);
        CHECK(closed.bracket.lower <= bucketed.bracket.upper && bucketed.bracket.lower <= closed.bracket.upper,
              "%s %s, log delta %g: [%.17g, %.17g] and [%.17g, %.17g]", spec, add ? "add" : "remove", log_delta,
              closed.bracket.lower, closed.bracket.upper, bucketed.bracket.lower, bucketed.bracket.upper);
    }
}

/* delta falls with epsilon, both bounds are in order, and what epsilon answers has the delta asked for. */
static void test_order(void) {
    dice from = dice_create(607);
    for (size_t i = 0; i < suite_cases(60); i++) {
        double sigma = dice_logarithmic(&from, 1e-4, 0.06), q = dice_logarithmic(&from, 1e-6, 0.99);
        double count = floor(dice_logarithmic(&from, 2, 1e5));
        char spec[96];
        snprintf(spec, sizeof spec, "poisson-gaussian:q=%.17g,sigma=%.17g", q, sigma);
        pld_mechanism *mechanism = spec_mechanism(spec, NULL);
        pld_step step = {mechanism, (uint64_t)count};
        CU_ASSERT_TRUE(pld__little_noise_applies(&step));
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            double scale = d == 0 ? (1 + q * count) / (sigma * sigma) : -count * log1p(-q);
            pld__log_bounds before = {0, 0};
            for (double share = 0; share < 2; share += 0.25) {
                pld__log_bounds found = pld__little_noise_log_delta(&step, d == 0 ? PLD_REMOVE : PLD_ADD, share * scale);
                CHECK(found.lower <= found.upper && found.lower <= before.upper,
                      "%s@%g, direction %d, epsilon %g: [%Lg, %Lg] after [%Lg, %Lg]", spec, count, d, share * scale, found.lower,
                      found.upper, before.lower, before.upper);
                before = found;
            }
        }
        pld_mechanism_free(mechanism);
    }
}

/* Groups, both sides, more noise: not what the theorem is about. */
static void test_hypotheses(void) {
    static const char *const others[] = {"poisson-gaussian:q=0.1,sigma=0.05,k=2",
                                         "poisson-gaussian:q=0.1,sigma=0.05,removed=1,added=1",
                                         "poisson-gaussian:q=0.1,sigma=0.2",
                                         "poisson-gaussian:q=1,sigma=0.05",
                                         "gaussian:sigma=0.05",
                                         "hypergeometric-gaussian:N=100,B=3,k=1,sigma=0.05"};
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        pld_mechanism *mechanism = spec_mechanism(others[i], NULL);
        pld_step step = {mechanism, 10};
        CHECK(!pld__little_noise_applies(&step), "%s", others[i]);
        pld_mechanism_free(mechanism);
    }
}

int main(void) {
    CU_TestInfo tests[] = {{"values", test_values}, {"many", test_many},
                           {"flat", test_flat},     {"against buckets", test_buckets},
                           {"order", test_order},   {"hypotheses", test_hypotheses},
                           CU_TEST_INFO_NULL};
    return suite_run("certify/little_noise", tests);
}
