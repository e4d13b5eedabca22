/* Tests of pld_query_epsilon: what it promises beside values that are right (test_reference.c). */
#include "support/estimate.h"
#include "support/dice.h"
#include "support/oracle.h"
#include "support/specs.h"
#include "support/suite.h"

#include <math.h>
#include <pld/pld.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DP_SGD "poisson-gaussian:q=256/60000,sigma=1@16384"
static const double DP_SGD_REMOVE = 3.0696978848608448617, DP_SGD_ADD = 2.8573716378569744558;

static pld_options options_with(pld_adjacency adjacency) {
    pld_options options = pld_options_default();
    options.adjacency = adjacency;
    return options;
}

/* --- limits --------------------------------------------------------------------------------------------------------- */

static void test_both_directions(void) {
    pld_options options = options_with(PLD_ADJACENCY_ADD_REMOVE);
    options.tolerance = 1e-4;
    pld_result result;
    CU_ASSERT_EQUAL_FATAL(specs_epsilon(DP_SGD, log(1e-5), &options, &result), PLD_OK);
    const pld_bracket *remove = &result.directions[PLD_REMOVE].bracket, *add = &result.directions[PLD_ADD].bracket;
    CU_ASSERT_TRUE(remove->lower <= DP_SGD_REMOVE && DP_SGD_REMOVE <= remove->upper);
    CU_ASSERT_TRUE(add->lower <= DP_SGD_ADD && DP_SGD_ADD <= add->upper);
    CU_ASSERT_TRUE(result.bracket.lower == remove->lower && result.bracket.upper == remove->upper);
    CU_ASSERT_TRUE(result.bracket.upper - result.bracket.lower <= 1e-4 && result.tolerance_met);
    CU_ASSERT_TRUE(result.method == PLD_METHOD_QUADRATURE && result.frequencies > 0 && result.memory > 0 && result.seconds >= 0);
    CHECK(result_is_sane(&result), "both directions");
}

/* With little room the bracket is wide but true, and says so. */
static void check_limited(const pld_options *options) {
    pld_result result;
    CU_ASSERT_EQUAL_FATAL(specs_epsilon(DP_SGD, log(1e-5), options, &result), PLD_OK);
    CHECK(result.bracket.lower <= DP_SGD_REMOVE && DP_SGD_REMOVE <= result.bracket.upper, "[%g, %g] is not a bracket",
          result.bracket.lower, result.bracket.upper);
    const pld_bracket *add = &result.directions[PLD_ADD].bracket;
    CHECK(add->lower <= DP_SGD_ADD && DP_SGD_ADD <= add->upper, "[%g, %g] is not a bracket of add", add->lower, add->upper);
    /* Quadrature needs no more than this. */
    CHECK(result.method == PLD_METHOD_QUADRATURE ? result.memory < 1 << 20 : !result.tolerance_met && result.memory_bound,
          "met %d, bound %d", result.tolerance_met, result.memory_bound);
    CHECK(options->buckets == 0 || result.buckets <= options->buckets, "%zu buckets of %zu", result.buckets, options->buckets);
    CHECK(options->memory_limit == 0 || result.memory <= options->memory_limit, "%zu bytes of %zu", result.memory,
          options->memory_limit);
    CHECK(result_is_sane(&result), "limited");
}

static void test_limits(void) {
    pld_options options = options_with(PLD_ADJACENCY_ADD_REMOVE);
    options.tolerance = 1e-6;
    static const size_t memories[] = {20000, 100000, 1000000, 3000000};
    for (size_t i = 0; i < COUNT_OF(memories); i++) {
        options.memory_limit = memories[i];
        check_limited(&options);
    }
    options.memory_limit = 0;
    static const size_t buckets[] = {10, 100, 1000, 30000};
    for (size_t i = 0; i < COUNT_OF(buckets); i++) {
        options.buckets = buckets[i];
        check_limited(&options);
    }
}

