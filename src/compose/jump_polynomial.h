/* A polynomial in the number of jumps, with absolute errors of its coefficients (T21). */
#ifndef PLD_COMPOSE_JUMP_POLYNOMIAL_H
#define PLD_COMPOSE_JUMP_POLYNOMIAL_H

#include "compose/fourier.h"

#include <complex.h>

typedef struct pld__jump_polynomial {
    double complex value[PLD__MOST_JUMPS + 1];
    double error[PLD__MOST_JUMPS + 1];
} pld__jump_polynomial;

/* product *= factor, up to the power `jumps`. */
void pld__jump_polynomial_multiply(pld__jump_polynomial *product, const pld__jump_polynomial *factor, unsigned jumps);

#endif
