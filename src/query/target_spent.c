#include "query/target_spent.h"

#include "base/base.h"
#include "base/normal.h"
#include "base/plain.h"
#include "certify/curve_point.h"
#include "estimate/estimate.h"
#include "query/gaussian_mu.h"
#include "query/two_ends.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The width of an epsilon that is only shown. */
static const double ENOUGH = 1e-3;

static bool is_share(double number) {
    return number > 0 && number < 1;
}

pld_status pld__target_check(const pld_target *target, pld_error *error) {
    switch (target->kind) {
    case PLD_TARGET_EPSILON:
        if (!(target->epsilon >= 0 && isfinite(target->epsilon)))
            return pld__error_argument(error, "epsilon", "a finite number of at least 0",
                                       "epsilon must be finite and at least 0");
        if (!(target->log_delta < 0))
            return pld__error_argument(error, "delta", "a number from 0 up to, but not including, 1",
                                       "delta must be at least 0 and below 1");
        return PLD_OK;
    case PLD_TARGET_ADVANTAGE:
        if (!is_share(target->advantage))
            return pld__error_argument(error, "advantage", "a number above 0 and below 1",
                                       "the advantage must be between 0 and 1");
        return PLD_OK;
    case PLD_TARGET_ATTACK:
        if (!is_share(target->false_positive_rate))
            return pld__error_argument(error, "fpr", "a number above 0 and below 1",
                                       "the false-positive rate must be between 0 and 1");
        if (!(is_share(target->true_positive_rate) && target->true_positive_rate > target->false_positive_rate))
            return pld__error_argument(
                error, "tpr", "a number above the false-positive rate and below 1",
                "the true-positive rate must be above the false-positive rate, which guessing reaches, and "
                "below 1");
        return PLD_OK;
    case PLD_TARGET_MU:
        if (!(target->mu > 0 && isfinite(target->mu)))
            return pld__error_argument(error, "mu", "a finite number above 0", "mu must be finite and above 0");
        if (!(target->fpr_min >= 1e-200 && target->fpr_min < 0.5))
            return pld__error_argument(error, "fpr-min", "a number above 0 and below 1/2",
                                       "the smallest false-positive rate must be above 0 and below 1/2");
        return PLD_OK;
    }
    return pld__error_argument(error, "target", "", "there is no such kind of target");
}

/* Logs of positive numbers err by a few u of their size, and so do questions that are asked with them. */
static double log_slack(double value) {
    return 4 * PLD__U * (fabs(value) + 1);
}

static double log_ratio(double spent, double allowed) {
    return spent > 0 ? log(spent / allowed) : -INFINITY;
}

static bool is_sharp(const pld_result *result) {
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        const pld_direction_result *one = &result->directions[d];
        if (one->asked && one->bracket.estimate == result->bracket.estimate && isfinite(one->estimate_error))
            return true;
    }
    return false;
}

double pld__target_accuracy(const pld_target *target, const pld_options *options) {
    double absolute = options->tolerance, relative = options->relative_tolerance;
    switch (target->kind) {
    case PLD_TARGET_EPSILON:
        if (target->epsilon > 0)
            return absolute > 0 ? absolute / target->epsilon : relative * fmax(1, 1 / target->epsilon);
        break;
    case PLD_TARGET_ADVANTAGE:
        break;
    case PLD_TARGET_ATTACK: {
        double rate = target->true_positive_rate;
        return (absolute > 0 ? absolute : relative * rate) / (rate - target->false_positive_rate);
    }
    case PLD_TARGET_MU:
        return absolute > 0 ? absolute / target->mu : relative;
    }
    return absolute > 0 ? absolute : relative; /* of delta both are relative */
}

/* A tolerance of two digits: short in print, and the same question again. */
static double two_digits(double tolerance) {
    char text[32];
    pld__plain_format(text, sizeof text, "%.1e", tolerance);
    return pld__plain_read(text, NULL);
}

