/* Composition of laws, tilted, with every error counted: by few frequencies (fourier.h), or on a lattice by FFT. */
#ifndef PLD_COMPOSE_COMPOSE_H
#define PLD_COMPOSE_COMPOSE_H

#include "compose/fourier.h"

/* What to compute: filled in by plan/, any values are valid, good ones are tight. */
typedef struct pld__compose_plan {
    bool upper;      /* which side the result bounds */
    double expected; /* the epsilon that queries will be about: where they start to search */
    /* By few frequencies, unless there are no Fourier sums; no two with the same number of jumps: a lower bound, which
     * would count them twice, is refused. */
    const pld__fourier_plan *fourier;
    size_t fourier_count;
    double variance; /* of the smoothing */
    /* By FFT: */
    double lowest;       /* the window starts at or just above this loss */
    size_t length;       /* buckets of the window: a transform length */
    double lambda_right; /* Chernoff exponents beyond the tilt */
    double lambda_left;
} pld__compose_plan;

/* A composition: Fourier sums, or a law c on a window, tilted: the P-mass at loss(j) is c_j e^(log_scale - theta loss(j)). */
typedef struct pld__composed {
    bool upper;
    double theta;
    double expected;
    double label_error;   /* how far losses may be off */
    double widened;       /* what parts of laws were made larger or smaller by, relative, all steps together */
    long double infinity; /* mass of the composed atom at infinity; with Fourier sums also what has more jumps than they */
    pld__fourier *fourier;
    size_t fourier_count;
    double width;
    long double first_loss; /* loss of c_0 */
    size_t count;
    size_t start;          /* c_j is in weight[(start + j) % count] */
    double *weight;        /* NULL if there are Fourier sums */
    double *losses;        /* of a single step on a list of nodes; weights are then in their order */
    bool open_below;       /* there may be mass below the window: nothing is said of delta there */
    long double log_scale; /* sum of T K(theta) */
    long double log_scale_error;
    long double lost;     /* upper: mass beyond the window */
    long double wrapped;  /* lower: tilted mass wrapped into the window, times max g */
    long double roundoff; /* error of the tilted sum from transforms */
} pld__composed;

/* *composed is NULL when Fourier sums would take too long. */
pld_status pld__compose(const pld__factor *factors, size_t factor_count, const pld__compose_plan *plan, pld__composed **composed);
void pld__composed_free(pld__composed *composed);

/* Bytes that pld__compose holds at once. */
double pld__compose_memory(size_t length, size_t factor_count);

/* The parts of a certified delta at one epsilon. */
typedef struct pld__delta_parts {
    long double delta;                      /* the bound: everything added (upper) or subtracted (lower, not below 0) */
    long double slope;                      /* -d delta / d epsilon, roughly */
    long double tail, wraparound, roundoff; /* shares of the bound */
} pld__delta_parts;

/* The bound at one epsilon, >= 0. */
pld__delta_parts pld__composed_delta(const pld__composed *composed, double epsilon);

/* Upper: the smallest epsilon >= 0 found with bound <= delta, INFINITY if there is none in the window.
 * Lower: the largest epsilon found with bound > delta, 0 if there is none. `parts` are those at the answer. */
double pld__composed_epsilon(const pld__composed *composed, long double delta, pld__delta_parts *parts);

#endif