/* Limits that nothing fits into: a bracket that says nothing, or an error, but an answer. */
static bool answers(const void *context) {
    pld_options options = *(const pld_options *)context;
    pld_step step = {NULL, 0};
    pld_mechanism *mechanism = NULL;
    pld_result result;
    if (pld_mechanism_parse(DP_SGD, &mechanism, &step.count, NULL) != PLD_OK) {
        return false;
    }
    step.mechanism = mechanism;
    pld_status status = pld_query_epsilon(&step, 1, log(1e-5), &options, &result, NULL);
    pld_mechanism_free(mechanism);
    bool limited = options.bucket_width == 0;
    return status != PLD_OK || (result.bracket.lower <= DP_SGD_REMOVE && DP_SGD_REMOVE <= result.bracket.upper &&
                                !(limited && result.tolerance_met) && result_is_sane(&result));
}

static void test_impossible_limits(void) {
    pld_options options = options_with(PLD_ADJACENCY_ADD_REMOVE);
    options.threads = 1;
    for (size_t buckets = 1; buckets <= 5; buckets++) {
        options.buckets = buckets;
        CHECK(suite_within(5, answers, &options), "no true answer with %zu buckets", buckets);
    }
    options.buckets = 0;
    for (size_t memory = 1; memory <= 10000; memory *= 10) {
        options.memory_limit = memory;
        CHECK(suite_within(5, answers, &options), "no true answer with %zu bytes", memory);
    }
    options.memory_limit = 0;
    static const double widths[] = {1e-12, 1e3, 1e300};
    for (size_t i = 0; i < COUNT_OF(widths); i++) {
        options.bucket_width = widths[i];
        options.memory_limit = (size_t)1 << 24;
        CHECK(suite_within(5, answers, &options), "no true answer with buckets of %g", widths[i]);
    }
}

static void test_halved_width(void) {
    pld_options options = options_with(PLD_ADJACENCY_ADD_REMOVE);
    pld_result last, result;
    for (int halvings = 0; halvings < (SANITIZED ? 3 : 6); halvings++) {
        options.bucket_width = ldexp(1e-3, -halvings);
        options.tolerance = 1e-12; /* not to be met */
        CU_ASSERT_EQUAL_FATAL(specs_epsilon(DP_SGD, log(1e-5), &options, &result), PLD_OK);
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            const pld_bracket *one = &result.directions[d].bracket, *other = &last.directions[d].bracket;
            double truth = d == PLD_REMOVE ? DP_SGD_REMOVE : DP_SGD_ADD;
            CHECK(one->lower <= truth && truth <= one->upper, "width %g: [%g, %g]", options.bucket_width, one->lower, one->upper);
            if (halvings > 0) {
                CHECK(one->lower <= other->upper && other->lower <= one->upper, "width %g: brackets do not overlap",
                      options.bucket_width);
                CHECK(one->upper - one->lower < 0.5 * (other->upper - other->lower), "width %g: %g after %g",
                      options.bucket_width, one->upper - one->lower, other->upper - other->lower);
            }
        }
        last = result;
    }
}

/* --- special answers ------------------------------------------------------------------------------------------------ */

