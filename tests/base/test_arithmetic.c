/* Products of complex numbers as this build's compiler and options make them, against the same operations one at a time, bit for
 * bit. GCC recognises such products where it vectorizes, in place and in a row, and may then fuse them (-ffp-contract=off or not)
 * or put lanes in the wrong order. The kernels are the shapes in which the library has them. */
#include "base/complex.h"

#include "support/dice.h"
#include "support/suite.h"

#include <stdio.h>
#include <string.h>

enum { PAIRS = 16, SIZE = 2 * PAIRS };

/* --- one operation at a time ---------------------------------------------------------------------------------------- */

static double times(double a, double b) {
    volatile double x = a, y = b, product = x * y;
    return product;
}
static double plus(double a, double b) {
    volatile double x = a, y = b, sum = x + y;
    return sum;
}

static void multiply_slowly(double *real, double *imaginary, double f, double g) {
    double d = *real, e = *imaginary;
    *real = plus(times(d, f), -times(e, g));
    *imaginary = plus(times(d, g), times(e, f));
}

/* --- kernels, and what they mean ------------------------------------------------------------------------------------ */

typedef void kernel(double *a, const double *b);
#define NOT_INLINED __attribute__((noinline))

static NOT_INLINED void pairs_in_a_loop(double *a, const double *b) {
    for (size_t i = 0; i < SIZE; i += 2) {
        double d = a[i], e = a[i + 1];
        a[i] = d * b[i] - e * b[i + 1];
        a[i + 1] = d * b[i + 1] + e * b[i];
    }
}
static NOT_INLINED void pairs_apart(double *restrict a, const double *restrict b) {
    for (size_t i = 0; i < SIZE; i += 2) {
        double d = a[i], e = a[i + 1];
        a[i] = d * b[i] - e * b[i + 1];
        a[i + 1] = d * b[i + 1] + e * b[i];
    }
}
static NOT_INLINED void complex_in_place(double *a, const double *b) {
    double complex *z = (double complex *)a;
    const double complex *w = (const double complex *)b;
    for (size_t i = 0; i < PAIRS; i++)
        z[i] *= w[i];
}
static void each_pair(double *a, const double *b) {
    for (size_t i = 0; i < SIZE; i += 2)
        multiply_slowly(&a[i], &a[i + 1], b[i], b[i + 1]);
}

static NOT_INLINED void halves(double *a, const double *b) {
    for (size_t i = 0; i < PAIRS; i++) {
        double d = a[i], e = a[PAIRS + i], f = b[i], g = b[PAIRS + i];
        a[i] = d * f - e * g;
        a[PAIRS + i] = d * g + e * f;
    }
}
static void each_half(double *a, const double *b) {
    for (size_t i = 0; i < PAIRS; i++)
        multiply_slowly(&a[i], &a[PAIRS + i], b[i], b[PAIRS + i]);
}

static NOT_INLINED void straight_line(double *a, const double *b) {
    double d = a[0], e = a[1];
    a[0] = d * b[0] - e * b[1];
    a[1] = d * b[1] + e * b[0];
    d = a[2], e = a[3];
    a[2] = d * b[2] - e * b[3];
    a[3] = d * b[3] + e * b[2];
    d = a[0], e = a[1];
    a[0] = d * a[2] - e * a[3];
    a[1] = d * a[3] + e * a[2];
}
static void straight_line_slowly(double *a, const double *b) {
    multiply_slowly(&a[0], &a[1], b[0], b[1]);
    multiply_slowly(&a[2], &a[3], b[2], b[3]);
    multiply_slowly(&a[0], &a[1], a[2], a[3]);
}

/* A power by squaring: both numbers are replaced by products of themselves. */
static NOT_INLINED void squares(double *a, const double *b) {
    double d = a[0], e = a[1], f = b[0], g = b[1];
    for (int bit = 0; bit < 5; bit++) {
        double real = d * f - e * g, imaginary = d * g + e * f;
        d = real;
        e = imaginary;
        real = f * f - g * g;
        imaginary = f * g + g * f;
        f = real;
        g = imaginary;
    }
    a[0] = d;
    a[1] = e;
    a[2] = f;
    a[3] = g;
}
static void squares_slowly(double *a, const double *b) {
    double f = b[0], g = b[1];
    for (int bit = 0; bit < 5; bit++) {
        multiply_slowly(&a[0], &a[1], f, g);
        multiply_slowly(&f, &g, f, g);
    }
    a[2] = f;
    a[3] = g;
}

