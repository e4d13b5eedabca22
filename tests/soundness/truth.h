/* What is certainly true of a question, by ball arithmetic. Shares nothing with the library but the words of a spec. */
#ifndef TESTS_SOUNDNESS_TRUTH_H
#define TESTS_SOUNDNESS_TRUTH_H

#include "soundness/case.h"

#include <arb.h>

typedef enum truth_kind {
    TRUTH_NONE = 0,
    TRUTH_LINE,      /* one step of Gaussian or Laplace noise */
    TRUTH_GAUSSIANS, /* plain Gaussians, however many */
    TRUTH_OUTCOMES,  /* discrete steps, counted through */
    TRUTH_SUMS,      /* one plain discrete Gaussian, composed */
    TRUTH_LOW_NOISE, /* sampled Gaussians that hardly overlap */
    TRUTH_CELLS,     /* two steps of noise on a line */
    TRUTH_KINDS
} truth_kind;

const char *truth_name(truth_kind kind);

/* How the truth of a resolved question is known in one direction. */
truth_kind truth_find(const question *resolved, pld_direction direction);

/* An enclosure of delta(epsilon) in one direction. It narrows as the precision grows, but for TRUTH_LOW_NOISE. */
void truth_delta(arb_t delta, const question *resolved, pld_direction direction, truth_kind kind, const arb_t epsilon,
                 slong precision);

/* Supremum of the composed loss, for whatever composition; it decides about delta = 0. */
void truth_supremum(arb_t supremum, const question *resolved, pld_direction direction, slong precision);

#endif
