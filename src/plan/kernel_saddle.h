/* The tilt at which the integrand of delta peaks, for exact kernels. Free: any tilt is valid. */
#ifndef PLD_PLAN_KERNEL_SADDLE_H
#define PLD_PLAN_KERNEL_SADDLE_H

#include "certify/question.h"
#include "kernel/kernel.h"

/* log M(theta) and its first two derivatives. */
typedef struct pld__kernel_moments {
    double value, first, second;
} pld__kernel_moments;
typedef pld__kernel_moments pld__kernel_moments_at(void *context, double theta);

/* What is known there: epsilon, delta by the first term of its expansion; scale is log M(theta). */
typedef struct pld__kernel_saddle {
    double theta, epsilon, log_delta, scale, variance;
} pld__kernel_saddle;

/* The tilt, between two others, whose saddle has the delta (or epsilon) of a question, but for what is at infinite loss for sure;
 * false, and the last one tried, if there is none: what is asked for jumps. */
bool pld__kernel_saddle_seek(pld__kernel_moments_at *moments, void *context, const pld__question *question, double sure,
                             double smallest, double largest, pld__kernel_saddle *saddle);

/* Moments of a discrete step, for planning. */
pld__kernel_moments pld__kernel_atoms_moments(const pld__kernel_atoms *atoms, double theta);
/* How many of its outcomes have any weight. */
double pld__kernel_atoms_busy(const pld__kernel_atoms *atoms, double theta);

#endif
