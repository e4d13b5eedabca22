/* Two steps on a line, cut into cells.
 *
 * Lower: telling only the cells is a post-processing, so delta >= sum over cells i of the first and a set of cells of the second,
 * whichever it is, of (P_i P(set) - e^epsilon Q_i Q(set))_+. Upper: (p p' - e^epsilon q q')_+ is, for fixed (p', q'), homogeneous
 * and convex in (p, q). Where the loss of a cell is between l and u, its (p, q) is a mixture of (a, a e^-u) and (b, b e^-l) with
 * a + b = P_i, a e^-u + b e^-l = Q_i, so moving the masses to the two ends can only add; so does moving all of P_i to u alone
 * (less of Q). Both steps then have masses p_k on the edges only, at losses that do not fall in k, and delta <= sum over k, n of
 * p_k p'_n (1 - e^(epsilon - l_k - l'_n))_+. */
#include "soundness/few.h"

#include <math.h>
#include <stdlib.h>

/* Noise on either side of all means: leaves 1e-55 of a Gaussian, and the last cell of a Laplace has one loss anyway. */
enum { BEYOND = 16 };

typedef struct {
    slong cells;           /* edges 0 .. cells; cell i is between i and i + 1, the first and last reach to infinity */
    arb_ptr p, q;          /* masses of cells */
    arb_ptr loss;          /* at edges; that of edge 0 is the infimum taken as it is below, the last the supremum */
    arb_ptr moved;         /* P on the edges */
    arb_ptr moved_inverse; /* P e^-loss, so Q on them */
} cut;

static void cut_masses(cut *made, const line *pair, double low, double width, slong precision) {
    arb_t x, above_p, above_q, before_p, before_q;
    arb_init(x), arb_init(above_p), arb_init(above_q), arb_init(before_p), arb_init(before_q);
    arb_one(before_p), arb_one(before_q);
    for (slong i = 0; i < made->cells; i++) {
        arb_set_d(x, low + (double)(i + 1) * width);
        if (i + 1 < made->cells)
            line_above(above_p, above_q, pair, x, precision);
        else
            arb_zero(above_p), arb_zero(above_q);
        arb_sub(made->p + i, before_p, above_p, precision);
        arb_sub(made->q + i, before_q, above_q, precision);
        arb_swap(before_p, above_p);
        arb_swap(before_q, above_q);
        if (i + 1 < made->cells) {
            line_densities(above_p, above_q, pair, x, precision);
            arb_div(above_p, above_p, above_q, precision);
            arb_log(made->loss + i + 1, above_p, precision);
        }
    }
    line_supremum(made->loss + made->cells, pair, precision);
    arb_clear(x), arb_clear(above_p), arb_clear(above_q), arb_clear(before_p), arb_clear(before_q);
}

/* Onto the ends of each cell; the first and those whose ends cannot be told apart to the upper one alone. */
static void cut_move(cut *made, slong precision) {
    arb_t high, low, share;
    arb_init(high), arb_init(low), arb_init(share);
    for (slong i = 0; i < made->cells; i++) {
        bool split = i > 0 && arb_is_finite(made->loss + i + 1);
        if (split) { /* a = (P - Q e^l)/(1 - e^(l - u)) */
            arb_sub(high, made->loss + i, made->loss + i + 1, precision);
            arb_expm1(high, high, precision);
            arb_neg(high, high);
            arb_exp(low, made->loss + i, precision);
            arb_mul(low, low, made->q + i, precision);
            arb_sub(share, made->p + i, low, precision);
            arb_div(share, share, high, precision);
            split = arb_is_positive(high) && arb_rel_accuracy_bits(share) > 40;
        }
        if (!split)
            arb_set(share, made->p + i);
        arb_add(made->moved + i + 1, made->moved + i + 1, share, precision);
        arb_sub(share, made->p + i, share, precision);
        if (split)
            arb_add(made->moved + i, made->moved + i, share, precision);
    }
    for (slong i = 1; i <= made->cells; i++) {
        arb_neg(low, made->loss + i);
        arb_exp(low, low, precision);
        if (arb_is_finite(made->loss + i))
            arb_mul(made->moved_inverse + i, made->moved + i, low, precision);
    }
    arb_clear(high), arb_clear(low), arb_clear(share);
}

static double side_end(const line_side *side, int sign) {
    double end = -INFINITY;
    for (slong i = 0; i < side->count; i++)
        end = fmax(end, sign * arf_get_d(arb_midref(side->mean + i), ARF_RND_NEAR));
    return sign * end;
}

static void cut_create(cut *made, const line *pair, slong cells, slong precision) {
    made->cells = cells;
    made->p = _arb_vec_init(cells);
    made->q = _arb_vec_init(cells);
    made->loss = _arb_vec_init(cells + 1);
    made->moved = _arb_vec_init(cells + 1);
    made->moved_inverse = _arb_vec_init(cells + 1);
    double low = fmin(side_end(&pair->p, -1), side_end(&pair->q, -1)) - BEYOND;
    double high = fmax(side_end(&pair->p, 1), side_end(&pair->q, 1)) + BEYOND;
    cut_masses(made, pair, low, (high - low) / (double)cells, precision);
    cut_move(made, precision);
}

