/* The Laplace mechanism, sampled or not. */
#ifndef PLD_MECHANISM_LAPLACE_H
#define PLD_MECHANISM_LAPLACE_H

#include "mechanism/pair.h"

/* P = (1 - rate) Lap(0, b) + rate Lap(shift, b) versus Q = Lap(0, b); `scale` is shift/b, the epsilon of pure differential privacy. */
pld_status pld__laplace_mechanism(double scale, double rate, const char *resolved, const char *note, pld_mechanism **mechanism);

#endif
