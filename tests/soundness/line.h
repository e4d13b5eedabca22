/* Pairs of mixtures on a line, of one noise, whose loss does not fall in x: Gaussian and Laplace families in one direction,
 * mirrored where need be. The unit of x is the noise. All numbers are balls. */
#ifndef TESTS_SOUNDNESS_LINE_H
#define TESTS_SOUNDNESS_LINE_H

#include "soundness/case.h"

#include <arb.h>

typedef struct line_side {
    slong count, room;
    arb_ptr weight, mean;
} line_side;

typedef struct line {
    bool laplace;
    line_side p, q;
} line;

/* True for families that are such pairs. */
bool line_covers(const step *of);
/* One step of it. Weights that are exactly 0 are left out. */
void line_create(line *made, const step *of, pld_direction direction, slong precision);
/* All steps at once if they are plain Gaussians: one Gaussian with mean sqrt(sum of count mean^2). */
void line_create_gaussians(line *made, const question *of, pld_direction direction, slong precision);
void line_clear(line *used);

/* Masses of P and Q above x, and densities at x up to one common factor. */
void line_above(arb_t p, arb_t q, const line *of, const arb_t x, slong precision);
void line_densities(arb_t p, arb_t q, const line *of, const arb_t x, slong precision);
/* Supremum of the loss; +infinity where there is none. */
void line_supremum(arb_t supremum, const line *of, slong precision);

/* An enclosure of delta(epsilon), epsilon any real number. */
void line_delta(arb_t delta, const line *of, const arb_t epsilon, slong precision);

#endif
