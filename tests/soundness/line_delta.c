/* delta(epsilon) of a pair on a line whose loss does not fall in x.
 *
 * delta = sup over sets A of P(A) - e^epsilon Q(A), so every half line gives a lower bound, whatever the x it starts at. The best
 * A is {loss > epsilon}, a half line from some c on; if the loss is at most epsilon at a and at least epsilon at b, then c may be
 * taken in [a, b] and delta <= P(x > a) - e^epsilon Q(x > b). At any c whatever, with r the ratio of densities there: below c it
 * is at most r, above at least, so delta <= P(x > c) - e^epsilon Q(x > c) + (r - e^epsilon)_+ Q(x <= c) + (e^epsilon - r)_+ Q(x >
 * c). Also dP <= e^supremum dQ, so that delta <= 1 - e^(epsilon - supremum): that settles what happens where epsilon is the
 * supremum to all digits. */
#include "soundness/line.h"

#include <arb_hypgeom.h>

/* 2^60 units of noise away nothing is left that anybody asks about. */
enum { FARTHEST = 60 };

static void side_above(arb_t mass, const line_side *side, bool laplace, const arb_t x, slong precision) {
    arb_t distance, term, half;
    arb_init(distance), arb_init(term), arb_init(half);
    arb_set_d(half, 0.5);
    arb_zero(mass);
    for (slong i = 0; i < side->count; i++) {
        arb_sub(distance, x, side->mean + i, precision);
        if (!laplace) {
            arb_sqrt(term, half, precision);
            arb_mul(distance, distance, term, precision);
            arb_hypgeom_erfc(term, distance, precision);
        } else if (arb_is_nonnegative(distance)) {
            arb_neg(distance, distance);
            arb_exp(term, distance, precision);
        } else if (arb_is_negative(distance)) {
            arb_exp(term, distance, precision);
            arb_sub_si(term, term, 2, precision);
            arb_neg(term, term);
        } else { /* x is a corner to all digits: 1 - |distance| <= term <= 1 + |distance| */
            arf_one(arb_midref(term));
            arb_get_mag(arb_radref(term), distance);
        }
        arb_mul(term, term, half, precision);
        arb_addmul(mass, term, side->weight + i, precision);
    }
    arb_clear(distance), arb_clear(term), arb_clear(half);
}

void line_above(arb_t p, arb_t q, const line *of, const arb_t x, slong precision) {
    side_above(p, &of->p, of->laplace, x, precision);
    side_above(q, &of->q, of->laplace, x, precision);
}

/* Gaussian: e^(m x - m^2/2), the factor e^(-x^2/2) left out. */
static void side_density(arb_t density, const line_side *side, bool laplace, const arb_t x, slong precision) {
    arb_t term, square;
    arb_init(term), arb_init(square);
    arb_zero(density);
    for (slong i = 0; i < side->count; i++) {
        if (laplace) {
            arb_sub(term, x, side->mean + i, precision);
            arb_abs(term, term);
            arb_neg(term, term);
        } else {
            arb_mul(term, x, side->mean + i, precision);
            arb_sqr(square, side->mean + i, precision);
            arb_mul_2exp_si(square, square, -1);
            arb_sub(term, term, square, precision);
        }
        arb_exp(term, term, precision);
        arb_addmul(density, term, side->weight + i, precision);
    }
    arb_clear(term), arb_clear(square);
}

void line_densities(arb_t p, arb_t q, const line *of, const arb_t x, slong precision) {
    side_density(p, &of->p, of->laplace, x, precision);
    side_density(q, &of->q, of->laplace, x, precision);
}

/* Where is the largest mean of a side? */
static slong side_top(const line_side *side) {
    slong top = 0;
    for (slong i = 1; i < side->count; i++)
        if (arb_gt(side->mean + i, side->mean + top))
            top = i;
    return top;
}

void line_supremum(arb_t supremum, const line *of, slong precision) {
    arb_t p, q;
    arb_init(p), arb_init(q);
    slong p_top = side_top(&of->p), q_top = side_top(&of->q);
    if (of->laplace) { /* constant from the largest mean on */
        const arb_struct *far = arb_gt(of->p.mean + p_top, of->q.mean + q_top) ? of->p.mean + p_top : of->q.mean + q_top;
        line_densities(p, q, of, far, precision);
    } else if (arb_overlaps(of->p.mean + p_top, of->q.mean + q_top)) { /* equal ones are exactly 0 or the same multiple here */
        for (slong i = 0; i < of->p.count; i++)
            if (arb_overlaps(of->p.mean + i, of->p.mean + p_top))
                arb_add(p, p, of->p.weight + i, precision);
        for (slong i = 0; i < of->q.count; i++)
            if (arb_overlaps(of->q.mean + i, of->q.mean + q_top))
                arb_add(q, q, of->q.weight + i, precision);
    }
    if (arb_is_zero(q)) {
        arb_pos_inf(supremum);
    } else {
        arb_div(p, p, q, precision);
        arb_log(supremum, p, precision);
    }
    arb_clear(p), arb_clear(q);
}

/* The sign of loss - epsilon at x, 0 where it is not decided. */
static int side_of_crossing(const line *of, const arf_t x, const arb_t scale, slong precision) {
    arb_t p, q, at;
    arb_init(p), arb_init(q), arb_init(at);
    arb_set_arf(at, x);
    line_densities(p, q, of, at, precision);
    arb_mul(q, q, scale, precision);
    int sign = arb_ge(p, q) ? 1 : arb_le(p, q) ? -1 : 0;
    arb_clear(p), arb_clear(q), arb_clear(at);
    return sign;
}

