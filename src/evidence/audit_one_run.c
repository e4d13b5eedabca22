/* pld_audit_one_run: many canaries in one run. */
#include "base/base.h"
#include "base/binomial.h"
#include "base/clock.h"
#include "bound/one_run_optimum.h"
#include "evidence/audit.h"
#include "query/options.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* Rates at which the claim is made narrow, to this share of the power: evenly by factors up to 1/2, and mirrored. */
enum { HALF_RATES = 64, RATES = 2 * HALF_RATES };
static const double LEAST_RATE = 1e-9, WIDTH = 1e-4;

static const double CLOSE = 1e-11;

/* More canaries than that would take long. */
enum { CANARIES_MOST = 100000000 };

static pld_status check(const pld_canaries *run, pld_error *error) {
    char all[96];
    snprintf(all, sizeof all, "%" PRIu64 ",%" PRIu64 ",%" PRIu64, run->canaries, run->guesses, run->correct);
    if (run->canaries < 1 || run->canaries > CANARIES_MOST || run->guesses < 1)
        return pld__error_argument(error, all, "1 to 1e8 canaries and at least one guess", "%s: not so many canaries or guesses",
                                   all);
    if (run->guesses > run->canaries)
        return pld__error_argument(error, all, "canaries, guesses, correct ones, in this order", "%s: more guesses than canaries",
                                   all);
    if (run->correct > run->guesses)
        return pld__error_argument(error, all, "canaries, guesses, correct ones, in this order",
                                   "%s: more correct guesses than guesses", all);
    return PLD_OK;
}

/* --- the largest epsilon that is refuted ---------------------------------------------------------------------------- */

/* As Steinke, Nasr and Jagielski (2023) print it (theorem 5.2, in their program): P[W >= v] + 2 m delta max over i of P[v - i
 * <= W < v]/i, W ~ Bin(r, e^epsilon/(1 + e^epsilon)). Not a theorem for every v: nothing is certified about it. */
static double printed_chance(const pld__one_run *run, double epsilon, double delta) {
    long double r = run->guesses, v = run->correct, log_right = -log1pl(expl(-epsilon)), log_wrong = log_right - epsilon;
    long double reached = 0, below = 0, steepest = 0;
    if (v <= r * expl(log_right))
        return 1; /* at least 1/2, which is too much */
    long double first = expl(pld__log_choose(r, v) + v * log_right + (r - v) * log_wrong), odds = expl(epsilon), term = first;
    for (long double k = v; k <= r && term >= 1e-25L * reached; k++) {
        reached += term;
        term *= (r - k) / (k + 1) * odds;
    }
    term = first * v / ((r - v + 1) * odds);
    for (long double i = 1; i <= v && term >= 1e-25L * below; i++) {
        below += term;
        steepest = fmaxl(steepest, below / i);
        term *= (v - i) / ((r - v + i + 1) * odds);
    }
    return (double)(reached + 2 * run->canaries * (long double)delta * steepest);
}

typedef struct {
    const pld__one_run *run;
    const pld_options *options;
    double delta, tau;
    bool printed;
} question;

static bool is_refuted(const question *of, double epsilon) {
    return of->printed ? printed_chance(of->run, epsilon, of->delta) <= of->tau
                       : pld__one_run_bounded(of->run, epsilon, of->delta, of->tau);
}

/* The largest epsilon that was found refuted (T174), to ten digits; smaller ones are refuted with it. */
static pld_status find_largest(const question *of, double *largest) {
    double low = 0, high = 1;
    bool any = is_refuted(of, 0);
    for (; any && high < 1024 && is_refuted(of, high); high *= 2)
        low = high;
    while (any && high - low > CLOSE * high) {
        double middle = (low + high) / 2;
        if (of->options && pld__query_stopped(of->options))
            return PLD_ERROR_STOPPED;
        *(is_refuted(of, middle) ? &low : &high) = middle;
    }
    *largest = low;
    return PLD_OK;
}

static pld_status find_epsilon(const pld__one_run *run, const pld_audit_terms *terms, const pld_options *options,
                               pld_audit *made) {
    if (isnan(terms->log_delta))
        return PLD_OK;
    double delta = exp(terms->log_delta), above = delta * (1 + 4 * PLD__U * (2 + fabs(terms->log_delta))); /* it is a log */
    bool pure = terms->log_delta == -INFINITY;
    question of = {run, options, pure ? 0 : fmax(above, DBL_MIN), exp(pld__audit_log_alpha(terms, 1)) * (1 - 4 * PLD__U), false};
    pld_status status = find_largest(&of, &made->epsilon_lower);
    of.printed = true;
    of.delta = delta;
    if (status == PLD_OK && of.tau <= 0.5) /* above, it is known to fail */
        status = find_largest(&of, &made->epsilon_printed);
    return status;
}

/* --- against a claim ------------------------------------------------------------------------------------------------ */

static pld_status test_claim(const pld__one_run *run, const pld_audit_terms *terms, const pld_step *steps, size_t step_count,
                             const pld_options *options, pld_audit *made, pld_error *error) {
    pld__power_claim claim = {.count = 0};
    pld_options own = *options;
    double rates[RATES];
    for (int i = 0; i < HALF_RATES; i++) {
        rates[i] = exp(log(LEAST_RATE) + (log(0.5) - log(LEAST_RATE)) * i / (HALF_RATES - 1));
        rates[RATES - 1 - i] = 1 - rates[i];
    }
    own.relative_tolerance = WIDTH;
    pld_status status = pld__power_claim_start(steps, step_count, &own, PLD__VIEW_BOTH, &claim, error);
    if (status == PLD_OK)
        status = pld__power_claim_refine(&claim, rates, RATES, 0, error);
    if (status == PLD_OK) {
        double p = pld__one_run_p_value(run, claim.points, claim.count, options->watcher, options->context);
        pld__audit_judge(terms, p, made);
        made->queries = claim.search.profile.queries;
    }
    pld__power_claim_free(&claim);
    return status == PLD_OK && pld__query_stopped(options) ? PLD_ERROR_STOPPED : status;
}

pld_status pld_audit_one_run(const pld_canaries *canaries, const pld_audit_terms *terms, const pld_step *steps, size_t step_count,
                             const pld_options *options, pld_audit *audit, pld_error *error) {
    double started = pld__seconds_now();
    pld_status status = pld__audit_check_terms(terms, error);
    if (status == PLD_OK)
        status = check(canaries, error);
    if (status == PLD_OK && options && (options->adjacency == PLD_ADJACENCY_REMOVE || options->adjacency == PLD_ADJACENCY_ADD))
        status = pld__error_argument(error, "adjacency", "add-remove, replace or zero-out",
                                     "a canary is in or out: a claim about one direction alone is not enough");
    if (status == PLD_OK && options)
        status = pld__options_check_layout(options, error);
    if (status != PLD_OK)
        return status;
    const pld__one_run run = {canaries->canaries, canaries->guesses, canaries->correct};
    pld_audit made = pld__audit_start(terms);
    status = find_epsilon(&run, terms, options, &made);
    if (status == PLD_OK && steps)
        status = test_claim(&run, terms, steps, step_count, options, &made, error);
    return status == PLD_OK ? pld__audit_finish(terms, steps, step_count, options, started, &made, audit, error) : status;
}