static void test_zero(void) {
    pld_options options = options_with(PLD_ADJACENCY_ADD_REMOVE);
    pld_result result;
    /* delta(0) of q = 0.01, sigma = 1 is 0.0038. */
    CU_ASSERT_EQUAL_FATAL(specs_epsilon("poisson-gaussian:q=0.01,sigma=1", log(0.01), &options, &result), PLD_OK);
    CHECK(result.bracket.lower == 0 && result.bracket.upper == 0 && result.tolerance_met, "[%g, %g]", result.bracket.lower,
          result.bracket.upper);
    CU_ASSERT_EQUAL_FATAL(specs_epsilon("poisson-gaussian:q=0.01,sigma=1@2", log(0.5), &options, &result), PLD_OK);
    CHECK(result.bracket.lower == 0 && result.bracket.upper == 0 && result.tolerance_met, "[%g, %g]", result.bracket.lower,
          result.bracket.upper);
    CU_ASSERT_EQUAL_FATAL(specs_epsilon("gaussian:sigma=100@100", log(0.9), &options, &result), PLD_OK);
    CHECK(result.bracket.lower == 0 && result.bracket.upper == 0 && result.tolerance_met, "[%g, %g]", result.bracket.lower,
          result.bracket.upper);
    /* A mechanism that never looks. */
    CU_ASSERT_EQUAL_FATAL(specs_epsilon("poisson-gaussian:q=0,sigma=1@1000", log(1e-9), &options, &result), PLD_OK);
    CHECK(result.bracket.lower == 0 && result.bracket.upper == 0 && result.tolerance_met, "[%g, %g]", result.bracket.lower,
          result.bracket.upper);
    CU_ASSERT_EQUAL_FATAL(specs_epsilon("poisson-gaussian:q=0,sigma=1@1000", -INFINITY, &options, &result), PLD_OK);
    CHECK(result.bracket.lower == 0 && result.bracket.upper == 0 && result.tolerance_met, "[%g, %g]", result.bracket.lower,
          result.bracket.upper);
}

static void test_always_sampled(void) {
    pld_options options = options_with(PLD_ADJACENCY_ADD_REMOVE);
    options.tolerance = 1e-6;
    pld_result sampled, plain;
    CU_ASSERT_EQUAL_FATAL(specs_epsilon("poisson-gaussian:q=1,sigma=20@1000", log(1e-6), &options, &sampled), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(specs_epsilon("gaussian:sigma=20@1000", log(1e-6), &options, &plain), PLD_OK);
    CU_ASSERT_EQUAL(sampled.bracket.lower, plain.bracket.lower);
    CU_ASSERT_EQUAL(sampled.bracket.upper, plain.bracket.upper);
    CU_ASSERT_TRUE(plain.bracket.lower <= 8.3062250499547281912 && plain.bracket.upper >= 8.3062250499547281912);
}

static void test_pure(void) {
    pld_options options = options_with(PLD_ADJACENCY_ADD_REMOVE);
    pld_result result;
    CU_ASSERT_EQUAL_FATAL(specs_epsilon("poisson-gaussian:q=0.01,sigma=1@100", -INFINITY, &options, &result), PLD_OK);
    const pld_bracket *remove = &result.directions[PLD_REMOVE].bracket, *add = &result.directions[PLD_ADD].bracket;
    CU_ASSERT_TRUE(remove->lower == INFINITY && remove->upper == INFINITY && remove->estimate == INFINITY);
    CU_ASSERT_TRUE(result.bracket.lower == INFINITY && result.bracket.upper == INFINITY);
    double truth = -100 * log1p(-0.01);
    CHECK(add->lower <= truth && truth <= add->upper && add->upper - add->lower < 1e-12, "[%.17g, %.17g]", add->lower,
          add->upper);
    CU_ASSERT_TRUE(result.tolerance_met);
    options.adjacency = PLD_ADJACENCY_ADD;
    CU_ASSERT_EQUAL_FATAL(specs_epsilon("poisson-gaussian:q=0.01,sigma=1@100", -INFINITY, &options, &result), PLD_OK);
    CU_ASSERT_TRUE(result.bracket.lower == add->lower && result.bracket.upper == add->upper &&
                   !result.directions[PLD_REMOVE].asked);
}

/* However small delta is, add never needs more than its supremum. */
static void test_near_pure(void) {
    pld_options options = options_with(PLD_ADJACENCY_ADD);
    options.relative_tolerance = 1e-3;
    double truth = -100 * log1p(-0.01);
    static const double logs[] = {-100, -1000, -9000};
    for (size_t i = 0; i < COUNT_OF(logs); i++) {
        pld_result result;
        CU_ASSERT_EQUAL_FATAL(specs_epsilon("poisson-gaussian:q=0.01,sigma=1@100", logs[i], &options, &result), PLD_OK);
        CHECK(result.bracket.upper <= truth * (1 + 1e-12) && result.bracket.lower <= result.bracket.upper,
              "log delta %g: [%g, %g]", logs[i], result.bracket.lower, result.bracket.upper);
    }
}

/* So large a delta that the answer is below most losses: a Gaussian's epsilon first, its delta from the closed form. */
static void test_large(void) {
    dice from = dice_create(91);
    for (size_t i = 0; i < suite_cases(50); i++) {
        double count = floor(dice_logarithmic(&from, 2, 1e4)), mu = dice_logarithmic(&from, 0.5, 20), sigma = sqrt(count) / mu;
        double epsilon = mu * mu / 2 * dice_uniform(&from, 0, 1);
        double log_delta = (double)oracle_gaussian_log_delta(sqrtl((long double)count) / (long double)sigma, epsilon);
        if (log_delta > -1e-9) {
            continue; /* the logarithm does not have enough digits */
        }
        char spec[96];
        snprintf(spec, sizeof spec, "gaussian:sigma=%.17g@%.0f", sigma, count);
        pld_options options = options_with(dice_chance(&from, 0.5) ? PLD_ADJACENCY_ADD : PLD_ADJACENCY_REMOVE);
        options.relative_tolerance = dice_logarithmic(&from, 1e-5, 1e-1);
        pld_result result;
        CU_ASSERT_EQUAL_FATAL(specs_epsilon(spec, log_delta, &options, &result), PLD_OK);
        double slack = 1e-6 * fmax(1, epsilon);
        CHECK(result.bracket.lower <= epsilon + slack && result.bracket.upper >= epsilon - slack,
              "%s, log delta %.17g, tolerance %g: [%.9g, %.9g] without %.9g", spec, log_delta, options.relative_tolerance,
              result.bracket.lower, result.bracket.upper, epsilon);
        CHECK(result_is_sane(&result), "%s, log delta %.17g", spec, log_delta);
    }
}

/* --- threads, arguments --------------------------------------------------------------------------------------------- */

static bool same_bits(const pld_result *one, const pld_result *other) {
    bool same = memcmp(&one->bracket, &other->bracket, sizeof one->bracket) == 0 && one->buckets == other->buckets &&
                one->bucket_width == other->bucket_width && one->memory == other->memory;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        const pld_direction_result *a = &one->directions[d], *b = &other->directions[d];
        same &= a->asked == b->asked && memcmp(&a->bracket, &b->bracket, sizeof a->bracket) == 0 &&
                memcmp(&a->lower, &b->lower, sizeof a->lower) == 0 && memcmp(&a->upper, &b->upper, sizeof a->upper) == 0 &&
                a->tilt == b->tilt;
    }
    return same;
}

