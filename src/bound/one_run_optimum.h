/* One run with many canaries under (epsilon, delta): the largest chance of so many right guesses, by a dual point.
 *
 * m canaries, each in with probability 1/2, independently; exactly r guesses, p_k the probability that exactly k of them are
 * right; whether one canary is in or out makes an (epsilon, delta) of difference, in both directions; x = e^epsilon.
 *
 * Theorem (T174). Let v >= 1, 0 <= mu <= 1, a_(r+1) = 0, and for k = r .. 1 let a_k be at least 0 and at least (w_k - mu + x(r -
 * k) a_(k+1))/k, w_k = 1 for k >= v and 0 below. If mu >= x r a_1, then P[at least v right] <= mu + m delta max over k of a_k.
 * For k with d_k = k - x(r - k) > 0, a_j = (1 - mu)/d_j will do for all j >= k >= v. The least of these bounds over mu is
 * attained by mechanisms that are (epsilon, delta)-DP. */
#ifndef PLD_BOUND_ONE_RUN_OPTIMUM_H
#define PLD_BOUND_ONE_RUN_OPTIMUM_H

#include "bound/one_run.h"

/* Is P[at least `correct` are right] <= tau for certain, for all that is (epsilon, delta)-DP? epsilon >= 0, delta from above. */
bool pld__one_run_bounded(const pld__one_run *run, double epsilon, double delta, double tau);

#endif
