/* Tests of pld_query_delta against closed forms and the oracle. */
#include "support/dice.h"
#include "support/oracle.h"
#include "support/suite.h"

#include <math.h>
#include <pld/pld.h>
#include <string.h>

static pld_options options_with(pld_adjacency adjacency) {
    pld_options options = pld_options_default();
    options.adjacency = adjacency;
    return options;
}

static pld_result ask(const pld_mechanism *mechanism, uint64_t count, double epsilon, const pld_options *options) {
    pld_step step = {mechanism, count};
    pld_result result = {.bracket = {NAN, NAN, NAN}};
    pld_error error = {.message = ""};
    pld_status status = pld_query_delta(&step, 1, epsilon, options, &result, &error);
    CHECK(status == PLD_OK, "epsilon %g: %s", epsilon, error.message);
    return result;
}

/* Within the bracket, but for the accuracy of the truth. */
static bool contains(const pld_bracket *bracket, long double log_truth, long double relative) {
    return bracket->lower <= log_truth + relative && bracket->upper >= log_truth - relative &&
           bracket->lower <= bracket->estimate && bracket->estimate <= bracket->upper;
}

/* Plain Gaussians, any T, any delta. */
static void test_gaussian(void) {
    static const struct {
        double sigma;
        uint64_t count;
        double epsilon;
    } cases[] = {
        {1, 1, 0},     {1, 1, 1},      {1, 1, 10},    {0.5, 1, 20},   {5, 1, 0.1},   {5, 1, 2},      {20, 1000, 8},
        {20, 1000, 0}, {20, 1000, 40}, {100, 10, 0},  {100, 10, 0.5}, {10, 2500, 0}, {10, 2500, 10}, {50, 100000, 60},
        {2, 10, 30},   {3, 4000, 0},   {3, 4000, 40}, {3, 4000, 150}, {1, 400, 0},   {1, 100, 10},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pld_mechanism *mechanism = NULL;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_gaussian(cases[i].sigma, 1, &mechanism, NULL), PLD_OK);
        pld_options options = options_with(PLD_ADJACENCY_ADD_REMOVE);
        pld_result result = ask(mechanism, cases[i].count, cases[i].epsilon, &options);
        long double truth =
            oracle_gaussian_log_delta(sqrtl((long double)cases[i].count) / (long double)cases[i].sigma, cases[i].epsilon);
        CHECK(contains(&result.bracket, truth, 1e-15L * fmaxl(1, fabsl(truth))),
              "sigma %g, T %d, epsilon %g: [%.17g, %.17g] without %.17Lg", cases[i].sigma, (int)cases[i].count, cases[i].epsilon,
              result.bracket.lower, result.bracket.upper, truth);
        CHECK(result.tolerance_met && result.bracket.upper - result.bracket.lower <= 1.001e-3,
              "sigma %g, T %d, epsilon %g: width %g", cases[i].sigma, (int)cases[i].count, cases[i].epsilon,
              result.bracket.upper - result.bracket.lower);
        CU_ASSERT_TRUE(result.bracket.upper <= 0);
        pld_mechanism_free(mechanism);
    }
}

/* There is an estimate where something tells it, and none in a bracket that is wider than asked: a direction that does not
 * decide, or a grid that is too coarse. */
static void test_no_estimate(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(0.01, 0.8, 1, 0, 1, &mechanism, NULL), PLD_OK);
    pld_options options = options_with(PLD_ADJACENCY_ADD_REMOVE);
    pld_result both = ask(mechanism, 1000, 5.5, &options);
    CHECK(!isnan(both.bracket.estimate) && both.bracket.estimate == both.directions[PLD_REMOVE].bracket.estimate,
          "the direction that decides has no estimate");
    options.adjacency = PLD_ADJACENCY_ADD;
    pld_result alone = ask(mechanism, 1000, 5.5, &options);
    const pld_bracket *aside = &both.directions[PLD_ADD].bracket;
    CHECK(alone.tolerance_met && !isnan(alone.bracket.estimate), "asked alone it has no estimate");
    CHECK(isnan(aside->estimate) || fabs(aside->estimate - alone.bracket.estimate) <= 2 * alone.tolerance,
          "log delta %.17g is estimated, but it is %.17g", aside->estimate, alone.bracket.estimate);
    options = options_with(PLD_ADJACENCY_ADD_REMOVE);
    options.buckets = 16;
    pld_result coarse = ask(mechanism, 100000, 1, &options);
    CHECK(!coarse.tolerance_met && isnan(coarse.bracket.estimate) && coarse.bracket.lower <= coarse.bracket.upper,
          "[%.17g, %.17g] has the estimate %.17g", coarse.bracket.lower, coarse.bracket.upper, coarse.bracket.estimate);
    CHECK(!isnan(coarse.directions[PLD_REMOVE].upper.grid), "the ledger has no grid term");
    pld_mechanism_free(mechanism);
}

