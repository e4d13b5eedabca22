/* Weights of the sampling laws, each good to a few units of 2^-64 times the distance from the mode. */
#ifndef PLD_MECHANISM_WEIGHTS_H
#define PLD_MECHANISM_WEIGHTS_H

#include <stddef.h>
#include <stdint.h>

/* Pr[j successes of `trials`], j = 0..trials. */
void pld__weights_binomial(uint64_t trials, double probability, long double *weight);

/* Pr[j of the k marked records are in a batch drawn from the population without replacement], j = 0..k. */
void pld__weights_hypergeometric(uint64_t population, uint64_t batch, uint64_t k, long double *weight);

#endif