/* The step of compose/phasors.c, and its four running sums. */
static NOT_INLINED void turn(double *a, const double *b) {
    double real[4] = {0}, imaginary[4] = {0};
    for (size_t i = 0; i < PAIRS; i += 4)
        for (size_t lane = 0; lane < 4; lane++) {
            size_t at = i + lane;
            double d = a[at], e = a[PAIRS + at], f = b[at], g = b[PAIRS + at];
            real[lane] += f * d;
            imaginary[lane] += f * e;
            a[at] = d + (f + (d * f - e * g));
            a[PAIRS + at] = e + (g + (d * g + e * f));
        }
    a[0] += (real[0] + real[1]) + (real[2] + real[3]);
    a[1] += (imaginary[0] + imaginary[1]) + (imaginary[2] + imaginary[3]);
}
static void turn_slowly(double *a, const double *b) {
    double real[4] = {0}, imaginary[4] = {0};
    for (size_t at = 0; at < PAIRS; at++) {
        double d = a[at], e = a[PAIRS + at], f = b[at], g = b[PAIRS + at], x = d, y = e;
        real[at % 4] = plus(real[at % 4], times(f, d));
        imaginary[at % 4] = plus(imaginary[at % 4], times(f, e));
        multiply_slowly(&x, &y, f, g);
        a[at] = plus(d, plus(f, x));
        a[PAIRS + at] = plus(e, plus(g, y));
    }
    a[0] = plus(a[0], plus(plus(real[0], real[1]), plus(real[2], real[3])));
    a[1] = plus(a[1], plus(plus(imaginary[0], imaginary[1]), plus(imaginary[2], imaginary[3])));
}

/* Lower powers are still needed when higher ones are replaced. */
static NOT_INLINED void polynomials(double *a, const double *b) {
    for (size_t j = PAIRS; j-- > 0;) {
        double real = 0, imaginary = 0;
        for (size_t i = 0; i <= j; i++) {
            double d = a[2 * (j - i)], e = a[2 * (j - i) + 1];
            real += d * b[2 * i] - e * b[2 * i + 1];
            imaginary += d * b[2 * i + 1] + e * b[2 * i];
        }
        a[2 * j] = real;
        a[2 * j + 1] = imaginary;
    }
}
static void polynomials_slowly(double *a, const double *b) {
    for (size_t j = PAIRS; j-- > 0;) {
        double real = 0, imaginary = 0;
        for (size_t i = 0; i <= j; i++) {
            double x = a[2 * (j - i)], y = a[2 * (j - i) + 1];
            multiply_slowly(&x, &y, b[2 * i], b[2 * i + 1]);
            real = plus(real, x);
            imaginary = plus(imaginary, y);
        }
        a[2 * j] = real;
        a[2 * j + 1] = imaginary;
    }
}

static const struct {
    const char *name;
    kernel *fast, *slow;
} kernels[] = {
    {"pairs in a loop", pairs_in_a_loop, each_pair},
    {"pairs apart", pairs_apart, each_pair},
    {"complex in place", complex_in_place, each_pair},
    {"halves", halves, each_half},
    {"straight line", straight_line, straight_line_slowly},
    {"squares", squares, squares_slowly},
    {"turn", turn, turn_slowly},
    {"polynomials", polynomials, polynomials_slowly},
};

static void test_kernels(void) {
    dice from = dice_create(960);
    for (size_t i = 0; i < COUNT_OF(kernels); i++) {
        size_t different = 0, all = suite_cases(2000);
        for (size_t j = 0; j < all; j++) {
            _Alignas(64) double fast[SIZE], slow[SIZE], b[SIZE];
            for (size_t at = 0; at < SIZE; at++) {
                fast[at] = slow[at] = dice_uniform(&from, -2, 2);
                b[at] = dice_uniform(&from, -2, 2);
            }
            kernels[i].fast(fast, b);
            kernels[i].slow(slow, b);
            different += memcmp(fast, slow, sizeof fast) != 0;
        }
        CHECK(different == 0, "%s: %zu of %zu differ", kernels[i].name, different, all);
    }
}

int main(void) {
    CU_TestInfo tests[] = {{"products of complex numbers", test_kernels}, CU_TEST_INFO_NULL};
    return suite_run("base/arithmetic", tests);
}
