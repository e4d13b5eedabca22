/* (epsilon, delta) guarantees of single steps, which composition theorems start from. */
#ifndef PLD_BASELINE_GUARANTEE_H
#define PLD_BASELINE_GUARANTEE_H

#include "baseline/method.h"

/* The smallest epsilon >= 0 at which one step is (epsilon, delta)-private in both directions, from its closed form. */
double pld__guarantee_epsilon(const pld_mechanism *mechanism, double log_delta);

/* That of N(mu, 1) versus N(0, 1); mu >= 0. */
pld_status pld__guarantee_gaussian(double mu, double log_delta, double *epsilon);

/* log of (1 - share) and of share, where share = 1/(1 + e^-x). */
double pld__log_share(double x);
double pld__log_other_share(double x);

/* The epsilon that one step of this mechanism is granted for a share of delta; may differ from the tight one (amplification). */
typedef pld_status pld__step_guarantee(const pld_mechanism *mechanism, double log_delta, double *epsilon);

/* Every step is given delta / T: the sum of the epsilons. */
pld_status pld__compose_naively(const pld__baseline_question *question, pld__step_guarantee *guarantee, double *epsilon);

/* Advanced composition at the best split of delta (see advanced.c). */
pld_status pld__compose_advanced(const pld__baseline_question *question, pld__step_guarantee *guarantee, double *epsilon);

/* The tight guarantee of a step, as a pld__step_guarantee. */
pld__step_guarantee pld__guarantee_tight;

#endif
