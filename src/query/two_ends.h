/* Answers whose two ends come from different pairs. */
#ifndef PLD_QUERY_TWO_ENDS_H
#define PLD_QUERY_TWO_ENDS_H

#include "base/shelf.h"
#include "certify/question.h"
#include "pair/pair.h"

/* Lists of steps that a composition stands for from below: every step that only dominates has one of the pairs that are attained
 * in its place. */
typedef struct pld__alternatives {
    size_t count; /* 0: no step needs another from below */
    size_t step_count;
    pld_step *steps; /* count lists of step_count each */
} pld__alternatives;

/* All ways to choose one attained pair for each step, if they are few; otherwise the first of each, the second of each, and so
 * on. Every choice is attained (T103). Free with pld__alternatives_free. */
PLD_WARN_UNUSED pld_status pld__alternatives_create(const pld_step *steps, size_t step_count, pld__alternatives *made);
void pld__alternatives_free(pld__alternatives *alternatives);

/* The same steps with the pairs that dominate: for questions about what is certainly kept to. With `pairs_alone` nothing else is
 * known of them; otherwise moments are (T171), and answers are about the better of the two bounds.
 * Borrows what the mechanisms are made of. Free with pld__dominating_free; steps is NULL if there is nothing to strip. */
typedef struct pld__dominating {
    pld_step *steps;
    pld_mechanism *mechanisms;
} pld__dominating;
PLD_WARN_UNUSED pld_status pld__dominating_create(const pld_step *steps, size_t step_count, bool pairs_alone,
                                                  pld__dominating *made);
void pld__dominating_free(pld__dominating *dominating);

/* Has a step such pairs? */
bool pld__steps_have_gap(const pld_step *steps, size_t step_count);

/* pld__answer, with the upper end from the steps as they are and the lower end from the best of the alternatives. */
PLD_WARN_UNUSED pld_status pld__answer_two_ends(const pld_step *steps, size_t step_count, const pld__question *question,
                                                const pld_options *options, pld__shelf *shelf, pld_result *result, bool *limited,
                                                pld_error *error);

#endif
