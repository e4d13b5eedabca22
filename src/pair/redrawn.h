/* Pieces of pairs for batches in which a record may be drawn several times (T142). */
#ifndef PLD_PAIR_REDRAWN_H
#define PLD_PAIR_REDRAWN_H

#include "pair/pieces.h"

enum { PLD__REDRAWN_MOST = 38 };

/* How often a record is drawn: never with the weight `never`, and at most times[k] times with weight[k], k = 0..count-1, times
 * increasing; what is left of all weights is in `rest`. Weights are good to a factor 1 +- rho; `step` is 1/sigma rounded once. */
typedef struct pld__redrawn {
    size_t count, joined; /* of them, and how many of the first may be joined to the mixture of T142 */
    uint64_t times[PLD__REDRAWN_MOST];
    long double weight[PLD__REDRAWN_MOST], never, rest;
    double rho, step;
} pld__redrawn;

/* From the weights of 0..draws times, which are good as weights.h says: neighbours that hardly matter are gathered at the largest
 * of them. */
pld__redrawn pld__redrawn_of(uint64_t draws, const long double *weight, double step);

/* The pieces of T142 for sums that move by `value` in P and by `other` < value in Q each time: all losses > 0 of the pair that is
 * drawn so, or exchanged, all losses < 0; and the share of `still` that belongs to them. */
PLD_WARN_UNUSED pld_status pld__pieces_add_redrawn(pld__pieces *pieces, const pld__redrawn *drawn, int value, int other,
                                                   bool exchanged, long double *dropped);

#endif
