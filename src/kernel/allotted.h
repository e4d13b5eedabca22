/* Moments of an epoch of random allocation from a table of counts (T182), and the Gaussian that is in it (T181).
 *
 * Theorem (T181), decay. If all steps of the epoch were made, |E[M^(r+iw)]| <= e^(-w^2 m^2/2t) E[M^r]: the mean of the z_i is a
 * Gaussian of its own in log M.
 *
 * Theorem (T186), all errors. A computed sum over the nodes of e^(-(r + iw) v) p is within X (E(w) + 2.1 E(0) + 6 Z + 2.1 (kappa
 * + A e) + what nodes leave out + the rounding of the sum) of the integral, if each of these is below 1/100. */
#ifndef PLD_KERNEL_ALLOTTED_H
#define PLD_KERNEL_ALLOTTED_H

#include "kernel/counts.h"
#include "kernel/moment.h"

/* A table tilted by theta > 0, and what is the same for all frequencies. */
typedef struct pld__allotted_tilt {
    const pld__counts *counts;
    long double power, rest; /* r and A = n - r */
    long double *weight;     /* e^(-r v) p, over e^scale; owned */
    long double sum, scale;
    long double known;      /* all errors but E(w), over X */
    long double rounding;   /* of the weights, relative */
    long double log_factor; /* log of n! times the step */
    long double factor_error;
    pld__kernel_log real; /* log M(theta) */
} pld__allotted_tilt;

/* Nothing is known, and log M(theta) is INFINITY from above, if a hypothesis fails. */
pld_status pld__allotted_tilt_create(const pld__counts *counts, double theta, pld__allotted_tilt *tilt);
void pld__allotted_tilt_free(pld__allotted_tilt *tilt);

/* log M(theta + it), t >= 0. */
pld__kernel_log pld__allotted_log(const pld__allotted_tilt *tilt, long double t);

/* What log |M| falls by, at least, from 0 to t: this times t^2/2 (T181). */
long double pld__allotted_fall(const pld__kernel_allotment *allotment);

/* What nodes from `first` on leave out below them, or up to `last` above, over X (T184): for r and A; `counts` has the powers. */
long double pld__allotted_below(const pld__counts *counts, long double power, long double rest, long double step,
                                long double first);
long double pld__allotted_above(const pld__counts *counts, long double power, long double rest, long double step,
                                long double last);

#endif
