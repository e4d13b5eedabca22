/* How far equally spaced sums of a tilted Gaussian mixture are from their integrals.
 *
 * Units of the noise: g is the standard normal density, r(x) = sum_j w_j e^(m_j x - m_j^2/2) a mixture over g, p = g r_p, q = g
 * r_q. With s = theta + it let f_s = g r_p^(1+s) r_q^(-s), M(s) its integral, M_h(s) = h sum_n f_s(nh + offset).
 *
 * Theorem (T70), cone. If 0 <= a and a (highest mean - lowest mean) < pi, r(x + ia)/r(x) = c is a mean of e^(ia m_j): |c| <= 1,
 * |c| >= cos(a spread/2) > 0, and its argument (the branch that is 0 at a = 0) lies in a [lowest mean, highest mean].
 *
 * Theorem (T78), soft cut. Let chi(x) = Pr[x + v Z <= X], Z standard normal: a coin that keeps an outcome. Then |chi(x + ia)| <=
 * e^(a^2/2v^2) chi(x). Below, kappa is 1 for the law itself and 1 + 1/v^2 for what a soft cut keeps of it, whose density over g
 * has the factor chi.
 *
 * Theorem (T71), trapezoidal rule. If the cone holds for both lists at a, then with D the spread of the q-means,
 *     |M_h(s) - M(s)|/M(theta) <= e^(kappa a^2/2) cos(a D/2)^-theta (e^(|t| a (q_high - p_low)_+) + e^(|t| a (p_high -
 * q_low)_+))/(e^(2 pi a/h) - 1), where each of the two terms may have an a of its own.
 *
 * Theorem (T72), decay. If no q-mean exceeds a p-mean, |M(theta + it')| <= I(t) for every |t'| >= t >= 0 and every allowed a,
 * with I(t) = e^(a^2/2) times the integral of g k |r_p(x + ia)|^(1+theta) |r_q(x + ia)|^-theta e^(-t A), A = arg r_p(x + ia) -
 * arg r_q(x + ia) >= 0, k = 1, or chi + (a/v) e^(a^2/2v^2) phi((x - X)/v) with a soft cut; its trapezoidal sum differs from I(t)
 * by at most J times 2 e^((a^2 + kappa b^2)/2) cos((a + b) D/2)^-theta e^(t (b - a)_+ (p_high - q_low)/2)/(e^(2 pi b/h) - 1) for
 * every b > 0 for which the cone holds at a + b, J the integral of g k r_p^(1+theta) r_q^-theta, for which (T71) holds as for
 * M(theta).
 *
 * The proofs are in MATHEMATICS.md. */
#ifndef PLD_BOUND_TRAPEZOID_H
#define PLD_BOUND_TRAPEZOID_H

/* Ends of the means, each moved outward by what they may be off. */
typedef struct pld__mean_ends {
    long double p_low, p_high, q_low, q_high;
} pld__mean_ends;

/* The bound of (T71), rounded up, for the best a of a few; INFINITY where no hypothesis holds. theta, t >= 0. */
long double pld__bound_trapezoid(const pld__mean_ends *means, long double kappa, long double theta, long double t,
                                 long double step);

/* The bound of (T72), rounded up, for the best b of a few; INFINITY where no hypothesis holds. */
long double pld__bound_decay_trapezoid(const pld__mean_ends *means, long double kappa, long double theta, long double t,
                                       long double step, long double shift);

/* |h sum_n g(nh + offset) - 1|, any offset: 2 sum_(k>0) e^(-2 pi^2 k^2/h^2) <= 2/(e^(2 pi^2/h^2) - 1), rounded up. */
long double pld__bound_bell_trapezoid(long double step);

/* How fast g chi r_p^(1+theta) r_q^-theta falls from x on, outward (sign > 0: to the right): -sign times its logarithmic
 * derivative is at least this from x on, or it is negative and nothing is known (T75). `p_mean` and `q_mean` bound the posterior
 * means at x: from above and below to the right, from below and above to the left. `cut` is X, or INFINITY, and `softness` v. */
long double pld__bound_fall(const pld__mean_ends *means, long double theta, long double x, int sign, long double p_mean,
                            long double q_mean, long double cut, long double softness);

/* May a contour be moved by `shift`: does the cone of (T70) hold there? */
int pld__bound_cone(const pld__mean_ends *means, long double shift);

#endif
