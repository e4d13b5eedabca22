/* How likely N = k is for k = 0 .. n, N Poisson with mean e^v M under Q, M of an allotment, at equally spaced v.
 *
 * A bin has k with probability c_k = E[y^k e^-y]/k!, y = e^v R/t, and N is the sum of independent bins: the coefficients of
 * (sum of c_k x^k)^T, all of them sums and products of positive numbers (T182).
 *
 * Theorem (T185), rounding. With bins by sums in z (T183) that end where (T184) says, the computed p^ of such a table has, for
 * kappa = `error` and e = `turn`, e^-kappa p_(1+e) <= p^ <= e^kappa p_(1-e), p_b with e^(-b y) in place of e^-y. */
#ifndef PLD_KERNEL_COUNTS_H
#define PLD_KERNEL_COUNTS_H

#include "kernel/factor.h"

enum { PLD__COUNTS_MOST = 800, PLD__COUNTS_POWERS = 128 };

/* Any values are valid, good ones are tight. */
typedef struct pld__counts_grid {
    unsigned most; /* n, at most PLD__COUNTS_MOST */
    double step;   /* v = j step, j = first .. last; at most 20 bits */
    int64_t first, last;
    double inner; /* step in z; at most 8 bits */
} pld__counts_grid;

/* Of how many nodes, roughly, a table takes as long as. */
double pld__counts_cost(const pld__kernel_allotment *allotment, const pld__counts_grid *grid);

typedef struct pld__counts {
    pld__kernel_allotment allotment;
    pld__counts_grid grid;
    size_t nodes;
    long double *mass;                             /* p at node j and k: [j (n + 1) + k]; owned */
    long double error, turn;                       /* kappa and e of (T185) */
    size_t powers;                                 /* so many of the next */
    long double log_power[PLD__COUNTS_POWERS + 1]; /* log E[M^k], from above */
    bool sound;                                    /* otherwise nothing is known */
} pld__counts;

/* Can tables be made of it? */
bool pld__counts_takes(const pld__kernel_allotment *allotment);

pld_status pld__counts_create(const pld__kernel_allotment *allotment, const pld__counts_grid *grid, pld__counts *counts);
void pld__counts_free(pld__counts *counts);

/* The powers alone, up to `most`, as far as they are numbers. */
pld_status pld__counts_fill_powers(const pld__kernel_allotment *allotment, size_t most, pld__counts *counts);

#endif
