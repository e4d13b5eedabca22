/* The certified ends that the sum of an exact kernel gives: each is an epsilon at which the bound of its side was computed, or
 * log delta. */
#ifndef PLD_CERTIFY_KERNEL_ENDS_H
#define PLD_CERTIFY_KERNEL_ENDS_H

#include "certify/question.h"
#include "kernel/bend.h"

#include <math.h>

typedef struct pld__kernel_ends {
    bool found; /* otherwise nothing is known, and the ends say nothing */
    pld__end of[PLD__SIDES];
    double estimate; /* between the ends; NAN if there is none */
    double cost;     /* the share of delta that nodes cost */
    double share;    /* and all that a plan can change */
} pld__kernel_ends;

static inline double pld__kernel_ends_width(const pld__kernel_ends *ends) {
    return ends->found ? ends->of[PLD__UPPER].value - ends->of[PLD__LOWER].value : INFINITY;
}

/* One direction; `guess` is an epsilon near the answer, where the search starts. */
pld__kernel_ends pld__kernel_ends_of(const pld__kernel_sum *sum, const pld__question *question, double guess);

/* The same from a bent contour. */
pld__kernel_ends pld__kernel_bent_ends_of(const pld__kernel_bent *bent, const pld__question *question, double guess);

/* The share of delta that lies between the ends, in the terms of a ledger; `slope` is that of log delta. */
pld_ledger pld__kernel_ledger(const pld__kernel_bounds *at, double slope, bool upper);

/* An end moved outward to a number of fewer bits, by less than 2^-37 of itself (log delta: by 2^-37). */
double pld__kernel_end_rounded(double value, bool for_delta, bool up);

#endif
