/* What the methods share: the question, how to answer it, and their table's rows. */
#ifndef PLD_BASELINE_METHOD_H
#define PLD_BASELINE_METHOD_H

#include "certify/question.h"

#include <pld/baseline.h>

typedef struct pld__baseline_question {
    const pld_step *steps;
    size_t step_count;
    double log_delta;
    pld_adjacency adjacency;
} pld__baseline_question;

/* Fills an answer that starts as applicable, with neither epsilon nor order nor reason. */
typedef pld_status pld__baseline_evaluator(const pld__baseline_question *question, pld_baseline_answer *answer);

pld__baseline_evaluator pld__baseline_rdp, pld__baseline_rdp_classic, pld__baseline_rdp_list, pld__baseline_rdp_list_classic;
pld__baseline_evaluator pld__baseline_moments, pld__baseline_pure_moments, pld__baseline_zcdp, pld__baseline_zcdp_improved;
pld__baseline_evaluator pld__baseline_group_rdp, pld__baseline_group_rdp_list, pld__baseline_without_replacement;
pld__baseline_evaluator pld__baseline_naive, pld__baseline_advanced, pld__baseline_optimal;
pld__baseline_evaluator pld__baseline_amplified_naive, pld__baseline_amplified_advanced, pld__baseline_strong;
pld__baseline_evaluator pld__baseline_gaussian_formula, pld__baseline_gaussian_dp, pld__baseline_gaussian_clt,
    pld__baseline_loss_clt;

pld__baseline_evaluator pld__baseline_opacus, pld__baseline_dp_accounting, pld__baseline_prv_accountant;

/* The number of steps, with their counts. */
double pld__baseline_total(const pld__baseline_question *question);

/* The answer "does not apply", printf-style; returns PLD_OK. */
pld_status pld__baseline_refuse(pld_baseline_answer *answer, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Refuses where the method needs delta > 0: true if it did. */
bool pld__baseline_refuses_zero(const pld__baseline_question *question, pld_baseline_answer *answer);

#endif
