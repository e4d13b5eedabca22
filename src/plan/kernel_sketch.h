/* Moments of steps by few nodes, in double, to plan with: nothing here is certified. */
#ifndef PLD_PLAN_KERNEL_SKETCH_H
#define PLD_PLAN_KERNEL_SKETCH_H

#include "kernel/counts.h"
#include "plan/kernel_saddle.h"

/* One factor at equally spaced points. */
typedef struct pld__kernel_sketch {
    const pld__kernel_factor *factor;
    size_t count;
    double step;
    double *x, *log_bell, *log_p, *log_q; /* of one allocation */
    double *p_mean, *q_mean;              /* posterior */
    double *log_keep;                     /* of the cut */
    pld__kernel_cut cut;
    double *mass;       /* tilted by what was asked for last */
    double value;       /* log M there */
    pld__counts counts; /* of an epoch of random allocation, instead of points; owned */
} pld__kernel_sketch;

/* As far out as `highest`, or for tilts up to `tilt`. */
pld_status pld__kernel_sketch_create(const pld__kernel_factor *factor, double highest, double tilt, pld__kernel_sketch *sketch);
/* Lays a cut on it, or takes it away (at INFINITY). */
void pld__kernel_sketch_cut(pld__kernel_sketch *sketch, pld__kernel_cut cut);
void pld__kernel_sketch_free(pld__kernel_sketch *sketch);

/* log M(theta), its first two derivatives; leaves mass[] tilted by theta, with sum 1. */
pld__kernel_moments pld__kernel_sketch_moments_at(pld__kernel_sketch *sketch, double theta);

/* log of the bound of decay over M(theta), with mass[] as it was left. */
double pld__kernel_sketch_log_decay(const pld__kernel_sketch *sketch, double theta, double t, double shift);

/* The mean of m_p - m_q under mass[]. */
double pld__kernel_sketch_slope(const pld__kernel_sketch *sketch);

#endif
