/* Tests of src/query/calibrate.c: the value keeps to the target, the limit does not, and the truth is between them.
 *
 * PLD_TEST_CASES and PLD_TEST_SEED (environment) run more, or others. */
#include "support/dice.h"
#include "support/oracle.h"
#include "support/specs.h"
#include "support/suite.h"

#include <inttypes.h>
#include <math.h>
#include <pld/pld.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pld_target budget(double epsilon, double delta) {
    return (pld_target){.kind = PLD_TARGET_EPSILON, .epsilon = epsilon, .log_delta = log(delta)};
}

static pld_calibration solve_with(const char *spec, const pld_step *others, size_t count, const pld_target *target,
                                  const pld_options *options) {
    pld_calibration found = {.value = NAN, .limit = NAN};
    pld_error error = {.message = ""};
    pld_status status = pld_query_calibrate(spec, others, count, target, options, NULL, NULL, &found, &error);
    CHECK(status == PLD_OK, "%s: %s", spec, error.message);
    return found;
}

static pld_calibration solve(const char *spec, const pld_target *target) {
    pld_options options = pld_options_default();
    return solve_with(spec, NULL, 0, target, &options);
}

/* --- against what is known ------------------------------------------------------------------------------------------ */

/* sigma of a plain Gaussian, from the closed form in long double. */
static double exact_sigma(double epsilon, double log_delta, double count) {
    long double low = 1e-4L, high = 1e6L;
    for (int step = 0; step < 200; step++) {
        long double middle = sqrtl(low * high);
        if (oracle_gaussian_log_delta(sqrtl((long double)count) / middle, epsilon) > log_delta)
            low = middle;
        else
            high = middle;
    }
    return (double)low;
}

static void test_gaussian(void) {
    static const struct {
        double epsilon, delta, count;
    } cases[] = {{1, 1e-5, 1}, {0.01, 1e-5, 1}, {1000, 1e-5, 1}, {2, 1e-6, 100}, {0.1, 1e-30, 7}, {8, 1e-9, 1e6}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char spec[64];
        pld_target target = budget(cases[i].epsilon, cases[i].delta);
        snprintf(spec, sizeof spec, "gaussian:sigma=solve@%.0f", cases[i].count);
        pld_calibration found = solve(spec, &target);
        double truth = exact_sigma(cases[i].epsilon, target.log_delta, cases[i].count);
        CHECK(found.kind == PLD_CALIBRATION_FOUND && found.tolerance_met && strcmp(found.key, "sigma") == 0, "%s", spec);
        CHECK(found.limit < truth && truth <= found.value, "%s: %.12g < %.12g <= %.12g", spec, found.limit, truth, found.value);
        CHECK(found.value - found.limit <= 1e-6 * found.value * (1 + 1e-9), "%s: %g apart", spec, found.value - found.limit);
    }
}

/* The pure epsilon of T Laplace answers is T/b. */
static void test_pure(void) {
    pld_target target = {.kind = PLD_TARGET_EPSILON, .epsilon = 2, .log_delta = -INFINITY};
    pld_calibration found = solve("laplace:b=solve@100", &target);
    CHECK(found.limit < 50 && 50 <= found.value && found.value < 50.0001, "%.10g %.10g", found.limit, found.value);
    found = solve("laplace:b=50.001@solve", &target);
    CHECK(found.value == 100 && found.limit == 101, "%.10g %.10g", found.value, found.limit);
    found = solve("gaussian:sigma=solve", &target);
    CHECK(found.kind == PLD_CALIBRATION_NEVER && isnan(found.value) && found.reason[0], "kind %d", (int)found.kind);
}

/* Other accountants say 2.12738 (and, less closely, 2.1387) for the first. */
static void test_dp_sgd(void) {
    pld_target target = budget(2, 1e-5);
    pld_calibration found = solve("poisson-gaussian:q=0.01,sigma=solve@10000", &target);
    CHECK(fabs(found.value - 2.12738) < 1e-5, "%.10g", found.value);
    CHECK(found.value - found.limit <= 1e-6 * found.value && found.tolerance_met, "%g apart", found.value - found.limit);
    CHECK(found.spent.upper <= 2 && found.spent_at_limit.lower > 2, "%.12g %.12g", found.spent.upper, found.spent_at_limit.lower);
}

