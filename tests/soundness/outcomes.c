#include "soundness/outcomes.h"

#include <math.h>

bool outcomes_cover(const step *of) {
    return of->family > POISSON_LAPLACE && of->family < FAMILIES;
}

uint64_t outcomes_repeats(const step *of) {
    return of->count * (of->family == RANDOMIZED_RESPONSE ? (uint64_t)of->sensitivity : 1);
}

static void start(outcomes *made, slong count) {
    made->count = count;
    made->p = _arb_vec_init(count);
    made->q = _arb_vec_init(count);
    arb_init(made->missing);
}

void outcomes_clear(outcomes *used) {
    _arb_vec_clear(used->p, used->count);
    _arb_vec_clear(used->q, used->count);
    arb_clear(used->missing);
}

/* --- families ------------------------------------------------------------------------------------------------------- */

/* The true answer, the other one that is told apart from it, and all the rest. */
static void response(outcomes *made, const step *of, slong precision) {
    arb_t truth, other;
    arb_init(truth), arb_init(other);
    start(made, 3);
    if (of->truth > 0) {
        arb_set_d(truth, of->truth);
        arb_sub_si(other, truth, 1, precision);
        arb_neg(other, other);
        arb_div_ui(other, other, of->k - 1, precision);
    } else {
        arb_set_d(other, -of->epsilon);
        arb_exp(other, other, precision);
        arb_mul_ui(truth, other, of->k - 1, precision);
        arb_add_ui(truth, truth, 1, precision);
        arb_inv(truth, truth, precision);
        arb_mul(other, other, truth, precision);
    }
    arb_set(made->p, truth), arb_set(made->q, other);
    arb_set(made->p + 1, other), arb_set(made->q + 1, truth);
    arb_mul_ui(made->p + 2, other, of->k - 2, precision);
    arb_set(made->q + 2, made->p + 2);
    arb_clear(truth), arb_clear(other);
}

/* (delta, 0), (high, low), (low, high), (0, delta), high = (1 - delta)/(1 + e^-epsilon). */
static void guarantee(outcomes *made, const arb_t epsilon, double delta, slong precision) {
    arb_t ratio, high, low;
    arb_init(ratio), arb_init(high), arb_init(low);
    start(made, 4);
    arb_neg(ratio, epsilon);
    arb_exp(ratio, ratio, precision);
    arb_add_ui(low, ratio, 1, precision);
    arb_set_d(made->p, delta);
    arb_set(made->q + 3, made->p);
    arb_sub_si(high, made->p, 1, precision);
    arb_neg(high, high);
    arb_div(high, high, low, precision);
    arb_mul(low, high, ratio, precision);
    arb_set(made->p + 1, high), arb_set(made->q + 1, low);
    arb_set(made->p + 2, low), arb_set(made->q + 2, high);
    arb_clear(ratio), arb_clear(high), arb_clear(low);
}

static void guarantee_of(outcomes *made, const step *of, slong precision) {
    arb_t epsilon, part;
    arb_init(epsilon), arb_init(part);
    if (of->family == NOISY_VOTE) {
        arb_set_d(epsilon, of->sensitivity);
        arb_set_d(part, of->scale);
        arb_div(epsilon, epsilon, part, precision);
    } else {
        arb_set_d(epsilon, of->epsilon);
    }
    guarantee(made, epsilon, of->family == NOISY_VOTE ? 0 : of->delta, precision);
    arb_clear(epsilon), arb_clear(part);
}

/* With t = e^(-1/b): x <= 0 has Q 1/(1 + t) and P t^D/(1 + t), x from 1 to D - 1 has Q (1 - t) t^x/(1 + t) and P (1 - t) t^(D -
 * x)/(1 + t), and x >= D is x <= 0 with both exchanged. */
static void geometric(outcomes *made, const step *of, slong precision) {
    ulong distance = (ulong)of->sensitivity;
    arb_t ratio, total, gap, part;
    arb_init(ratio), arb_init(total), arb_init(gap), arb_init(part);
    start(made, (slong)distance + 1);
    arb_set_d(part, of->scale);
    arb_inv(part, part, precision);
    arb_neg(part, part);
    arb_exp(ratio, part, precision);
    arb_expm1(gap, part, precision);
    arb_neg(gap, gap);
    arb_add_ui(total, ratio, 1, precision);
    for (ulong x = 0; x <= distance; x++) {
        bool end = x == 0 || x == distance;
        arb_pow_ui(made->q + x, ratio, x, precision);
        arb_pow_ui(made->p + x, ratio, distance - x, precision);
        for (int side = 0; side < 2; side++) {
            arb_ptr mass = (side ? made->p : made->q) + x;
            if (!end)
                arb_mul(mass, mass, gap, precision);
            arb_div(mass, mass, total, precision);
        }
    }
    arb_clear(ratio), arb_clear(total), arb_clear(gap), arb_clear(part);
}

/* 2.8 is above 4 log 2. */
slong discrete_gaussian_reach(const step *of, slong precision) {
    return (slong)(ceil(of->scale * sqrt(2.8 * (double)(precision + 8))) + 2 * of->sensitivity + 2);
}

/* e^(-x^2/(2 sigma^2)) for x = 0 .. reach, and in `tail` all that is beyond reach - distance on one side: the ratio of neighbours
 * is below e^(-x/sigma^2) there, so that it is at most the first term/(1 - e^(-x/sigma^2)). */