/* Far below the smallest double, each in a few seconds. */
typedef struct {
    double sigma;
    uint64_t count;
    double epsilon;
} tiny;

static bool answers_tiny(const void *context) {
    const tiny *one = context;
    pld_mechanism *mechanism = NULL;
    if (pld_mechanism_create_gaussian(one->sigma, 1, &mechanism, NULL) != PLD_OK) {
        return false;
    }
    pld_options options = options_with(PLD_ADJACENCY_REMOVE);
    options.relative_tolerance = 0.01;
    options.threads = 1;
    pld_result result = ask(mechanism, one->count, one->epsilon, &options);
    pld_mechanism_free(mechanism);
    long double truth = oracle_gaussian_log_delta(sqrtl((long double)one->count) / (long double)one->sigma, one->epsilon);
    bool good = contains(&result.bracket, truth, 1e-14L * fabsl(truth)) && result.bracket.upper - result.bracket.lower < 0.02;
    if (!good) {
        printf("\n    [%.17g, %.17g] for %.17Lg", result.bracket.lower, result.bracket.upper, truth);
    }
    return good;
}

static void test_tiny(void) {
    static const tiny cases[] = {{1, 1, 20}, {1, 1, 35},   {1, 1, 40},     {1, 1, 60},      {1, 1, 90},  {5, 1, 10},
                                 {1, 2, 60}, {2, 10, 200}, {20, 1000, 60}, {20, 1000, 120}, {100, 10, 2}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        CHECK(suite_within(SANITIZED ? 20 : 5, answers_tiny, &cases[i]), "sigma %g, T %d, epsilon %g: no good answer in time",
              cases[i].sigma, (int)cases[i].count, cases[i].epsilon);
    }
}

static void test_subsampled(void) {
    dice from = dice_create(71);
    for (size_t i = 0; i < suite_cases(60); i++) {
        double q = dice_logarithmic(&from, 1e-4, 1), sigma = dice_logarithmic(&from, 0.4, 8);
        unsigned removed = 1 + (unsigned)dice_below(&from, 3), added = dice_chance(&from, 0.3) ? 1 : 0;
        uint64_t count = 1 + dice_below(&from, 2);
        pld_mechanism *mechanism = NULL;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(q, sigma, removed, added, 1, &mechanism, NULL), PLD_OK);
        oracle_pair remove = oracle_poisson(q, sigma, removed, added), add = oracle_swapped(&remove);
        bool is_add = dice_chance(&from, 0.5);
        const oracle_pair *pairs[] = {is_add ? &add : &remove, is_add ? &add : &remove};
        double epsilon = dice_chance(&from, 0.1) ? 0 : q * dice_logarithmic(&from, 0.01, 100) / sigma;
        long double truth = logl(oracle_delta(pairs, count, epsilon, 1e-40L));
        pld_options options = options_with(is_add ? PLD_ADJACENCY_ADD : PLD_ADJACENCY_REMOVE);
        options.relative_tolerance = dice_chance(&from, 0.5) ? 1e-3 : 1e-5;
        if (truth > logl(1e-25L)) {
            pld_result result = ask(mechanism, count, epsilon, &options);
            CHECK(contains(&result.bracket, truth, 1e-9L),
                  "q %.17g, sigma %.17g, %u and %u, T %d, add %d, epsilon %.17g: [%.17g, %.17g] without %.17Lg", q, sigma,
                  removed, added, (int)count, is_add, epsilon, result.bracket.lower, result.bracket.upper, truth);
            CHECK(!result.tolerance_met || -expm1(result.bracket.lower - result.bracket.upper) <= options.relative_tolerance,
                  "width");
        }
        pld_mechanism_free(mechanism);
    }
}

/* Below most losses, delta is nearly 1; the upper end must not be below it. */
static void test_large(void) {
    dice from = dice_create(72);
    for (size_t i = 0; i < suite_cases(50); i++) {
        double count = floor(dice_logarithmic(&from, 1, 1e4)), mu = dice_logarithmic(&from, 0.5, 30), sigma = sqrt(count) / mu;
        double epsilon = dice_chance(&from, 0.3) ? 0 : mu * mu / 2 * dice_uniform(&from, 0, 1);
        long double truth = oracle_gaussian_log_delta(sqrtl((long double)count) / (long double)sigma, epsilon);
        pld_mechanism *mechanism = NULL;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_gaussian(sigma, 1, &mechanism, NULL), PLD_OK);
        pld_options options = options_with(PLD_ADJACENCY_REMOVE);
        options.relative_tolerance = dice_logarithmic(&from, 1e-5, 1e-1);
        pld_result result = ask(mechanism, (uint64_t)count, epsilon, &options);
        CHECK(contains(&result.bracket, truth, 1e-15L * fmaxl(1, fabsl(truth))),
              "sigma %.17g, T %g, epsilon %.17g, tolerance %g: [%.17g, %.17g] without %.17Lg", sigma, count, epsilon,
              options.relative_tolerance, result.bracket.lower, result.bracket.upper, truth);
        pld_mechanism_free(mechanism);
    }
}

