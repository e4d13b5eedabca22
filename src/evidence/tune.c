/* What the best of a random number of runs costs: the smallest c of T157 by certified deltas, and the best test of T158. */
#include "base/base.h"
#include "base/clock.h"
#include "base/minimum.h"
#include "baseline/rdp.h"
#include "baseline/renyi.h"
#include "certify/curve_point.h"
#include "certify/question.h"
#include "evidence/run_law.h"
#include "query/answer.h"
#include "query/check.h"

#include <math.h>

/* log c is found to this, relative, and deltas on the way are asked to it. */
static const double CLOSE = 1e-6, DELTA_WIDTH = 1e-6;

/* Where the search for log c begins and ends: nothing is said about what costs more, and less is not worth it. */
static const double FIRST_LOG_C = 0.1, LEAST_LOG_C = 1e-12, MOST_LOG_C = 1e4;

/* Rates of tests that are tried for the lower end, then again around the best as long as that is worth it (where losses are
 * discrete it is at a corner), and how wide their powers may be. */
enum { RATES = 16, REFINEMENTS = 5, MOST_STEPS = 60 };
static const double FIRST_WIDTH = 1e-2, LAST_WIDTH = 1e-3, WORTH = 2e-3;

typedef struct {
    const pld_step *steps;
    size_t step_count;
    const pld_options *options;
    const pld__run_law *law;
    pld_error *error;
    unsigned queries;
} task;

static pld_options in_direction(const pld_options *options, pld_direction direction) {
    pld_options own = *options;
    own.adjacency = direction == PLD_REMOVE ? PLD_ADJACENCY_REMOVE : PLD_ADJACENCY_ADD;
    return own;
}

static pld_direction opposite(pld_direction direction) {
    return direction == PLD_REMOVE ? PLD_ADD : PLD_REMOVE;
}

/* --- from above ----------------------------------------------------------------------------------------------------- */

static pld_status delta_upper(task *of, pld_direction direction, double epsilon, double *delta) {
    pld_options own = in_direction(of->options, direction);
    pld_result result;
    double low;
    bool limited;
    own.tolerance = 0;
    own.relative_tolerance = DELTA_WIDTH;
    of->queries++;
    pld_status status = pld__answer_delta(of->steps, of->step_count, epsilon, &own, NULL, &result, &limited, of->error);
    if (status == PLD_OK)
        pld__delta_ends(&result.bracket, &low, delta);
    return status;
}

/* A t that is known not to be allowed (low) and one that is (high), and by how much, as logs: positive and negative. */
typedef struct {
    double low, high, low_excess, high_excess;
} log_c_range;

static pld_status try_log_c(task *of, pld_direction direction, double t, log_c_range *range) {
    double delta, odds = (1 - of->law->gamma) / of->law->gamma;
    pld_status status = delta_upper(of, direction, t, &delta);
    if (status != PLD_OK)
        return status;
    bool allowed = pld__run_law_allows(of->law, t, delta);
    *(allowed ? &range->high : &range->low) = t;
    *(allowed ? &range->high_excess : &range->low_excess) = log(fmax(delta * odds, 1e-300)) - log(expm1(t));
    return PLD_OK;
}

/* The smallest t = log c that is certainly allowed, nearly: D falls with t and (e^t - 1) gamma/(1 - gamma) rises. Where a line
 * through both ends meets 0, a little to one side and to the other of it in turn, and now and then the middle. INFINITY if there
 * is none. */
static pld_status find_log_c(task *of, pld_direction direction, double *log_c) {
    log_c_range range = {.low = 0, .high = INFINITY};
    pld_status status = PLD_OK;
    for (double t = FIRST_LOG_C; status == PLD_OK && t < MOST_LOG_C && t > LEAST_LOG_C; t *= range.high < INFINITY ? 0.25 : 4) {
        status = try_log_c(of, direction, t, &range);
        if (range.low > 0 && range.high < INFINITY)
            break;
    }
    for (int i = 0; i < MOST_STEPS && status == PLD_OK && range.low > 0 && range.high - range.low > CLOSE * range.high; i++) {
        double part = range.low_excess / (range.low_excess - range.high_excess), width = range.high - range.low;
        double side = (i % 2 ? -0.4 : 0.4) * CLOSE * range.high / width;
        part = i % 4 == 3 || !(part > 0 && part < 1) ? 0.5 : fmin(fmax(part + side, 0.01), 0.99);
        if (width < 4 * CLOSE * range.high)
            part = 0.5;
        status = try_log_c(of, direction, range.low + part * width, &range);
    }
    *log_c = range.high;
    return status;
}