/* delta(0) of a plain Gaussian is 2 Phi(1/(2 sigma)) - 1; its best attack Phi(Phi^-1(fpr) + 1/sigma). */
static void test_other_targets(void) {
    pld_target target = {.kind = PLD_TARGET_ADVANTAGE, .advantage = 0.1};
    pld_calibration found = solve("gaussian:sigma=solve", &target);
    double at_value = erf(1 / (2 * sqrt(2) * found.value)), at_limit = erf(1 / (2 * sqrt(2) * found.limit));
    CHECK(at_value <= 0.1 && at_limit > 0.1 && found.tolerance_met, "%.12g %.12g", at_value, at_limit);
    /* The same as delta = 0.1 at epsilon = 0. */
    target = budget(0, 0.1);
    pld_calibration same = solve("gaussian:sigma=solve", &target);
    CHECK(fabs(same.value - found.value) < 3e-6 * found.value, "%.12g %.12g", same.value, found.value);
    CHECK(same.spent.upper == 0 && same.spent_at_limit.lower > 0, "%g %g", same.spent.upper, same.spent_at_limit.lower);
    target = (pld_target){.kind = PLD_TARGET_ATTACK, .false_positive_rate = 0.01, .true_positive_rate = 0.05};
    pld_options options = pld_options_default();
    options.relative_tolerance = 1e-4;
    found = solve_with("gaussian:sigma=solve", NULL, 0, &target, &options);
    const double truth = 1 / (2.32634787404084110 - 1.64485362695147271); /* normal quantiles of 1 % and 5 % */
    CHECK(found.limit < truth && truth <= found.value && found.tolerance_met, "%.12g < %.12g <= %.12g", found.limit, truth,
          found.value);
}

/* --- whole numbers -------------------------------------------------------------------------------------------------- */

static bool keeps(const pld_step *steps, size_t count, double epsilon, double delta) {
    pld_options options = pld_options_default();
    pld_result result;
    options.tolerance = 1e-5;
    CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(steps, count, log(delta), &options, &result, NULL), PLD_OK);
    CHECK(result.bracket.upper <= epsilon || result.bracket.lower > epsilon, "cannot be told");
    return result.bracket.upper <= epsilon;
}

/* Steps left of a budget partly spent, counted one by one. */
static void test_steps_left(void) {
    static const double epsilons[] = {1.9, 2.3, 3};
    pld_mechanism *first = spec_mechanism("poisson-gaussian:q=0.02,sigma=1", NULL);
    pld_mechanism *second = spec_mechanism("poisson-gaussian:q=0.1,sigma=2", NULL);
    for (size_t i = 0; i < suite_cases(COUNT_OF(epsilons)); i++) {
        pld_options options = pld_options_default();
        pld_target target = budget(epsilons[i], 1e-5);
        pld_step steps[] = {{first, 100}, {second, 1}};
        pld_calibration found = solve_with("poisson-gaussian:q=0.1,sigma=2@solve", steps, 1, &target, &options);
        uint64_t left = 0;
        while (steps[1].count = left + 1, keeps(steps, 2, epsilons[i], 1e-5))
            left++;
        CHECK(found.value == (double)left && found.limit == (double)left + 1 && found.tolerance_met,
              "epsilon %g: %" PRIu64 " are left, not %g (limit %g)", epsilons[i], left, found.value, found.limit);
    }
    pld_mechanism_free(first);
    pld_mechanism_free(second);
}

