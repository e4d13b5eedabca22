/* Moments of Laplace steps, r = sensitivity/b, with two outcomes that have mass and a density between (T28).
 *
 * Theorem (T54), plain. With z = (s + 1/2) r and w = 1/(1 + 2s),
 *     M(s) - 1 = e^(-r/2) (2 sinh((s + 1) r/2) sinh(s r/2) + (r/2) (sinh(z)/z - sinh(r/2)/(r/2))),
 *     M(s) = e^(sr) ((1 + w) + e^(-2z) (1 - w))/2,
 * the first outcome's e^(sr)/2, the second's e^(-(1+s)r)/2, and what is between w times their difference.
 *
 * Theorem (T55), sampled at rate q. With e = 1 + s for the sampled side as P, e = -s for the other, y = q (e^x - 1),
 *     M(s) - 1 = E U,  U = (1 + y)^e - 1 - e y,
 * x being -r and r with masses 1/2 and e^-r/2, and between with density e^(-(r + x)/2)/4. Fejer's rule with n nodes on a
 * panel of half length l is off by at most (16/3) l S rho^-n/(1 - 1/rho), S a bound of the integrand on the ellipse around its
 * ends whose half axes are l (rho +- 1/rho)/2, the smaller one at most pi/2.
 *
 * Theorem (T56), decay. Let A_1, A_2 be the tilted masses of the two outcomes, A their sum, R the range of the loss, and |C| the
 * modulus of the rest of M(theta + it). |C| <= A |w|, w at theta + it, for plain steps and <= V/t for sampled ones, V twice the
 * tilted density of the loss at its lower end, or, for the sampled side as P, at both. Both fall with t. For all t' >= t, t <= 3
 * pi/2R, |M(theta + it')| is at most M(theta) - A + sqrt(A^2 - 4 A_1 A_2 min(sin^2(tR/2), 1/2)), or A + |C| at 3 pi/2R.
 *
 * The proofs are in MATHEMATICS.md. */
#ifndef PLD_KERNEL_LAPLACE_H
#define PLD_KERNEL_LAPLACE_H

#include "kernel/moment.h"

/* log M(theta + it) of a plain step, theta > 0 and t >= 0. */
pld__kernel_log pld__kernel_laplace_log(const pld__kernel_laplace *laplace, long double theta, long double t);

/* The plain loss x as it is after sampling: log(1 + y), good to 64 (1 + |x|) units, relative. */
long double pld__kernel_laplace_loss(const pld__kernel_laplace *laplace, long double x);

/* log of a bound of |M(theta + it')| for all t' >= t, of a plain or a sampled step: at most `log_moment`, a bound of log
 * M(theta). */
long double pld__kernel_laplace_log_behind(const pld__kernel_laplace *laplace, long double theta, long double t,
                                           long double log_moment);

/* Fejer's rule on each panel, and the two outcomes, as nodes of which M - 1 is a sum. */
pld_status pld__kernel_laplace_nodes(const pld__kernel_laplace *laplace, const pld__kernel_panels *panels,
                                     pld__kernel_nodes *nodes);

/* How far that is off at theta + it, absolute, for the best ellipses of a few; it grows with t. */
long double pld__kernel_laplace_quadrature(const pld__kernel_laplace *laplace, const pld__kernel_panels *panels,
                                           long double theta, long double t);

/* Panels that are off by about `wanted` there. */
pld__kernel_panels pld__kernel_laplace_panels(const pld__kernel_laplace *laplace, long double theta, long double t,
                                              long double wanted);

#endif
