/* The moment of the discrete Gaussian by Poisson's summation (T51), without sampling: no outcome is listed. */
#ifndef PLD_KERNEL_BELL_H
#define PLD_KERNEL_BELL_H

#include "kernel/moment.h"

/* Is it a discrete Gaussian with enough noise? sigma >= 1/2. */
bool pld__bell_takes(const pld_mechanism *mechanism);

/* log M(theta), from above. */
long double pld__bell_log_upper(long double sigma, long double shift, long double theta);

/* log M(theta + it). */
pld__kernel_log pld__bell_log(long double sigma, long double shift, long double theta, long double t);

/* The same times e^(it D^2/(2 sigma^2)), at t = 2 pi tau sigma^2/D with tau = j/count: losses are then whole multiples of
 * D/sigma^2. */
pld__kernel_log pld__bell_log_turned(long double sigma, long double shift, long double theta, int64_t j, int64_t count);

/* log of a bound of |M(theta + it)| for all tau from j/count to 1/2. */
long double pld__bell_log_decay(long double sigma, long double shift, long double theta, int64_t j, int64_t count);

#endif