/* Halves what is between them, or, where the crossing itself is in the middle, comes nearer from both sides. False if it cannot.
 */
static bool narrow(arf_t low, arf_t high, const line *of, const arb_t scale, slong precision) {
    arf_t middle, beside;
    bool narrower = false;
    arf_init(middle), arf_init(beside);
    arf_add(middle, low, high, precision + FARTHEST, ARF_RND_NEAR);
    arf_mul_2exp_si(middle, middle, -1);
    if (arf_cmp(middle, low) > 0 && arf_cmp(middle, high) < 0) {
        int sign = side_of_crossing(of, middle, scale, precision);
        narrower = sign != 0;
        if (narrower)
            arf_set(sign > 0 ? high : low, middle);
        for (int side = -1; side <= 1 && sign == 0; side += 2) {
            arf_ptr end = side > 0 ? high : low;
            arf_sub(beside, end, middle, precision + FARTHEST, ARF_RND_NEAR);
            arf_mul_2exp_si(beside, beside, -6);
            arf_add(beside, beside, middle, precision + FARTHEST, ARF_RND_NEAR);
            if (side_of_crossing(of, beside, scale, precision) == side) {
                arf_set(end, beside);
                narrower = true;
            }
        }
    }
    arf_clear(middle), arf_clear(beside);
    return narrower;
}

/* low and high are finite and at or around the crossing if found[0], found[1] say so. */
static void find_crossing(arf_t low, arf_t high, bool found[2], const line *of, const arb_t scale, slong precision) {
    arf_t middle;
    arf_init(middle);
    found[0] = found[1] = false;
    for (slong power = -1; power <= FARTHEST && !(found[0] && found[1]); power++)
        for (int side = -1; side <= 1; side += 2) {
            bool *done = &found[side > 0];
            if (*done)
                continue;
            arf_set_si_2exp_si(middle, power < 0 ? 0 : side, power < 0 ? 0 : power);
            *done = side_of_crossing(of, middle, scale, precision) == side;
            arf_set(side > 0 ? high : low, middle);
        }
    for (slong i = 0; i < precision + FARTHEST && found[0] && found[1]; i++)
        if (!narrow(low, high, of, scale, precision))
            break;
    arf_clear(middle);
}

/* The smaller of delta's upper end and 1 - e^(epsilon - supremum), at least 0. */
static void cap(arb_t upper, const line *of, const arb_t epsilon, slong precision) {
    arb_t supremum;
    arb_init(supremum);
    line_supremum(supremum, of, precision);
    if (arb_is_finite(supremum)) {
        arb_sub(supremum, epsilon, supremum, precision);
        arb_expm1(supremum, supremum, precision);
        arb_neg(supremum, supremum);
        arb_min(upper, upper, supremum, precision);
    }
    arb_zero(supremum);
    arb_max(upper, upper, supremum, precision);
    arb_clear(supremum);
}

/* What the half line from x on may lack of delta: `above` is its Q. */
static void lack(arb_t lacking, const line *of, const arb_t x, const arb_t above, const arb_t scale, slong precision) {
    arb_t p, q, zero;
    arb_init(p), arb_init(q), arb_init(zero);
    line_densities(p, q, of, x, precision);
    arb_div(p, p, q, precision);
    arb_sub(p, p, scale, precision); /* r - e^epsilon */
    arb_neg(q, p);
    arb_max(p, p, zero, precision);
    arb_max(q, q, zero, precision);
    arb_mul(lacking, q, above, precision);
    arb_sub_si(q, above, 1, precision);
    arb_submul(lacking, p, q, precision);
    arb_clear(p), arb_clear(q), arb_clear(zero);
}

void line_delta(arb_t delta, const line *of, const arb_t epsilon, slong precision) {
    bool found[2];
    arf_t low, high;
    arb_t scale, x, p, q, lower, upper;
    arf_init(low), arf_init(high);
    arb_init(scale), arb_init(x), arb_init(p), arb_init(q), arb_init(lower), arb_init(upper);
    arb_exp(scale, epsilon, precision);
    find_crossing(low, high, found, of, scale, precision);
    /* Upper: P above the low end, all of it without one, less e^epsilon times Q above the high end, none of it without one. */
    arb_set_arf(x, low);
    line_above(p, q, of, x, precision);
    if (!found[0])
        arb_one(p);
    arb_set(upper, p);
    arb_set_arf(x, high);
    line_above(p, q, of, x, precision);
    if (found[1])
        arb_submul(upper, scale, q, precision);
    /* Lower: from the middle of both on; from the end that there is; or the whole line, or nothing. */
    if (found[0] && found[1]) {
        arf_add(low, low, high, precision + 64, ARF_RND_NEAR);
        arf_mul_2exp_si(low, low, -1);
    }
    arb_set_arf(x, found[0] ? low : high);
    line_above(p, q, of, x, precision);
    arb_set(lower, p);
    arb_submul(lower, q, scale, precision);
    lack(p, of, x, q, scale, precision);
    arb_add(p, p, lower, precision);
    if (arb_is_finite(p))
        arb_min(upper, upper, p, precision);
    cap(upper, of, epsilon, precision);
    arb_one(p);
    arb_sub(p, p, scale, precision);
    arb_max(lower, lower, p, precision);
    arb_zero(p);
    arb_max(lower, lower, p, precision);
    arb_union(delta, lower, upper, precision);
    arf_clear(low), arf_clear(high);
    arb_clear(scale), arb_clear(x), arb_clear(p), arb_clear(q), arb_clear(lower), arb_clear(upper);
}
