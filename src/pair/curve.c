/* Claim (T110). Let D be the curve of a pair, D(0) = 1, and U(x_i) >= D(x_i) at nodes. Any chord between two of these points (0,
 * 1 among them) lies above D, which is convex; behind the last node D is at most U there, as it does not increase. So the polygon
 * through any of the points that ends with the last one, prolonged by a constant, is above D; if it is convex it is the curve of
 * a law: a slope that grows by q at x_i is an outcome of masses (x_i q, q), the constant is mass at infinity, and what the first
 * slope lacks of -1 is an outcome that only Q has.
 *
 * Which points are kept decides how tight the law is; that slopes grow is made so.
 *
 * Rounding: behind 1 slopes are s = (D_(k-1) - D_k)/(x_k - x_(k-1)). In front of 1 D is nearly 1, and what the other direction
 * says is in what it exceeds its least value by, D - (1 - x) = x E(1/x), E the curve of add (T35): there the slopes 1 - s are
 * made of that. Either way a slope is a quotient of differences that are good to a few units of the larger term, an outcome the
 * difference of two slopes: sums of them, D behind 1 and E in front of it, are at least 1 - 16 (n + 4) 2^-64 times what was asked
 * for at every node, which rho pays for. */
#include "pair/curve.h"

#include "base/base.h"

#include <math.h>

void pld__curve_join(pld__curve_node *nodes, const pld__curve_node *others, size_t count) {
    for (size_t i = 0; i < count; i++)
        nodes[i].delta = fmaxl(nodes[i].delta, others[i].delta);
}

/* A point of the polygon: x, D there, and D - (1 - x), with digits of its own. */
typedef struct {
    long double x, d, over;
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

/* What deltas at negative epsilons are made larger by, relative: e^epsilon, which they are compared with, is rounded. */
static const long double RAISED = 0x1p-62L;

static corner corner_of(const pld__curve_node *node) {
    long double x = expl((long double)node->epsilon), least = -expm1l((long double)node->epsilon);
    if (node->epsilon >= 0)
        return (corner){x, node->delta, node->delta - least, node->epsilon};
    return (corner){x, fmaxl(node->delta, least), fmaxl(x - (1 - node->delta), 0) + RAISED * x, node->epsilon};
}

/* What U at e^epsilon says of the other order (T161): a point at e^-epsilon. */
static corner mirrored(const pld__curve_node *node) {
    long double x = expl(-(long double)node->epsilon);
    return (corner){x, -expm1l(-(long double)node->epsilon) + x * node->delta, x * node->delta, -node->epsilon};
}

static long double distance(const corner *left, const corner *right) {
    return left->x > 0 ? left->x * expm1l((long double)right->epsilon - left->epsilon) : right->x;
}

/* Is the middle one on or above the chord of the others? */
static bool is_above(const corner *left, const corner *middle, const corner *right) {
    long double before = distance(left, middle), behind = distance(middle, right);
    return middle->epsilon > 0 ? (middle->d - left->d) * behind >= (right->d - middle->d) * before
                               : (middle->over - left->over) * behind >= (right->over - middle->over) * before;
}

static size_t add_corner(size_t kept, corner next, corner *corners) {
    while (kept > 1 && is_above(&corners[kept - 2], &corners[kept - 1], &next))
        kept--;
    corners[kept] = next;
    return kept + 1;
}

/* The lower hull of (0, 1) and the nodes, and of their images in the other order if these count; returns how many corners it has.
 */
static size_t hull_of(size_t count, const pld__curve_node *nodes, bool both_orders, corner *corners) {
    size_t kept = 1;
    corners[0] = (corner){0, 1, 0, -INFINITY};
    for (size_t i = both_orders ? count : 0; i-- > 0;)
        if (nodes[i].epsilon > 0)
            kept = add_corner(kept, mirrored(&nodes[i]), corners);
    for (size_t i = 0; i < count; i++)
        kept = add_corner(kept, corner_of(&nodes[i]), corners);
    return kept;
}

/* Outcomes of the polygon from its last corner to its first; there is room for two more than corners. Returns their number. Where
 * it goes through 1 a slope and `rest`, 1 less it, are made of the one that is smaller: masses are 1 together. */
static size_t outcomes_of(size_t count, const corner *corners, pld__outcome *outcomes) {
    size_t made = 0, k = count - 1;
    long double slope = 0, height = corners[k].d, rest = 1;
    outcomes[made++] = (pld__outcome){.p = height};
    for (; k > 0 && corners[k].epsilon > 0; k--) {
        const corner *left = &corners[k - 1], *right = &corners[k];
        long double step = distance(left, right), wanted = (left->d - height) / step;
        rest = (right->over + (height - right->d) - left->over) / step;
        if (rest < wanted && left->epsilon <= 0)
            wanted = 1 - rest;
        long double q = wanted - slope;
        if (q > 0)
            outcomes[made++] = (pld__outcome){q * right->x, q, right->epsilon};
        height = q > 0 ? left->d : height + slope * step;
        slope = fmaxl(wanted, slope);
        rest = rest < wanted ? rest : 1 - slope;
    }
    long double over = corners[k].over + (height - corners[k].d);
    for (; k > 0; k--) {
        long double step = distance(&corners[k - 1], &corners[k]), wanted = (over - corners[k - 1].over) / step,
                    q = rest - wanted;
        if (q > 0)
            outcomes[made++] = (pld__outcome){q * corners[k].x, q, corners[k].epsilon};
        over = q > 0 ? corners[k - 1].over : over - rest * step;
        rest = fminl(wanted, rest);
    }
    if (rest > 0)
        outcomes[made++] = (pld__outcome){.q = rest};
    return made;
}

pld_status pld__curve_mechanism(size_t count, pld__curve_node *nodes, bool both_orders, const char *word, const char *resolved,
                                const char *note, pld_mechanism **mechanism, pld_error *failure) {
    pld_status status = pld__curve_check(count, nodes, word, failure);
    if (status != PLD_OK)
        return status;
    for (size_t i = 1; i < count; i++)
        nodes[i].delta = fminl(nodes[i].delta, nodes[i - 1].delta);
    size_t most = both_orders ? 2 * count : count;
    corner *corners = pld__allocate(most + 1, sizeof *corners);
    pld__outcome *outcomes = pld__allocate(most + 3, sizeof *outcomes);
    if (!corners || !outcomes) {
        status = PLD_ERROR_MEMORY;
    } else {
        size_t made = outcomes_of(hull_of(count, nodes, both_orders, corners), corners, outcomes);
        double rounding = 16 * (double)(most + 4) * 0x1p-64;
        status = pld__sparse_mechanism_of(made, outcomes, rounding, 0x1p-60, 0, resolved, note, mechanism);
    }
    pld__free(corners);
    pld__free(outcomes);
    return status;
}
