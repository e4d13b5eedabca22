/* What planning an exact kernel carries along, and how it chooses nodes. */
#ifndef PLD_PLAN_KERNEL_NODES_H
#define PLD_PLAN_KERNEL_NODES_H

#include "plan/kernel_plan.h"
#include "plan/kernel_sketch.h"

typedef struct pld__kernel_planning {
    const pld__kernel_steps *steps;
    pld__kernel_sketch *sketches; /* one for each factor, as of all lists here */
    double *shifts, *kept;        /* of contours, the best so far and others */
    pld__kernel_grid *grids;      /* of a plan that may be better */
    pld__kernel_saddle saddle;
    double sure;        /* mass at infinite loss */
    double share;       /* of delta that each error may be */
    double frequencies; /* of the plan */
    double variance;    /* of what smooths */
    const pld__kernel_aim *aim;
} pld__kernel_planning;

/* The nodes of factor m up to the frequency `last`, by which the composed moment has fallen by `decay`; how many, INFINITY if
 * nothing suits. */
double pld__kernel_choose_grid(const pld__kernel_planning *at, size_t m, double last, double decay, double finer, double lambda,
                               pld__kernel_grid *grid);

#endif
