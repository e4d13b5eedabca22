/* How far sums over two grids are from moments of M = c + (1/t) sum of R_i, R_i = e^(m z_i - m^2/2), i <= T <= t, c = (t - T)/t.
 *
 * With p(v) = E[(lM)^n e^(-lM)]/n!, l = e^v, the probability that N = n where N is Poisson with mean lM, and A = n - r > 0:
 *     the integral of e^(-(r + iw) v) p(v) is E[M^(r + iw)] Gamma(A - iw)/n!.
 *
 * Theorem (T182), the rule in v. Its sum of step h, any offset, is off by at most E(w) = 2 cosh(wy) cos(y)^-A/(e^(2 pi y/h) - 1)
 * times X = E[M^r] Gamma(A)/n!, for every 0 < y < pi/2.
 *
 * Theorem (T183), the rule in z. With coefficients of one bin by sums of step h in z, all such sums in v change by at most Z (1 +
 * E(0)) X, Z = ((1 + eta)^T - 1) cos(my)^-A, eta = 2 e^(y^2/2)/(e^(2 pi y/h) - 1), for every 0 < y < pi/2m.
 *
 * Theorem (T184), range. Nodes below v_0 add at most X times h ((A - d)/e)^(A - d) e^(d v_0) E[M^(r+d)]/((e^(dh) - 1) Gamma(A)),
 * 0 < d <= A, those above v_1 at most h ((A + d)/e)^(A + d) e^(-d v_1) E[M^(r-d)]/((e^(dh) - 1) Gamma(A)), d > 0, each over
 * E[M^r].
 *
 * The proofs are in MATHEMATICS.md. All bounds are rounded up. */
#ifndef PLD_BOUND_COUNTS_H
#define PLD_BOUND_COUNTS_H

/* E(w) of (T182), for a good y; INFINITY where no hypothesis holds. */
long double pld__bound_counts_rule(long double rest, long double w, long double step);

/* Z of (T183), for a good y; INFINITY where no hypothesis holds. */
long double pld__bound_counts_inner(long double rest, long double mean, long double bins, long double step);

/* (T184): `log_gamma` is log Gamma(A), `log_moment` that of the moment over E[M^r], from above. */
long double pld__bound_counts_below(long double rest, long double step, long double first, long double distance,
                                    long double log_gamma, long double log_moment);
long double pld__bound_counts_above(long double rest, long double step, long double last, long double distance,
                                    long double log_gamma, long double log_moment);

/* log E[M^-q], q >= 0, from above: M >= prod R_i^(1/t), so that it is at most q T m^2/2t + q^2 T m^2/2t^2. */
long double pld__bound_counts_inverse(long double q, long double mean, long double bins, long double batches);

/* log E[M^r], r >= 1 or r <= 0, from below: 0, or for r >= 1 that of the sum of (R_i/t)^r, if it is more. */
long double pld__bound_counts_least(long double power, long double mean, long double bins, long double batches);

#endif
