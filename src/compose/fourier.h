/* Compositions as few frequencies.
 *
 * After many steps most frequencies of a composed law are negligible, and a slight smoothing makes all high ones so
 * (bound/sandwich.h). The others are computed one by one, raised to their powers without losing digits however large these are,
 * and summed to delta: no lattice of the composed law is ever made, and each query costs as many operations as there are
 * frequencies.
 *
 * A Fourier sum is the part of a composition in which a given number of steps *jump*: each law is cut into its nodes up to a loss
 * and those above, (B + J)^T = sum over j of binom(T, j) B^(T - j) J^j, and each j has its own tilt (T22). Without jumps the one
 * Fourier sum with j = 0 is all. Where rare far losses decide delta no single tilt serves: the one that finds the far losses
 * drowns in the round-off of the bulk. */
#ifndef PLD_COMPOSE_FOURIER_H
#define PLD_COMPOSE_FOURIER_H

#include "law/law.h"

/* `power` copies of a law; all factors of a composition have one theta and, for transforms, one width. */
typedef struct pld__factor {
    const pld__law *law;
    uint64_t power;
    size_t jump; /* nodes from here on are jumps; law->count (or more): none are */
} pld__factor;

enum { PLD__MOST_JUMPS = 24 };

/* What to compute: any values are valid, good ones are tight. */
typedef struct pld__fourier_plan {
    unsigned jumps; /* at most PLD__MOST_JUMPS */
    double theta;
    double lambda;         /* > theta, for the aliases */
    double period;         /* W */
    double log_negligible; /* an error of the tilted sum that does not matter */
    double work;           /* the most frequencies times nodes */
    bool bounded;          /* small enough to be bounded by its moment at theta alone */
} pld__fourier_plan;

typedef struct pld__fourier {
    bool upper;
    double theta, period, lambda;
    size_t count; /* frequencies; 0: only bounded */
    double *term; /* their real and imaginary parts, with all factors but e^(-i t epsilon) */
    double size;  /* sum of their absolute values */
    double error; /* of the tilted sum: frequencies, and those left out */
    long double base, log_scale, log_scale_error;
    double label_error; /* how far the losses may be off */
    long double alias_below, log_alias_above;
} pld__fourier;

/* `certified` is false (and nothing is made) if more frequencies would be needed than the plan allows. */
pld_status pld__fourier_create(const pld__factor *factors, size_t factor_count, const pld__fourier_plan *plan, double variance,
                               bool upper, pld__fourier *fourier, bool *certified);
void pld__fourier_free(pld__fourier *fourier);

/* The fourier's part of a bound of delta at epsilon: the sum itself, its slope (-d/d epsilon, roughly), and what was added
 * (upper) or subtracted (lower; the bound is not below 0) for aliases and rounding. */
typedef struct pld__fourier_delta {
    long double bound, slope, aliases, roundoff;
} pld__fourier_delta;
pld__fourier_delta pld__fourier_delta_at(const pld__fourier *fourier, double epsilon);

/* An upper bound of the mass in which more than `jumps` steps jump; 0 if there are no jumps. */
long double pld__fourier_rest(const pld__factor *factors, size_t factor_count, unsigned jumps);

#endif