/* A bracket against what is allowed, both less what there is anyway. */
static pld__target_spent spent_of(const pld_bracket *bracket, double guess, double anyway, double allowed, bool reached,
                                  double tolerance) {
    return (pld__target_spent){.lower = log_ratio(bracket->lower - anyway, allowed - anyway),
                               .estimate = log_ratio(guess - anyway, allowed - anyway),
                               .upper = log_ratio(bracket->upper - anyway, allowed - anyway),
                               .within = bracket->upper <= allowed,
                               .beyond = bracket->lower > allowed,
                               .reached = reached,
                               .bracket = *bracket,
                               .tolerance = tolerance};
}

/* epsilon at the target's delta against the target's epsilon, which is above 0. */
static pld_status measure_epsilon(const pld_target *target, const pld_step *steps, size_t step_count, const pld_options *options,
                                  double accuracy, pld__target_spent *spent, pld_error *error) {
    pld_options own = *options;
    pld_result result;
    if (accuracy > 0) { /* the engine's relative width is one of max(1, epsilon) */
        own.tolerance = 0;
        own.relative_tolerance = two_digits(accuracy * fmin(1, target->epsilon));
    }
    pld_status status = pld_query_epsilon(steps, step_count, target->log_delta, &own, &result, error);
    if (status != PLD_OK)
        return status;
    *spent = spent_of(&result.bracket, pld__estimate_guess(&result.bracket), 0, target->epsilon, result.tolerance_met,
                      accuracy > 0 ? own.relative_tolerance : 0);
    spent->sharp = is_sharp(&result);
    return PLD_OK;
}

/* delta(0) against a log. */
static pld_status measure_delta(double log_allowed, const pld_step *steps, size_t step_count, const pld_options *options,
                                double accuracy, pld__target_spent *spent, pld_error *error) {
    pld_options own = *options;
    pld_result result;
    own.tolerance = 0;
    own.relative_tolerance = accuracy > 0             ? two_digits(fmin(accuracy, 0.5))
                             : options->tolerance > 0 ? options->tolerance
                                                      : options->relative_tolerance;
    pld_status status = pld_query_delta(steps, step_count, 0, &own, &result, error);
    if (status != PLD_OK)
        return status;
    const pld_bracket *log_delta = &result.bracket;
    double slack = log_slack(log_allowed);
    *spent = (pld__target_spent){.lower = log_delta->lower - log_allowed,
                                 .estimate = pld__estimate_guess(log_delta) - log_allowed,
                                 .upper = log_delta->upper - log_allowed,
                                 .within = log_delta->upper <= log_allowed - slack,
                                 .beyond = log_delta->lower > log_allowed + slack,
                                 .sharp = is_sharp(&result),
                                 .reached = result.tolerance_met,
                                 .tolerance = accuracy > 0 ? own.relative_tolerance : 0};
    spent->bracket.estimate = exp(log_delta->estimate);
    pld__delta_ends(log_delta, &spent->bracket.lower, &spent->bracket.upper);
    return PLD_OK;
}

/* The bracket of an epsilon that was measured by delta(0). */
static pld_status report_epsilon(const pld_target *target, const pld_step *steps, size_t step_count, const pld_options *options,
                                 pld__target_spent *spent, pld_error *error) {
    spent->bracket = (pld_bracket){0, 0, 0};
    if (spent->within)
        return PLD_OK;
    pld_options own = *options;
    pld_result result;
    own.tolerance = 0;
    own.relative_tolerance = ENOUGH;
    pld_status status = pld_query_epsilon(steps, step_count, target->log_delta, &own, &result, error);
    if (status != PLD_OK)
        return status;
    spent->bracket = result.bracket;
    if (spent->beyond) /* delta(0) is larger, and delta(epsilon) continuous from the right: so epsilon is above 0, by whatever */
        spent->bracket.lower = fmax(spent->bracket.lower, DBL_TRUE_MIN);
    return PLD_OK;
}

