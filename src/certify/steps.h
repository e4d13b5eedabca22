/* The steps that are composed. */
#ifndef PLD_CERTIFY_STEPS_H
#define PLD_CERTIFY_STEPS_H

#include <pld/query.h>

typedef struct pld__steps {
    pld_step *list; /* those that lose anything, or the one below */
    size_t count;
    pld_mechanism *whole; /* all steps as one, if they are discrete and have few outcomes together, or all Gaussian; owned */
} pld__steps;

/* Which steps may become one. */
typedef enum pld__merging {
    PLD__MERGE_NOTHING = 0,
    PLD__MERGE_OUTCOMES, /* discrete ones, if they have few outcomes together */
    PLD__MERGE_ALL       /* these, and Gaussian ones */
} pld__merging;

/* Steps without any loss are left out. Free with pld__steps_free, also after a failure. */
PLD_WARN_UNUSED pld_status pld__steps_create(const pld_step *steps, size_t step_count, pld__merging merging, pld__steps *made);
void pld__steps_free(pld__steps *steps);

/* Is there just one step, taken once? */
bool pld__steps_single(const pld__steps *steps);

#endif
