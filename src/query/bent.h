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

/* Is it a sampled Gaussian, or a mixture, for which a contour may be bent? */
bool pld__bent_takes(const pld_mechanism *mechanism);

/* `estimate` is an answer that is known already, roughly, or NAN; `asked` is a width. Nothing is found where it does not
 * apply, or would cost too much. */
pld_status pld__bent_direction(const pld_step *step, pld_direction direction, const pld__question *question, double asked,
                               double estimate, pld__bent_outcome *made);

#endif
