#include "soundness/line.h"

/* --- sides ---------------------------------------------------------------------------------------------------------- */

static void side_create(line_side *made, slong room) {
    made->count = 0;
    made->room = room;
    made->weight = _arb_vec_init(room);
    made->mean = _arb_vec_init(room);
}

/* Enough for either side. */
static slong side_room(const step *of) {
    slong room = COMPONENTS_MOST;
    if (of->family == POISSON_GAUSSIAN)
        room = (slong)(of->removed > of->added ? of->removed : of->added) + 1;
    if (of->family == HYPERGEOMETRIC_GAUSSIAN)
        room = (slong)of->k + 1;
    return room > COMPONENTS_MOST ? room : COMPONENTS_MOST;
}

static void side_append(line_side *to, const arb_t weight, const arb_t mean) {
    if (arb_is_zero(weight))
        return;
    arb_set(to->weight + to->count, weight);
    arb_set(to->mean + to->count, mean);
    to->count++;
}

/* sum_j Binom(j; trials, rate) at j * unit. */
static void side_binomial(line_side *to, uint64_t trials, double rate, const arb_t unit, slong precision) {
    arb_t q, rest, weight, factor, mean;
    arb_init(q), arb_init(rest), arb_init(weight), arb_init(factor), arb_init(mean);
    arb_set_d(q, rate);
    arb_sub_si(rest, q, 1, precision);
    arb_neg(rest, rest);
    for (uint64_t j = 0; j <= trials; j++) {
        arb_bin_uiui(weight, trials, j, precision);
        arb_pow_ui(factor, q, j, precision);
        arb_mul(weight, weight, factor, precision);
        arb_pow_ui(factor, rest, trials - j, precision);
        arb_mul(weight, weight, factor, precision);
        arb_mul_ui(mean, unit, j, precision);
        side_append(to, weight, mean);
    }
    arb_clear(q), arb_clear(rest), arb_clear(weight), arb_clear(factor), arb_clear(mean);
}

/* from (from - 1) .. (from - count + 1), 0 if a factor is. */
static void falling(arb_t product, uint64_t from, uint64_t count, slong precision) {
    arb_one(product);
    for (uint64_t i = 0; i < count; i++)
        arb_mul_ui(product, product, from >= i ? from - i : 0, precision);
}

/* Hyp(j; N, k, B) = C(k, j) B^(j) (N - B)^(k - j)/N^(k), with falling factorials. */
static void side_hypergeometric(line_side *to, const step *of, const arb_t unit, slong precision) {
    arb_t weight, factor, mean;
    arb_init(weight), arb_init(factor), arb_init(mean);
    for (uint64_t j = 0; j <= of->k; j++) {
        arb_bin_uiui(weight, of->k, j, precision);
        falling(factor, of->batch, j, precision);
        arb_mul(weight, weight, factor, precision);
        falling(factor, of->population - of->batch, of->k - j, precision);
        arb_mul(weight, weight, factor, precision);
        falling(factor, of->population, of->k, precision);
        arb_div(weight, weight, factor, precision);
        arb_mul_ui(mean, unit, j, precision);
        side_append(to, weight, mean);
    }
    arb_clear(weight), arb_clear(factor), arb_clear(mean);
}

static void side_list(line_side *to, unsigned count, const double *weights, const double *means, const arb_t unit,
                      slong precision) {
    arb_t total, weight, mean;
    arb_init(total), arb_init(weight), arb_init(mean);
    for (unsigned i = 0; i < count; i++) {
        arb_set_d(weight, weights[i]);
        arb_add(total, total, weight, precision);
    }
    for (unsigned i = 0; i < count; i++) {
        arb_set_d(weight, weights[i]);
        arb_div(weight, weight, total, precision);
        arb_set_d(mean, means[i]);
        arb_mul(mean, mean, unit, precision);
        side_append(to, weight, mean);
    }
    arb_clear(total), arb_clear(weight), arb_clear(mean);
}

static void side_point(line_side *to, const arb_t mean) {
    arb_t one;
    arb_init(one);
    arb_one(one);
    side_append(to, one, mean);
    arb_clear(one);
}

/* --- lines ---------------------------------------------------------------------------------------------------------- */

bool line_covers(const step *of) {
    return of->family <= POISSON_LAPLACE;
}

/* Q versus P has a loss that falls: seen from the other side it rises. */
static void mirror(line *changed) {
    line_side p = changed->p;
    changed->p = changed->q;
    changed->q = p;
    for (slong i = 0; i < changed->p.count; i++)
        arb_neg(changed->p.mean + i, changed->p.mean + i);
    for (slong i = 0; i < changed->q.count; i++)
        arb_neg(changed->q.mean + i, changed->q.mean + i);
}

void line_create(line *made, const step *of, pld_direction direction, slong precision) {
    arb_t unit, zero;
    arb_init(unit), arb_init(zero);
    side_create(&made->p, side_room(of));
    side_create(&made->q, side_room(of));
    made->laplace = of->family == LAPLACE || of->family == POISSON_LAPLACE;
    arb_set_d(unit, of->sensitivity);
    arb_set_d(zero, of->scale);
    arb_div(unit, unit, zero, precision);
    arb_zero(zero);
    switch (of->family) {
    case POISSON_GAUSSIAN:
        side_binomial(&made->p, of->removed, of->rate, unit, precision);
        arb_neg(unit, unit);
        side_binomial(&made->q, of->added, of->rate, unit, precision);
        break;
    case POISSON_LAPLACE:
        side_binomial(&made->p, 1, of->rate, unit, precision);
        side_point(&made->q, zero);
        break;
    case HYPERGEOMETRIC_GAUSSIAN: {
        arb_t shift;
        arb_init(shift);
        arb_set_d(shift, of->shift);
        arb_mul(unit, unit, shift, precision);
        arb_clear(shift);
        side_hypergeometric(&made->p, of, unit, precision);
        side_point(&made->q, zero);
        break;
    }
    case MIXTURE_GAUSSIAN:
        side_list(&made->p, of->p_count, of->p_weight, of->p_mean, unit, precision);
        side_list(&made->q, of->q_count, of->q_weight, of->q_mean, unit, precision);
        break;
    default:
        side_point(&made->p, unit);
        side_point(&made->q, zero);
        break;
    }
    if (direction == PLD_ADD)
        mirror(made);
    arb_clear(unit), arb_clear(zero);
}

void line_create_gaussians(line *made, const question *of, pld_direction direction, slong precision) {
    arb_t square, mean, noise;
    arb_init(square), arb_init(mean), arb_init(noise);
    for (unsigned i = 0; i < of->step_count; i++) {
        arb_set_d(mean, of->steps[i].sensitivity);
        arb_set_d(noise, of->steps[i].scale);
        arb_div(mean, mean, noise, precision);
        arb_sqr(mean, mean, precision);
        arb_mul_ui(mean, mean, of->steps[i].count, precision);
        arb_add(square, square, mean, precision);
    }
    arb_sqrt(mean, square, precision);
    made->laplace = false;
    side_create(&made->p, 1);
    side_create(&made->q, 1);
    side_point(&made->p, mean);
    arb_zero(mean);
    side_point(&made->q, mean);
    if (direction == PLD_ADD)
        mirror(made);
    arb_clear(square), arb_clear(mean), arb_clear(noise);
}

void line_clear(line *used) {
    _arb_vec_clear(used->p.weight, used->p.room);
    _arb_vec_clear(used->p.mean, used->p.room);
    _arb_vec_clear(used->q.weight, used->q.room);
    _arb_vec_clear(used->q.mean, used->q.room);
}