static void gaussian_weights(arb_ptr weight, arb_t tail, const step *of, slong reach, slong distance, slong precision) {
    arb_t rate, part;
    arb_init(rate), arb_init(part);
    arb_set_d(rate, of->scale);
    arb_sqr(rate, rate, precision);
    arb_mul_2exp_si(rate, rate, 1);
    arb_inv(rate, rate, precision);
    arb_neg(rate, rate); /* -1/(2 sigma^2) */
    for (slong x = 0; x <= reach; x++) {
        arb_mul_si(part, rate, x, precision);
        arb_mul_si(part, part, x, precision);
        arb_exp(weight + x, part, precision);
    }
    slong first = reach - distance + 1;
    arb_mul_si(part, rate, 2 * first, precision);
    arb_expm1(part, part, precision);
    arb_neg(part, part);
    arb_mul_si(tail, rate, first, precision);
    arb_mul_si(tail, tail, first, precision);
    arb_exp(tail, tail, precision);
    arb_div(tail, tail, part, precision);
    arb_clear(rate), arb_clear(part);
}

/* [0, upper end of x]. */
static void from_zero(arb_t x, slong precision) {
    arb_t zero;
    arb_init(zero);
    arb_union(x, x, zero, precision);
    arb_clear(zero);
}

/* The sum of all weights as a ball, tails of both sides included. */
static void gaussian_total(arb_t total, arb_srcptr weight, const arb_t tail, slong reach, slong precision) {
    arb_t part;
    arb_init(part);
    arb_zero(total);
    for (slong x = reach; x > 0; x--)
        arb_add(total, total, weight + x, precision);
    arb_set(part, tail);
    from_zero(part, precision);
    arb_add(total, total, part, precision);
    arb_mul_2exp_si(total, total, 1);
    arb_add(total, total, weight, precision);
    arb_clear(part);
}

/* Outcomes -reach .. reach, P centred at the sensitivity. */
static void discrete_gaussian(outcomes *made, const step *of, slong precision) {
    slong reach = discrete_gaussian_reach(of, precision), distance = (slong)of->sensitivity, room = reach + distance + 1;
    arb_ptr weight = _arb_vec_init(room);
    arb_t tail, total;
    arb_init(tail), arb_init(total);
    start(made, 2 * reach + 1);
    gaussian_weights(weight, tail, of, reach + distance, 2 * distance, precision);
    gaussian_total(total, weight, tail, reach + distance, precision);
    for (slong x = -reach; x <= reach; x++) {
        arb_div(made->q + x + reach, weight + labs(x), total, precision);
        arb_div(made->p + x + reach, weight + labs(x - distance), total, precision);
    }
    arb_div(made->missing, tail, total, precision); /* beyond reach - distance on both sides, of P and of Q */
    arb_mul_2exp_si(made->missing, made->missing, 1);
    from_zero(made->missing, precision);
    _arb_vec_clear(weight, room);
    arb_clear(tail), arb_clear(total);
}

void outcomes_create(outcomes *made, const step *of, pld_direction direction, slong precision) {
    switch (of->family) {
    case RANDOMIZED_RESPONSE:
        response(made, of, precision);
        break;
    case DISCRETE_GAUSSIAN:
        discrete_gaussian(made, of, precision);
        break;
    case DISCRETE_LAPLACE:
        geometric(made, of, precision);
        break;
    default:
        guarantee_of(made, of, precision);
        break;
    }
    arb_t rate, rest;
    arb_init(rate), arb_init(rest);
    arb_set_d(rate, of->rate);
    arb_sub_si(rest, rate, 1, precision);
    arb_neg(rest, rest);
    for (slong i = 0; i < made->count && of->rate != 1; i++) { /* P sampled: (1 - rate) Q + rate P */
        arb_mul(made->p + i, made->p + i, rate, precision);
        arb_addmul(made->p + i, made->q + i, rest, precision);
    }
    if (direction == PLD_ADD) {
        arb_ptr p = made->p;
        made->p = made->q;
        made->q = p;
    }
    arb_clear(rate), arb_clear(rest);
}

void outcomes_supremum(arb_t supremum, const step *of, pld_direction direction, slong precision) {
    arb_t ratio;
    arb_init(ratio);
    if (of->family == DISCRETE_GAUSSIAN) { /* unbounded, but for what sampling leaves of Q in P */
        if (direction == PLD_ADD && of->rate < 1) {
            arb_set_d(ratio, -of->rate);
            arb_log1p(supremum, ratio, precision);
            arb_neg(supremum, supremum);
        } else if (of->rate > 0) {
            arb_pos_inf(supremum);
        } else {
            arb_zero(supremum);
        }
    } else {
        outcomes list;
        outcomes_create(&list, of, direction, precision);
        arb_neg_inf(supremum);
        for (slong i = 0; i < list.count; i++) {
            if (arb_is_zero(list.p + i))
                continue;
            if (arb_is_zero(list.q + i)) {
                arb_pos_inf(supremum);
                break;
            }
            arb_div(ratio, list.p + i, list.q + i, precision);
            arb_log(ratio, ratio, precision);
            if (arb_is_finite(supremum))
                arb_max(supremum, supremum, ratio, precision);
            else
                arb_set(supremum, ratio);
        }
        outcomes_clear(&list);
    }
    arb_clear(ratio);
}
