/* An independent evaluation of delta(epsilon): no buckets, no transforms, nothing from the library.
 *
 * Pairs of Gaussian mixtures P = sum w_i N(a_i, 1), Q = sum v_j N(b_j, 1) in long double, with a loss L = log dP/dQ that
 * increases in x. One step: delta(e) = P[x > x*] - e^e Q[x > x*] with L(x*) = e. Several: delta_AB(e) = integral of p_A(x)
 * delta_B(e - L_A(x)) dx, adaptive Gauss-Kronrod, with the stretch where delta_B(f) = 1 - e^f (f below every loss of B) in closed
 * form. */
#ifndef TESTS_SUPPORT_ORACLE_H
#define TESTS_SUPPORT_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ORACLE_COMPONENTS = 64, ORACLE_TABLE = 512 };

typedef struct oracle_mixture {
    size_t count;
    long double weight[ORACLE_COMPONENTS], mean[ORACLE_COMPONENTS]; /* means increase */
    long double constant[ORACLE_COMPONENTS];                        /* log weight - mean^2/2 */
} oracle_mixture;

typedef struct oracle_pair {
    oracle_mixture p, q;
    long double infimum, supremum;      /* of the loss */
    long double loss[ORACLE_TABLE + 1]; /* at equally spaced x from first_x: where the inversion starts */
    long double first_x, step_x;
} oracle_pair;

/* All in the remove direction. */
oracle_pair oracle_gaussian(double sigma);
oracle_pair oracle_poisson(double q, double sigma, unsigned removed, unsigned added);
oracle_pair oracle_hypergeometric(uint64_t population, uint64_t batch, unsigned k, double sigma, double shift);

/* The add direction: P and Q exchanged, x mirrored so that the loss increases again. */
oracle_pair oracle_swapped(const oracle_pair *pair);

long double oracle_loss(const oracle_pair *pair, long double x, long double *slope);
long double oracle_density(const oracle_mixture *mixture, long double x);
long double oracle_tail(const oracle_mixture *mixture, long double x);

/* delta of one step, any real epsilon; relative error about 1e-19 P[x > x*]/delta. */
long double oracle_delta_single(const oracle_pair *pair, long double epsilon);

/* delta of `count` <= 3 steps, within about 1e-12 relative (an estimate of 1e-10 is asked for) or `accuracy` absolute, whichever
 * is larger. A narrow loss distribution inside a wide one is a step that quadrature may miss: put the pair with the narrower
 * losses first. */
long double oracle_delta(const oracle_pair *const *pairs, size_t count, long double epsilon, long double accuracy);

/* log delta of Gaussians composed: mu = sqrt(T)/sigma, any epsilon >= 0, however small delta is. */
long double oracle_gaussian_log_delta(long double mu, long double epsilon);

/* The epsilon >= 0 where a non-increasing function falls to `target` (0 if it starts below), by bisection to 1e-17 relative. */
long double oracle_solve(long double (*function)(long double epsilon, const void *context), const void *context,
                         long double target);

#endif
