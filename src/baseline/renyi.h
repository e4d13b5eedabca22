/* Renyi divergences from the moments of the loss. */
#ifndef PLD_BASELINE_RENYI_H
#define PLD_BASELINE_RENYI_H

#include "baseline/method.h"

/* log E e^(s L) of one mechanism in a direction, s real; INFINITY where there is none. */
double pld__renyi_log_moment(const pld_mechanism *mechanism, pld_direction direction, double s);

/* Mean and variance of the loss of one mechanism. */
typedef struct pld__loss_moments {
    double mean, variance;
} pld__loss_moments;
pld__loss_moments pld__renyi_loss_moments(const pld_mechanism *mechanism, pld_direction direction);

/* One step's divergence, order > 0, 1 and INFINITY included. */
double pld__renyi_step(const pld_mechanism *mechanism, pld_direction direction, double order);

/* That of all steps, the larger of the directions asked for. */
double pld__renyi_largest(const pld__baseline_question *question, double order);

/* renyi_exact.c: one step's divergence between two certified sides, of a discrete pair. */
void pld__renyi_exact(const pld_mechanism *mechanism, pld_direction direction, double order, double *lower, double *upper);

#endif
