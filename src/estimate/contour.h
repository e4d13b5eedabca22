/* An estimate of delta and epsilon that is independent of buckets:
 *
 *     delta(epsilon) = (2 pi i)^-1 integral of e^(K(s) - s epsilon) / (s (s + 1)) ds along Re s = c > 0,
 *
 * K the sum of the steps' log moments, by the trapezoidal rule in Im s. It certifies nothing; it is reported, and it must agree
 * with the bracket. */
#ifndef PLD_ESTIMATE_CONTOUR_H
#define PLD_ESTIMATE_CONTOUR_H

#include "plan/saddle.h"

typedef struct pld__contour pld__contour;

/* For questions near (epsilon, log_delta). *contour is NULL if the integral does not converge in a reasonable number of nodes. */
pld_status pld__contour_create(const pld__sketch *sketch, pld_direction direction, double epsilon, double log_delta,
                               pld__contour **contour);
void pld__contour_free(pld__contour *contour);

/* log delta at epsilon, and an estimate of its error; INFINITY when it cannot be trusted. */
double pld__contour_log_delta(const pld__contour *contour, double epsilon, double *error);

/* epsilon at log_delta, searched around `guess`. */
double pld__contour_epsilon(const pld__contour *contour, double log_delta, double guess, double *error);

#endif