static void test_whole_keys(void) {
    static const struct {
        const char *before, *after, *key;
        double epsilon;
        int towards; /* from the value to the limit */
    } cases[] = {
        {"hypergeometric-gaussian:N=60000,B=256,sigma=1,k=", "@1000", "k", 4, 1},
        {"hypergeometric-gaussian:N=60000,k=1,sigma=1,B=", "@1000", "B", 4, 1},
        {"hypergeometric-gaussian:B=256,k=1,sigma=1,N=", "@1000", "N", 4, -1},
        {"dp-sgd:batch=20,steps=300,sigma=1,N=", "", "N", 1, -1}, /* the limit is within 5e-5 of the target */
        {"poisson-gaussian:q=0.01,sigma=1,k=", "@100", "k", 3, 1},
        {"approx-dp:epsilon=0.1,delta=1e-7@", "", "count", 4, 1},
        {"randomized-response:epsilon=0.5@", "", "count", 3, 1},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char spec[128];
        pld_target target = budget(cases[i].epsilon, 1e-5);
        snprintf(spec, sizeof spec, "%ssolve%s", cases[i].before, cases[i].after);
        pld_calibration found = solve(spec, &target);
        CHECK(strcmp(found.key, cases[i].key) == 0 && found.whole, "%s: %s", spec, found.key);
        CHECK(found.tolerance_met && found.limit == found.value + cases[i].towards, "%s: %g and %g", spec, found.value,
              found.limit);
        for (int side = 0; side < 2; side++) { /* asked again, by themselves */
            pld_step step;
            snprintf(spec, sizeof spec, "%s%.0f%s", cases[i].before, side == 0 ? found.value : found.limit, cases[i].after);
            pld_mechanism *mechanism = spec_mechanism(spec, &step.count);
            step.mechanism = mechanism;
            CHECK(keeps(&step, 1, cases[i].epsilon, 1e-5) == (side == 0), "%s", spec);
            pld_mechanism_free(mechanism);
        }
    }
}

/* --- the ends ------------------------------------------------------------------------------------------------------- */

static void test_ends(void) {
    pld_target target = budget(30, 1e-5);
    pld_calibration found = solve("poisson-gaussian:q=solve,sigma=5@100", &target);
    CHECK(found.kind == PLD_CALIBRATION_ALWAYS && found.value == 1 && isnan(found.limit) && found.reason[0], "%g", found.value);
    target = budget(2, 1e-5);
    found = solve("gaussian:sigma=1@solve", &target); /* not even one */
    CHECK(found.kind == PLD_CALIBRATION_FOUND && found.value == 0 && found.limit == 1, "%g %g", found.value, found.limit);
    pld_step step;
    pld_options options = pld_options_default();
    pld_mechanism *spent = spec_mechanism("gaussian:sigma=1", &step.count);
    step.mechanism = spent;
    found = solve_with("gaussian:sigma=1@solve", &step, 1, &target, &options);
    CHECK(found.kind == PLD_CALIBRATION_NEVER && isnan(found.value) && strstr(found.reason, "alone"), "%s", found.reason);
    found = solve_with("gaussian:sigma=solve", &step, 1, &target, &options);
    CHECK(found.kind == PLD_CALIBRATION_NEVER && strstr(found.reason, "alone"), "%s", found.reason);
    pld_mechanism_free(spent);
}

/* Real numbers go on below 1/2. The pure epsilon of discrete Laplace noise is 1/b. */
static void test_small_scales(void) {
    static const double epsilons[] = {2.5, 3, 20};
    for (size_t i = 0; i < COUNT_OF(epsilons); i++) {
        pld_target target = {.kind = PLD_TARGET_EPSILON, .epsilon = epsilons[i], .log_delta = -INFINITY};
        pld_calibration found = solve("discrete-laplace:b=solve", &target);
        CHECK(found.kind == PLD_CALIBRATION_FOUND && !found.not_monotone && found.tolerance_met, "%s", found.reason);
        CHECK(found.limit < 1 / epsilons[i] && 1 / epsilons[i] <= found.value && found.value * epsilons[i] < 1 + 1e-6,
              "%.12g %.12g", found.limit, found.value);
    }
}

/* epsilon of discrete Gaussian noise goes up and down with sigma (at delta = 1e-5: 12.5 at 0.2, 24 at 0.25, 9.4 at 0.4): value
 * and limit are what they are said to be, next to each other, and nothing is said about others. */
