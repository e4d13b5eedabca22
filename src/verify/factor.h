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
    /* Atoms: losses start + j spacing, j < atom_count, and what is left out: masses at infinite loss, and masses beyond the ends.
     */
    slong atom_count;
    arb_t start, spacing;
    arb_ptr mass;
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

/* Fills the atoms of a discrete step; false where there are too many. */
bool pld__verify_factor_fill_atoms(pld__verify_factor *factor, const pld__exact_step *step, slong precision);

#endif
