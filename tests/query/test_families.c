/* Every discrete family, any number of steps: the bracket contains an independent value, an exact sum in long double
 * (support/discrete.h). And what holds of lists of any families. */
#include "support/estimate.h"
#include "support/dice.h"
#include "support/discrete.h"
#include "support/specs.h"
#include "support/suite.h"

#include <inttypes.h>
#include <math.h>
#include <pld/pld.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t STEPS[] = {1, 2, 7, 1000};

/* One mechanism, and delta of its compositions by other means. */
typedef struct {
    char spec[256];
    discrete_pair pairs[PLD_DIRECTIONS];
    long double spacing; /* of the losses; 0: there are at most three of them */
    long double cut;     /* mass that the reference leaves out, per step */
} subject;

static subject *subject_start(void) {
    subject *made = calloc(1, sizeof *made);
    CU_ASSERT_FATAL(made != NULL);
    return made;
}

static void finish(subject *made, double rate) {
    discrete_sample(&made->pairs[PLD_REMOVE], rate);
    made->pairs[PLD_ADD] = made->pairs[PLD_REMOVE];
    discrete_swap(&made->pairs[PLD_ADD]);
}

static long double truth_at(const subject *of, pld_direction direction, uint64_t steps, long double epsilon) {
    const discrete_pair *pair = &of->pairs[direction];
    if (steps <= 2)
        return discrete_delta(pair, (unsigned)steps, epsilon);
    return of->spacing > 0 ? discrete_delta_lattice(pair, steps, of->spacing, epsilon) : discrete_delta_few(pair, steps, epsilon);
}

/* The upper end. */
static double check_epsilon(const subject *of, const pld_step *step, double log_delta) {
    pld_options options = pld_options_default();
    pld_result result;
    CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(step, 1, log_delta, &options, &result, NULL), PLD_OK);
    CHECK(result.tolerance_met, "%s@%" PRIu64 ", log delta %.17g: [%.17g, %.17g] is too wide", of->spec, step->count, log_delta,
          result.bracket.lower, result.bracket.upper);
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        const pld_bracket *bracket = &result.directions[d].bracket;
        long double delta = expl((long double)log_delta), cut = (long double)step->count * of->cut;
        CHECK(estimate_fits(bracket, result.tolerance), "%s", of->spec);
        if (isfinite(bracket->upper)) {
            long double at = truth_at(of, (pld_direction)d, step->count, bracket->upper);
            CHECK(at <= delta * (1 + 1e-11L) + cut, "%s@%" PRIu64 " %d, log delta %.17g: delta(%.17g) is %.12Lg times delta",
                  of->spec, step->count, d, log_delta, bracket->upper, at / delta);
        }
        if (isinf(bracket->lower)) /* then all of delta is at infinite loss */
            CHECK(truth_at(of, (pld_direction)d, step->count, 1e4L) >= delta * (1 - 1e-11L), "%s: infinite", of->spec);
        else if (bracket->lower > 0) {
            long double at = truth_at(of, (pld_direction)d, step->count, bracket->lower);
            CHECK(at >= delta * (1 - 1e-11L) - cut, "%s@%" PRIu64 " %d, log delta %.17g: delta(%.17g) is %.12Lg times delta",
                  of->spec, step->count, d, log_delta, bracket->lower, at / delta);
        }
    }
    return result.bracket.upper;
}

static void check_delta(const subject *of, const pld_step *step, double epsilon) {
    pld_options options = pld_options_default();
    pld_result result;
    CU_ASSERT_EQUAL_FATAL(pld_query_delta(step, 1, epsilon, &options, &result, NULL), PLD_OK);
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        const pld_bracket *bracket = &result.directions[d].bracket;
        long double truth = truth_at(of, (pld_direction)d, step->count, epsilon), cut = (long double)step->count * of->cut;
        CHECK(expl((long double)bracket->lower) <= truth * (1 + 1e-11L) + cut &&
                  truth * (1 - 1e-11L) - cut <= expl((long double)bracket->upper),
              "%s@%" PRIu64 " %d, epsilon %.17g: %.15Lg is not in [%.15Lg, %.15Lg]", of->spec, step->count, d, epsilon, truth,
              expl((long double)bracket->lower), expl((long double)bracket->upper));
    }
}

