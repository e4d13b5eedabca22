/* Laws on the scale of the ratio R = dP/dQ, as Q sees it: masses of Q at values of R, and sums of independent ratios.
 *
 * An upper law U of a value V >= 0 has, for every convex f >= 0 that only rises or only falls, with s the slope of f at infinity,
 *     sum of mass f(value e^(+-kappa)) + max(s, 0) excess >= E f(V),
 * and a lower law has sum of mass f(value e^(-+kappa)) <= e^rho E f(V); the upper sign where f rises (T112). With f = (v - x)_+
 * and f = (1 - x v)_+ these are the curves of both directions. */
#ifndef PLD_PAIR_RATIO_H
#define PLD_PAIR_RATIO_H

#include "pair/pair.h"

typedef struct pld__ratio_law {
    size_t count;
    double *value, *mass; /* values increase, the first may be 0 */
    double excess;        /* of an upper law */
    double rho;           /* of a lower law */
    double kappa;
} pld__ratio_law;

void pld__ratio_free(pld__ratio_law *law);

/* The ratio of a pair, cut at `count` >= 2 increasing losses: spread onto their exponentials (upper), or each cell at its mean
 * (lower, which leaves the tails out). The pair must not be sparse. */
pld_status pld__ratio_create(const pld_mechanism *mechanism, const double *losses, size_t count, bool upper, pld__ratio_law *law);

/* The sum of two independent values, spread onto nodes, or gathered between them. `nodes` increase, and the first is not above
 * the sum of the smallest values; any such list is valid. */
pld_status pld__ratio_add(const pld__ratio_law *a, const pld__ratio_law *b, const double *nodes, size_t count, bool upper,
                          pld__ratio_law *sum);

/* The pair of (added + value)/total as outcomes: a sparse mechanism whose law is above or below the true one. */
pld_status pld__ratio_mechanism(const pld__ratio_law *law, double added, double total, bool upper, pld_mechanism **mechanism);

#endif
