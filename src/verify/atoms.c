/* Discrete steps: losses on a lattice start + j spacing with masses of P, in balls (T67). All of these pairs are the same in both
 * directions. */
#include "verify/factor.h"

#include <math.h>

/* More atoms than this are not worth it. */
enum { ATOMS_MOST = 40000 };

static bool make_room(pld__verify_factor *factor, slong count) {
    if (count > ATOMS_MOST)
        return false;
    factor->atom_count = count;
    factor->mass = _arb_vec_init(count);
    return true;
}

/* Whole numbers x around D against around 0: P has e^(-(x-D)^2/(2 sigma^2))/Z, and the loss is D (2x - D)/(2 sigma^2). Kept are
 * |x - D| <= reach: what is beyond is at most two geometric series from its first term, the ratio of a term to the one before
 * being at most e^(-reach/sigma^2). */
static bool fill_discrete_gaussian(pld__verify_factor *factor, const pld__exact_step *step, slong precision) {
    /* Sampled, outcomes around 0 count as well. */
    double wanted = step->scale * sqrt(2 * 0.7 * (double)precision) + 2 + (step->rate < 1 ? step->sensitivity : 0);
    if (!(wanted < ATOMS_MOST))
        return false;
    slong reach = (slong)wanted, sensitivity = (slong)step->sensitivity;
    if (!make_room(factor, 2 * reach + 1))
        return false;
    arb_t inverse, term, total;
    arb_init(inverse);
    arb_init(term);
    arb_init(total);
    arb_set_d(term, step->scale);
    arb_sqr(term, term, precision);
    arb_inv(inverse, term, precision); /* 1/sigma^2 */
    for (slong x = 0; x <= reach; x++) {
        arb_mul_si(term, inverse, x * x, precision);
        arb_mul_2exp_si(term, term, -1);
        arb_neg(term, term);
        arb_exp(factor->mass + reach + x, term, precision);
        arb_set(factor->mass + reach - x, factor->mass + reach + x);
        arb_add(total, total, factor->mass + reach + x, precision);
        if (x > 0)
            arb_add(total, total, factor->mass + reach + x, precision);
    }
    /* beyond, unnormalised: 2 e^(-(reach+1)^2/(2 sigma^2))/(1 - e^(-(reach+1)/sigma^2)) */
    arb_mul_si(term, inverse, reach + 1, precision);
    arb_neg(term, term);
    arb_expm1(term, term, precision);
    arb_neg(term, term);
    arb_mul_si(factor->beyond, inverse, (reach + 1) * (reach + 1), precision);
    arb_mul_2exp_si(factor->beyond, factor->beyond, -1);
    arb_neg(factor->beyond, factor->beyond);
    arb_exp(factor->beyond, factor->beyond, precision);
    arb_mul_2exp_si(factor->beyond, factor->beyond, 1);
    arb_div(factor->beyond, factor->beyond, term, precision);
    arb_zero(term); /* Z is between the total and the total and all that */
    arb_union(term, term, factor->beyond, precision);
    arb_add(total, total, term, precision);
    arb_div(factor->beyond, factor->beyond, total, precision);
    for (slong x = 0; x < factor->atom_count; x++)
        arb_div(factor->mass + x, factor->mass + x, total, precision);
    /* x = D + j - reach: the loss is D (D + 2 (j - reach))/(2 sigma^2) */
    arb_mul_si(factor->spacing, inverse, sensitivity, precision);
    arb_mul_si(factor->start, factor->spacing, sensitivity - 2 * reach, precision);
    arb_mul_2exp_si(factor->start, factor->start, -1);
    arb_clear(inverse);
    arb_clear(term);
    arb_clear(total);
    return true;
}

/* e^(-|x|/b) (1 - a)/(1 + a), a = e^(-1/b), around D against around 0. Below 0 and above D the loss is -D/b and D/b: outcomes x
 * <= 0 are one, x >= D too. */