/* All numbers of steps, one delta and one epsilon each; takes the subject. */
static void check_subject(subject *of, dice *from, size_t cases) {
    pld_mechanism *mechanism = NULL;
    uint64_t count = 0;
    pld_error error = {.message = ""};
    pld_status status = pld_mechanism_parse(of->spec, &mechanism, &count, &error);
    CHECK(status == PLD_OK, "%s: %s", of->spec, error.message);
    for (size_t i = 0; i < cases && status == PLD_OK; i++) {
        pld_step step = {mechanism, STEPS[i]};
        double log_delta = log(dice_logarithmic(from, of->cut > 0 ? 1e-9 : 1e-14, 0.3));
        double upper = check_epsilon(of, &step, log_delta);
        double epsilon = isfinite(upper) ? upper : 1;
        check_delta(of, &step, epsilon * dice_uniform(from, 0.3, 0.99));
    }
    pld_mechanism_free(mechanism);
    free(of);
}

/* Often 1: without sampling. */
static double random_rate(dice *from) {
    return dice_chance(from, 0.4) ? 1 : dice_logarithmic(from, 1e-3, 1);
}

/* `NAME:keys`, or the same sampled. */
static void name(subject *of, double rate, const char *family, const char *keys) {
    if (rate == 1)
        snprintf(of->spec, sizeof of->spec, "%s:%s", family, keys);
    else
        snprintf(of->spec, sizeof of->spec, "poisson:q=%.17g,of=%s,%s", rate, family, keys);
}

static void test_randomized_response(void) {
    dice from = dice_create(41);
    for (size_t i = 0; i < suite_cases(24); i++) {
        subject *made = subject_start();
        double rate = random_rate(&from), epsilon = dice_logarithmic(&from, 1e-3, 8), truth = dice_uniform(&from, 0.01, 0.99);
        uint64_t k = dice_chance(&from, 0.5) ? 2 : 3 + dice_below(&from, 20);
        bool by_epsilon = dice_chance(&from, 0.5);
        char keys[128];
        snprintf(keys, sizeof keys, by_epsilon ? "epsilon=%.17g,k=%" PRIu64 : "p=%.17g,k=%" PRIu64, by_epsilon ? epsilon : truth,
                 k);
        name(made, rate, "randomized-response", keys);
        long double exact = by_epsilon ? 1 / (1 + (long double)(k - 1) * expl(-(long double)epsilon)) : truth;
        discrete_response(&made->pairs[PLD_REMOVE], exact, k);
        finish(made, rate);
        /* Three losses and 1000 steps are half a million terms for each delta. */
        check_subject(made, &from, k > 2 && i % 8 ? 3 : COUNT_OF(STEPS));
    }
}

static void test_approx_dp(void) {
    dice from = dice_create(42);
    for (size_t i = 0; i < suite_volume(32); i++) {
        subject *made = subject_start();
        double rate = random_rate(&from), epsilon = i % 6 == 0 ? 0 : dice_logarithmic(&from, 1e-3, 8);
        double delta = dice_chance(&from, 0.2) ? 0 : dice_logarithmic(&from, 1e-16, 0.5);
        char keys[128];
        snprintf(keys, sizeof keys, "epsilon=%.17g,delta=%.17g", epsilon, delta);
        name(made, rate, "approx-dp", keys);
        if (delta == 0 && epsilon > 0 && dice_chance(&from, 0.5)) {
            snprintf(keys, sizeof keys, "b=%.17g", 1 / epsilon);
            epsilon = 1 / (1 / epsilon);
            name(made, rate, "noisy-vote", keys);
        }
        discrete_approx_dp(&made->pairs[PLD_REMOVE], epsilon, delta);
        finish(made, rate);
        check_subject(made, &from, COUNT_OF(STEPS));
    }
}

/* Two losses for sensitivity 1, sampled or not; more on a lattice. */
static void test_discrete_laplace(void) {
    dice from = dice_create(43);
    for (size_t i = 0; i < suite_cases(24); i++) {
        subject *made = subject_start();
        double b = dice_logarithmic(&from, 0.5, 10);
        unsigned sensitivity = 1 + (unsigned)dice_below(&from, 5);
        double rate = sensitivity == 1 ? random_rate(&from) : 1;
        char keys[128];
        snprintf(keys, sizeof keys, "b=%.17g,sensitivity=%u", b, sensitivity);
        name(made, rate, "discrete-laplace", keys);
        discrete_laplace(&made->pairs[PLD_REMOVE], b, sensitivity, 90);
        finish(made, rate);
        made->spacing = sensitivity == 1 ? 0 : 2 / (long double)b;
        made->cut = 1e-30L;
        check_subject(made, &from, COUNT_OF(STEPS));
    }
}