static void cut_clear(cut *used) {
    _arb_vec_clear(used->p, used->cells);
    _arb_vec_clear(used->q, used->cells);
    _arb_vec_clear(used->loss, used->cells + 1);
    _arb_vec_clear(used->moved, used->cells + 1);
    _arb_vec_clear(used->moved_inverse, used->cells + 1);
}

/* Sums from each place to the end. */
static arb_ptr from_behind(arb_srcptr masses, slong count, slong precision) {
    arb_ptr sums = _arb_vec_init(count + 1);
    for (slong i = count - 1; i >= 0; i--)
        arb_add(sums + i, sums + i + 1, masses + i, precision);
    return sums;
}

/* Walks first up and second down; any place in the second will do. */
static void lower_sum(arb_t lower, const cut *first, const cut *second, const arb_t scale, slong precision) {
    arb_ptr p = from_behind(second->p, second->cells, precision), q = from_behind(second->q, second->cells, precision);
    arb_t gain, part, left, right;
    arb_init(gain), arb_init(part), arb_init(left), arb_init(right);
    slong place = second->cells;
    arb_zero(lower);
    for (slong i = 0; i < first->cells; i++) {
        for (; place > 0; place--) {
            arb_mul(left, first->p + i, second->p + place - 1, precision);
            arb_mul(right, first->q + i, second->q + place - 1, precision);
            arb_mul(right, right, scale, precision);
            if (arf_cmp(arb_midref(left), arb_midref(right)) < 0)
                break;
        }
        arb_mul(gain, first->p + i, p + place, precision);
        arb_mul(part, first->q + i, q + place, precision);
        arb_submul(gain, part, scale, precision);
        arb_zero(part);
        arb_max(gain, gain, part, precision);
        arb_add(lower, lower, gain, precision);
    }
    _arb_vec_clear(p, second->cells + 1);
    _arb_vec_clear(q, second->cells + 1);
    arb_clear(gain), arb_clear(part), arb_clear(left), arb_clear(right);
}

/* Exactly the pairs of edges with l_k + l'_n > epsilon; those that are not decided are added where they are positive. */
static void upper_sum(arb_t upper, const cut *first, const cut *second, const arb_t epsilon, const arb_t scale, slong precision) {
    slong count = second->cells + 1, surely = count; /* from `surely` on certainly above, below `maybe` certainly not */
    arb_ptr p = from_behind(second->moved, count, precision), q = from_behind(second->moved_inverse, count, precision);
    arb_t gain, sum, zero;
    arb_init(gain), arb_init(sum), arb_init(zero);
    arb_zero(upper);
    for (slong k = 1; k <= first->cells; k++) {
        for (; surely > 1; surely--) {
            arb_add(sum, first->loss + k, second->loss + surely - 1, precision);
            if (!arb_ge(sum, epsilon))
                break;
        }
        arb_mul(gain, first->moved + k, p + surely, precision);
        arb_mul(sum, first->moved_inverse + k, q + surely, precision);
        arb_submul(gain, sum, scale, precision);
        arb_add(upper, upper, gain, precision);
        for (slong maybe = surely - 1; maybe >= 1; maybe--) {
            arb_add(sum, first->loss + k, second->loss + maybe, precision);
            if (arb_le(sum, epsilon))
                break;
            arb_mul(gain, first->moved + k, second->moved + maybe, precision);
            arb_mul(sum, first->moved_inverse + k, second->moved_inverse + maybe, precision);
            arb_submul(gain, sum, scale, precision);
            arb_max(gain, gain, zero, precision);
            arb_add(upper, upper, gain, precision);
        }
    }
    _arb_vec_clear(p, count + 1);
    _arb_vec_clear(q, count + 1);
    arb_clear(gain), arb_clear(sum), arb_clear(zero);
}

void cells_delta(arb_t delta, const question *of, pld_direction direction, const arb_t epsilon, slong cells, slong precision) {
    cut cuts[2];
    arb_t scale, lower, upper;
    arb_init(scale), arb_init(lower), arb_init(upper);
    for (unsigned i = 0; i < 2; i++) {
        line pair;
        line_create(&pair, &of->steps[of->step_count == 2 ? i : 0], direction, precision);
        cut_create(&cuts[i], &pair, cells, precision);
        line_clear(&pair);
    }
    arb_exp(scale, epsilon, precision);
    lower_sum(lower, &cuts[0], &cuts[1], scale, precision);
    upper_sum(upper, &cuts[0], &cuts[1], epsilon, scale, precision);
    arb_union(delta, lower, upper, precision);
    cut_clear(&cuts[0]);
    cut_clear(&cuts[1]);
    arb_clear(scale), arb_clear(lower), arb_clear(upper);
}
