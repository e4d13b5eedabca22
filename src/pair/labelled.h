/* A pair behind a label: which of several pairs is used is drawn, with the same chances for P and Q, and seen. */
#ifndef PLD_PAIR_LABELLED_H
#define PLD_PAIR_LABELLED_H

#include "pair/pair.h"

enum { PLD__MOST_LABELS = 8 };

/* D = sum of weight[i] D of pairs[i] (T111). The pairs are shared, must not be sparse or have atoms at the ends of their loss;
 * weights are above 0, sum to 1 and are each good to a relative `error`. */
pld_status pld__labelled_mechanism(size_t count, const pld_mechanism *const *pairs, const double *weights, double error,
                                   const char *resolved, const char *note, pld_mechanism **mechanism);

#endif
