/* Pieces of pairs for batches from which a record pushes another out. g is the probability that a record is drawn, as the two
 * weights 1 - g and g (good as weights.h says), `step` is 1/sigma rounded once. What is added is taken with `share`, good to a
 * factor 1 +- rho. */
#ifndef PLD_PAIR_FIXED_SIZE_H
#define PLD_PAIR_FIXED_SIZE_H

#include "pair/pieces.h"

typedef struct pld__drawn_once {
    long double weight[2]; /* 1 - g, g */
    double step;
    long double share;
    double rho;
} pld__drawn_once;

/* (1 - g) N(0) + g N(steps) versus N(0), steps 1 or 2: all of it. */
PLD_WARN_UNUSED pld_status pld__pieces_add_drawn(pld__pieces *pieces, const pld__drawn_once *drawn, int steps,
                                                 long double *dropped);

/* (1 - g) N(0) + g N(1) versus (1 - g) N(0) + g N(-1): a record of a Poisson sample that is replaced (T42). */
PLD_WARN_UNUSED pld_status pld__pieces_add_poisson_replaced(pld__pieces *pieces, const pld__drawn_once *drawn,
                                                            long double *dropped);

/* A record that is replaced (T101). */
PLD_WARN_UNUSED pld_status pld__pieces_add_replaced(pld__pieces *pieces, const pld__drawn_once *drawn, long double *dropped);

/* A record that stays and contributes 0 (T102). */
PLD_WARN_UNUSED pld_status pld__pieces_add_zeroed(pld__pieces *pieces, const pld__drawn_once *drawn, long double *dropped);

#endif