static void test_discrete_gaussian(void) {
    dice from = dice_create(44);
    for (size_t i = 0; i < suite_volume(16); i++) {
        subject *made = subject_start();
        double sigma = dice_logarithmic(&from, 0.4, 8), rate = dice_chance(&from, 0.6) ? 1 : dice_uniform(&from, 0.01, 0.9);
        unsigned sensitivity = 1 + (unsigned)dice_below(&from, 3);
        char keys[128];
        snprintf(keys, sizeof keys, "sigma=%.17g,sensitivity=%u", sigma, sensitivity);
        name(made, rate, "discrete-gaussian", keys);
        discrete_gaussian(&made->pairs[PLD_REMOVE], sigma, sensitivity, 13);
        finish(made, rate);
        made->spacing = (long double)sensitivity / ((long double)sigma * sigma);
        made->cut = 1e-30L;
        check_subject(made, &from, rate < 1 ? 2 : COUNT_OF(STEPS)); /* sampled losses are on no lattice */
    }
}

/* --- lists ---------------------------------------------------------------------------------------------------------- */

static pld_result ask_specs(const char *const *specs, size_t count, double log_delta) {
    pld_mechanism **mechanisms = calloc(count, sizeof *mechanisms);
    pld_step *steps = calloc(count, sizeof *steps);
    pld_options options = pld_options_default();
    pld_result result;
    CU_ASSERT_FATAL(mechanisms && steps);
    for (size_t i = 0; i < count; i++) {
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_parse(specs[i], &mechanisms[i], &steps[i].count, NULL), PLD_OK);
        steps[i].mechanism = mechanisms[i];
    }
    CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(steps, count, log_delta, &options, &result, NULL), PLD_OK);
    for (size_t i = 0; i < count; i++)
        pld_mechanism_free(mechanisms[i]);
    free(mechanisms);
    free(steps);
    return result;
}

static bool same(double a, double b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

/* The wrapper makes the very same mechanism. */
static void test_wrapped_names(void) {
    static const char *const names[][2] = {
        {"poisson:q=0.01,of=gaussian,sigma=1@1000", "poisson-gaussian:q=0.01,sigma=1@1000"},
        {"poisson:of=gaussian,sigma=0.7,q=0.3,sensitivity=2@3", "poisson-gaussian:q=0.3,sigma=0.7,sensitivity=2@3"},
        {"poisson:q=0.1,of=laplace,b=2@100", "poisson-laplace:q=0.1,b=2@100"},
        {"poisson:q=1,of=gaussian,sigma=2@10", "gaussian:sigma=2@10"},
        {"poisson:q=1,of=discrete-laplace,b=2@10", "discrete-laplace:b=2@10"}};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        pld_result a = ask_specs(&names[i][0], 1, log(1e-5)), b = ask_specs(&names[i][1], 1, log(1e-5));
        for (int d = 0; d < PLD_DIRECTIONS; d++)
            CHECK(same(a.directions[d].bracket.lower, b.directions[d].bracket.lower) &&
                      same(a.directions[d].bracket.estimate, b.directions[d].bracket.estimate) &&
                      same(a.directions[d].bracket.upper, b.directions[d].bracket.upper),
                  "%s and %s differ", names[i][0], names[i][1]);
    }
}

/* One more step never makes it more private. */
static void test_more_steps(void) {
    static const char *const specs[] = {"poisson-gaussian:q=0.01,sigma=1@500", "laplace:b=20@10",
                                        "discrete-gaussian:sigma=5@4",         "randomized-response:epsilon=0.2@3",
                                        "approx-dp:epsilon=0.1,delta=1e-9@5",  "poisson:q=0.1,of=discrete-laplace,b=3@7"};
    double before = 0;
    for (size_t count = 1; count <= COUNT_OF(specs); count++) {
        pld_result result = ask_specs(specs, count, log(1e-6));
        CHECK(result.bracket.upper >= before, "%zu steps: at most %.12g, but %.12g without the last", count, result.bracket.upper,
              before);
        CHECK(result.tolerance_met, "%zu steps: [%.12g, %.12g]", count, result.bracket.lower, result.bracket.upper);
        before = result.bracket.lower;
    }
}

/* 120 different steps of pure differential privacy, against the exact law: approx-dp of equal losses have a lattice of common
 * multiples. */
