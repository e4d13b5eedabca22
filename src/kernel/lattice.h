/* delta of a composition whose losses are all on a lattice, offset + spacing Z, from N values of its moment: exactly, but for
 * rounding, aliases and what is dropped.
 *
 * Theorem (T50), lattice. With h the spacing, l_n = offset + n h, s_j = theta + 2 pi i j/(N h), z_j = e^(-s_j h), theta > 0,
 *     N^-1 sum over j mod N of M(s_j) e^(-s_j l_(n+1)) (1 - e^-h)/((1 - z_j)(1 - e^-h z_j)) = delta(l_n) + aliases,
 * aliases = sum over k != 0 of e^(-theta k N h) delta(l_n - k N h) >= 0, which (T16) bounds with v = 0 and W = N h; those with k
 * < 0 are nothing if no loss is above l_n + N h. Between lattice points delta is linear in e^epsilon. Leaving out all j with K <
 * |j| <= N/2, where |M| <= I, changes the left side by at most I e^(-theta l_(n+1)) e^(theta h) sinh(h/2) cot(pi K/N)/pi.
 *
 * The law on the lattice is a reference: each loss of the truth is within `error` of it, so that delta of the truth at epsilon is
 * between those of the reference at epsilon + error and epsilon - error (T52). */
#ifndef PLD_KERNEL_LATTICE_H
#define PLD_KERNEL_LATTICE_H

#include "kernel/kernel.h"

typedef struct pld__kernel_lattice {
    bool found;
    long double spacing, offset; /* of the composed losses; each good to 8 units of itself */
    long double error;           /* of a composed loss, absolute */
    long double last;            /* no composed loss has an index above this; INFINITY: there is no end */
} pld__kernel_lattice;

/* The lattice of discrete steps, which are laid on it. Not found if there are other steps, or no lattice in reach. */
pld_status pld__kernel_lattice_find(pld__kernel_steps *steps, pld__kernel_lattice *lattice);

/* How to add up: any values are valid, good ones are tight. */
typedef struct pld__lattice_plan {
    double theta, lambda; /* the tilt; a larger one, for aliases */
    int64_t count;        /* N, 1 to 2^38 */
    int64_t frequencies;  /* K; from N/2 on it is all of them; at most 2^24 */
    bool listed;          /* list the turns: N of them */
    double guess;         /* an epsilon near the answer */
} pld__lattice_plan;

typedef struct pld__lattice_sum {
    pld__kernel_lattice lattice;
    double theta, lambda;
    int64_t count;     /* N */
    size_t terms;      /* K + 1 */
    long double *real; /* of e^(log M(s_j) - scale) times the kernel, without the angle of M, twice but for j = 0 and N/2 */
    long double *imaginary, *angle;
    long double scale;     /* log M(theta), as computed */
    long double size;      /* sum of the absolute values */
    long double turned;    /* and of these times the angles */
    long double known;     /* sum of the errors of terms */
    long double dropped;   /* in units of e^scale */
    long double sure;      /* mass at infinite loss, from below */
    long double lost;      /* the same and what is left out, from above */
    long double log_alias; /* log of the second alias but for -lambda epsilon */
    bool usable;           /* otherwise nothing is known */
} pld__lattice_sum;

pld_status pld__lattice_sum_create(const pld__kernel_steps *steps, const pld__kernel_lattice *lattice,
                                   const pld__lattice_plan *plan, pld__lattice_sum *sum);
void pld__lattice_sum_free(pld__lattice_sum *sum);

/* log delta at a lattice point of the reference, from below and above. */
pld__kernel_bounds pld__lattice_at(const pld__lattice_sum *sum, int64_t n);

/* How far the loss of a lattice point near epsilon may be off, and the truth from the reference there. */
long double pld__lattice_blur(const pld__lattice_sum *sum, double epsilon);

/* The last lattice point that is not above epsilon, as computed; false if it is out of reach. */
bool pld__lattice_point_below(const pld__lattice_sum *sum, long double epsilon, int64_t *n);
static inline long double pld__lattice_loss(const pld__lattice_sum *sum, int64_t n) {
    return sum->lattice.offset + (long double)n * sum->lattice.spacing;
}

/* log delta(epsilon) of the truth, from below and above. */
pld__kernel_bounds pld__lattice_log_delta(const pld__lattice_sum *sum, double epsilon);

#endif
