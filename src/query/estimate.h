/* The reported estimate: by the closed form for one step, by the contour integral for more, where these are good to 1e-9. */
#ifndef PLD_QUERY_ESTIMATE_H
#define PLD_QUERY_ESTIMATE_H

#include "query/plan.h"

/* Sets bracket->estimate and *error (INFINITY if neither method is good enough, the estimate is then left alone). `bracket` holds
 * certified ends, in epsilon or log delta like the question. Fails with PLD_ERROR_CONTRADICTION if a trusted estimate is outside of
 * them by more than its own error. */
pld_status pld__estimate(const pld__target *targets, size_t count, pld_direction direction, const pld__question *question,
                         pld_bracket *bracket, double *error);

#endif