static void test_threads(void) {
    static const char *const specs[] = {DP_SGD, "hypergeometric-gaussian:N=1000,B=100,k=3,sigma=2@50", "gaussian:sigma=5@100",
                                        "poisson-gaussian:q=0.1,sigma=1,removed=1,added=1@20"};
    for (size_t i = 0; i < COUNT_OF(specs); i++) {
        pld_options options = options_with(PLD_ADJACENCY_ADD_REMOVE);
        pld_result one, other;
        options.threads = 1;
        CU_ASSERT_EQUAL_FATAL(specs_epsilon(specs[i], log(1e-6), &options, &one), PLD_OK);
        for (unsigned threads = 0; threads <= 4; threads += 2) {
            options.threads = threads;
            CU_ASSERT_EQUAL_FATAL(specs_epsilon(specs[i], log(1e-6), &options, &other), PLD_OK);
            CHECK(same_bits(&one, &other), "%s: %u threads", specs[i], threads);
        }
    }
}

/* Several mechanisms: in any order, and split in any way. */
static void test_several(void) {
    pld_mechanism *first = NULL, *second = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(0.01, 1, 1, 0, 1, &first, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_gaussian(20, 1, &second, NULL), PLD_OK);
    pld_options options = options_with(PLD_ADJACENCY_ADD_REMOVE);
    options.tolerance = 1e-4;
    const pld_step orders[][3] = {{{first, 500}, {second, 100}, {first, 0}},
                                  {{second, 100}, {first, 500}, {first, 0}},
                                  {{first, 200}, {second, 100}, {first, 300}}};
    pld_result results[COUNT_OF(orders)];
    for (size_t i = 0; i < COUNT_OF(orders); i++) {
        size_t count = orders[i][2].count > 0 ? 3 : 2;
        CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(orders[i], count, log(1e-6), &options, &results[i], NULL), PLD_OK);
        CHECK(results[i].tolerance_met && result_is_sane(&results[i]), "order %zu: [%g, %g]", i, results[i].bracket.lower,
              results[i].bracket.upper);
        for (size_t j = 0; j < i; j++)
            for (int d = 0; d < PLD_DIRECTIONS; d++) {
                const pld_bracket *a = &results[i].directions[d].bracket, *b = &results[j].directions[d].bracket;
                CHECK(a->lower <= b->upper && b->lower <= a->upper, "orders %zu and %zu do not overlap", i, j);
            }
    }
    pld_mechanism_free(first);
    pld_mechanism_free(second);
}

