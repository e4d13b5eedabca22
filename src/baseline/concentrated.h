/* Zero-concentrated differential privacy of single steps. */
#ifndef PLD_BASELINE_CONCENTRATED_H
#define PLD_BASELINE_CONCENTRATED_H

#include "pair/pair.h"

/* rho with D_a <= rho a for all a > 1 in both directions; INFINITY if none is known. */
double pld__concentrated_rho(const pld_mechanism *mechanism);

/* epsilon^2/2 for a purely private step, INFINITY for others. */
double pld__pure_rho(const pld_mechanism *mechanism);

#endif
