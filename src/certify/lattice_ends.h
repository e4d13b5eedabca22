/* The certified ends that a sum on a lattice gives. Between lattice points delta is linear in e^epsilon (T50), so that bounds at
 * two of them bound it between them, and epsilon is found without a search. */
#ifndef PLD_CERTIFY_LATTICE_ENDS_H
#define PLD_CERTIFY_LATTICE_ENDS_H

#include "certify/kernel_ends.h"
#include "kernel/lattice.h"

/* One direction; `guess` is an epsilon near the answer, where the search for its lattice point starts. */
pld__kernel_ends pld__lattice_ends_of(const pld__lattice_sum *sum, const pld__question *question, double guess);

#endif
