/* The smallest mu of Gaussian differential privacy that a trade-off function keeps to, from bounds of its hockey-stick curve.
 *
 * f is the trade-off function of a pair, f_mu(a) = Phi(iPhi(1 - a) - mu) that of N(mu, 1) and N(0, 1), and mu(a) = iPhi(1 - a) -
 * iPhi(f(a)): f(a) >= f_mu(a) just where mu >= mu(a). Asked for is the supremum of mu(a) over the a with a >= least and f(a) >=
 * least. f_mu is its own inverse, so that (a, f(a)) and the point (f(a), a) of the other direction have the same mu(a): one
 * direction decides both, and each needs to be looked at up to a = 1/2 only, as a + f(a) <= 1.
 *
 * Theorem (T150), from above. f(a) >= l_k(a) = 1 - D_high(x_k) - x_k a for every x_k > 0. On [u, v] f_mu - l_k is convex, so that
 * f_mu <= l_k at u and v is enough for f_mu <= f in between, whatever u, v and k are. The stretches cover [least, b]; where b <
 * 1/2, f_mu(b) <= least is asked too: behind b f_mu(a) <= least <= f(a). At a = 0 a line through (0, 1) needs nothing, as f_mu(0)
 * = 1. If all that fails, 2 iPhi(1 - least) will do: f_mu <= least <= f.
 * Theorem (T150), from below. mu(a) at any single a of the set, with f from above (bound/attack_power.h). */
#ifndef PLD_BOUND_GAUSSIAN_MU_H
#define PLD_BOUND_GAUSSIAN_MU_H

#include "bound/attack_power.h"

#include <stdbool.h>

/* What one direction says: of both directions the larger numbers count. */
typedef struct pld__mu_bound {
    double lower, upper; /* lower: -INFINITY if nothing is known */
    double lower_at;     /* the rate that `lower` comes from */
    bool empty;          /* certainly no a has a >= least and f(a) >= least */
} pld__mu_bound;

/* An end of a stretch, the mu that it asks for, and the points whose lines are before and behind it: their indices, or the number
 * of points for none. */
typedef struct pld__mu_corner {
    double rate, mu;
    size_t steep, flat;
} pld__mu_corner;

/* `points` as pld__bound_power takes them; 0 <= least < 1/2. `corners` has room for 2 count + 2 of them, increasing in the rate.
 */
pld__mu_bound pld__bound_mu(const pld__support *points, size_t count, double least, pld__mu_corner *corners,
                            size_t *corner_count);

#endif
