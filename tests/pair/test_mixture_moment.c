/* Tests of src/pair/mixture_moment.c: log E_P e^(s L) against closed forms and against long double quadrature. */
#include "pair/mixture.h"

#include "base/base.h"
#include "base/complex.h"
#include "support/dice.h"
#include "support/pairs.h"
#include "support/suite.h"

#include <math.h>
#include <stdio.h>

enum { SEED = 31415 };

static double complex moment(const pld_mechanism *mechanism, pld_direction direction, double real, double imaginary) {
    double log_real = NAN, log_imaginary = NAN;
    CU_ASSERT_EQUAL(pld_mechanism_log_moment(mechanism, direction, real, imaginary, &log_real, &log_imaginary), PLD_OK);
    return pld__complex(log_real, log_imaginary);
}

/* Imaginary parts are known up to multiples of 2 pi. */
static double distance(double complex a, double complex b) {
    return hypot(creal(a) - creal(b), remainder(cimag(a) - cimag(b), 2 * PLD__PI));
}

/* (s^2 + s)/(2 sigma^2), the same in both directions. */
static void test_gaussian(void) {
    static const double sigmas[] = {0.1, 0.5, 1, 7, 300};
    for (size_t i = 0; i < COUNT_OF(sigmas); i++) {
        test_pair pair = pair_create_gaussian(sigmas[i]);
        for (double real = -6; real < 30; real += 1.3) {
            for (double imaginary = -4; imaginary <= 4; imaginary += 2) {
                double complex s = pld__complex(real, imaginary), truth = (s * s + s) / (2 * sigmas[i] * sigmas[i]);
                /* e^K is found by cancellation when K has a much lower real part than at the same real order. */
                double lost = imaginary * imaginary / (2 * sigmas[i] * sigmas[i]);
                if (lost > 5) {
                    continue;
                }
                for (int d = 0; d < PLD_DIRECTIONS; d++) {
                    double complex found = moment(pair.mechanism, d ? PLD_ADD : PLD_REMOVE, real, imaginary);
                    CHECK(distance(found, truth) <= 1e-13 * (1 + cabs(truth)) * exp(lost),
                          "sigma %g s %g%+gi: %.17g%+.17gi instead of %.17g%+.17gi", sigmas[i], real, imaginary, creal(found),
                          cimag(found), creal(truth), cimag(truth));
                }
            }
        }
        pair_free(&pair);
    }
}

/* E_Q (P/Q)^n = sum_j C(n, j) (1-q)^(n-j) q^j e^(j (j-1) / (2 sigma^2)) (Mironov, Talwar and Zhang 2019): remove at s = n - 1,
 * add at s = -n. */
static void test_poisson_integers(void) {
    static const double cases[][2] = {{0.1, 1}, {256.0 / 60000, 1}, {0.01, 4}, {0.5, 0.7}, {1e-6, 2}, {1e-9, 1}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        long double q = cases[i][0], sigma = cases[i][1];
        pld_mechanism *mechanism = NULL;
        CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(cases[i][0], cases[i][1], 1, 0, 1, &mechanism, NULL), PLD_OK);
        for (int n = 2; n <= 24; n++) {
            /* Minus 1, so that small moments keep their digits: the terms are C(n, j) (1-q)^(n-j) q^j (e^.. - 1). */
            long double sum = 0, choose = 1;
            for (int j = 0; j <= n; j++) {
                sum += choose * powl(1 - q, n - j) * powl(q, j) * expm1l((long double)(j * (j - 1)) / (2 * sigma * sigma));
                choose = choose * (n - j) / (j + 1);
            }
            double truth = (double)log1pl(sum), allowed = 1e-13 * (1 + fabs(truth));
            if (truth < 1e-3) {
                allowed = 3e-16 * n + 1e-11 * truth; /* losses are off by about 1e-16 each */
            }
            double remove = creal(moment(mechanism, PLD_REMOVE, n - 1, 0)), add = creal(moment(mechanism, PLD_ADD, -n, 0));
            CHECK(fabs(remove - truth) <= allowed, "q %Lg sigma %Lg order %d: %.17g instead of %.17g", q, sigma, n, remove,
                  truth);
            CHECK(fabs(add - truth) <= allowed, "q %Lg sigma %Lg order %d: %.17g instead of %.17g", q, sigma, n, add, truth);
        }
        pld_mechanism_free(mechanism);
    }
}

/* E_P e^0 = 1 and E_P e^-L = 1. */
static void test_normalised(void) {
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            CU_ASSERT(cabs(moment(pair.mechanism, d ? PLD_ADD : PLD_REMOVE, 0, 0)) <= 1e-14);
            CU_ASSERT(cabs(moment(pair.mechanism, d ? PLD_ADD : PLD_REMOVE, -1, 0)) <= 1e-13);
        }
        pair_free(&pair);
    }
}

