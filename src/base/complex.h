/* Complex numbers from their two parts. C11's CMPLX is missing where the compiler has no builtin for it (clang before 15), and
 * real + I * imaginary loses infinities and the signs of zeros where there is no imaginary type (neither GCC nor clang has one).
 */
#ifndef PLD_BASE_COMPLEX_H
#define PLD_BASE_COMPLEX_H

#include <complex.h>

/* A complex number is laid out as an array of its two parts: C11 6.2.5, paragraph 13. */
static inline double complex pld__complex(double real, double imaginary) {
    union {
        double parts[2];
        double complex whole;
    } number = {.parts = {real, imaginary}};
    return number.whole;
}

static inline long double complex pld__complex_long(long double real, long double imaginary) {
    union {
        long double parts[2];
        long double complex whole;
    } number = {.parts = {real, imaginary}};
    return number.whole;
}

#endif
