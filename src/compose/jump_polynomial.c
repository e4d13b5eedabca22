#include "compose/jump_polynomial.h"

#include "base/base.h"

/* Errors multiply (T21); every product and sum of the coefficients rounds by a few u of the absolute values. */
void pld__jump_polynomial_multiply(pld__jump_polynomial *product, const pld__jump_polynomial *factor, unsigned jumps) {
    pld__jump_polynomial made;
    for (unsigned j = 0; j <= jumps; j++) {
        double complex sum = 0;
        double error = 0, size = 0;
        for (unsigned i = 0; i <= j; i++) {
            double a = cabs(product->value[j - i]), b = cabs(factor->value[i]), c = product->error[j - i], d = factor->error[i];
            sum += product->value[j - i] * factor->value[i];
            size += a * b;
            error += a * d + b * c + c * d;
        }
        made.value[j] = sum;
        made.error[j] = error * (1 + 1e-12) + 8 * PLD__U * (jumps + 2) * size;
    }
    for (unsigned j = 0; j <= jumps; j++) {
        product->value[j] = made.value[j];
        product->error[j] = made.error[j];
    }
}
