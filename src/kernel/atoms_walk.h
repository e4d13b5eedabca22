/* Moments of outcomes at one frequency after the other, in double: fewer digits, in a tenth of the time.
 *
 * Theorem (T133), turned outcomes. Let w_i be weights, D_i = e^(i t_k L_i) - 1 and E_i = e^(i spacing L_i) - 1 good to 2u of
 * themselves, u = 2^-53. D' = D + E + DE, j times over, is off e^(i t_(k+j) L_i) - 1 by at most 16u (j + 1) (|D_i| + (j + 4)
 * |E_i|), whose modulus is at most |D_i| + j |E_i|. So sum w_i D'_i, in blocks of 64, is off by at most (16 (j + 1) + 2 (80 +
 * n/64)) u (S + (j + 4) S'), S and S' the sums of w_i |D_i| and w_i |E_i|, beside what weights and losses are off by.
 *
 * The proof is in MATHEMATICS.md. */
#ifndef PLD_KERNEL_ATOMS_WALK_H
#define PLD_KERNEL_ATOMS_WALK_H

#include "kernel/atoms.h"

/* At t = 0, spacing, 2 spacing, ..; of listed outcomes only (sigma = 0). */
typedef struct pld__atoms_walk {
    const pld__kernel_tilted_atoms *tilted;
    long double spacing;
    size_t next, count;
    double *weight, *real, *imaginary, *turn_real, *turn_imaginary; /* of one allocation; weights over the sum of all */
    long double size, turn_size;                                    /* S and S', from above */
    long double off, turn_off;                                      /* the same with the errors of the weights */
    long double reach;                                              /* the sum of w_i |L_i|, from above, */
    long double whole;                                              /* and of w_i */
} pld__atoms_walk;

pld_status pld__atoms_walk_create(const pld__kernel_tilted_atoms *tilted, long double spacing, pld__atoms_walk *walk);
pld__kernel_log pld__atoms_walk_next(pld__atoms_walk *walk);
void pld__atoms_walk_free(pld__atoms_walk *walk);

#endif