/* What the best attack gains over guessing at the same false-positive rate, against the gain that is allowed. */
static pld_status measure_attack(const pld_target *target, const pld_step *steps, size_t step_count, const pld_options *options,
                                 double accuracy, pld__target_spent *spent, pld_error *error) {
    double guess = target->false_positive_rate, allowed = target->true_positive_rate - guess;
    pld_options own = *options;
    pld_attack attack;
    if (accuracy > 0) {
        own.tolerance = two_digits(accuracy * allowed);
        own.relative_tolerance = 0;
    }
    pld_status status = pld_query_attack(steps, step_count, guess, &own, &attack, error);
    if (status != PLD_OK)
        return status;
    const pld_bracket *rate = &attack.true_positive;
    *spent = spent_of(rate, pld__estimate_guess(rate), guess, target->true_positive_rate, attack.tolerance_met,
                      accuracy > 0 ? own.tolerance : 0);
    return PLD_OK;
}

/* mu against the target's. A composition without any rate in the set exceeds what is above fpr_min everywhere there: its f is
 * below f_mu at fpr_min as long as f_mu(fpr_min) >= fpr_min. */
static pld_status measure_mu(const pld_target *target, const pld_step *steps, size_t step_count, const pld_options *options,
                             double accuracy, pld__target_spent *spent, pld_error *error) {
    pld_options own = *options;
    pld__mu_answer answer;
    if (accuracy > 0) {
        own.tolerance = 0;
        own.relative_tolerance = two_digits(accuracy);
    }
    pld_status status = pld__query_mu(steps, step_count, target->fpr_min, &own, &answer, error);
    if (status != PLD_OK)
        return status;
    if (answer.trouble == PLD__MU_EMPTY)
        answer.mu = (pld_bracket){2 * pld__normal_quantile(target->fpr_min).lower, NAN, INFINITY};
    const pld_bracket *mu = &answer.mu;
    *spent = spent_of(mu, isfinite(mu->upper) ? (mu->lower + mu->upper) / 2 : mu->lower, 0, target->mu, answer.tolerance_met,
                      accuracy > 0 ? own.relative_tolerance : 0);
    return PLD_OK;
}

static pld_status measure(const pld_target *target, const pld_step *steps, size_t step_count, const pld_options *options,
                          double accuracy, pld__target_spent *spent, pld_error *error) {
    switch (target->kind) {
    case PLD_TARGET_EPSILON:
        if (target->epsilon > 0)
            return measure_epsilon(target, steps, step_count, options, accuracy, spent, error);
        if (target->log_delta > -INFINITY) {
            /* epsilon is 0 as soon as delta(0) is small enough: it says nothing of how far away that is, delta does. */
            pld_status status = measure_delta(target->log_delta, steps, step_count, options, accuracy, spent, error);
            return status == PLD_OK ? report_epsilon(target, steps, step_count, options, spent, error) : status;
        }
        return measure_epsilon(target, steps, step_count, options, 1, spent, error);
    case PLD_TARGET_ADVANTAGE:
        return measure_delta(log(target->advantage), steps, step_count, options, accuracy, spent, error);
    case PLD_TARGET_ATTACK:
        return measure_attack(target, steps, step_count, options, accuracy, spent, error);
    case PLD_TARGET_MU:
        return measure_mu(target, steps, step_count, options, accuracy, spent, error);
    }
    return PLD_ERROR_ARGUMENT;
}

pld_status pld__target_measure(const pld_target *target, const pld_step *steps, size_t step_count, const pld_options *options,
                               double accuracy, pld__target_spent *spent, pld_error *error) {
    if (step_count == 0) { /* nothing is spent; an attacker guesses */
        double guess = target->kind == PLD_TARGET_ATTACK ? target->false_positive_rate : 0;
        *spent = (pld__target_spent){
            -INFINITY, -INFINITY, -INFINITY, .within = true, .sharp = true, .reached = true, .bracket = {guess, guess, guess}};
        return PLD_OK;
    }
    /* Where no single pair is known a target is kept to by the one that dominates. */
    pld__dominating dominating;
    bool pairs_alone = target->kind == PLD_TARGET_ATTACK || target->kind == PLD_TARGET_MU; /* whole curves are asked for */
    pld_status status = pld__dominating_create(steps, step_count, pairs_alone, &dominating);
    if (status == PLD_OK)
        status = measure(target, dominating.steps ? dominating.steps : steps, step_count, options, accuracy, spent, error);
    pld__dominating_free(&dominating);
    return status;
}
