/* pld_audit_counts: independent runs with and without the record.
 *
 * Theorem (T153). With L <= p1 and U >= p0, both but for probability alpha together, (epsilon, delta)-DP implies e^epsilon >= (L
 * - delta)/U, by the event "in", and e^epsilon >= (1 - U - delta)/(1 - L), by "not in": one event of probability alpha for both.
 * The first is about D of removing the record, the second about D of adding it: a claim about one of them alone has the one
 * alone.
 */
#include "base/base.h"
#include "base/clock.h"
#include "bound/audit_test.h"
#include "bound/binomial_tail.h"
#include "evidence/audit.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* Powers are asked for to this share of what the number of runs can tell, so many times. */
static const double SHARE = 3e-4;
enum { MOST_ROUNDS = 40 };

static pld_status check_part(uint64_t part, uint64_t all, const char *word, const char *what, pld_error *error) {
    if (all < 1 || all > PLD__TRIALS_MOST)
        return pld__error_argument(error, word, "a whole number from 1 to 1e9", "there must be 1 to 1e9 runs %s the record",
                                   what);
    if (part > all) {
        char both[64];
        snprintf(both, sizeof both, "%" PRIu64 "/%" PRIu64, part, all);
        return pld__error_argument(error, both, "at most as many as there are runs",
                                   "%s: more answers 'in' than runs %s the record", both, what);
    }
    return PLD_OK;
}

/* log((most - delta)/least) from below, at least 0. */
static double epsilon_from(long double most, long double least, long double delta) {
    long double left = (most - delta) - 8 * 0x1p-64L * (1 + delta);
    double epsilon = left > 0 ? (double)logl(left / least) : -INFINITY;
    return fmax(epsilon - 4 * PLD__U * (1 + fabs(epsilon)), 0);
}

static void find_epsilon(const pld_audit_terms *terms, pld_adjacency adjacency, pld_audit *made) {
    if (isnan(terms->log_delta))
        return;
    /* Its log is a double: the larger of the deltas that this may be. */
    double log_delta = terms->log_delta;
    long double slack = isfinite(log_delta) ? 4 * PLD__U * (1 + fabs(log_delta)) : 0;
    long double delta = expl(log_delta) * (1 + slack), lower = made->tpr_lower, upper = made->fpr_upper;
    made->epsilon_from_positive = epsilon_from(lower, upper, delta);
    made->epsilon_from_negative = epsilon_from(1 - upper, 1 - lower, delta);
    made->epsilon_lower = fmax(pld_adjacency_asks(adjacency, PLD_REMOVE) ? made->epsilon_from_positive : 0,
                               pld_adjacency_asks(adjacency, PLD_ADD) ? made->epsilon_from_negative : 0);
}

/* Where the claim does best the power is made narrower, until it is narrow there: then the p-value is near that of the exact
 * curve. */
static pld_status test_claim(const pld__attack_counts *counts, const pld_audit_terms *terms, pld__power_claim *claim,
                             pld_audit *made, pld_error *error) {
    double n = (double)counts->positives, share = ((double)counts->true_positives + 1) / (n + 2);
    double tolerance = SHARE * sqrt(share * (1 - share) / n), rate = made->fpr_upper;
    bool rectangle = terms->test == PLD_AUDIT_RECTANGLE;
    pld__audit_p_value found = {.p = 1};
    for (int round = 0; round < MOST_ROUNDS; round++) {
        rate = fmin(fmax(rate, 1e-150), 1 - 1e-9);
        pld_status status = pld__power_claim_refine(claim, &rate, 1, tolerance, error);
        if (status != PLD_OK)
            return status;
        found = pld__audit_test(counts, claim->points, claim->count, rectangle);
        pld__power power = pld__bound_power(claim->points, claim->count, fmin(fmax(found.at, 1e-150), 1 - 1e-9));
        if (power.upper - power.lower <= 2 * tolerance || found.at == rate)
            break;
        rate = found.at;
    }
    pld__audit_judge(terms, found.p, made);
    made->p_value_at = found.at;
    made->queries = claim->search.profile.queries;
    return PLD_OK;
}

/* Of a record that is there or not the test is about its presence; of one that is replaced either value may be the one that is
 * "in". */
static pld__view view_of(pld_adjacency adjacency) {
    return adjacency == PLD_ADJACENCY_REPLACE ? PLD__VIEW_BOTH : PLD__VIEW_REMOVE;
}

pld_status pld_audit_counts(const pld_attack_counts *counts, const pld_audit_terms *terms, const pld_step *steps,
                            size_t step_count, const pld_options *options, pld_audit *audit, pld_error *error) {
    double started = pld__seconds_now();
    pld__power_claim claim = {.count = 0};
    pld_status status = pld__audit_check_terms(terms, error);
    if (status == PLD_OK)
        status = check_part(counts->true_positives, counts->positives, "tp", "with", error);
    if (status == PLD_OK)
        status = check_part(counts->false_positives, counts->negatives, "fp", "without", error);
    if (status != PLD_OK)
        return status;
    const pld__attack_counts own = {counts->true_positives, counts->positives, counts->false_positives, counts->negatives};
    pld_audit made = pld__audit_start(terms);
    double log_half = pld__audit_log_alpha(terms, 2);
    made.tpr_lower = pld__binomial_lower(own.positives, own.true_positives, log_half);
    made.fpr_upper = pld__binomial_upper(own.negatives, own.false_positives, log_half);
    find_epsilon(terms, options ? options->adjacency : PLD_ADJACENCY_ADD_REMOVE, &made);
    if (steps) {
        status = pld__power_claim_start(steps, step_count, options, view_of(options->adjacency), &claim, error);
        if (status == PLD_OK)
            status = test_claim(&own, terms, &claim, &made, error);
        pld__power_claim_free(&claim);
    }
    return status == PLD_OK ? pld__audit_finish(terms, steps, step_count, options, started, &made, audit, error) : status;
}
