/* delta(epsilon) of composed discrete pairs: sum over all ways to come out of (P - e^epsilon Q)_+, equal ways counted together.
 * What is on no outcome of a list adds at most P's mass of it, once a step. */
#include "soundness/outcomes.h"

#include <arb_poly.h>
#include <math.h>

/* Outcomes of one step, without making them. */
static double outcome_count(const step *of) {
    return of->family == RANDOMIZED_RESPONSE ? (of->k > 2 ? 3 : 2)
           : of->family == DISCRETE_LAPLACE  ? of->sensitivity + 1
           : of->family == DISCRETE_GAUSSIAN ? 2.0 * (double)discrete_gaussian_reach(of, 128)
           : of->delta > 0                   ? 4
                                             : 2;
}

double outcomes_ways(const question *of) {
    double log_ways = 0;
    for (unsigned i = 0; i < of->step_count; i++) {
        double count = outcome_count(&of->steps[i]), repeats = (double)outcomes_repeats(&of->steps[i]);
        log_ways += lgamma(repeats + count) - lgamma(count) - lgamma(repeats + 1);
    }
    return exp(log_ways);
}

/* A list with p^c/c! and q^c/c! of every outcome, c = 0 .. repeats. */
typedef struct {
    slong count, repeats;
    arb_ptr p, q;
    arb_t arrangements; /* repeats! */
} powers;

static void powers_create(powers *made, const outcomes *of, slong repeats, slong precision) {
    made->count = 0;
    made->repeats = repeats;
    made->p = _arb_vec_init(of->count * (repeats + 1));
    made->q = _arb_vec_init(of->count * (repeats + 1));
    arb_init(made->arrangements);
    arb_fac_ui(made->arrangements, (ulong)repeats, precision);
    for (slong i = 0; i < of->count; i++) {
        if (arb_is_zero(of->p + i)) /* adds nothing above 0 */
            continue;
        arb_ptr p = made->p + made->count * (repeats + 1), q = made->q + made->count * (repeats + 1);
        arb_one(p), arb_one(q);
        for (slong c = 1; c <= repeats; c++) {
            arb_mul(p + c, p + c - 1, of->p + i, precision);
            arb_div_ui(p + c, p + c, (ulong)c, precision);
            arb_mul(q + c, q + c - 1, of->q + i, precision);
            arb_div_ui(q + c, q + c, (ulong)c, precision);
        }
        made->count++;
    }
}

static void powers_clear(powers *used, slong outcome_room) {
    _arb_vec_clear(used->p, outcome_room * (used->repeats + 1));
    _arb_vec_clear(used->q, outcome_room * (used->repeats + 1));
    arb_clear(used->arrangements);
}

typedef struct {
    const powers *steps;
    unsigned step_count;
    arb_t scale, total, gain, zero; /* e^epsilon, the sum so far, room for one term, 0 */
    slong precision;
} counting;

static void count_ways(counting *by, unsigned place, slong outcome, slong left, const arb_t p, const arb_t q) {
    if (place == by->step_count) {
        arb_mul(by->gain, q, by->scale, by->precision);
        arb_sub(by->gain, p, by->gain, by->precision);
        arb_max(by->gain, by->gain, by->zero, by->precision);
        arb_add(by->total, by->total, by->gain, by->precision);
        return;
    }
    const powers *list = &by->steps[place];
    if (list->count == 0)
        return;
    bool last = outcome + 1 == list->count;
    arb_t next_p, next_q;
    arb_init(next_p), arb_init(next_q);
    for (slong c = last ? left : 0; c <= left; c++) {
        slong power = outcome * (list->repeats + 1) + c;
        arb_mul(next_p, p, list->p + power, by->precision);
        arb_mul(next_q, q, list->q + power, by->precision);
        if (last) {
            arb_mul(next_p, next_p, list->arrangements, by->precision);
            arb_mul(next_q, next_q, list->arrangements, by->precision);
        }
        count_ways(by, last ? place + 1 : place, last ? 0 : outcome + 1,
                   last && place + 1 < by->step_count ? by->steps[place + 1].repeats : left - c, next_p, next_q);
    }
    arb_clear(next_p), arb_clear(next_q);
}

void outcomes_delta(arb_t delta, const question *of, pld_direction direction, const arb_t epsilon, slong precision) {
    powers steps[STEPS_MOST];
    slong rooms[STEPS_MOST];
    arb_t one, missing;
    counting by = {.steps = steps, .step_count = of->step_count, .precision = precision};
    arb_init(one), arb_init(missing);
    arb_init(by.scale), arb_init(by.total), arb_init(by.gain), arb_init(by.zero);
    for (unsigned i = 0; i < of->step_count; i++) {
        outcomes list;
        uint64_t repeats = outcomes_repeats(&of->steps[i]);
        outcomes_create(&list, &of->steps[i], direction, precision);
        powers_create(&steps[i], &list, (slong)repeats, precision);
        rooms[i] = list.count;
        arb_addmul_ui(missing, list.missing, repeats, precision);
        outcomes_clear(&list);
    }
    arb_exp(by.scale, epsilon, precision);
    arb_one(one);
    count_ways(&by, 0, 0, steps[0].repeats, one, one);
    arb_add(delta, by.total, missing, precision);
    for (unsigned i = 0; i < of->step_count; i++)
        powers_clear(&steps[i], rooms[i]);
    arb_clear(one), arb_clear(missing);
    arb_clear(by.scale), arb_clear(by.total), arb_clear(by.gain), arb_clear(by.zero);
}

/* The law of a sum of `count` of Q, and log dP/dQ = (2 D sum - count D^2)/(2 sigma^2); of Q versus P the same, seen from the
 * other side. */
void discrete_gaussians_delta(arb_t delta, const step *of, pld_direction direction, const arb_t epsilon, slong precision) {
    step plain = *of;
    plain.rate = 1;
    outcomes list;
    outcomes_create(&list, &plain, PLD_REMOVE, precision);
    slong reach = list.count / 2, count = (slong)of->count, last = 2 * reach * count;
    arb_poly_t law;
    arb_t p, q, scale, rate, zero;
    (void)direction; /* x and D - x have exchanged masses, so both directions have one delta */
    arb_poly_init(law);
    arb_init(p), arb_init(q), arb_init(scale), arb_init(rate), arb_init(zero);
    for (slong x = 0; x < list.count; x++)
        arb_poly_set_coeff_arb(law, x, list.q + x);
    arb_poly_pow_ui(law, law, (ulong)count, precision);
    arb_exp(scale, epsilon, precision);
    arb_set_d(rate, of->scale);
    arb_sqr(rate, rate, precision);
    arb_mul_2exp_si(rate, rate, 1);
    arb_inv(rate, rate, precision);
    slong distance = (slong)of->sensitivity;
    arb_zero(delta);
    for (slong i = 0; i <= last; i++) {
        slong sum = i - reach * count;
        arb_mul_si(p, rate, 2 * distance * sum - count * distance * distance, precision);
        arb_exp(p, p, precision);
        arb_sub(p, p, scale, precision);
        arb_max(p, p, zero, precision);
        arb_poly_get_coeff_arb(q, law, i);
        arb_addmul(delta, p, q, precision);
    }
    /* Dropped: some step of P farther than reach, at most count times one step's. */
    arb_addmul_ui(delta, list.missing, (ulong)count, precision);
    outcomes_clear(&list);
    arb_poly_clear(law);
    arb_clear(p), arb_clear(q), arb_clear(scale), arb_clear(rate), arb_clear(zero);
}
