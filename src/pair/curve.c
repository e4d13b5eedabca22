/* Claim (T110). Let D be the curve of a pair, D(0) = 1, and U(x_i) >= D(x_i) at nodes. Any chord between two of these points (0,
 * 1 among them) lies above D, which is convex; behind the last node D is at most U there, as it does not increase. So the polygon
 * through any of the points that ends with the last one, prolonged by a constant, is above D; if it is convex it is the curve of
 * a law: a slope that grows by q at x_i is an outcome of masses (x_i q, q), the constant is mass at infinity, and what the first
 * slope lacks of -1 is an outcome that only Q has.
 *
 * Which points are kept decides how tight the law is, so that the rounding of a hull does no harm; that slopes grow is made so.
 *
 * Rounding: with s_k the slope in front of node k (taken positive), D_(k-1) = D_k + s_k (x_k - x_(k-1)) is a sum of terms of one
 * sign, s_k as large as U_(k-1) asks for or more. All is in long double, a few roundings each; so what is made is at least
 * 1 - 16 (n + 4) 2^-64 times what was asked for at every node, which rho pays for. */
#include "pair/curve.h"

#include "base/base.h"

#include <math.h>

void pld__curve_join(pld__curve_node *nodes, const pld__curve_node *others, size_t count) {
    for (size_t i = 0; i < count; i++)
        nodes[i].delta = fmaxl(nodes[i].delta, others[i].delta);
}

/* A point of the polygon. */
typedef struct {
    long double x, d;
    double epsilon;
} corner;

pld_status pld__curve_check(size_t count, const pld__curve_node *nodes, const char *word, pld_error *failure) {
    if (count == 0)
        return pld__error_argument(failure, word, "a curve of at least one point", "'%s' has no point", word);
    for (size_t i = 0; i < count; i++) {
        if (!(nodes[i].delta >= 0 && nodes[i].delta <= 1) || !(fabs(nodes[i].epsilon) <= 1e4))
            return pld__error_argument(failure, word, "epsilon of at most 10000 and delta from 0 to 1",
                                       "'%s': (%g, %Lg) is no point of a curve delta(epsilon)", word, nodes[i].epsilon,
                                       nodes[i].delta);
        if (i > 0 && !(nodes[i].epsilon > nodes[i - 1].epsilon))
            return pld__error_argument(failure, word, "increasing values of epsilon", "'%s': epsilon %g comes after %g", word,
                                       nodes[i].epsilon, nodes[i - 1].epsilon);
        if (nodes[i].delta < -expm1l(nodes[i].epsilon) * (1 - 1e-12L))
            return pld__error_argument(failure, word, "delta of at least 1 - e^epsilon",
                                       "'%s': at epsilon %g no pair has a delta as small as %Lg", word, nodes[i].epsilon,
                                       nodes[i].delta);
    }
    return PLD_OK;
}

/* Is the middle one on or above the chord of the others? */
static bool is_above(const corner *left, const corner *middle, const corner *right) {
    return (middle->d - left->d) * (right->x - middle->x) >= (right->d - middle->d) * (middle->x - left->x);
}

/* The lower hull of (0, 1) and the nodes; returns how many corners it has. */
static size_t hull_of(size_t count, const pld__curve_node *nodes, corner *corners) {
    size_t kept = 1;
    corners[0] = (corner){0, 1, -INFINITY};
    for (size_t i = 0; i < count; i++) {
        corner next = {expl((long double)nodes[i].epsilon), nodes[i].delta, nodes[i].epsilon};
        while (kept > 1 && is_above(&corners[kept - 2], &corners[kept - 1], &next))
            kept--;
        corners[kept++] = next;
    }
    return kept;
}

/* Outcomes of the polygon from its last corner to its first; there is room for two more than corners. Returns their number. */
static size_t outcomes_of(size_t count, const corner *corners, pld__outcome *outcomes) {
    size_t made = 0;
    long double slope = 0, height = corners[count - 1].d;
    outcomes[made++] = (pld__outcome){.p = height};
    for (size_t k = count - 1; k > 0; k--) {
        long double step = corners[k].x - corners[k - 1].x, wanted = (corners[k - 1].d - height) / step, q = wanted - slope;
        if (q > 0) {
            outcomes[made++] = (pld__outcome){q * corners[k].x, q, corners[k].epsilon};
            slope += q;
        }
        height += slope * step;
    }
    if (slope < 1)
        outcomes[made++] = (pld__outcome){.q = 1 - slope};
    return made;
}

pld_status pld__curve_mechanism(size_t count, pld__curve_node *nodes, double error, const char *word, const char *resolved,
                                const char *note, pld_mechanism **mechanism, pld_error *failure) {
    pld_status status = pld__curve_check(count, nodes, word, failure);
    if (status != PLD_OK)
        return status;
    for (size_t i = 1; i < count; i++)
        nodes[i].delta = fminl(nodes[i].delta, nodes[i - 1].delta);
    corner *corners = pld__allocate(count + 1, sizeof *corners);
    pld__outcome *outcomes = pld__allocate(count + 3, sizeof *outcomes);
    if (!corners || !outcomes) {
        status = PLD_ERROR_MEMORY;
    } else {
        size_t made = outcomes_of(hull_of(count, nodes, corners), corners, outcomes);
        double rounding = 16 * (double)(count + 4) * 0x1p-64;
        status = pld__sparse_mechanism_of(made, outcomes, rounding + error, 0x1p-60, 0, resolved, note, mechanism);
    }
    pld__free(corners);
    pld__free(outcomes);
    return status;
}