/* In add there is nothing beyond the supremum, and something right before it. */
static void test_supremum(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(0.1, 1, 1, 0, 1, &mechanism, NULL), PLD_OK);
    pld_options options = options_with(PLD_ADJACENCY_ADD);
    for (uint64_t count = 1; count <= 1000; count *= 10) {
        double supremum = -(double)count * log1p(-0.1);
        static const double beyond[] = {1 + 1e-9, 1.5, 100};
        for (size_t i = 0; i < COUNT_OF(beyond); i++) {
            pld_result result = ask(mechanism, count, supremum * beyond[i], &options);
            CU_ASSERT_TRUE(result.bracket.upper == -INFINITY && result.bracket.lower == -INFINITY && result.tolerance_met);
        }
        pld_result result = ask(mechanism, count, supremum * 0.9, &options);
        CU_ASSERT_TRUE(result.bracket.upper > -INFINITY);
    }
    options = options_with(PLD_ADJACENCY_ADD_REMOVE);
    pld_result result = ask(mechanism, 10, 20, &options);
    CU_ASSERT_TRUE(result.directions[PLD_ADD].bracket.upper == -INFINITY);
    CU_ASSERT_TRUE(result.bracket.lower == result.directions[PLD_REMOVE].bracket.lower && isfinite(result.bracket.lower));
    pld_mechanism_free(mechanism);
}

static void test_trivial(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(0, 1, 1, 0, 1, &mechanism, NULL), PLD_OK);
    pld_options options = options_with(PLD_ADJACENCY_ADD_REMOVE);
    pld_result result = ask(mechanism, 1000, 0, &options);
    CU_ASSERT_TRUE(result.bracket.lower == -INFINITY && result.bracket.upper == -INFINITY && result.tolerance_met);
    pld_mechanism_free(mechanism);
}

/* delta falls as epsilon grows: brackets of a larger epsilon never lie above. */
static void test_monotone(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(0.02, 1, 1, 0, 1, &mechanism, NULL), PLD_OK);
    for (int adjacency = 1; adjacency <= 2; adjacency++) {
        pld_options options = options_with(adjacency == 1 ? PLD_ADJACENCY_REMOVE : PLD_ADJACENCY_ADD);
        double highest = 0;
        for (double epsilon = 0; epsilon < 4; epsilon += SANITIZED ? 1 : 0.2) {
            pld_result result = ask(mechanism, 300, epsilon, &options);
            CHECK(result.bracket.lower <= highest, "epsilon %g: log delta at least %g after at most %g", epsilon,
                  result.bracket.lower, highest);
            highest = result.bracket.upper;
        }
    }
    pld_mechanism_free(mechanism);
}

static void test_bad_arguments(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_gaussian(1, 1, &mechanism, NULL), PLD_OK);
    pld_options options = pld_options_default();
    pld_step step = {mechanism, 1};
    pld_result untouched, result;
    memset(&untouched, 0x5a, sizeof untouched);
    result = untouched;
    static const double bad[] = {-1, -1e-300, NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        pld_error error = {.message = ""};
        CU_ASSERT_EQUAL(pld_query_delta(&step, 1, bad[i], &options, &result, &error), PLD_ERROR_ARGUMENT);
        CU_ASSERT_TRUE(error.message[0] != '\0' && error.allowed[0] != '\0');
    }
    CU_ASSERT_EQUAL(pld_query_delta(&step, 0, 1, &options, &result, NULL), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(memcmp(&result, &untouched, sizeof result), 0);
    pld_mechanism_free(mechanism);
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"tiny deltas", test_tiny}, /* first: see suite_within */
        {"Gaussians", test_gaussian}, {"subsampled", test_subsampled},       {"no estimate", test_no_estimate},
        {"large deltas", test_large}, {"supremum", test_supremum},           {"nothing to see", test_trivial},
        {"monotone", test_monotone},  {"bad arguments", test_bad_arguments}, CU_TEST_INFO_NULL,
    };
    return suite_run("delta", tests);
}