static bool fill_discrete_laplace(pld__verify_factor *factor, const pld__exact_step *step, slong precision) {
    slong sensitivity = (slong)step->sensitivity;
    if (!make_room(factor, sensitivity + 1))
        return false;
    arb_t inverse, power, one, tail;
    arb_init(inverse);
    arb_init(power);
    arb_init(one);
    arb_init(tail);
    arb_set_d(inverse, step->scale);
    arb_inv(inverse, inverse, precision);
    arb_neg(power, inverse);
    arb_exp(tail, power, precision);
    arb_add_ui(tail, tail, 1, precision);
    arb_inv(tail, tail, precision); /* 1/(1 + a) */
    arb_expm1(one, power, precision);
    arb_neg(one, one);
    arb_mul(one, one, tail, precision); /* (1 - a)/(1 + a) */
    for (slong x = 0; x <= sensitivity; x++) {
        arb_mul_si(power, inverse, x - sensitivity, precision);
        arb_exp(power, power, precision);
        arb_mul(factor->mass + x, power, x == 0 || x == sensitivity ? tail : one, precision);
    }
    arb_mul_2exp_si(factor->spacing, inverse, 1);
    arb_mul_si(factor->start, inverse, -sensitivity, precision);
    arb_clear(inverse);
    arb_clear(power);
    arb_clear(one);
    arb_clear(tail);
    return true;
}

/* Masses `high` at loss e, `middle` at 0, `low` at -e. */
static void set_three(pld__verify_factor *factor, const arb_t loss, const arb_t high, const arb_t middle, const arb_t low) {
    arb_set(factor->mass + 2, high);
    arb_set(factor->mass + 1, middle);
    arb_set(factor->mass, low);
    arb_set(factor->spacing, loss);
    arb_neg(factor->start, loss);
}

/* The true answer with probability p, each of k - 1 others with (1 - p)/(k - 1) (or 1 to e^-epsilon). A truth below 1/k has
 * losses the other way round, which is the same three atoms. */
static bool fill_response(pld__verify_factor *factor, const pld__exact_step *step, slong precision) {
    arb_t truth, other, rest, loss;
    arb_init(truth);
    arb_init(other);
    arb_init(rest);
    arb_init(loss);
    if (step->truth > 0) {
        arb_set_d(truth, step->truth);
        arb_sub_ui(other, truth, 1, precision);
        arb_neg(other, other);
        arb_div_ui(other, other, step->answers - 1, precision);
        arb_div(loss, truth, other, precision);
        arb_log(loss, loss, precision);
    } else {
        arb_set_d(loss, step->epsilon);
        arb_neg(rest, loss);
        arb_exp(other, rest, precision);
        arb_mul_ui(rest, other, step->answers - 1, precision);
        arb_add_ui(rest, rest, 1, precision);
        arb_inv(truth, rest, precision);
        arb_mul(other, other, truth, precision);
    }
    arb_mul_ui(rest, other, step->answers - 2, precision);
    bool fine = make_room(factor, 3) && (arb_is_positive(loss) || arb_is_negative(loss));
    if (fine && arb_is_negative(loss)) {
        arb_neg(loss, loss);
        arb_swap(truth, other);
    }
    if (fine)
        set_three(factor, loss, truth, rest, other);
    arb_clear(truth);
    arb_clear(other);
    arb_clear(rest);
    arb_clear(loss);
    return fine;
}

/* delta at infinite loss, and of the rest 1/(1 + e^-epsilon) at epsilon. */
static bool fill_guarantee(pld__verify_factor *factor, const pld__exact_step *step, slong precision) {
    arb_t loss, high, low, none;
    arb_init(loss);
    arb_init(high);
    arb_init(low);
    arb_init(none);
    arb_set_d(factor->infinite, step->delta);
    arb_set_d(loss, step->scale > 0 ? step->sensitivity : step->epsilon);
    if (step->scale > 0) {
        arb_set_d(low, step->scale);
        arb_div(loss, loss, low, precision);
    }
    arb_neg(low, loss);
    arb_exp(low, low, precision);
    arb_add_ui(high, low, 1, precision);
    arb_inv(high, high, precision);
    arb_mul(low, low, high, precision);
    arb_sub_ui(none, factor->infinite, 1, precision);
    arb_neg(none, none);
    arb_mul(high, high, none, precision);
    arb_mul(low, low, none, precision);
    arb_zero(none);
    bool fine = make_room(factor, 3);
    if (fine)
        set_three(factor, loss, high, none, low);
    arb_clear(loss);
    arb_clear(high);
    arb_clear(low);
    arb_clear(none);
    return fine;
}

bool pld__verify_factor_fill_atoms(pld__verify_factor *factor, const pld__exact_step *step, slong precision) {
    switch (step->kind) {
    case PLD__EXACT_DISCRETE_GAUSSIAN:
        return fill_discrete_gaussian(factor, step, precision);
    case PLD__EXACT_DISCRETE_LAPLACE:
        return fill_discrete_laplace(factor, step, precision);
    case PLD__EXACT_RESPONSE:
        return fill_response(factor, step, precision);
    case PLD__EXACT_GUARANTEE:
        return fill_guarantee(factor, step, precision);
    default:
        return false;
    }
}
