/* A step as a factor of E e^(sL): its kind, its count, and what of it is needed in balls. */
#ifndef PLD_VERIFY_FACTOR_H
#define PLD_VERIFY_FACTOR_H

#include "verify/mixture.h"

typedef enum pld__verify_factor_kind {
    PLD__FACTOR_GAUSSIAN,
    PLD__FACTOR_MIXTURE,
    PLD__FACTOR_LAPLACE,
    PLD__FACTOR_ATOMS
} pld__verify_factor_kind;

typedef struct pld__verify_factor {
    pld__verify_factor_kind kind;
    uint64_t count;
    pld__verify_mixture mixture;
    arb_t ratio; /* Gaussian: the square of mean over sigma, of all steps together (count is 1); Laplace: sensitivity over b */
    double rate; /* of Poisson sampling of Laplace noise; 1: none */
    bool added;  /* the direction, where that noise is sampled */
    /* Atoms: losses start + j spacing, j < atom_count, or as they are listed, and what is left out: masses at infinite loss, and
     * masses beyond the ends. */
    slong atom_count;
    arb_t start, spacing;
    arb_ptr mass;
    arb_ptr loss; /* NULL: on the lattice */
    arb_t infinite, beyond;
} pld__verify_factor;

typedef struct pld__verify_factors {
    size_t count;
    pld__verify_factor *factors;
} pld__verify_factors;

/* The factors of a direction, Gaussians merged into one and steps without loss left out. False where one is too large to be worth
 * it, or without memory. Clear in any case. */
bool pld__verify_factors_init(pld__verify_factors *factors, const pld__exact_steps *steps, pld_direction direction,
                              slong precision);
void pld__verify_factors_clear(pld__verify_factors *factors);

/* Fills the atoms of a discrete step as if it were not sampled; false where there are too many. */
bool pld__verify_factor_fill_atoms(pld__verify_factor *factor, const pld__exact_step *step, slong precision);

/* Makes those of the sampled step of them, in a direction. */
void pld__verify_factor_sample(pld__verify_factor *factor, double rate, pld_direction direction, slong precision);

/* From all mass at infinite loss to that and what was left out, of all steps (T60). */
void pld__verify_factors_lost(const pld__verify_factor *factors, size_t count, arb_t lost, slong precision);

/* A loss that one step certainly has, or comes as near to as one likes, and as large as is known: its supremum for discrete steps
 * and Laplace noise. */
void pld__verify_factor_most(const pld__verify_factor *factor, arb_t most, slong precision);

/* The loss of an atom. */
void pld__verify_factor_loss(const pld__verify_factor *factor, slong j, arb_t loss, slong precision);

#endif
