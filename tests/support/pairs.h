/* Pairs of Gaussian mixtures twice: as the library makes them, and as weights and means in long double with plain, slow and
 * independent evaluations of loss, mass and delta. Nothing of src/ is called by the reference_* functions. */
#ifndef PLD_TESTS_PAIRS_H
#define PLD_TESTS_PAIRS_H

#include "pair/pair.h"

#include <complex.h>
#include <stdint.h>

/* Unit variance: P = sum_i weight_i N(mean_i, 1). */
typedef struct reference_side {
    size_t count;
    long double *weight, *mean;
} reference_side;

typedef struct reference_pair {
    reference_side p, q;
    long double lowest, highest; /* mean over both */
} reference_pair;

typedef struct test_pair {
    const char *name;
    pld_mechanism *mechanism;
    reference_pair reference;
} test_pair;

enum {
    PAIR_GAUSSIAN,
    PAIR_GAUSSIAN_SHARP,
    PAIR_POISSON,
    PAIR_MNIST,
    PAIR_POISSON_GROUP,
    PAIR_DOUBLE,
    PAIR_HYPERGEOMETRIC,
    PAIR_ADDED,
    PAIR_UNEVEN,
    PAIR_HYPERGEOMETRIC_GROUP,
    PAIR_FULL_BATCH,
    PAIR_CASES
};

/* One of the PAIR_ cases; a failure to create it is a fatal CUnit assertion. */
test_pair pair_create(int which);
/* sum_j Binom(j; k, q) N(j) versus N(0) with its weights taken from src/pair/weights.c (tested against exact rationals), so that
 * k may be large; what is below 1e-4900 is left out, as in the library. */
test_pair pair_create_group(double q, double sigma, uint64_t k);
/* The same seen in a mirror: N(0) versus sum_j Binom(j; k, q) N(-j), k at most 60. */
test_pair pair_create_mirrored(double q, double sigma, uint64_t k);
test_pair pair_create_gaussian(double sigma);
/* Any two lists, in units of sigma = 1. */
test_pair pair_create_mixture(size_t p_count, const double *p_weight, const double *p_mean, size_t q_count,
                              const double *q_weight, const double *q_mean);
void pair_free(test_pair *pair);

/* log dP/dQ, and its derivative (NULL: not wanted). */
long double reference_loss(const reference_pair *pair, long double x, long double *slope);
/* log density, the normalising constant included. */
long double reference_log_density(const reference_side *side, long double x);
/* The x where the loss is `loss`, by bisection; the ends of a wide stretch if there is none. */
long double reference_position(const reference_pair *pair, long double loss);
/* Pr[x > edge] and Pr[x < edge]. */
long double reference_above(const reference_side *side, long double edge);
long double reference_below(const reference_side *side, long double edge);
/* log Pr[low < x < high] by composite Gauss-Legendre quadrature (20 points, long double). */
long double reference_log_between(const reference_side *side, long double low, long double high);
/* delta of one step at the epsilon whose threshold is x: epsilon = loss(x) for remove, -loss(x) for add. */
long double reference_delta(const reference_pair *pair, pld_direction direction, long double x, long double epsilon);
/* E_P e^(s L), divided by e^*scale, which is its largest exponent; by the same quadrature. */
long double complex reference_moment(const reference_pair *pair, long double complex s, long double *scale);

#endif
