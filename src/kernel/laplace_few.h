/* Equal Laplace steps of which few end between the two outcomes that have mass (T28), so that moments do not fall to 0.
 *
 * Theorem (T57), few between. With A the part of the two outcomes in M = A + C, and T steps, the composed law is a sum of three:
 * no step between, one, and more. delta of the first two is a finite sum,
 *     sum_i binom(T, i) p_2^i p_1^(T-i) (1 - e^(epsilon - s_i))_+ + T sum_i binom(T-1, i) p_2^i p_1^(T-1-i) g(epsilon - s'_i),
 * p_1 and p_2 the P-masses of the outcomes, s and s' sums of their losses, g the hockey stick of one step between. The third has
 * moment N = M^T - A^T - T A^(T-1) C, for which (T76) holds as for M, |N| <= N(theta) <= M(theta)^T.
 *
 * Plain steps: p_1 = e^-r/2, p_2 = 1/2 at losses -r and r, g(e) = (1 - e^(-(r - e)/2))^2/2 for |e| <= r, 0 above, (1 - e^-r) (1 -
 * e^e)/2 below; |N(theta + it')| <= binom(T, 2) A^T |w|^2 (1 + |w|)^(T-2), A at theta and w = 1/(1 + 2s) at theta + it, for all
 * t'
 * >= t.
 *
 * Theorem (T131), sampled steps. With 1 - q + q e^(x*) = e^e, g(e) = (q/2) (1 - e^((x* - r)/2))^2 if P is the sampled side; with
 * 1
 * - q + q e^(x*) = e^-e, g(e) = (q/2) e^(e + x*) (1 - e^(-(r + x*)/2))^2 if Q is; between the losses of the outcomes, and as
 * above beside them. |N(theta + it')| <= binom(T, 2) A^T c^2 (1 + c)^(T-2), c the bound of (T130) of |C| over A.
 *
 * In both, if y, the largest loss of all less epsilon, is at most the range of one loss, delta of the third part is at most p_2^T
 * y (z/2)^2 e^z, z = T F y/p_2, F the largest density between. The proofs are in MATHEMATICS.md. */
#ifndef PLD_KERNEL_LAPLACE_FEW_H
#define PLD_KERNEL_LAPLACE_FEW_H

#include "kernel/laplace_ends.h"

/* Does it hold for so many of such a step, at a cost that is bearable? */
bool pld__kernel_few_takes(const pld__kernel_factor *factor);

/* The two outcomes of one step: losses with logs of their P-masses, log of the largest density between, the largest size of
 * a loss with or without sampling, and how far losses and logs are off, relative. */
typedef struct pld__few_outcomes {
    long double low, high, log_low, log_high, log_density, most, units;
} pld__few_outcomes;
pld__few_outcomes pld__kernel_few_outcomes(const pld__kernel_laplace *laplace);

/* log N(theta + it) from log M of one step there and a bound of log M(theta), and a bound of log |N| from t on. `ends` are those
 * of a sampled step, NULL for a plain one. */
pld__kernel_log pld__kernel_few_log(const pld__kernel_factor *factor, const pld__laplace_ends *ends, long double theta,
                                    long double t, const pld__kernel_log *whole, long double log_top);
long double pld__kernel_few_log_behind(const pld__kernel_factor *factor, const pld__laplace_ends *ends, long double theta,
                                       long double t);

/* delta of the third part near the largest loss, from above; 1 elsewhere. */
long double pld__kernel_few_rest_upper(const pld__kernel_factor *factor, double epsilon);

/* delta of the first two parts, from below and above. */
typedef struct pld__kernel_part {
    long double lower, upper;
} pld__kernel_part;
pld__kernel_part pld__kernel_few_delta(const pld__kernel_factor *factor, double epsilon);

#endif
