/* delta(epsilon) of a composition of Gaussian mixtures and Laplace steps from values of its moment on a line, both ends from one
 * sum: no buckets, no smoothing.
 *
 * Theorem (T76), kernel. For theta > 0, frequencies t_k = k spacing, W = 2 pi/spacing, M(s) the moment of the composed loss:
 *     W^-1 sum over all whole k of M(s_k) e^(-s_k epsilon)/(s_k (s_k + 1)) = delta(epsilon) + aliases,   s_k = theta + i t_k,
 * aliases = sum over n != 0 of e^(-theta n W) delta(epsilon - n W) >= 0, which (T16) bounds with v = 0.
 *
 * Discrete steps beside them multiply their moments in (T98): where they do not fall, others do.
 *
 * With soft cuts it is about what they keep, delta_chi, and delta_chi <= delta <= delta_chi + the P-mass that is lost (T78).
 *
 * Theorem (T77), dropped. If |M(theta + it)| <= I for all t >= t_K, a frequency, leaving out all |k| > K changes the left side by
 * at most I e^(-theta epsilon)/(pi t_K).
 *
 * Theorem (T132), smoothed. For 0 < v <= 1/4, with e^(v s (s+1)/2)/(s (s+1)) in place of 1/(s (s+1)) the left side of (T76) is at
 * least delta, and with e^(v s (s+1)/2) (1/(s (s+1)) - B), B of (T15), less aliases (T16) at most delta, whatever M does; leaving
 * out all |k| > K changes either by at most I e^(-theta epsilon) times (T17). */
#ifndef PLD_KERNEL_KERNEL_H
#define PLD_KERNEL_KERNEL_H

#include "kernel/atoms.h"
#include "kernel/blend.h"
#include "kernel/row.h"

/* How to add up: any values are valid, good ones are tight. */
typedef struct pld__kernel_plan {
    double theta, lambda;      /* the tilt; a larger one, for aliases */
    double spacing;            /* of the frequencies; at most 24 bits */
    size_t frequencies;        /* K, at most 2^24; 0 if (T57) needs none */
    size_t stride;             /* how many frequencies are turned to by products, from 1 (none) to 64: less time, more rounding */
    pld__kernel_grid *grids;   /* one for each factor; owned */
    pld__kernel_blend *blends; /* of which factors are taken together (T118); owned, as is the next */
    size_t *place;             /* of each factor: its blend, or from blend_count on none; NULL if there is no blend */
    size_t blend_count;
    double variance; /* v of (T132), at most 1/4; 0: not smoothed */
    bool few;        /* the two parts of (T57) apart; only for a composition that it holds for, and not smoothed */
    double guess;    /* an epsilon near the answer, where the search for it starts */
} pld__kernel_plan;

void pld__kernel_plan_free(pld__kernel_plan *plan);

/* The frequencies of a plan. */
static inline pld__kernel_axis pld__kernel_plan_axis(const pld__kernel_plan *plan) {
    return (pld__kernel_axis){plan->theta, plan->lambda, plan->spacing, plan->frequencies, plan->stride};
}

/* A composition in one direction: factors, discrete steps, and all plain Gaussian steps as one. */
typedef struct pld__kernel_steps {
    pld__kernel_factor *factors; /* owned */
    size_t count, room;
    pld__kernel_atoms *atoms; /* owned; what they borrow must outlive them */
    size_t atom_count;
    long double plain; /* sum of the squares of means of plain steps, good to plain_error, relative */
    long double plain_error;
} pld__kernel_steps;

/* Room for at most `most` factors. */
pld_status pld__kernel_steps_create(size_t most, pld__kernel_steps *steps);
/* P-mass at infinite loss of all discrete steps, 1 - prod (1 - m)^T (T31), from below, and from above with what is left out. */
void pld__kernel_steps_infinite(const pld__kernel_steps *steps, long double *sure, long double *lost);
/* log M(lambda) of what is finite, from above, with nodes for each factor that is not closed; INFINITY if nothing is known. */
pld_status pld__kernel_steps_log_upper(const pld__kernel_steps *steps, const pld__kernel_nodes *nodes, double lambda,
                                       long double *log_upper);
/* One more of the composition; false if kernels do not take it, or there is no room. */
bool pld__kernel_steps_add(pld__kernel_steps *steps, const pld_mechanism *mechanism, pld_direction direction, uint64_t count);
void pld__kernel_steps_free(pld__kernel_steps *steps);

/* 2 (1 at k = 0) e^(log M(s_k) - scale)/(s_k (s_k + 1)), or for the lower side of (T132) less B times what is divided. */
typedef struct pld__kernel_terms {
    long double *real, *imaginary;
    long double turned, turning; /* sums of the absolute values times the angle of M(s_k), and times 2 t_k */
    long double size;            /* sum of the absolute values */
    long double known;           /* sum of the terms' errors, but for what epsilon adds */
} pld__kernel_terms;

/* Everything that does not depend on epsilon. */
typedef struct pld__kernel_sum {
    double theta, lambda, variance;
    long double spacing, period;
    size_t count;                  /* of terms: K + 1 */
    pld__kernel_terms terms;       /* owned, of both sides, or of the upper one, */
    pld__kernel_terms below;       /* and of the lower one if smoothed; owned */
    long double scale;             /* log M(theta), as computed, smoothed */
    long double dropped;           /* in units of e^scale */
    long double lost;              /* P-mass that cuts do not keep, mass at infinite loss and what is left out, from above */
    long double sure;              /* mass at infinite loss, from below */
    long double log_alias;         /* log of the second alias but for -lambda epsilon */
    const pld__kernel_factor *few; /* of which two parts are added by (T57); borrowed, NULL: none */
    bool usable;                   /* otherwise nothing is known */
} pld__kernel_sum;

/* `rows` are those of the factors at the plan's frequencies, where they are known already; NULL: they are made, one at a time. A
 * row that is not of the plan makes the sum unusable. */
pld_status pld__kernel_sum_create(const pld__kernel_steps *steps, const pld__kernel_plan *plan, const pld__kernel_row *rows,
                                  pld__kernel_sum *sum);
void pld__kernel_sum_free(pld__kernel_sum *sum);

/* log delta(epsilon) from below and above, and what makes them differ, each relative to delta. */
typedef struct pld__kernel_bounds {
    pld__log_bounds log_delta;
    long double value;                                       /* uncertified; -INFINITY if there is none */
    double terms, dropped, aliases, rounded, lost, smoothed; /* as shares of the sum */
} pld__kernel_bounds;

/* log(e^x + mass), moved by its rounding: up (sign > 0), down, or not at all. */
long double pld__kernel_log_with_mass(long double x, long double mass, int sign);

pld__kernel_bounds pld__kernel_log_delta(const pld__kernel_sum *sum, double epsilon);

#endif
