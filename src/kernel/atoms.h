/* A discrete step as exact kernels see it, and its moment M(s) = E_P e^(sL), s = theta + it: a sum over its outcomes, or for the
 * discrete Gaussian a sum over frequencies that has hardly more than one term.
 *
 * Theorem (T52), outcomes. The masses listed are within a factor 1 +- rho of the true ones, which lack `missing` of 1, the losses
 * within kappa of the true ones. With L the losses listed (or others, that are said to be the reference),
 *     |M(s) - 1 - (sum of p_i (e^(s L_i) - 1) - missing)| <= rho' sum of p_i |e^(s L_i) - 1| + the error of `missing`,
 * rho' = rho/(1 - rho), for the law with the true masses at the losses L.
 *
 * Theorem (T51), bell. For the discrete Gaussian of sigma and sensitivity D, at t = 2 pi tau sigma^2/D,
 *     M(s) e^(i pi tau D) = e^(theta (theta + 1) D^2/(2 sigma^2)) sum over whole k of e^(-2 pi^2 sigma^2 (k - tau)^2
 *                           + 2 pi i (tau - k)(1 + theta) D) / sum over k of e^(-2 pi^2 sigma^2 k^2). */
#ifndef PLD_KERNEL_ATOMS_H
#define PLD_KERNEL_ATOMS_H

#include "kernel/moment.h"

typedef struct pld__kernel_atoms {
    long double times; /* how often it is composed */
    /* Outcomes: those of the pair, whose losses in this direction are sign loss[i]. None of a bell. */
    size_t count;
    const long double *mass, *loss;
    long double sign, rho, kappa;
    long double missing, missing_error;
    /* Laid on a lattice: the reference losses are base + index[i] spacing. NULL: the losses themselves. */
    int64_t *index; /* owned */
    long double base, spacing;
    /* A bell: sigma and D; sigma is 0 for outcomes. */
    long double sigma, shift;
    int64_t stride; /* on a lattice: whole steps of it between neighbouring losses of the bell */
    /* P-mass at infinite loss, from below and from above; P-mass that may be anywhere, from above. */
    long double infinite_low, infinite_high, dropped;
} pld__kernel_atoms;

/* From a discrete pair; false if kernels cannot take it. Borrows the pair's lists. */
bool pld__kernel_atoms_fill(const pld_mechanism *mechanism, pld_direction direction, uint64_t count, pld__kernel_atoms *atoms);

/* The reference loss of an outcome. */
static inline long double pld__kernel_atoms_loss(const pld__kernel_atoms *atoms, size_t i) {
    return atoms->index ? atoms->base + (long double)atoms->index[i] * atoms->spacing : atoms->sign * atoms->loss[i];
}

/* Tilted by theta > 0, and what is the same for all t. */
typedef struct pld__kernel_tilted_atoms {
    const pld__kernel_atoms *atoms;
    long double theta;
    long double *weight;       /* p e^(theta L) of each outcome; owned */
    long double *weight_error; /* of each, absolute */
    size_t first, end;         /* outcomes before the first and from the end on have next to no weight, */
    long double beside;        /* at most this together, and are left out of what depends on t */
    long double excess, error; /* M(theta) - 1 */
    long double log_upper;     /* log M(theta), from above, losses within kappa of the reference; INFINITY: nothing known */
    long double neighbours;    /* at least the sum of p_i p_(i+1) of the law tilted, over outcomes one lattice step apart */
} pld__kernel_tilted_atoms;

pld_status pld__kernel_atoms_tilt(const pld__kernel_atoms *atoms, double theta, pld__kernel_tilted_atoms *tilted);
void pld__kernel_tilted_atoms_free(pld__kernel_tilted_atoms *tilted);

/* 1 - cos and sin of 2 pi r/N, r = 0 .. N-1, each good to 4 units; of one allocation. */
typedef struct pld__kernel_turns {
    int64_t count;               /* N */
    long double *versine, *sine; /* NULL: computed when asked for */
} pld__kernel_turns;

pld_status pld__kernel_turns_create(int64_t count, bool listed, pld__kernel_turns *turns);
void pld__kernel_turns_free(pld__kernel_turns *turns);
void pld__kernel_turn(const pld__kernel_turns *turns, int64_t r, long double *versine, long double *sine);

/* log M(s), with losses within kappa of those listed. */
pld__kernel_log pld__kernel_atoms_log(const pld__kernel_tilted_atoms *tilted, long double t);

/* log of M(s) e^(-it base) at t = 2 pi j/(N spacing), of the reference losses, which are on the lattice. */
pld__kernel_log pld__kernel_atoms_log_turned(const pld__kernel_tilted_atoms *tilted, int64_t j, const pld__kernel_turns *turns);

/* Theorem (T53), decay. On a lattice, for every t from 2 pi j/(N spacing) to pi/spacing, |M(s)|^2 <= M(theta)^2 (1 - 4 sin^2(pi
 * j/N) neighbours); the bell of T51 falls as well. A log of a bound of |M(s)|, from above. */
long double pld__kernel_atoms_log_decay(const pld__kernel_tilted_atoms *tilted, int64_t j, int64_t count);

#endif
