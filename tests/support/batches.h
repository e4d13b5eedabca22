/* Batches of small data sets by brute force: every draw there is, and D by quadrature over the plane. */
#ifndef SUPPORT_BATCHES_H
#define SUPPORT_BATCHES_H

#include "support/dice.h"

#include <pld/mechanism.h>
#include <stddef.h>

enum { BATCHES_RECORDS = 5, BATCHES_DRAWS = 4096 };

typedef struct gradient {
    double x, y;
} gradient;

/* Sums of batches and how likely each is. */
typedef struct draws {
    size_t count;
    double weight[BATCHES_DRAWS];
    gradient sum[BATCHES_DRAWS];
} draws;

/* All batches of `size` records without replacement, all sequences of `size` draws with replacement, and Poisson samples of which
 * a uniform part of `cap` is kept where there are more. */
void batches_fixed(const gradient *records, size_t count, size_t size, draws *made);
void batches_with_replacement(const gradient *records, size_t count, size_t size, draws *made);
void batches_truncated(const gradient *records, size_t count, double rate, size_t cap, draws *made);

/* A gradient of norm at most 1, often of norm 1 and on the line y = 0. */
gradient batches_roll(dice *from);

/* No more delta than the pair has, in both directions; as much as it has, in one. */
void batches_check_below(const draws *p, const draws *q, double sigma, const pld_mechanism *pair, const char *name);
void batches_check_equal(const draws *p, const draws *q, double sigma, const pld_mechanism *pair, pld_direction direction);

/* D(x) = integral of (p - x q)_+ at x = e^levels[i] with noise of sigma, to 1e-5 of it where all gradients lie
 * on the line y = 0, to 1e-3 of it otherwise. */
void batches_divergence(const draws *p, const draws *q, double sigma, const double *levels, size_t count, double *divergence);

#endif
