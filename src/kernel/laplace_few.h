/* Equal plain Laplace steps of which few end between the two outcomes that have mass (T28), so that moments do not fall to 0.
 *
 * Theorem (T57), few between. With A the part of the two outcomes in M = A + C, and T steps, the composed law is a sum of three:
 * no step between, one, and more. delta of the first two is a finite sum,
 *     sum_i binom(T, i) p_2^i p_1^(T-i) (1 - e^(epsilon - s_i))_+ + T sum_i binom(T-1, i) p_2^i p_1^(T-1-i) g(epsilon - s'_i),
 * p_1 = e^-r/2, p_2 = 1/2 the masses at losses -r and r, s and s' their sums, g(e) = (1 - e^(-(r - e)/2))^2/2 for |e| <= r, 0
 * above, (1 - e^-r) (1 - e^e)/2 below. The third has moment N = M^T - A^T - T A^(T-1) C, for which (T76) holds as for M, |N| <=
 * N(theta) <= M(theta)^T, and |N(theta + it')| <= binom(T, 2) A^T |w|^2 (1 + |w|)^(T-2), A at theta and w = 1/(1 + 2s) at theta +
 * it, for all t' >= t. If y = Tr - epsilon is at most 2r, delta of the third is at most 2^-T y (Ty/4)^2 e^(Ty/2). The proof is in
 * MATHEMATICS.md. */
#ifndef PLD_KERNEL_LAPLACE_FEW_H
#define PLD_KERNEL_LAPLACE_FEW_H

#include "kernel/moment.h"

/* Does it hold for so many of such a step, at a cost that is bearable? */
bool pld__kernel_few_takes(const pld__kernel_factor *factor);

/* log N(theta + it), and a bound of it from t on. */
pld__kernel_log pld__kernel_few_log(const pld__kernel_factor *factor, long double theta, long double t);
long double pld__kernel_few_log_behind(const pld__kernel_factor *factor, long double theta, long double t);

/* delta of the third part near the largest loss, from above; 1 elsewhere. */
long double pld__kernel_few_rest_upper(const pld__kernel_factor *factor, double epsilon);

/* delta of the first two parts, from below and above. */
typedef struct pld__kernel_part {
    long double lower, upper;
} pld__kernel_part;
pld__kernel_part pld__kernel_few_delta(const pld__kernel_factor *factor, double epsilon);

#endif
