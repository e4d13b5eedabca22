/* The most powerful test between two distributions, from bounds of their hockey-stick curve at a few points.
 *
 * Let D(x) = sup over A of P(A) - x Q(A), x >= 0, and power(a) = the largest P(A) with Q(A) = a (tests may be randomized). Neyman
 * and Pearson's lemma and the duality of linear programs give power(a) = inf over x > 0 of x a + D(x).
 *
 * D is a supremum of lines of slopes -Q(A) in [-1, 0], so it is convex, does not increase, and its slopes are at least -1; D(0)
 * = 1.
 *
 * Theorem (T36), from above. power(a) <= x a + D_high(x) for every x, and power(a) <= 1.
 * Theorem (T36), from below. Let D_low(x_i) <= D(x_i) <= D_high(x_i) at points x_1 < .. < x_n, and D_low = D_high = 1 at x_0 = 0.
 * Then behind:  D(x) >= D_low(x_i) + s (x - x_i) for x >= x_i, with s = (D_low(x_i) - D_high(x_j))/(x_i - x_j) of any j < i, or s
 * = -1; before:  D(x) >= D_low(x_i) + s (x - x_i) for x <= x_i, with s = (D_high(x_k) - D_low(x_i))/(x_k - x_i) of any k > i, or
 * s = 0; so between two neighbours D is at least the larger of two lines, behind x_n at least the larger of one line and 0, and
 * power(a) is at least the smallest value of x a + these.
 *
 * On a stretch of width w let V, m be the value of x a + line at its left end and its slope for the line from the left, W, n the
 * value at the right end and slope for the line from the right. If m >= 0 the smallest value is at least V, if n <= 0 at least W.
 * Otherwise any mean of the two lines is below the larger, and the one with weights n/(n - m), -m/(n - m) is level: its value is
 * (n V - m W + m n w)/(n - m).
 *
 * Rounding. Points are y = a e^s, good to 4u; gaps are rounded to the safe side, so that slopes are. In units of y, n <= 1 and w
 * is at most the right y, so n w <= W. With g = n/(n - m) the level value is g V + (1 - g) (W - n w): at most twenty operations
 * on terms that are at most g V + W, and neither V alone, which may be larger by far, nor m. A computed g is off by 4u relative,
 * which tilts the level line by 8u g |m| <= 8u n. 64u (g V + W) covers all of it. That m is 1 plus a slope, rounded by u, matters
 * where it is nearly 0 and only the left line counts: as x a + D >= y, the line is needed up to y = V only, and u V is covered
 * too. */
#ifndef PLD_BOUND_ATTACK_POWER_H
#define PLD_BOUND_ATTACK_POWER_H

#include <stddef.h>

/* D(e^log_x), a point of the curve: low <= D <= high, and a guess between them. */
typedef struct pld__support {
    double log_x, low, estimate, high;
    long double x; /* e^log_x, where somebody has computed it; otherwise 0 */
} pld__support;

typedef struct pld__power {
    double lower, estimate, upper;
    /* Where `upper` comes from: the index of a point, or count if it is 1 without any. */
    size_t best;
    /* Where `lower` comes from: between the points `gap` - 1 and `gap` (0: before the first, count: behind the last), smallest at
     * log x = `crossing` or so; -INFINITY if unknown. */
    size_t gap;
    double crossing;
} pld__power;

/* power(a) for 0 < a < 1. Points increase in log_x, log_x + log a is at most 700; any number of them will do. */
pld__power pld__bound_power(const pld__support *points, size_t count, double a);

#endif
