/* Sampled Gaussian steps that differ in their noise alone, by few of them.
 *
 * A record is drawn at rate q; v = (sensitivity/sigma)^2. Under the law without it y, the log of the ratio of the two bells, is
 * N(-v/2, v), the ratio of the two laws is R = 1 - q + q e^y, and M(s; v) = E F_s(R), F_s(R) = R^(1+s) (remove) or R^-s (add).
 *
 * Theorem (T116), disc. M(s; v) is analytic in v where Re v > 0. Let |v - c| <= reach c, reach < 1, and A = (1 - reach^2)^(-1/4)
 * e^(c reach^2/4). Then
 *     |M(s; v) - 1| <= A |s (s + 1)|/(theta (theta + 1)) (M(theta; c (1 + reach)) - 1),
 * and I of (T72) with the contour at y + ib, b fixed, is analytic there as well, with
 *     |I(v)| <= A e^(b^2/(2 c (1 - reach))) cos(b/2)^-theta M(theta; c (1 + reach)),   without the cosine for remove.
 *
 * Theorem (T117), few for many. If f is analytic with |f| <= C where |v - c| <= reach c, and p is its polynomial of degree n - 1
 * through n Chebyshev nodes on [c - w, c + w], |f - p| <= 4 C rho^-n/(1 - 1/rho) there, (rho + 1/rho)/2 = reach c/w, rho > 1.
 *
 * The proofs are in MATHEMATICS.md. */
#ifndef PLD_BOUND_BLEND_H
#define PLD_BOUND_BLEND_H

#include <stdbool.h>

/* A bound of |M(s; v) - 1|, rounded up, from `excess`, one of M(theta; c (1 + reach)) - 1; INFINITY where no hypothesis holds. */
long double pld__bound_blend_moment(long double centre, long double reach, long double theta, long double t, long double excess);

/* A bound of |I(v)|, likewise; `turn` is b. */
long double pld__bound_blend_decay(long double centre, long double reach, long double theta, long double turn, bool remove,
                                   long double excess);

/* A bound of |log M| where |M - 1| <= `away`. */
long double pld__bound_blend_log(long double away);

/* What a polynomial through n nodes is off by, for each unit of C; half_width is w. */
long double pld__bound_blend_rest(long double centre, long double half_width, long double reach, unsigned nodes);

#endif
