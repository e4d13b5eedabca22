/* The reported estimate: by the closed form for one step, by the contour integral for more, where these are good to 1e-9. */
#ifndef PLD_ESTIMATE_ESTIMATE_H
#define PLD_ESTIMATE_ESTIMATE_H

#include "certify/question.h"
#include "plan/sketch.h"

/* Sets bracket->estimate and *error (INFINITY if neither method is good enough, the estimate is then left alone). Of a bracket
 * that is as narrow as asked any number inside is an estimate; of a wider one only what comes from here is. `bracket` holds
 * certified ends, in epsilon or log delta like the question. Fails with PLD_ERROR_CONTRADICTION if a trusted estimate is outside
 * of them by more than its own error. */
pld_status pld__estimate(const pld__sketch *sketch, pld_direction direction, const pld__question *question, pld_bracket *bracket,
                         double *error);

/* Where to look next: the estimate, or where there is none a third of the way up, which is no estimate of anything; an end, if
 * the other one is infinite. For searches and for sharing out a width between the sides, never to be shown. */
double pld__estimate_guess(const pld_bracket *bracket);

#endif
