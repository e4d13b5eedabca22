/* Complex numbers of two long doubles: products without the checks of C's own. */
#ifndef PLD_KERNEL_POINT_H
#define PLD_KERNEL_POINT_H

#include <math.h>

typedef struct pld__point {
    long double real, imaginary;
} pld__point;

static inline pld__point pld__point_times(pld__point a, pld__point b) {
    return (pld__point){a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real};
}

static inline long double pld__point_size(pld__point a) {
    return hypotl(a.real, a.imaginary);
}

#endif