static void test_not_monotone(void) {
    static const double epsilons[] = {0.5, 5, 9, 13, 20, 30, 60, 150};
    for (size_t i = 0; i < COUNT_OF(epsilons); i++) {
        pld_target target = budget(epsilons[i], 1e-5);
        pld_calibration found = solve("discrete-gaussian:sigma=solve", &target);
        CHECK(found.kind == PLD_CALIBRATION_FOUND && found.not_monotone && found.tolerance_met && !found.reason[0], "at %g: %s",
              epsilons[i], found.reason);
        CHECK(fabs(found.value - found.limit) <= 1e-6 * found.value, "at %g: %g apart", epsilons[i], found.value - found.limit);
        for (int side = 0; side < 2; side++) {
            char spec[64];
            pld_step step;
            snprintf(spec, sizeof spec, "discrete-gaussian:sigma=%.17g", side == 0 ? found.value : found.limit);
            pld_mechanism *mechanism = spec_mechanism(spec, &step.count);
            step.mechanism = mechanism;
            double delta = fmax(pld_mechanism_delta(mechanism, PLD_REMOVE, epsilons[i]), /* of one step, by itself */
                                pld_mechanism_delta(mechanism, PLD_ADD, epsilons[i]));
            CHECK((delta <= 1e-5) == (side == 0), "%s at %g: delta %.12g", spec, epsilons[i], delta);
            pld_mechanism_free(mechanism);
        }
    }
    /* Past the limit, where less noise is, the target is kept again. */
    pld_step step = {.count = 1};
    pld_mechanism *mechanism = spec_mechanism("discrete-gaussian:sigma=0.2", NULL);
    step.mechanism = mechanism;
    CU_ASSERT_TRUE(keeps(&step, 1, 13, 1e-5));
    pld_mechanism_free(mechanism);
    mechanism = spec_mechanism("discrete-gaussian:sigma=0.25", NULL);
    step.mechanism = mechanism;
    CU_ASSERT_FALSE(keeps(&step, 1, 13, 1e-5));
    pld_mechanism_free(mechanism);
}

/* At the ends nothing is said about all numbers, unless by a theorem. */
static void test_ends_not_monotone(void) {
    pld_target target = budget(1e4, 1e-5);
    pld_calibration found = solve("discrete-gaussian:sigma=solve", &target);
    CHECK(found.kind == PLD_CALIBRATION_UNDECIDED && found.value == 0.05 && isnan(found.limit) && !found.tolerance_met, "%g",
          found.value);
    CHECK(found.reason[0] && !strstr(found.reason, "every") && strstr(found.reason, "tried"), "%s", found.reason);
    target = (pld_target){.kind = PLD_TARGET_EPSILON, .epsilon = 1, .log_delta = -INFINITY};
    found = solve("discrete-gaussian:sigma=solve", &target);
    CHECK(found.kind == PLD_CALIBRATION_UNDECIDED && isnan(found.value) && found.limit == 20000, "%g", found.limit);
    CHECK(found.reason[0] && strstr(found.reason, "tried"), "%s", found.reason);
    found = solve("gaussian:sigma=solve", &target);
    CHECK(found.kind == PLD_CALIBRATION_NEVER && found.limit == 1e12, "%g", found.limit);
    CHECK(strcmp(found.reason, "no sigma up to 1e+12, where the search ends, keeps to the target") == 0, "%s", found.reason);
}

/* More records are a smaller q, and with epochs given more steps: 2 for 2000 records, but 3 for 2001. */
static void test_records(void) {
    double epsilon[2];
    for (int i = 0; i < 2; i++) {
        pld_step step;
        pld_result result;
        pld_options options = pld_options_default();
        pld_mechanism *mechanism = spec_mechanism(
            i == 0 ? "dp-sgd:N=2000,batch=1000,epochs=1,sigma=1" : "dp-sgd:N=2001,batch=1000,epochs=1,sigma=1", &step.count);
        step.mechanism = mechanism;
        CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(&step, 1, log(1e-5), &options, &result, NULL), PLD_OK);
        epsilon[i] = i == 0 ? result.bracket.upper : result.bracket.lower;
        pld_mechanism_free(mechanism);
    }
    CHECK(epsilon[0] < epsilon[1], "%g for 2000 records, %g for 2001", epsilon[0], epsilon[1]);
    pld_target target = budget(1, 1e-5);
    pld_calibration found = solve("dp-sgd:N=10000,batch=solve,epochs=3,sigma=1", &target);
    CHECK(found.kind == PLD_CALIBRATION_FOUND && found.not_monotone && found.limit == found.value + 1, "%g %g", found.value,
          found.limit);
    found = solve("dp-sgd:N=10000,batch=solve,steps=300,sigma=1", &target);
    CHECK(found.kind == PLD_CALIBRATION_FOUND && !found.not_monotone, "%s", found.not_monotone);
}

