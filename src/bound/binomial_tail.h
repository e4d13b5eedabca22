/* Tails of binomial laws, and the confidence bounds of Clopper and Pearson, on the safe side.
 *
 * Theorem (T152). log P[X >= k] of X ~ Bin(n, p) is the log of its first term and of a sum of products of ratios (n - j)/(j + 1)
 * p/(1
 * - p), which fall with j; once one of them is r < 1, what is left out is at most r/(1 - r) of the last term. The first term is
 * good to 1e-15 + 2^-57 (n log n + k |log p| + (n - k) |log(1 - p)|), a sum of s terms to s 2^-60. Where k <= n p the other tail
 * is summed. Theorem (T153). With L the largest p with P[Bin(n, p) >= a] <= alpha, L <= p but with probability alpha, whatever p
 * is; and so for U, the smallest p with P[Bin(n, p) <= b] <= alpha. Any smaller L and larger U will do. */
#ifndef PLD_BOUND_BINOMIAL_TAIL_H
#define PLD_BOUND_BINOMIAL_TAIL_H

#include <stdint.h>

/* Ends of a log, both certain; -INFINITY for 0. */
typedef struct pld__log_range {
    double lower, upper;
} pld__log_range;

/* So many trials are counted one by one. */
enum { PLD__TRIALS_MOST = 1000000000 };

/* log P[X >= k] and log P[X <= k] of Bin(n, p), 1 <= n <= PLD__TRIALS_MOST, k <= n, 0 <= p <= 1. */
pld__log_range pld__binomial_at_least(uint64_t n, uint64_t k, double p);
pld__log_range pld__binomial_at_most(uint64_t n, uint64_t k, double p);

/* L and U above, L rounded down and U up: log_alpha < 0. */
double pld__binomial_lower(uint64_t n, uint64_t k, double log_alpha);
double pld__binomial_upper(uint64_t n, uint64_t k, double log_alpha);

#endif
