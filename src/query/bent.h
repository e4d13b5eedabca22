/* One direction of few sampled steps, by a bent contour. */
#ifndef PLD_QUERY_BENT_H
#define PLD_QUERY_BENT_H

#include "query/shared.h"

/* Is it a sampled Gaussian, or a mixture, for which a contour may be bent? */
bool pld__bent_takes(const pld_mechanism *mechanism);

/* The contour is made for a neighbour of the question, and for the question itself only where that one's is not good enough.
 * `estimate` is an answer to the neighbour that is known already, roughly, or NAN; `asked` is a width. Nothing is found where it
 * does not apply, or would cost too much. */
PLD_WARN_UNUSED pld_status pld__bent_direction(pld__shelf *shelf, const pld__neighbour *neighbour, const pld__question *question,
                                               double asked, double estimate, pld__kernel_result *made);

#endif
