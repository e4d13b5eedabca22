/* What the list of outcomes of a discrete Gaussian leaves out of its moments. */
#ifndef PLD_FAMILY_DISCRETE_GAUSSIAN_H
#define PLD_FAMILY_DISCRETE_GAUSSIAN_H

#include "pair/pair.h"

/* log of a bound on E e^(t L) over the outcomes that are not listed, for t > 0; INFINITY where orders are too high to say. */
double pld__discrete_gaussian_log_beyond(const pld_mechanism *mechanism, pld_direction direction, double t);

#endif
