/* A record that goes to one of t steps, drawn uniformly: M = (1/t) sum of R_i, R_i independent ratios of one pair. */
#ifndef PLD_PAIR_ALLOCATION_H
#define PLD_PAIR_ALLOCATION_H

#include "pair/enclosure.h"

/* The first `steps` of `total` steps of `base` were made: M = ((total - steps) + sum of R_i over i <= steps)/total. `base` is
 * shared, and neither sparse nor enclosed. Traits of the prototype are taken over. */
pld_status pld__allocation_mechanism(const pld_mechanism *base, uint64_t total, uint64_t steps, const pld__traits *traits,
                                     const char *resolved, const char *note, pld_mechanism **mechanism);

#endif