static void test_quadrature(void) {
    dice state = dice_create(SEED);
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        for (size_t i = 0; i < suite_cases(7); i++) {
            double real = dice_uniform(&state, -3, 8), imaginary = i % 4 ? dice_uniform(&state, -6, 6) : 0;
            for (int d = 0; d < PLD_DIRECTIONS; d++) {
                long double complex s = real + (long double complex)I * imaginary;
                long double scale, real_scale;
                long double complex value = reference_moment(&pair.reference, d ? -1 - s : s, &scale);
                long double complex size = reference_moment(&pair.reference, d ? -1 - real : real, &real_scale);
                /* A sum that cancels to a small part of itself has that much fewer digits. */
                double lost = (double)(cabsl(size) / cabsl(value));
                if (lost > 1e4) {
                    continue;
                }
                double complex truth = pld__complex((double)(scale + logl(cabsl(value))), (double)cargl(value));
                double complex found = moment(pair.mechanism, d ? PLD_ADD : PLD_REMOVE, real, imaginary);
                double complex conjugate = moment(pair.mechanism, d ? PLD_ADD : PLD_REMOVE, real, -imaginary);
                double allowed = 1e-13 * (1 + fabs(creal(truth))) * lost;
                CHECK(distance(found, truth) <= allowed, "%s %s s %.17g%+.17gi: %.17g%+.17gi instead of %.17g%+.17gi", pair.name,
                      d ? "add" : "remove", real, imaginary, creal(found), cimag(found), creal(truth), cimag(truth));
                CU_ASSERT(distance(conj(found), conjugate) <= 1e-15 * (1 + cabs(found)) * lost);
                CU_ASSERT(imaginary != 0 || cimag(found) == 0);
            }
        }
        pair_free(&pair);
    }
}

static void test_arguments(void) {
    test_pair pair = pair_create(PAIR_POISSON);
    double real = 5, imaginary = 6;
    CU_ASSERT_EQUAL(pld_mechanism_log_moment(pair.mechanism, PLD_REMOVE, NAN, 0, &real, &imaginary), PLD_ERROR_ARGUMENT);
    CU_ASSERT_EQUAL(pld_mechanism_log_moment(pair.mechanism, PLD_REMOVE, 1, INFINITY, &real, &imaginary), PLD_ERROR_ARGUMENT);
    CU_ASSERT(real == 5 && imaginary == 6);
    pair_free(&pair);
    pld_mechanism *trivial = NULL;
    CU_ASSERT_EQUAL_FATAL(pld_mechanism_create_poisson_gaussian(0, 1, 1, 0, 1, &trivial, NULL), PLD_OK);
    CU_ASSERT(moment(trivial, PLD_REMOVE, 3, 2) == 0 && moment(trivial, PLD_ADD, 3, 2) == 0);
    pld_mechanism_free(trivial);
}

/* Atoms aim; a few digits of K(theta) are enough. */
static void test_sketch_points(void) {
    for (int which = 0; which < PAIR_CASES; which++) {
        test_pair pair = pair_create(which);
        pld__sketch_point *points = NULL;
        size_t count = 0;
        CU_ASSERT_EQUAL_FATAL(pair.mechanism->operations->sketch_points(pair.mechanism->pair, 40, 1, &points, &count), PLD_OK);
        double p = 0, q = 0, sum = 0;
        for (size_t i = 0; i < count; i++) {
            p += exp(points[i].log_p);
            q += exp(points[i].log_q);
            sum += exp(points[i].log_p + 2 * points[i].loss);
            CU_ASSERT(i == 0 || points[i].loss >= points[i - 1].loss - 1e-11);
        }
        CHECK(fabs(p - 1) <= 1e-3 && fabs(q - 1) <= 1e-3, "%s: points sum to %g and %g", pair.name, p, q);
        double truth = creal(moment(pair.mechanism, PLD_REMOVE, 2, 0));
        CHECK(fabs(log(sum) - truth) <= 1e-2, "%s: K(2) is %g by points, %g", pair.name, log(sum), truth);
        pld__free(points);
        pair_free(&pair);
    }
}

int main(void) {
    static CU_TestInfo tests[] = {
        {"gaussian", test_gaussian},
        {"poisson-gaussian at whole orders", test_poisson_integers},
        {"orders 0 and -1", test_normalised},
        {"quadrature", test_quadrature},
        {"arguments", test_arguments},
        {"sketch points", test_sketch_points},
        CU_TEST_INFO_NULL,
    };
    return suite_run("mixture moment", tests);
}