/* delta of DP-SGD with hardly any noise, up to e^(-1/(8 sigma^2)): a record that is drawn j times has, each time, a loss of log q
 * + (x - 1/2)/sigma^2, x from N(1, sigma^2), and otherwise log(1 - q). So delta is a mean over the binomial j of closed forms. */
static long double little_noise_delta(double q, double sigma, unsigned steps, long double epsilon) {
    long double delta = 0, rest = log1pl(-(long double)q);
    for (unsigned j = 1; j <= steps; j++) {
        long double log_weight =
            lgammal(steps + 1.0L) - lgammal(j + 1.0L) - lgammal(steps - j + 1.0L) + j * logl(q) + (steps - j) * rest;
        long double variance = j / ((long double)sigma * sigma), mean = j * logl(q) + (steps - j) * rest + variance / 2;
        long double above = (mean - epsilon) / sqrtl(2 * variance), below = (mean - epsilon - variance) / sqrtl(2 * variance);
        long double other = 0.5L * erfcl(-below);
        other = other > 0 ? expl(epsilon - mean + variance / 2 + logl(other)) : 0;
        delta += expl(log_weight) * fmaxl(0.5L * erfcl(-above) - other, 0);
    }
    return delta;
}

static void test_little_noise(void) {
    static const struct {
        double q, sigma, delta;
        unsigned steps;
    } cases[] = {{0.01, 0.05, 1e-5, 1000}, {0.01, 0.05, 1e-12, 1000}, {0.001, 0.04, 1e-6, 2000}, {0.1, 0.06, 1e-5, 300}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char spec[96];
        pld_result result;
        pld_options options = options_with(PLD_ADJACENCY_REMOVE);
        snprintf(spec, sizeof spec, "poisson-gaussian:q=%g,sigma=%g@%u", cases[i].q, cases[i].sigma, cases[i].steps);
        CU_ASSERT_EQUAL_FATAL(specs_epsilon(spec, log(cases[i].delta), &options, &result), PLD_OK);
        CHECK(result.tolerance_met, "%s: [%.10g, %.10g]", spec, result.bracket.lower, result.bracket.upper);
        /* The closed form errs by far less than the bracket is wide. */
        long double low = little_noise_delta(cases[i].q, cases[i].sigma, cases[i].steps, result.bracket.lower);
        long double high = little_noise_delta(cases[i].q, cases[i].sigma, cases[i].steps, result.bracket.upper);
        CHECK(low > cases[i].delta && high < cases[i].delta, "%s: delta %Lg at %.10g, %Lg at %.10g", spec, low,
              result.bracket.lower, high, result.bracket.upper);
    }
}

