/* The hockey stick between two smooth functions, and delta from the frequencies of a composition.
 *
 * Let h(y) = (1 - e^-y)_+, so that delta(epsilon) = E_P h(L - epsilon). For a variance v = m^2, 0 < m <= 1/2, let h_v(y) = E h(y
 * + Z) with Z ~ N(v/2, v): the curve after one more step of a Gaussian mechanism with sigma = 1/m.
 *
 * Theorem (T14), sandwich. h_v - b <= h <= h_v with b(y) = m (1 + m) phi(y/m) e^(-y/2), phi the normal density.
 *
 * Theorem (T15), transforms. With s = theta + it, the integral of e^(-theta y - ity) h_v(y) is e^(v s(s+1)/2)/(s(s+1)), and that
 * of e^(-theta y - ity) b(y) is B e^(v s(s+1)/2), B = v (1 + m) e^(v/8). So with G the first (upper) or their difference (lower)
 * and F(t) = E e^(itS) under the law tilted by theta, whose log moment there is K, Poisson's summation over frequencies t_k = 2
 * pi k/W gives
 *
 *     e^(K - theta epsilon) W^-1 sum_k G(t_k) F(t_k) e^(-i t_k epsilon) = sum over whole m of e^(-theta m W) D(epsilon - m W),
 *
 * D = E_P h_v(S - .), or D less a positive function. Upper: every term is >= 0 and the one at m = 0 is >= delta, so the sum is a
 * bound. Lower: it is one after the terms at m != 0 are subtracted.
 *
 * Theorem (T16), aliases. Those terms are at most M/(e^(theta W) - 1) + C e^(K(lambda) + v lambda (lambda + 1)/2 - lambda
 * epsilon)/(e^((lambda - theta) W) - 1) for any lambda > theta, M the total mass and C = max over y of e^(-lambda y) h(y)
 * (hockey.h).
 *
 * Theorem (T17), dropped. Let t_K <= t_v be two of the frequencies, |F(t)| <= f from t_K to t_v and |F| <= F_0 beyond. Leaving
 * out the frequencies |k| > K changes W^-1 sum_k by at most e^(v theta (theta+1)/2)/pi times f e^(-v t_K^2/2) (1/t_K + B/(v t_K))
 * + F_0 e^(-v t_v^2/2) (1/t_v + B/(v t_v)), and B t_v may stand for B/(v t_K). */
#ifndef PLD_BOUND_SANDWICH_H
#define PLD_BOUND_SANDWICH_H

/* B above, rounded up; infinite unless 0 < v <= 1/4. */
double pld__bound_sandwich(double variance);

/* Theorem (T16) in two parts, rounded up: the first (for M = 1), and the log of the second without -lambda epsilon, from an
 * upper bound `log_moment` of K(lambda). Infinite unless lambda > theta > 0. */
long double pld__bound_alias_below(double theta, double period);
long double pld__bound_log_alias_above(long double log_moment, double variance, double theta, double lambda, double period);

/* Theorem (T17), rounded up. `log_largest` is log f, `log_total` is log F_0, `kept` is t_K, `cutoff` is t_v. */
double pld__bound_dropped(double theta, double variance, double log_largest, double log_total, double kept, double cutoff);

#endif
