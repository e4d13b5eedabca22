/* Does an attack contradict a trade-off function? Two p-values, each of which is one by itself.
 *
 * a of n runs with the record were called "in", b of m runs without: a ~ Bin(n, p1), b ~ Bin(m, p0), independent. The claim is p1
 * <= t(p0), t the power of the best test at level p0, which is at most every line x p0 + D_high(x) (bound/attack_power.h).
 *
 * Theorem (T154). Let A(u) = P[Bin(n, t(u)) >= a], which grows with u, and B(u) = P[Bin(m, u) <= b], which falls, with t(u) or
 * anything above it. Under the claim 2 max over u of min(A, B) (rectangle), and max over u of z(1 - log z), z = A B (product),
 * are each at most alpha with probability at most alpha. On [u, v] the maximum is at most what A(v) and B(u) give. */
#ifndef PLD_BOUND_AUDIT_TEST_H
#define PLD_BOUND_AUDIT_TEST_H

#include "bound/attack_power.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct pld__attack_counts {
    uint64_t true_positives, positives;  /* a of n */
    uint64_t false_positives, negatives; /* b of m */
} pld__attack_counts;

typedef struct pld__audit_p_value {
    double p;  /* from above */
    double at; /* the false-positive rate where it is largest, or so */
} pld__audit_p_value;

/* `points` are those of the power; without any the claim is empty and p is 1. */
pld__audit_p_value pld__audit_test(const pld__attack_counts *counts, const pld__support *points, size_t count, bool rectangle);

#endif
