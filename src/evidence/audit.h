/* What the audits share. */
#ifndef PLD_EVIDENCE_AUDIT_H
#define PLD_EVIDENCE_AUDIT_H

#include "bound/attack_power.h"
#include "query/attack_search.h"
#include "query/two_ends.h"

#include <pld/evidence.h>

/* Filled in with NAN everywhere. */
pld_audit pld__audit_start(const pld_audit_terms *terms);

PLD_WARN_UNUSED pld_status pld__audit_check_terms(const pld_audit_terms *terms, pld_error *error);

/* alpha/looks as a log, rounded down, and once more over `parts`. */
double pld__audit_log_alpha(const pld_audit_terms *terms, double parts);

/* The verdict from a p-value of one look, which is multiplied by their number. */
void pld__audit_judge(const pld_audit_terms *terms, double p_value, pld_audit *audit);

/* Copies what the caller's struct has room for, and what the mechanisms claim at delta into it before. */
PLD_WARN_UNUSED pld_status pld__audit_finish(const pld_audit_terms *terms, const pld_step *steps, size_t step_count,
                                             const pld_options *options, double started, pld_audit *made, pld_audit *audit,
                                             pld_error *error);

/* Powers of tests of a composition, from above, known ever better where they are asked for. */
typedef struct pld__power_claim {
    pld__dominating dominating;
    pld__attack_search search;
    pld__view view;
    pld__support *points; /* as known now; NULL before the first pld__power_claim_refine */
    size_t count;
} pld__power_claim;

PLD_WARN_UNUSED pld_status pld__power_claim_start(const pld_step *steps, size_t step_count, const pld_options *options,
                                                  pld__view view, pld__power_claim *claim, pld_error *error);
void pld__power_claim_free(pld__power_claim *claim);

/* Asks until the powers at these rates are this narrow, or no more is to be had. */
PLD_WARN_UNUSED pld_status pld__power_claim_refine(pld__power_claim *claim, const double *rates, size_t count, double tolerance,
                                                   pld_error *error);

#endif
