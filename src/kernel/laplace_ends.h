/* Moments of sampled Laplace steps at high frequencies, from what the density between the two outcomes is at its ends.
 *
 * Theorem (T130), ends. Let l be log(1 + y) of (T55), l_1 and l_2 its values at x = -r and r, v = (1 - q)/(q e^x), z = s + 1/2
 * for the sampled side as P and z = -(s + 1/2) for the other. The part of M between the outcomes is C = kappa times the integral
 * of (1 + v)^(3/2) e^(z l) dl from l_1 to l_2,  kappa = sqrt(q) e^(-r/2)/4. With D_0 = 1 and, for D_k = sum_j d_j v^j, D_(k+1) =
 * sum_j d_j ((j + 3/2) v^(j+1) + j v^j), all of them >= 0, E_n(l) = (1 + v)^(3/2) e^(zl)/z sum over k < n of D_k z^-k, |C - kappa
 * (E_n(l_2) - E_n(l_1))| <= 2 kappa/(t |z|^n) times the sum over both ends of (1 + v)^(3/2) D_n e^(Re z l). For n = 0 the right
 * side is a bound of |C| for all t' >= t. The proof is in MATHEMATICS.md. */
#ifndef PLD_KERNEL_LAPLACE_ENDS_H
#define PLD_KERNEL_LAPLACE_ENDS_H

#include "kernel/moment.h"

enum { PLD__LAPLACE_ORDER = 40, PLD__LAPLACE_ENDS = 2 };

/* Of a sampled step: what is the same for all s. */
typedef struct pld__laplace_ends {
    bool mixture_first;
    long double units;                    /* how far losses are off, relative, and logs of sizes */
    long double loss[PLD__LAPLACE_ENDS];  /* l_1 and l_2 */
    long double mass[PLD__LAPLACE_ENDS];  /* logs of the Q-masses of the outcomes (of P where the other side is sampled) */
    long double front[PLD__LAPLACE_ENDS]; /* logs of kappa (1 + v)^(3/2) */
    long double term[PLD__LAPLACE_ENDS][PLD__LAPLACE_ORDER + 1]; /* D_k */
} pld__laplace_ends;

void pld__laplace_ends_fill(const pld__kernel_laplace *laplace, pld__laplace_ends *ends);

/* Real part of the power of 1 + y in M(theta + it). */
long double pld__laplace_ends_power(const pld__laplace_ends *ends, long double theta);

/* log M(theta + it), and log of the part of the two outcomes alone; t > 0. */
pld__kernel_log pld__laplace_ends_log(const pld__laplace_ends *ends, long double theta, long double t);
pld__kernel_log pld__laplace_ends_log_outcomes(const pld__laplace_ends *ends, long double theta, long double t);

/* log of a bound of |C(theta + it')| for all t' >= t. */
long double pld__laplace_ends_log_between(const pld__laplace_ends *ends, long double theta, long double t);

/* A frequency from which on what is left out is at most about `wanted` of the moment at theta: for plans. */
double pld__laplace_ends_from(const pld__laplace_ends *ends, double theta, double wanted);

#endif
