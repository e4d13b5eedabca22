/* Tables of counts for epochs of random allocation: coarse ones to plan with, and the grid of a good one. Free: any grid is
 * valid. */
#ifndef PLD_PLAN_KERNEL_COUNTS_H
#define PLD_PLAN_KERNEL_COUNTS_H

#include "kernel/allotted.h"
#include "plan/kernel_saddle.h"

/* A coarse table that serves tilts up to `reach`. */
pld_status pld__kernel_counts_sketch(const pld__kernel_allotment *allotment, double reach, pld__counts *counts);

/* log M(theta) from one, and its first two derivatives; NAN beyond its reach. */
pld__kernel_moments pld__kernel_counts_moments(const pld__counts *counts, double theta);

/* What a grid is chosen for. */
typedef struct pld__counts_aim {
    double theta, lambda;
    double last; /* the last frequency, of so many */
    double frequencies;
    double count; /* how often the step is composed */
    double fall;  /* log |M| of all others, and of the rest of these, falls by this times t^2/2 */
    double share; /* that each error may be */
} pld__counts_aim;

/* How many nodes a frequency costs; INFINITY if nothing suits. */
double pld__kernel_counts_choose(const pld__kernel_allotment *allotment, const pld__counts_aim *aim, pld__counts_grid *grid);

#endif
