/* From the steps of a composition to the targets of its plans. */
#ifndef PLD_QUERY_TARGETS_H
#define PLD_QUERY_TARGETS_H

#include "query/aim.h"

typedef struct pld__targets {
    pld__target *all;
    size_t count;
    double reach;         /* of the points */
    bool refined;         /* the points are closer than aiming needs */
    bool points;          /* some losses have mass by themselves: a common lattice of all does not suit them */
    bool grouped;         /* some targets stand for others */
    pld_mechanism *whole; /* all steps as one, if they are discrete and have few outcomes together, or all Gaussian; owned */
    pld_step *members;    /* of all groups; owned */
} pld__targets;

/* Steps without any loss are left out. `reach` is how far out points go, in standard deviations. */
pld_status pld__targets_create(const pld_step *steps, size_t step_count, double reach, bool merge, pld__targets *targets);
void pld__targets_free(pld__targets *targets);

/* Closer points: where laws are cut at a loss, much depends on which side of it an atom is. */
pld_status pld__targets_refine(pld__targets *targets);

#endif
