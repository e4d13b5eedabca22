/* Plain Gaussian steps, which together are one Gaussian. */
#ifndef PLD_BASELINE_GAUSSIAN_H
#define PLD_BASELINE_GAUSSIAN_H

#include "baseline/method.h"

/* Refuses unless every step is plain Gaussian noise: true if it did. */
bool pld__refuses_unless_gaussian(const pld__baseline_question *question, pld_baseline_answer *answer);

/* sqrt(sum of count/sigma^2): all steps together are N(mu, 1) versus N(0, 1). */
double pld__gaussian_mu(const pld__baseline_question *question);

#endif
