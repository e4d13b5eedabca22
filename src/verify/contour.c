#include "verify/contour.h"

#include "base/base.h"

#include <math.h>

/* Nodes times frequencies, and frequencies alone. */
static const double WORK_MOST = 6e6, FREQUENCIES_MOST = 1e6, PRECISION_MOST = 4096;

static bool is_affordable(const pld__hint *hint) {
    return hint->tilt > 0 && hint->tilt < 1e12 && hint->period > 0 && hint->period < 1e15 && hint->order > hint->tilt &&
           hint->order < 1e12 && hint->frequencies >= 1 && (double)hint->frequencies <= FREQUENCIES_MOST &&
           hint->precision >= 64 && (double)hint->precision <= PRECISION_MOST;
}

/* Multiplies what there is by the moments of a factor, as often as it counts. */
static void multiply(pld__contour *contour, const pld__verify_factor *factor, pld__verify_moments *moments) {
    slong precision = contour->precision;
    for (slong k = 0; k <= (slong)contour->hint.frequencies; k++) {
        acb_pow_ui(moments->values + k, moments->values + k, factor->count, precision);
        acb_mul(contour->terms + k, contour->terms + k, moments->values + k, precision);
    }
    arb_pow_ui(moments->order, moments->order, factor->count, precision);
    arb_mul(contour->order, contour->order, moments->order, precision);
    arb_pow_ui(moments->end, moments->end, factor->count, precision);
    arb_mul(contour->end, contour->end, moments->end, precision);
}

static bool add_factor(pld__contour *contour, const pld__verify_factor *factor, pld__aim *aim, double log_error) {
    slong count = (slong)contour->hint.frequencies + 1;
    pld__verify_grid grid = {.step = 0};
    pld__verify_moments moments;
    double nodes = factor->kind == PLD__FACTOR_ATOMS ? (double)factor->atom_count : 1;
    if (factor->kind == PLD__FACTOR_MIXTURE) {
        if (!pld__grid_find(aim, &contour->hint, log_error, &grid))
            return false;
        nodes = (double)(grid.last - grid.first + 1);
    }
    contour->work += nodes * ((double)count + 20) * (double)contour->precision / 128;
    if (contour->work > WORK_MOST)
        return false;
    moments.values = _acb_vec_init(count);
    arb_init(moments.order);
    arb_init(moments.end);
    pld__verify_factor_moments(factor, &contour->hint, &grid, &moments, contour->precision);
    multiply(contour, factor, &moments);
    _acb_vec_clear(moments.values, count);
    arb_clear(moments.order);
    arb_clear(moments.end);
    return true;
}

static void divide_by_kernel(pld__contour *contour) {
    slong precision = contour->precision;
    acb_t s, product;
    arb_t interval;
    acb_init(s);
    acb_init(product);
    arb_init(interval);
    pld__hint_interval(&contour->hint, interval, contour->precision);
    arb_set_d(acb_realref(s), contour->hint.tilt);
    for (slong k = 0; k <= (slong)contour->hint.frequencies; k++) {
        arb_mul_si(acb_imagref(s), interval, k, precision);
        acb_add_ui(product, s, 1, precision);
        acb_mul(product, product, s, precision);
        acb_div(contour->terms + k, contour->terms + k, product, precision);
    }
    acb_clear(s);
    acb_clear(product);
    arb_clear(interval);
}

bool pld__contour_init(pld__contour *contour, const pld__verify_factors *factors, pld__aim *aims, const pld__hint *hint,
                       double log_error) {
    if (!is_affordable(hint))
        return false;
    for (size_t i = 0; i < factors->count; i++)
        if (factors->factors[i].rate != 1)
            return false; /* there is no form of its moments */
    slong count = (slong)hint->frequencies + 1;
    *contour = (pld__contour){.hint = *hint, .precision = (slong)hint->precision, .terms = _acb_vec_init(count)};
    arb_init(contour->order);
    arb_init(contour->end);
    arb_init(contour->lost);
    arb_one(contour->order);
    arb_one(contour->end);
    for (slong k = 0; k < count; k++)
        acb_one(contour->terms + k);
    bool fine = true;
    for (size_t i = 0; i < factors->count && fine; i++)
        fine = add_factor(contour, &factors->factors[i], &aims[i], log_error);
    if (!fine) {
        pld__contour_clear(contour);
        return false;
    }
    divide_by_kernel(contour);
    pld__verify_factors_lost(factors->factors, factors->count, contour->lost, contour->precision);
    return true;
}

