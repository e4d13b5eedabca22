/* A pair made from points of a curve delta(epsilon): the smallest law above all mechanisms whose curve is nowhere above the
 * points.
 */
#ifndef PLD_PAIR_CURVE_H
#define PLD_PAIR_CURVE_H

#include "pair/sparse.h"

/* One point: D(e^epsilon) <= delta. */
typedef struct pld__curve_node {
    double epsilon;
    long double delta;
} pld__curve_node;

/* Of two curves at the same nodes the larger, node by node, in the place of the first: of two mechanisms, whichever is worse. */
void pld__curve_join(pld__curve_node *nodes, const pld__curve_node *others, size_t count);

/* PLD_ERROR_ARGUMENT, naming `word`, if the points are no curve: they increase, and some pair has such deltas. */
pld_status pld__curve_check(size_t count, const pld__curve_node *nodes, const char *word, pld_error *failure);

/* The upper law of (T110): D is the convex hull of the nodes at all x >= 0, for both directions; `both_orders`: of them and of
 * what they say of the other order (T161), and then no epsilon may be below 0. Epsilons increase; deltas lie in [0, 1], and those
 * at epsilons below 0 are taken as larger by 2^-62, relative. Nodes are changed (deltas become no larger than those before).
 * PLD_ERROR_ARGUMENT, naming `word`, if no pair has such a curve. Nothing is known from below but of the hull itself. */
pld_status pld__curve_mechanism(size_t count, pld__curve_node *nodes, bool both_orders, const char *word, const char *resolved,
                                const char *note, pld_mechanism **mechanism, pld_error *failure);

#endif