/* What epsilon grows by in a direction. */
static pld_status find_shift(task *of, pld_direction direction, double *shift) {
    double log_c = 0, variation = 0;
    pld_status status =
        of->law->poisson ? delta_upper(of, PLD_REMOVE, 0, &variation) : find_log_c(of, opposite(direction), &log_c);
    if (status == PLD_OK)
        *shift = pld__run_law_shift(of->law, log_c, variation);
    return status;
}

/* Theorem (T157): epsilon of one run at the share, and the shift; the larger of the directions. */
static pld_status find_upper(task *of, long double log_delta, double *upper, bool *met) {
    long double share = pld__run_law_log_share(of->law, log_delta);
    *upper = 0;
    *met = true;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        pld_direction direction = pld__direction_at(d);
        pld_result result;
        double shift;
        bool limited;
        if (!pld_adjacency_asks(of->options->adjacency, direction))
            continue;
        pld_options own = in_direction(of->options, direction);
        pld_status status = pld__answer_epsilon(of->steps, of->step_count, share, &own, NULL, &result, &limited, of->error);
        if (status == PLD_OK)
            status = find_shift(of, direction, &shift);
        if (status != PLD_OK)
            return status;
        of->queries++;
        *upper = fmax(*upper, nextafter(result.bracket.upper + shift, INFINITY));
        *met &= result.tolerance_met;
    }
    return PLD_OK;
}

/* --- from below ----------------------------------------------------------------------------------------------------- */

/* Theorem (T158) at many rates; *best is the rate that shows most. */
static pld_status try_rates(task *of, long double delta, const double *rates, double width, double *lower, double *best) {
    pld_attack attacks[RATES];
    pld_options own = *of->options;
    if (own.adjacency == PLD_ADJACENCY_REMOVE || own.adjacency == PLD_ADJACENCY_ADD)
        own.adjacency = PLD_ADJACENCY_ADD_REMOVE;
    own.tolerance = 0;
    own.relative_tolerance = width;
    pld_status status = pld_query_tradeoff(of->steps, of->step_count, rates, RATES, &own, NULL, NULL, attacks, of->error);
    for (size_t i = 0; i < RATES && status == PLD_OK; i++)
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            if (!pld_adjacency_asks(of->options->adjacency, pld__direction_at(d)))
                continue;
            const pld_attack_side *own_side = &attacks[i].directions[d],
                                  *other = &attacks[i].directions[opposite(pld__direction_at(d))];
            double there = fmax(pld__run_law_epsilon_lower(of->law, rates[i], own_side->true_positive.lower, delta, false),
                                pld__run_law_epsilon_lower(of->law, rates[i], other->true_positive.lower, delta, true));
            if (there > *lower) {
                *lower = there;
                *best = rates[i];
            }
        }
    of->queries += status == PLD_OK ? attacks[0].queries : 0;
    return status;
}

static void spread(double low, double high, double *rates) {
    for (int i = 0; i < RATES; i++)
        rates[i] = exp(log(low) + (log(high) - log(low)) * i / (RATES - 1));
}

/* A score that says nothing picks a run at random: what one run shows the best shows too, if there is one at least. */
static pld_status find_lower(task *of, const pld_bracket *base, long double delta, double *lower) {
    double rates[RATES], best = 0, least = fmin(fmax((double)delta * exp(-base->upper) * 1e-2, 1e-150), 1e-3);
    *lower = of->law->poisson ? 0 : base->lower;
    spread(least, 0.9, rates);
    pld_status status = try_rates(of, delta, rates, FIRST_WIDTH, lower, &best);
    double step = pow(0.9 / least, 1.0 / (RATES - 1));
    bool worth = best > 0;
    for (int i = 0; i < REFINEMENTS && worth && status == PLD_OK; i++) {
        double low = best / step, high = fmin(best * step, 0.99), before = *lower;
        spread(low, high, rates);
        status = try_rates(of, delta, rates, LAST_WIDTH, lower, &best);
        step = pow(high / low, 1.0 / (RATES - 1));
        worth = best > 0 && *lower > before + WORTH * (1 + fabs(before));
    }
    return status;
}

/* --- what others say ------------------------------------------------------------------------------------------------ */

typedef struct {
    task *of;
    pld_direction direction;
    double log_mean, log_gamma, log_delta;
    pld_status status;
    pld__baseline_question question;
} other_search;

