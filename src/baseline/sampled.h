/* The sampled Gaussian of one record, which several published bounds are about. */
#ifndef PLD_BASELINE_SAMPLED_H
#define PLD_BASELINE_SAMPLED_H

#include "baseline/method.h"

/* One record, Poisson-sampled with any rate, or not sampled at all. */
bool pld__is_sampled_gaussian(const pld_mechanism *mechanism);

/* Refuses unless every step is one: true if it did. */
bool pld__refuses_unless_sampled_gaussian(const pld__baseline_question *question, pld_baseline_answer *answer);

#endif
