/* Laplace noise, sampled with a rate q or not. With x the loss before sampling, from -r to r (T66): dP = e^((x - r)/2)/4 dx, dQ =
 * e^-x dP, and at both ends an atom; sampling makes (1 - q) Q + q P of P and log(1 + q (e^x - 1)) of x (T85), and the add
 * direction exchanges both. */
#include "base/base.h"
#include "verify/cells.h"
#include "verify/leaf.h"

#include <math.h>
#include <stdlib.h>

typedef struct {
    const pld__verify_factor *factor;
    slong precision;
    arb_t rate, other;
} noise;

/* The loss where it is x before sampling. */
static void loss_at(const noise *of, const arb_t x, arb_t loss) {
    arb_expm1(loss, x, of->precision);
    arb_mul(loss, loss, of->rate, of->precision);
    arb_log1p(loss, loss, of->precision);
    if (of->factor->added)
        arb_neg(loss, loss);
}

/* Masses before sampling to those after it, in the direction. */
static void sample(const noise *of, arb_t p, arb_t q) {
    arb_mul(p, p, of->rate, of->precision);
    arb_addmul(p, q, of->other, of->precision);
    if (of->factor->added)
        arb_swap(p, q);
}

/* e^((x - r)/2)/2 and e^(-(x + r)/2)/2: P-mass below x, but for the atom there is none, and Q-mass above. */
static void masses_at(const noise *of, const arb_t x, arb_t p, arb_t q) {
    arb_sub(p, x, of->factor->ratio, of->precision);
    arb_mul_2exp_si(p, p, -1);
    arb_exp(p, p, of->precision);
    arb_mul_2exp_si(p, p, -1);
    arb_add(q, x, of->factor->ratio, of->precision);
    arb_neg(q, q);
    arb_mul_2exp_si(q, q, -1);
    arb_exp(q, q, of->precision);
    arb_mul_2exp_si(q, q, -1);
}

static bool add_end(const noise *of, bool top, pld__verify_law laws[PLD__VERIFY_ENDS]) {
    arb_t x, p, q;
    arb_init(x);
    arb_init(p);
    arb_init(q);
    arb_set(x, of->factor->ratio);
    if (!top)
        arb_neg(x, x);
    masses_at(of, x, p, q); /* at an end just the mass of its atom: 1/2 and e^-r/2 */
    sample(of, p, q);
    loss_at(of, x, x);
    bool fine = pld__verify_atom_add(laws, p, x);
    arb_clear(x);
    arb_clear(p);
    arb_clear(q);
    return fine;
}

static bool add_between(const noise *of, const arb_t left, const arb_t right, pld__verify_law laws[PLD__VERIFY_ENDS]) {
    arb_t p, q, more_p, more_q;
    arb_init(p);
    arb_init(q);
    arb_init(more_p);
    arb_init(more_q);
    masses_at(of, left, p, q);
    masses_at(of, right, more_p, more_q);
    arb_sub(p, more_p, p, of->precision);
    arb_sub(q, q, more_q, of->precision);
    sample(of, p, q);
    loss_at(of, of->factor->added ? right : left, more_p);
    loss_at(of, of->factor->added ? left : right, more_q);
    pld__verify_range range = {pld__verify_lower_of(more_p), pld__verify_upper_of(more_p), pld__verify_upper_of(more_q)};
    bool fine = pld__verify_cell_add(laws, p, q, &range, of->precision);
    arb_clear(p);
    arb_clear(q);
    arb_clear(more_p);
    arb_clear(more_q);
    return fine;
}

static int by_value(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Losses before sampling between the ends, about where those after it are at edges. */
static size_t find_points(const pld__verify_factor *factor, const pld__verify_edges *edges, double *points) {
    double most = pld__verify_lower_of(factor->ratio) * (1 - 1e-12);
    size_t count = 0;
    for (size_t k = 0; k < edges->count; k++) {
        double loss = (double)edges->loss[k], x = log1p(expm1(factor->added ? -loss : loss) / factor->rate);
        if (x > -most && x < most)
            points[count++] = x;
    }
    qsort(points, count, sizeof *points, by_value);
    return count;
}

bool pld__verify_leaf_laplace(const pld__verify_factor *factor, const pld__verify_cuts *cuts, slong precision,
                              pld__verify_law laws[PLD__VERIFY_ENDS]) {
    double *points = pld__allocate(cuts->edges->count + 1, sizeof *points);
    if (!points)
        return false;
    size_t count = find_points(factor, cuts->edges, points);
    noise of = {.factor = factor, .precision = precision};
    arb_t left, right;
    arb_init(of.rate);
    arb_init(of.other);
    arb_init(left);
    arb_init(right);
    arb_set_d(of.rate, factor->rate);
    arb_sub_ui(of.other, of.rate, 1, precision);
    arb_neg(of.other, of.other);
    bool fine = add_end(&of, false, laws) && add_end(&of, true, laws);
    arb_neg(left, factor->ratio);
    for (size_t i = 0; i <= count && fine; i++) {
        if (i < count)
            arb_set_d(right, points[i]);
        else
            arb_set(right, factor->ratio);
        fine = add_between(&of, left, right, laws);
        arb_swap(left, right);
    }
    arb_clear(of.rate);
    arb_clear(of.other);
    arb_clear(left);
    arb_clear(right);
    pld__free(points);
    return fine;
}
