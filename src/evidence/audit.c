#include "evidence/audit.h"

#include "base/base.h"
#include "base/clock.h"
#include "query/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *pld_verdict_kind_name(pld_verdict_kind verdict) {
    return verdict == PLD_VERDICT_CONSISTENT ? "consistent" : verdict == PLD_VERDICT_REFUTED ? "refuted" : NULL;
}

pld_audit pld__audit_start(const pld_audit_terms *terms) {
    return (pld_audit){.alpha = terms->alpha,
                       .tpr_lower = NAN,
                       .fpr_upper = NAN,
                       .epsilon_lower = NAN,
                       .epsilon_from_positive = NAN,
                       .epsilon_from_negative = NAN,
                       .epsilon_printed = NAN,
                       .epsilon_claimed = NAN,
                       .p_value = NAN,
                       .p_value_at = NAN};
}

pld_status pld__audit_check_terms(const pld_audit_terms *terms, pld_error *error) {
    if (terms->size < sizeof *terms)
        return pld__error_argument(error, "terms", "sizeof(pld_audit_terms) as their size", "the terms say no size");
    if (!(terms->alpha > 0 && terms->alpha < 1))
        return pld__error_argument(error, "confidence", "a number above 0 and below 1", "the confidence is out of range");
    if (terms->looks < 1)
        return pld__error_argument(error, "looks", "a whole number of at least 1", "there is at least one look");
    if (!isnan(terms->log_delta) && !(terms->log_delta < 0))
        return pld__error_argument(error, "delta", "a number from 0 up to, but not including, 1", "delta is out of range");
    if (terms->test != PLD_AUDIT_PRODUCT && terms->test != PLD_AUDIT_RECTANGLE)
        return pld__error_argument(error, "test", "product or rectangle", "there is no such test");
    return PLD_OK;
}

double pld__audit_log_alpha(const pld_audit_terms *terms, double parts) {
    double log_alpha = log(terms->alpha) - log((double)terms->looks) - log(parts);
    return log_alpha - 8 * PLD__U * (2 + fabs(log_alpha));
}

void pld__audit_judge(const pld_audit_terms *terms, double p_value, pld_audit *audit) {
    audit->p_value = fmin(terms->looks > 1 ? p_value * (double)terms->looks * (1 + 4 * PLD__U) : p_value, 1);
    audit->verdict = audit->p_value <= terms->alpha * (1 - 4 * PLD__U) ? PLD_VERDICT_REFUTED : PLD_VERDICT_CONSISTENT;
}

pld_status pld__audit_finish(const pld_audit_terms *terms, const pld_step *steps, size_t step_count, const pld_options *options,
                             double started, pld_audit *made, pld_audit *audit, pld_error *error) {
    if (steps && !isnan(terms->log_delta)) {
        pld_result result;
        pld_status status = pld_query_epsilon(steps, step_count, terms->log_delta, options, &result, error);
        if (status != PLD_OK)
            return status;
        made->epsilon_claimed = result.bracket.upper;
    }
    if (audit->size < sizeof audit->size)
        return pld__error_argument(error, "audit", "sizeof(pld_audit) as its size", "the audit says no size");
    made->size = audit->size < sizeof *made ? audit->size : sizeof *made;
    made->seconds = pld__seconds_now() - started;
    memcpy(audit, made, made->size);
    return PLD_OK;
}

/* --- what the claim allows ------------------------------------------------------------------------------------------ */

pld_status pld__power_claim_start(const pld_step *steps, size_t step_count, const pld_options *options, pld__view view,
                                  pld__power_claim *claim, pld_error *error) {
    *claim = (pld__power_claim){.view = view, .search = {.each = true}};
    pld_status status = pld__check_query(steps, step_count, options, error);
    if (status == PLD_OK)
        status = pld__dominating_create(steps, step_count, true, &claim->dominating);
    if (status == PLD_OK)
        pld__profile_start(claim->dominating.steps ? claim->dominating.steps : steps, step_count, options,
                           &claim->search.profile);
    return status;
}

void pld__power_claim_free(pld__power_claim *claim) {
    pld__free(claim->points);
    pld__profile_free(&claim->search.profile);
    pld__dominating_free(&claim->dominating);
    *claim = (pld__power_claim){.view = claim->view};
}

pld_status pld__power_claim_refine(pld__power_claim *claim, const double *rates, size_t count, double tolerance,
                                   pld_error *error) {
    pld__attack_goal *goals = pld__allocate(count, sizeof *goals);
    if (!goals)
        return PLD_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++)
        goals[i] = (pld__attack_goal){.view = claim->view, .rate = rates[i], .group = i};
    claim->search.profile.options.tolerance = tolerance;
    claim->search.goals = goals;
    claim->search.goal_count = count;
    pld_status status = pld__attack_search_run(&claim->search, NULL, NULL, error);
    claim->search.goals = NULL;
    pld__free(goals);
    pld__support *points = status == PLD_OK ? pld__allocate(2 * claim->search.profile.count + 1, sizeof *points) : NULL;
    if (status == PLD_OK && !points)
        status = PLD_ERROR_MEMORY;
    if (status != PLD_OK)
        return status;
    pld__free(claim->points);
    claim->points = points;
    claim->count = pld__profile_view(&claim->search.profile, claim->view, points);
    return PLD_OK;
}
