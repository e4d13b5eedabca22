/* Where to bend the contour of kernel/bend.h, from coarse sums. */
#ifndef PLD_PLAN_BEND_PLAN_H
#define PLD_PLAN_BEND_PLAN_H

#include "kernel/bend.h"

/* A point of the curve; what is not known is NAN. */
typedef struct pld__bend_point {
    double epsilon, log_delta;
} pld__bend_point;

/* A plan for one direction of a factor whose Q is the bell, whose errors are about this share of delta each, or a larger one that
 * is enough to find the point. What is not known of that is filled in, roughly. *cost is nodes times frequencies, INFINITY if
 * nothing suits. */
pld_status pld__bend_plan_make(const pld__kernel_factor *factor, bool reversed, double share, pld__bend_point *point,
                               pld__kernel_bend *plan, double *cost);

#endif