static void test_refusals(void) {
    static const struct {
        const char *spec, *word;
    } cases[] = {
        {"gaussian:sigma=1", "gaussian:sigma=1"},
        {"gaussian:sigma=solve@solve", "gaussian:sigma=solve@solve"},
        {"gaussian:sgima=solve", "sgima"},
        {"gausian:sigma=solve", "gausian"},
        {"poisson-gaussian:q=2,sigma=solve", "q=2"},
        {"randomized-response:epsilon=1,k=solve", "k"},
        {"array:file=solve", "file"},
        {"mixture-gaussian:sigma=1,pw=solve,pm=1,qw=1,qm=0", "pw"},
        {"poisson:q=0.1,of=gaussian,sgima=solve", ""},
    };
    pld_options options = pld_options_default();
    pld_target target = budget(1, 1e-5);
    pld_calibration found = {.value = 7};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        pld_error error = {.message = ""};
        pld_status status = pld_query_calibrate(cases[i].spec, NULL, 0, &target, &options, NULL, NULL, &found, &error);
        CHECK(status == PLD_ERROR_ARGUMENT && error.message[0], "%s: status %d", cases[i].spec, (int)status);
        CHECK(!cases[i].word[0] || strcmp(error.word, cases[i].word) == 0, "%s: '%s'", cases[i].spec, error.word);
    }
    static const pld_target targets[] = {
        {.kind = PLD_TARGET_EPSILON, .epsilon = -1, .log_delta = -1},
        {.kind = PLD_TARGET_EPSILON, .epsilon = 1, .log_delta = 0},
        {.kind = PLD_TARGET_ADVANTAGE, .advantage = 1},
        {.kind = PLD_TARGET_ATTACK, .false_positive_rate = 0.1, .true_positive_rate = 0.1},
    };
    for (size_t i = 0; i < COUNT_OF(targets); i++)
        CHECK(pld_query_calibrate("gaussian:sigma=solve", NULL, 0, &targets[i], &options, NULL, NULL, &found, NULL) ==
                  PLD_ERROR_ARGUMENT,
              "target %zu", i);
    CU_ASSERT_EQUAL(found.value, 7); /* untouched */
}

static bool stop_at_three(size_t done, size_t total, void *context) {
    (void)context;
    CHECK(done < total, "%zu of %zu", done, total);
    return done < 3;
}

static void test_stopping(void) {
    pld_options options = pld_options_default();
    pld_target target = budget(1, 1e-5);
    pld_calibration found = {.value = 7};
    CU_ASSERT_EQUAL(pld_query_calibrate("gaussian:sigma=solve", NULL, 0, &target, &options, stop_at_three, NULL, &found, NULL),
                    PLD_ERROR_STOPPED);
    CU_ASSERT_EQUAL(found.value, 7);
}

/* --- anything ------------------------------------------------------------------------------------------------------- */

/* A mechanism with an unknown: what is before and behind its value. */
typedef struct {
    char before[128], after[64];
} draft;

static draft random_draft(dice *from) {
    draft made;
    double q = dice_logarithmic(from, 1e-3, 0.3), sigma = dice_logarithmic(from, 0.4, 5);
    double count = floor(dice_logarithmic(from, 1, 20000));
    snprintf(made.after, sizeof made.after, "@%.0f", count);
    switch (dice_below(from, 8)) {
    case 0:
        snprintf(made.before, sizeof made.before, "gaussian:sigma=");
        break;
    case 1:
        snprintf(made.before, sizeof made.before, "poisson-gaussian:sigma=%g,q=", sigma);
        break;
    case 2:
        snprintf(made.before, sizeof made.before, "poisson-gaussian:sigma=%g,q=%g@", sigma, q);
        made.after[0] = '\0';
        break;
    case 3:
        snprintf(made.before, sizeof made.before, "poisson-laplace:q=%g,b=", q);
        break;
    case 4:
        snprintf(made.before, sizeof made.before, "hypergeometric-gaussian:N=1000,k=2,sigma=%g,B=", sigma);
        break;
    case 5:
        snprintf(made.before, sizeof made.before, "randomized-response:epsilon=%g@", dice_logarithmic(from, 0.01, 1));
        made.after[0] = '\0';
        break;
    default:
        snprintf(made.before, sizeof made.before, "poisson-gaussian:q=%g,sigma=", q);
        break;
    }
    return made;
}

