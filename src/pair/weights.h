/* Weights of the sampling laws. Each is good to 6 n units of 2^-64, relative, n the number of weights: a ratio rounds by at most
 * four, the products of at most n of them and the sum that they are divided by do the rest. That is n/341 of the unit roundoff of
 * double. */
#ifndef PLD_PAIR_WEIGHTS_H
#define PLD_PAIR_WEIGHTS_H

#include "pair/pair.h"

/* Pr[j successes of `trials`], j = 0..trials, of a double, and of the fraction part/whole itself, part <= whole < 2^63. */
void pld__weights_binomial(uint64_t trials, double probability, long double *weight);
void pld__weights_binomial_fraction(uint64_t trials, uint64_t part, uint64_t whole, long double *weight);

/* The same of a Poisson sample, by whichever of the two its rate is. */
void pld__weights_drawn(const pld__traits *traits, uint64_t records, long double *weight);

/* Pr[j of the k marked records are in a batch drawn from the population without replacement], j = 0..k. */
void pld__weights_hypergeometric(uint64_t population, uint64_t batch, uint64_t k, long double *weight);

#endif