void pld__contour_clear(pld__contour *contour) {
    _acb_vec_clear(contour->terms, (slong)contour->hint.frequencies + 1);
    arb_clear(contour->order);
    arb_clear(contour->end);
    arb_clear(contour->lost);
}

/* W^-1 e^(-tilt epsilon) Re sum_k (2 - [k = 0]) terms_k e^(-i t_k epsilon) */
static void sum_frequencies(const pld__contour *contour, const arb_t epsilon, arb_t sum) {
    slong precision = contour->precision, count = (slong)contour->hint.frequencies + 1;
    acb_ptr turns = _acb_vec_init(count), powers = _acb_vec_init(count);
    acb_t turn, term;
    arb_t part;
    acb_init(turn);
    acb_init(term);
    arb_init(part);
    pld__hint_interval(&contour->hint, part, contour->precision);
    arb_mul(part, part, epsilon, precision);
    arb_neg(part, part);
    arb_sin_cos(acb_imagref(turn), acb_realref(turn), part, precision);
    arb_one(part);
    pld__powers_add(turns, count, part, turn, powers, precision, precision);
    arb_zero(sum);
    for (slong k = count; k-- > 0;) {
        acb_mul(term, contour->terms + k, turns + k, precision);
        if (k > 0)
            acb_mul_2exp_si(term, term, 1);
        arb_add(sum, sum, acb_realref(term), precision);
    }
    arb_set_d(part, contour->hint.tilt);
    arb_mul(part, part, epsilon, precision);
    arb_neg(part, part);
    arb_exp(part, part, precision);
    arb_mul(sum, sum, part, precision);
    arb_set_d(part, contour->hint.period);
    arb_div(sum, sum, part, precision);
    _acb_vec_clear(turns, count);
    _acb_vec_clear(powers, count);
    acb_clear(turn);
    acb_clear(term);
    arb_clear(part);
}

/* Frequencies that are dropped: at most end e^(-tilt epsilon)/(pi t), t the last one kept (T64). */
static void dropped_upper(const pld__contour *contour, const arb_t epsilon, arb_t bound) {
    slong precision = contour->precision;
    arb_t part;
    arb_init(part);
    arb_set_d(bound, contour->hint.tilt);
    arb_mul(bound, bound, epsilon, precision);
    arb_neg(bound, bound);
    arb_exp(bound, bound, precision);
    arb_mul(bound, bound, contour->end, precision);
    pld__hint_interval(&contour->hint, part, contour->precision);
    arb_mul_ui(part, part, contour->hint.frequencies, precision);
    arb_div(bound, bound, part, precision);
    arb_const_pi(part, precision);
    arb_div(bound, bound, part, precision);
    arb_clear(part);
}

/* Aliases: order e^(-order epsilon)/(e^((order - tilt) W) - 1) + 1/(e^(tilt W) - 1) (T64). */
static void aliases_upper(const pld__contour *contour, const arb_t epsilon, arb_t bound) {
    slong precision = contour->precision;
    arb_t part, order, tilt, period;
    arb_init(part);
    arb_init(order);
    arb_init(tilt);
    arb_init(period);
    arb_set_d(order, contour->hint.order);
    arb_set_d(tilt, contour->hint.tilt);
    arb_set_d(period, contour->hint.period);
    arb_mul(bound, order, epsilon, precision);
    arb_neg(bound, bound);
    arb_exp(bound, bound, precision);
    arb_mul(bound, bound, contour->order, precision);
    arb_sub(part, order, tilt, precision);
    arb_mul(part, part, period, precision);
    arb_expm1(part, part, precision);
    arb_div(bound, bound, part, precision);
    arb_mul(part, tilt, period, precision);
    arb_expm1(part, part, precision);
    arb_inv(part, part, precision);
    arb_add(bound, bound, part, precision);
    arb_clear(part);
    arb_clear(order);
    arb_clear(tilt);
    arb_clear(period);
}

void pld__contour_delta(const pld__contour *contour, const arb_t epsilon, arb_t delta) {
    slong precision = contour->precision;
    arb_t bound, none;
    mag_t radius;
    arb_init(bound);
    arb_init(none);
    mag_init(radius);
    sum_frequencies(contour, epsilon, delta);
    dropped_upper(contour, epsilon, bound);
    arb_get_mag(radius, bound);
    arb_add_error_mag(delta, radius);
    aliases_upper(contour, epsilon, bound);
    arb_union(bound, bound, none, precision); /* from nothing to all of it */
    arb_sub(delta, delta, bound, precision);
    arb_nonnegative_part(delta, delta); /* the finite part is not below 0 */
    arb_add(delta, delta, contour->lost, precision);
    arb_clear(bound);
    arb_clear(none);
    mag_clear(radius);
}