static void test_many_specs(void) {
    enum { COUNT = 120 };
    char texts[COUNT][64];
    const char *specs[COUNT];
    long double masses[2 * 7260 + 1] = {0}, next[2 * 7260 + 1];
    long largest = 0;
    masses[7260] = 1;
    for (int i = 0; i < COUNT; i++) {
        /* epsilon = (i + 1)/1024, so that losses add up to multiples of it without rounding. */
        snprintf(texts[i], sizeof texts[i], "approx-dp:epsilon=%d/1024", i + 1);
        specs[i] = texts[i];
        long double epsilon = (i + 1) / 1024.0L, high = 1 / (1 + expl(-epsilon));
        largest += i + 1;
        for (long j = 0; j < 2 * 7260 + 1; j++)
            next[j] = 0;
        for (long j = -largest; j <= largest; j++) {
            long up = j - (i + 1), down = j + (i + 1);
            next[7260 + j] = (up >= -7260 ? masses[7260 + up] * high : 0) + (down <= 7260 ? masses[7260 + down] * (1 - high) : 0);
        }
        memcpy(masses, next, sizeof masses);
    }
    CU_ASSERT_EQUAL(largest, 7260);
    pld_result result = ask_specs(specs, COUNT, log(1e-6));
    CU_ASSERT(result.tolerance_met);
    double ends[] = {result.bracket.lower, result.bracket.upper};
    long double at[2] = {0, 0};
    for (int end = 0; end < 2; end++)
        for (long j = -7260; j <= 7260; j++)
            at[end] += masses[7260 + j] * fmaxl(-expm1l(ends[end] - j / 1024.0L), 0);
    CHECK(at[0] >= 1e-6L * (1 - 1e-10L) && at[1] <= 1e-6L * (1 + 1e-10L), "[%.12g, %.12g] has %.12Lg and %.12Lg", ends[0],
          ends[1], at[0], at[1]);
}

/* A list that is all of these, and one pair sampled as an array: a group of three against masses of the same pair. */
static void test_group_as_array(void) {
    enum { POINTS = 4000 };
    double *p = calloc(2 * POINTS, sizeof *p), *q = p + POINTS, sigma = 2, rate = 0.1;
    static const double binomial[] = {0.729, 0.243, 0.027, 0.001};
    CU_ASSERT_FATAL(p != NULL);
    for (int i = 0; i < POINTS; i++) {
        long double low = -20 + 46.0L * i / POINTS, high = -20 + 46.0L * (i + 1) / POINTS;
        for (int j = 0; j <= 3; j++) {
            long double mass = (erfcl((low - j) / (sigma * sqrtl(2))) - erfcl((high - j) / (sigma * sqrtl(2)))) / 2;
            p[i] += binomial[j] * (double)mass;
            q[i] += j == 0 ? (double)mass : 0;
        }
    }
    pld_mechanism *array = NULL, *group = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_array(POINTS, p, q, true, 1, "array", &array, NULL), PLD_OK);
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(rate, sigma, 3, 0, 1, &group, NULL), PLD_OK);
    for (size_t j = 0; j + 1 < COUNT_OF(STEPS); j++) { /* binning is a post-processing: the array is below, and near */
        pld_result below = step_epsilon(array, STEPS[j], log(1e-5)), truth = step_epsilon(group, STEPS[j], log(1e-5));
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            double low = below.directions[d].bracket.lower, high = truth.directions[d].bracket.upper;
            CHECK(low <= high && below.directions[d].bracket.upper >= truth.directions[d].bracket.lower * 0.99,
                  "%" PRIu64 " steps, %d: the array is at %.9g, the mixture at %.9g", STEPS[j], d, low, high);
        }
    }
    pld_mechanism_free(array);
    pld_mechanism_free(group);
    free(p);
}

/* Frequencies of Laplace noise never become negligible. Where a width cannot be met, asking for it must not make the bracket
 * worse than asking for less does. (It once was a thousand times as wide.) */
static void test_asking_for_more(void) {
    pld_mechanism *mechanism = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_laplace(0.16, 955.8, 1, &mechanism, NULL), PLD_OK);
    pld_step step = {mechanism, 8405};
    pld_options options = pld_options_default();
    pld_result less, more;
    options.tolerance = 1e-6;
    CU_ASSERT_EQUAL(pld_query_epsilon(&step, 1, log(6e-10), &options, &less, NULL), PLD_OK);
    options.tolerance = 3e-7;
    CU_ASSERT_EQUAL(pld_query_epsilon(&step, 1, log(6e-10), &options, &more, NULL), PLD_OK);
    double wide = less.bracket.upper - less.bracket.lower, narrow = more.bracket.upper - more.bracket.lower;
    CHECK(narrow <= 2 * wide, "%g wide, and %g when more was asked", wide, narrow);
    CHECK(more.bracket.lower <= less.bracket.upper && less.bracket.lower <= more.bracket.upper, "they do not meet");
    pld_mechanism_free(mechanism);
}

int main(void) {
    CU_TestInfo tests[] = {{"randomized response", test_randomized_response},
                           {"approx-dp and noisy votes", test_approx_dp},
                           {"discrete Laplace", test_discrete_laplace},
                           {"discrete Gaussian", test_discrete_gaussian},
                           {"wrapped names", test_wrapped_names},
                           {"more steps", test_more_steps},
                           {"many specs", test_many_specs},
                           {"a group as an array", test_group_as_array},
                           {"asking for more", test_asking_for_more},
                           CU_TEST_INFO_NULL};
    return suite_run("query/families", tests);
}
