/* The rounding of e^(a - b) in long double.
 *
 * Theorem (T13). Let a be known to within e, b be the rounded product of two numbers, and the difference, its exponential and one
 * more product be rounded. The computed e^(a - b) is then within a factor 1 +- r of the true one, r = 2 (e + 2^-64 (2 |a| + 3 |b|
 * + 8)),  if that is at most 1/2. Proof. b is off by 2^-64 |b|, the difference by 2^-64 (|a| + |b|) and what b is off by; expl is
 * good to 2 units (assumed of libm) and the product to one; e^x - 1 <= 2 x for x <= 1. */
#ifndef PLD_BOUND_EXPONENTIAL_H
#define PLD_BOUND_EXPONENTIAL_H

#include <math.h>

/* r above, infinite where the hypothesis fails; 0 for e^-infinity, which is 0. */
static inline long double pld__bound_exponential(long double a, long double error, long double b) {
    if (a == -INFINITY)
        return 0;
    long double relative = 2 * (error + 0x1p-64L * (2 * fabsl(a) + 3 * fabsl(b) + 8));
    return relative <= 0.5L ? relative : INFINITY;
}

#endif
