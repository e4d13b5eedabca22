/* pld_audit_one_run: many canaries in one run. */
#include "base/base.h"
#include "base/binomial.h"
#include "base/clock.h"
#include "bound/one_run.h"
#include "evidence/audit.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* Rates at which the claim is made narrow, to this share of the power: evenly by factors up to 1/2, and mirrored. */
enum { HALF_RATES = 64, RATES = 2 * HALF_RATES };
static const double LEAST_RATE = 1e-9, WIDTH = 1e-4;

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

/* The curve of (epsilon, delta): its two corners (T40), from above. */
static bool refutes(const pld__one_run *run, double epsilon, double delta, double tau) {
    double own = delta * (1 + 4 * PLD__U * (1 + fabs(log(fmax(delta, 1e-300))))); /* it comes from its log */
    const pld__support corners[] = {
        {.log_x = -epsilon, .high = fmin((-expm1(-epsilon) + exp(-epsilon) * own) * (1 + 8 * PLD__U), 1)},
        {.log_x = epsilon, .high = own}};
    return pld__one_run_excludes(run, corners + (epsilon > 0 ? 0 : 1), epsilon > 0 ? 2 : 1, tau);
}

/* As Steinke, Nasr and Jagielski (2023) print it (theorem 5.2, in their program): P[W >= v] + 2 m delta max over i of P[v - i <=
 * W < v]/i, W ~ Bin(r, e^epsilon/(1 + e^epsilon)). Not a theorem for every v: nothing is certified about it. */
static double printed_chance(const pld__one_run *run, double epsilon, double delta) {
    long double r = run->guesses, v = run->correct, log_right = -log1pl(expl(-epsilon)), log_wrong = log_right - epsilon;
    long double reached = 0, below = 0, steepest = 0;
    for (long double k = v; k <= r; k++) {
        long double term = expl(pld__log_choose(r, k) + k * log_right + (r - k) * log_wrong);
        reached += term;
        if (term < 1e-25L * reached)
            break;
    }
    for (long double i = 1; i <= v; i++) {
        long double k = v - i, term = expl(pld__log_choose(r, k) + k * log_right + (r - k) * log_wrong);
        below += term;
        steepest = fmaxl(steepest, below / i);
        if (term < 1e-25L * below)
            break;
    }
    return (double)(reached + 2 * run->canaries * (long double)delta * steepest);
}

typedef struct {
    const pld__one_run *run;
    double delta, tau;
    bool printed;
} question;

static bool is_refuted(const question *of, double epsilon) {
    return of->printed ? printed_chance(of->run, epsilon, of->delta) <= of->tau : refutes(of->run, epsilon, of->delta, of->tau);
}

/* The largest epsilon that was found refuted; smaller ones are refuted with it. */
static double largest_refuted(const question *of) {
    double low = 0, high = 1;
    if (!is_refuted(of, 0))
        return 0;
    for (; high < 1024 && is_refuted(of, high); high *= 2)
        low = high;
    for (int i = 0; i < 60 && high - low > 1e-12 * high; i++) {
        double middle = (low + high) / 2;
        *(is_refuted(of, middle) ? &low : &high) = middle;
    }
    return low;
}

static void find_epsilon(const pld__one_run *run, const pld_audit_terms *terms, pld_audit *made) {
    if (isnan(terms->log_delta))
        return;
    question of = {run, (double)expl(terms->log_delta), exp(pld__audit_log_alpha(terms, 1)) * (1 - 4 * PLD__U), false};
    made->epsilon_lower = largest_refuted(&of);
    of.printed = true;
    if (of.tau <= 0.5) /* above, it is known to fail */
        made->epsilon_printed = largest_refuted(&of);
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
        pld__audit_judge(terms, pld__one_run_p_value(run, claim.points, claim.count), made);
        made->queries = claim.search.profile.queries;
    }
    pld__power_claim_free(&claim);
    return status;
}

pld_status pld_audit_one_run(const pld_canaries *canaries, const pld_audit_terms *terms, const pld_step *steps, size_t step_count,
                             const pld_options *options, pld_audit *audit, pld_error *error) {
    double started = pld__seconds_now();
    pld_status status = pld__audit_check_terms(terms, error);
    if (status == PLD_OK)
        status = check(canaries, error);
    if (status == PLD_OK && steps && (options->adjacency == PLD_ADJACENCY_REMOVE || options->adjacency == PLD_ADJACENCY_ADD))
        status = pld__error_argument(error, "adjacency", "add-remove, replace or zero-out",
                                     "a canary is in or out: a claim about one direction alone is not enough");
    if (status != PLD_OK)
        return status;
    const pld__one_run run = {canaries->canaries, canaries->guesses, canaries->correct};
    pld_audit made = pld__audit_start(terms);
    find_epsilon(&run, terms, &made);
    if (steps)
        status = test_claim(&run, terms, steps, step_count, options, &made, error);
    return status == PLD_OK ? pld__audit_finish(terms, steps, step_count, options, started, &made, audit, error) : status;
}
