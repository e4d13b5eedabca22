/* One direction of few sampled steps, by a bent contour. */
#ifndef PLD_QUERY_BENT_H
#define PLD_QUERY_BENT_H

#include "certify/kernel_ends.h"

/* What came of it, and what it took. */
typedef struct pld__bent_outcome {
    pld__kernel_ends ends;
    double tilt;
    size_t frequencies;
    double memory; /* bytes */
} pld__bent_outcome;

/* `estimate` is an answer that is known already, roughly, or NAN; `few` says that a width of few digits is asked. Nothing
 * is found where it does not apply. */
pld_status pld__bent_direction(const pld_step *step, pld_direction direction, const pld__question *question, bool few,
                               double estimate, pld__bent_outcome *made);

#endif
