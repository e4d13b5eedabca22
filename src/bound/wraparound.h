/* Mass outside the window of a composed law.
 *
 * Theorem (T10). For S = sum of independent losses with sum of log moments K(lambda) and any lambda > 0,
 * E[e^(theta S); S >= b] <= e^(K(theta + lambda) - lambda b) and E[e^(theta S); S <= b] <= e^(K(theta - lambda) + lambda b).
 * Proof. 1{S >= b} <= e^(lambda (S - b)), 1{S <= b} <= e^(lambda (b - S)).
 *
 * Upper side: a circular convolution of nonnegative weights is entrywise >= the linear one inside the window, so only P-mass to
 * the right of the window is missing from delta; since 1 - e^-y <= 1 it is at most e^(K(lambda) - lambda b) for any lambda > 0.
 * Lower side: what wrapped in is tilted mass, and delta counts it at most e^(K(theta) - theta epsilon) C times, C = max g
 * (hockey.h); it is at most W = e^(K(theta + lambda) - K(theta) - lambda b) + e^(K(theta - lambda') - K(theta) + lambda' a). */
#ifndef PLD_BOUND_WRAPAROUND_H
#define PLD_BOUND_WRAPAROUND_H

/* e^(log_moment - lambda * edge) rounded up, with log_moment (a sum over all steps) computed with an absolute error up to
 * `error`. One (the trivial bound of a probability) is the caller's to apply. Infinite if lambda <= 0. */
long double pld__bound_beyond(long double log_moment, double error, double lambda, long double edge);

#endif
