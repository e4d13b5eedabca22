#include "kernel/turned.h"

#include <math.h>

static const long double U = PLD__KERNEL_U;

pld__kernel_turned pld__kernel_turned_at(const pld__kernel_list *list, long double x, long double shift) {
    long double real = 0, imaginary = 0, sum = 0, worst = 0, farthest = 0, turns = 0, top = -INFINITY;
    long double base = list->mean[0];
    for (size_t j = 0; j < list->count; j++)
        top = fmaxl(top, list->mean[j] * (x - list->mean[j] / 2));
    /* Angles are measured from the lowest mean, so that all are in [0, pi). */
    for (size_t j = 0; j < list->count; j++) {
        long double mean = list->mean[j], z = mean * (x - mean / 2), turn = shift * (mean - base), half = sinl(turn / 2);
        long double term = list->weight[j] * expl(z - top);
        real -= 2 * term * half * half;
        imaginary += term * sinl(turn);
        sum += term;
        turns += term * turn;
        worst = fmaxl(worst, 4 * U * (fabsl(z) + fabsl(top)) + 2 * list->error[j] * (fabsl(x) + fabsl(mean) + 1));
        farthest = fmaxl(farthest, list->error[j]);
    }
    real /= sum;
    imaginary /= sum;
    /* A share is off by twice what its term may be, relative; sines, products and sums add units, and an angle shift * (m_j -
     * m_0) what its means are off by. */
    long double relative = 2 * (worst + list->weight_error) + U * (24 + 2 * (long double)list->count),
                moved = 2 * shift * farthest;
    long double real_error = -real * relative + imaginary * moved + moved * moved,
                imaginary_error = imaginary * relative + moved + 4 * U * turns / sum;
    long double square = (1 + real) * (1 + real) + imaginary * imaginary, off = real_error + imaginary_error;
    pld__kernel_turned found = {.log_size = log1pl(real * (2 + real) + imaginary * imaginary) / 2,
                                .angle = atan2l(imaginary, 1 + real) + shift * base};
    bool tame = 16 * off * off <= square; /* so that twice the first order is enough */
    long double parts = -real + imaginary * imaginary;
    found.log_error = tame ? 2 * (2 * real_error + 2 * imaginary * imaginary_error) / square + 16 * U * parts / square : INFINITY;
    found.angle_error = tame ? 2 * (imaginary_error + imaginary * real_error) / square +
                                   8 * U * (fabsl(found.angle - shift * base) + 2 * fabsl(shift * base)) + shift * list->error[0]
                             : INFINITY;
    return found;
}
