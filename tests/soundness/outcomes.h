/* Discrete pairs in one direction, outcome by outcome, and their compositions by counting how often each outcome came. */
#ifndef TESTS_SOUNDNESS_OUTCOMES_H
#define TESTS_SOUNDNESS_OUTCOMES_H

#include "soundness/case.h"

#include <arb.h>

typedef struct outcomes {
    slong count;
    arb_ptr p, q;
    arb_t missing; /* P's mass that is on no outcome, in [0, its bound] */
} outcomes;

bool outcomes_cover(const step *of);
void outcomes_create(outcomes *made, const step *of, pld_direction direction, slong precision);
void outcomes_clear(outcomes *used);
/* How often a step is composed: randomized response gives several answers a step. */
uint64_t outcomes_repeats(const step *of);

/* Ways to come out, an upper bound; no more than a few ten thousand of them can be counted through. */
double outcomes_ways(const question *of);

/* An enclosure of delta(epsilon) of all steps. */
void outcomes_delta(arb_t delta, const question *of, pld_direction direction, const arb_t epsilon, slong precision);

/* Supremum of the loss of one step. */
void outcomes_supremum(arb_t supremum, const step *of, pld_direction direction, slong precision);

/* count plain discrete Gaussians: the loss is a function of the sum alone, whose law is a power of one polynomial. */
void discrete_gaussians_delta(arb_t delta, const step *of, pld_direction direction, const arb_t epsilon, slong precision);

/* Half the length of the list of a discrete Gaussian: what is farther from both centres has less than 2^(-2 precision) of either
 * mass. */
slong discrete_gaussian_reach(const step *of, slong precision);

#endif
