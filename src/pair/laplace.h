/* The Laplace mechanism, and steps of bounded range, sampled or not. */
#ifndef PLD_PAIR_LAPLACE_H
#define PLD_PAIR_LAPLACE_H

#include "pair/pair.h"

/* P = (1 - rate) Lap(0, b) + rate Lap(shift, b) versus Q = Lap(0, b); the plain loss is up to shift/b, which may be anything up
 * to 1e300. */
pld_status pld__laplace_mechanism(double shift, double b, double rate, const char *resolved, const char *note,
                                  pld_mechanism **mechanism);

/* The pair that dominates every step of epsilon-bounded range, losses within some [t - epsilon, t] (T170): P has density
 * e^((epsilon + l)/2)/(2 (e^epsilon - 1)) of the loss l from -epsilon to epsilon; sampled at `rate`. */
pld_status pld__bounded_range_mechanism(double epsilon, double rate, const char *resolved, const char *note,
                                        pld_mechanism **mechanism);

#endif