/* Groups: bumps of the loss that are far apart and of very different weight. Nothing contradicts the contour. */
static void test_groups(void) {
    static const unsigned groups[] = {2, 3, 5, 10};
    for (size_t i = 0; i < COUNT_OF(groups); i++)
        for (unsigned bit = 1; bit <= 14; bit += SANITIZED ? 4 : 2) {
            char spec[96];
            pld_result result;
            pld_options options = options_with(PLD_ADJACENCY_ADD_REMOVE);
            options.relative_tolerance = 1e-4;
            snprintf(spec, sizeof spec, "hypergeometric-gaussian:N=60000,B=256,k=%u,sigma=1@%u", groups[i], 1u << bit);
            pld_status status = specs_epsilon(spec, log(1e-5), &options, &result);
            CHECK(status == PLD_OK && result.tolerance_met, "%s: status %d", spec, (int)status);
        }
}

static void test_bad_arguments(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_gaussian(1, 1, &mechanism, NULL), PLD_OK);
    pld_options good = pld_options_default();
    pld_result untouched, result;
    memset(&untouched, 0x5a, sizeof untouched);
    result = untouched;
    pld_step step = {mechanism, 1};
    static const double bad_logs[] = {0, 1, NAN, INFINITY};
    for (size_t i = 0; i < COUNT_OF(bad_logs); i++) {
        pld_error error = {.message = ""};
        CU_ASSERT_EQUAL(pld_query_epsilon(&step, 1, bad_logs[i], &good, &result, &error), PLD_ERROR_ARGUMENT);
        CU_ASSERT_TRUE(error.message[0] != '\0' && error.allowed[0] != '\0');
        CU_ASSERT_EQUAL(pld_query_epsilon(&step, 1, bad_logs[i], &good, &result, NULL), PLD_ERROR_ARGUMENT);
    }
    pld_step none = {mechanism, 0}, many = {mechanism, UINT64_MAX}, missing = {NULL, 1};
    CU_ASSERT_EQUAL(pld_query_epsilon(&none, 1, -10, &good, &result, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_query_epsilon(&many, 1, -10, &good, &result, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_query_epsilon(&missing, 1, -10, &good, &result, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_query_epsilon(&step, 0, -10, &good, &result, NULL), PLD_ERROR_ARGUMENT);
    static const double bad_numbers[] = {-1, NAN};
    for (size_t i = 0; i < COUNT_OF(bad_numbers); i++) {
        pld_options options = good;
        options.tolerance = bad_numbers[i];
        CU_ASSERT_EQUAL(pld_query_epsilon(&step, 1, -10, &options, &result, NULL), PLD_ERROR_ARGUMENT);
        options = good;
        options.relative_tolerance = bad_numbers[i];
        CU_ASSERT_EQUAL(pld_query_epsilon(&step, 1, -10, &options, &result, NULL), PLD_ERROR_ARGUMENT);
        options = good;
        options.bucket_width = bad_numbers[i];
        CU_ASSERT_EQUAL(pld_query_epsilon(&step, 1, -10, &options, &result, NULL), PLD_ERROR_ARGUMENT);
    }
    CU_ASSERT_EQUAL(memcmp(&result, &untouched, sizeof result), 0);
    pld_mechanism_free(mechanism);
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"impossible limits", test_impossible_limits}, /* first: see suite_within */
        {"both directions", test_both_directions},
        {"limits", test_limits},
        {"halved bucket width", test_halved_width},
        {"epsilon 0", test_zero},
        {"q = 1 is the Gaussian", test_always_sampled},
        {"delta 0", test_pure},
        {"delta nearly 0", test_near_pure},
        {"large deltas", test_large},
        {"threads", test_threads},
        {"several mechanisms", test_several},
        {"little noise", test_little_noise},
        {"groups", test_groups},
        {"bad arguments", test_bad_arguments},
        CU_TEST_INFO_NULL,
    };
    return suite_run("epsilon", tests);
}
