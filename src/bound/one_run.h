/* One run with many canaries: how often may so many guesses be right? (Mahloujifar, Melis and Chaudhuri 2025.)
 *
 * m canaries, each in with probability 1/2 independently of all others; exactly r guesses, others abstain; p_i is the probability
 * that exactly i of them are right. t is the power of the best test between neighbours that differ in one canary, concave,
 * whichever of the two is which, and g(y) = the smallest level at which y is reached, at least (y - D_high(x))/x for every x > 0.
 *
 * Theorem (T155). With A_i = sum of t p_t/m and B_i = sum of (r - t) p_t/m over t >= i: B_{i-1} >= g(A_i) for all i >= 1. So, if
 * P[at least v right] >= tau, with H_v = tau (r - v)/m, R_v = tau v/m and, for i = v - 1 .. 0, H_i = max(H_{i+1}, g(R_{i+1})),
 * R_i = R_{i+1} + i/(r - i) (H_i - H_{i+1}): A_i >= R_i for all i, and R_0 + H_0 <= r/m. Any smaller g will do. */
#ifndef PLD_BOUND_ONE_RUN_H
#define PLD_BOUND_ONE_RUN_H

#include "bound/attack_power.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct pld__one_run {
    uint64_t canaries, guesses, correct; /* m >= r >= v */
} pld__one_run;

/* Is P[at least `correct` are right] < tau for certain? `points` are those of the power, increasing in log_x. */
bool pld__one_run_excludes(const pld__one_run *run, const pld__support *points, size_t count, double tau);

/* The smallest such tau, nearly: a p-value; 1 if there is none. Worth nothing if `wanted` (may be NULL) said no on the way. */
double pld__one_run_p_value(const pld__one_run *run, const pld__support *points, size_t count, bool (*wanted)(void *),
                            void *context);

#endif