/* One side, asked again by itself as the calibration says it was. */
static void check_side(const draft *from, const pld_calibration *found, const pld_target *target, pld_options options,
                       bool value) {
    char spec[256];
    pld_step step;
    pld_result result;
    double number = value ? found->value : found->limit;
    if (isnan(number) || number == 0)
        return;
    snprintf(spec, sizeof spec, "%s%.17g%s", from->before, number, from->after);
    pld_mechanism *mechanism = spec_mechanism(spec, &step.count);
    step.mechanism = mechanism;
    double tolerance = value ? found->spent_tolerance : found->limit_tolerance;
    CHECK((tolerance == 0) == (options.relative_tolerance > 0), "%s: asked with %g", spec, tolerance);
    options.relative_tolerance = tolerance > 0 ? tolerance : options.relative_tolerance;
    CU_ASSERT_EQUAL_FATAL(pld_query_epsilon(&step, 1, target->log_delta, &options, &result, NULL), PLD_OK);
    if (value)
        CHECK(result.bracket.upper <= target->epsilon, "%s at epsilon %.17g: upper %.17g", spec, target->epsilon,
              result.bracket.upper);
    else
        CHECK(result.bracket.lower > target->epsilon, "%s at epsilon %.17g: lower %.17g", spec, target->epsilon,
              result.bracket.lower);
    pld_mechanism_free(mechanism);
}

static void test_random(void) {
    dice from = dice_create(20261117);
    const char *asked = getenv("PLD_TEST_CASES");
    size_t cases = asked ? (size_t)strtoul(asked, NULL, 10) : suite_cases(30), met = 0;
    for (size_t i = 0; i < cases; i++) {
        draft one = random_draft(&from);
        double epsilon = dice_logarithmic(&from, 0.05, 20), delta = dice_logarithmic(&from, 1e-12, 1e-3);
        pld_target target = budget(epsilon, delta);
        char spec[256];
        snprintf(spec, sizeof spec, "%ssolve%s", one.before, one.after);
        pld_options options = pld_options_default();
        /* Frequencies of Laplace noise never become negligible: its brackets are not narrow for so little work. */
        bool lasting = strstr(spec, "laplace") != NULL;
        options.relative_tolerance = lasting ? 1e-3 : dice_chance(&from, 0.3) ? 1e-6 : dice_logarithmic(&from, 1e-5, 1e-2);
        pld_calibration found = solve_with(spec, NULL, 0, &target, &options);
        met += found.tolerance_met;
        CHECK(!isnan(found.value) || !isnan(found.limit), "%s: nothing certified", spec);
        CHECK(isnan(found.value) || isnan(found.limit) || found.value != found.limit, "%s", spec);
        check_side(&one, &found, &target, options, true);
        check_side(&one, &found, &target, options, false);
    }
    CHECK(met * 10 >= cases * 9, "only %zu of %zu as close as asked", met, cases);
}

int main(void) {
    CU_TestInfo tests[] = {{"gaussian", test_gaussian},
                           {"pure", test_pure},
                           {"dp-sgd", test_dp_sgd},
                           {"other targets", test_other_targets},
                           {"steps left", test_steps_left},
                           {"whole keys", test_whole_keys},
                           {"ends", test_ends},
                           {"small scales", test_small_scales},
                           {"not monotone", test_not_monotone},
                           {"ends, not monotone", test_ends_not_monotone},
                           {"records", test_records},
                           {"refusals", test_refusals},
                           {"stopping", test_stopping},
                           {"random", test_random},
                           CU_TEST_INFO_NULL};
    return suite_run("calibrate", tests);
}
