/* One step of a composition as exact kernels see it: two lists of weights and means in long double, turned so that the loss
 * increases along x in the direction asked about, in units of the noise; or a Laplace step; or an epoch of random allocation. */
#ifndef PLD_KERNEL_FACTOR_H
#define PLD_KERNEL_FACTOR_H

#include "bound/trapezoid.h"
#include "pair/pair.h"

enum { PLD__KERNEL_COMPONENTS = 64 };

/* The unit roundoff of long double, or more. */
#define PLD__KERNEL_U 0x1p-64L

/* sum_j weight_j N(mean_j, 1); weights of the truth sum to 1. */
typedef struct pld__kernel_list {
    size_t count;
    long double weight[PLD__KERNEL_COMPONENTS]; /* each good to weight_error, relative */
    long double mean[PLD__KERNEL_COMPONENTS];
    long double error[PLD__KERNEL_COMPONENTS]; /* of the mean, absolute: 0 for a mean of 0 */
    long double moved;                         /* sum of the weights whose mean is not 0, from above */
    long double low, high;                     /* means, moved outward */
    long double weight_error;
} pld__kernel_list;

/* A Laplace step (T28), sampled if rate < 1: with Laplace noise on both sides, that of P moved by `ratio` scales. */
typedef struct pld__kernel_laplace {
    long double ratio;  /* good to 2^-64, relative; 0 if the factor is no such step */
    long double rate;   /* at which the record is sampled; 1: always */
    bool mixture_first; /* is P the sampled side? */
} pld__kernel_laplace;

/* An epoch in which a record goes to one of `batches` steps (T113), of which the first `used` were made: M = ((batches - used) +
 * sum of R_i, i <= used)/batches, R_i = e^(mean z_i - mean^2/2). */
typedef struct pld__kernel_allotment {
    uint64_t batches, used; /* 0: the factor is none */
    long double mean;       /* good to 8 units of 2^-64, relative */
    bool inverse;           /* is the loss -log M, under Q? */
} pld__kernel_allotment;

typedef struct pld__kernel_factor {
    pld__kernel_laplace laplace;
    pld__kernel_allotment allotment;
    pld__kernel_list p, q; /* of mixtures, as are their ends */
    pld__mean_ends ends;
    long double count; /* how often it is composed */
} pld__kernel_factor;

/* Is its moment a closed form, which needs no nodes? */
static inline bool pld__kernel_is_closed(const pld__kernel_factor *factor) {
    return factor->laplace.ratio > 0 && factor->laplace.rate == 1;
}

/* Is it a pair of Gaussian mixtures? */
static inline bool pld__kernel_is_mixture(const pld__kernel_factor *factor) {
    return !(factor->laplace.ratio > 0) && factor->allotment.batches == 0;
}

/* Is it a pair of Gaussian mixtures, with every component, a Laplace step, or an epoch of random allocation, that kernels can
 * take? */
bool pld__kernel_takes(const pld_mechanism *mechanism);

/* Its mean (P over Q, in units of the noise) if it is a plain Gaussian step, otherwise 0; good to 4 units of 2^-64. */
long double pld__kernel_plain_mean(const pld_mechanism *mechanism);

/* Of a mechanism that kernels take. */
void pld__kernel_factor_fill(const pld_mechanism *mechanism, pld_direction direction, uint64_t count, pld__kernel_factor *factor);

#endif