/* log(e^e + (1 - gamma)/gamma delta(e)), e = e^x: the published place of log c. */
static double published_log_c(const void *context, double x) {
    other_search *search = (other_search *)context;
    double epsilon = exp(x), delta = 1;
    if (search->status == PLD_OK)
        search->status = delta_upper(search->of, search->direction, epsilon, &delta);
    return log(exp(epsilon) + (1 - search->of->law->gamma) / search->of->law->gamma * delta);
}

/* epsilon at delta/E K, and (eta + 1) times the least of that. */
static pld_status find_published(task *of, long double log_delta, double *published) {
    double log_mean = log(pld__run_law_mean(of->law)), largest = 0;
    *published = NAN;
    if (of->law->poisson)
        return PLD_OK;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        other_search search = {.of = of, .direction = opposite(pld__direction_at(d))};
        pld_options own = in_direction(of->options, pld__direction_at(d));
        pld_result result;
        bool limited;
        if (!pld_adjacency_asks(of->options->adjacency, pld__direction_at(d)))
            continue;
        double where, least = pld__minimum(published_log_c, &search, -12, 6, 1e-2, &where);
        pld_status status = search.status;
        if (status == PLD_OK)
            status =
                pld__answer_epsilon(of->steps, of->step_count, log_delta - log_mean, &own, NULL, &result, &limited, of->error);
        if (status != PLD_OK)
            return status;
        largest = fmax(largest, result.bracket.upper + (1 + of->law->eta) * least);
    }
    *published = largest;
    return PLD_OK;
}

/* The part of theorem 2 of Papernot and Steinke (2022) that has an order of its own, over 1 + eta. */
static double renyi_extra(const void *context, double x) {
    const other_search *search = context;
    double order = 1 + exp(x);
    return (1 - 1 / order) * pld__renyi_largest(&search->question, order) - search->log_gamma / order;
}

static double renyi_epsilon(const void *context, double x) {
    const other_search *search = context;
    double order = 1 + exp(x);
    return pld__conversion_improved(pld__renyi_largest(&search->question, order) + search->log_mean / (order - 1), order,
                                    search->log_delta);
}

/* D_a of the best is at most D_a + (1 + eta) (1 - 1/b) D_b + (1 + eta) log(1/gamma)/b + log(E K)/(a - 1), any a, b > 1. The
 * conversion floors at 0 what is no epsilon yet, so that the extra is added behind it: never less than the theorem says. */
static double find_renyi(const task *of, long double log_delta) {
    other_search search = {.log_mean = log(pld__run_law_mean(of->law)),
                           .log_gamma = log(of->law->gamma),
                           .log_delta = (double)log_delta,
                           .question = {of->steps, of->step_count, (double)log_delta, of->options->adjacency}};
    if (of->law->poisson || !isfinite(pld__renyi_largest(&search.question, 2)))
        return NAN;
    double where, extra = pld__minimum(renyi_extra, &search, -16, 14, 1e-3, &where);
    return pld__minimum(renyi_epsilon, &search, -16, 14, 1e-3, &where) + (1 + of->law->eta) * extra;
}

/* --- all of it ------------------------------------------------------------------------------------------------------ */

pld_status pld_query_tuned(const pld_step *steps, size_t step_count, const pld_run_law *given, long double log_delta,
                           const pld_options *options, pld_tuned *tuned, pld_error *error) {
    double started = pld__seconds_now();
    pld__run_law law;
    pld_tuned made = {.published = NAN, .renyi = NAN};
    pld_result base;
    bool met = false;
    pld_status status = pld__run_law_check(given, &law, error);
    if (status == PLD_OK)
        status = pld__check_query(steps, step_count, options, error);
    if (status == PLD_OK)
        status = pld_query_epsilon(steps, step_count, log_delta, options, &base, error);
    if (status != PLD_OK)
        return status;
    task of = {steps, step_count, options, &law, error, 1};
    made.mean_runs = pld__run_law_mean(&law);
    made.base = base.bracket;
    status = find_upper(&of, log_delta, &made.epsilon.upper, &met);
    if (status == PLD_OK)
        status = find_lower(&of, &base.bracket, expl(log_delta), &made.epsilon.lower);
    if (status == PLD_OK && log_delta > -INFINITY)
        status = find_published(&of, log_delta, &made.published);
    if (status == PLD_OK && log_delta > -INFINITY)
        made.renyi = find_renyi(&of, log_delta);
    if (status != PLD_OK)
        return status;
    if (!(made.epsilon.lower <= made.epsilon.upper))
        return PLD_ERROR_CONTRADICTION;
    made.epsilon.estimate = NAN;
    made.tolerance_met = met && base.tolerance_met;
    made.queries = of.queries;
    made.seconds = pld__seconds_now() - started;
    *tuned = made;
    return PLD_OK;
}
