#include "verify/moments.h"

#include "verify/strip.h"

void pld__hint_interval(const pld__hint *hint, arb_t interval, slong precision) {
    arb_t period;
    arb_init(period);
    arb_set_d(period, hint->period);
    arb_const_pi(interval, precision);
    arb_mul_2exp_si(interval, interval, 1);
    arb_div(interval, interval, period, precision);
    arb_clear(period);
}

void pld__powers_add(acb_ptr values, slong count, const arb_t scale, const acb_t turn, acb_ptr powers, slong bits,
                     slong precision) {
    for (slong k = 0; k < count; k++) {
        if (k < 2)
            k == 0 ? acb_one(powers) : acb_set(powers + 1, turn);
        else
            acb_mul(powers + k, powers + k / 2, powers + (k + 1) / 2, bits);
        arb_addmul(acb_realref(values + k), scale, acb_realref(powers + k), precision);
        arb_addmul(acb_imagref(values + k), scale, acb_imagref(powers + k), precision);
    }
}

/* --- mixtures ------------------------------------------------------------------------------------------------------- */

typedef struct {
    const pld__verify_mixture *mixture;
    const pld__hint *hint;
    const pld__verify_grid *grid;
    slong precision, rough;                             /* the second for what is only a bound */
    arb_t tilt, order, interval, end, height, half_log; /* interval: between frequencies; end: the last; half_log: log(2 pi)/2 */
} setting;

static void init_setting(setting *set, const pld__verify_factor *factor, const pld__hint *hint, const pld__verify_grid *grid,
                         slong precision) {
    *set = (setting){.mixture = &factor->mixture, .hint = hint, .grid = grid, .precision = precision};
    set->rough = 80;
    for (uint64_t count = factor->count; count > 0; count /= 2)
        set->rough++;
    arb_init(set->tilt);
    arb_init(set->order);
    arb_init(set->interval);
    arb_init(set->end);
    arb_init(set->height);
    arb_init(set->half_log);
    arb_set_d(set->tilt, hint->tilt);
    arb_set_d(set->order, hint->order);
    arb_const_pi(set->half_log, precision);
    arb_mul_2exp_si(set->half_log, set->half_log, 1);
    arb_log(set->half_log, set->half_log, precision);
    arb_mul_2exp_si(set->half_log, set->half_log, -1);
    pld__hint_interval(hint, set->interval, precision);
    arb_mul_ui(set->end, set->interval, hint->frequencies, precision);
    arb_set_d(set->height, grid->height);
}

static void clear_setting(setting *set) {
    arb_clear(set->tilt);
    arb_clear(set->order);
    arb_clear(set->interval);
    arb_clear(set->end);
    arb_clear(set->height);
    arb_clear(set->half_log);
}

/* log f = -x^2/2 - log(2 pi)/2 + (1 + tilt) log r_P - tilt log r_Q */
static void log_density(const setting *set, const arb_t tilt, const arb_t x, const arb_t log_p, const arb_t log_q, arb_t result,
                        slong precision) {
    arb_t part;
    arb_init(part);
    arb_sqr(result, x, precision);
    arb_mul_2exp_si(result, result, -1);
    arb_add(result, result, set->half_log, precision);
    arb_neg(result, result);
    arb_add(result, result, log_p, precision);
    arb_sub(part, log_p, log_q, precision);
    arb_addmul(result, tilt, part, precision);
    arb_clear(part);
}

/* The modulus of the integrand at x + i height, at the last frequency (T63). */
static void add_along_line(const setting *set, const arb_t x, arb_t sum) {
    slong precision = set->rough;
    acb_t log_p, log_q;
    arb_t value, angle;
    acb_init(log_p);
    acb_init(log_q);
    arb_init(value);
    arb_init(angle);
    pld__verify_mixture_complex_logs(set->mixture, x, set->height, log_p, log_q, precision);
    log_density(set, set->tilt, x, acb_realref(log_p), acb_realref(log_q), value, precision);
    arb_sqr(angle, set->height, precision);
    arb_mul_2exp_si(angle, angle, -1);
    arb_add(value, value, angle, precision);
    arb_sub(angle, acb_imagref(log_p), acb_imagref(log_q), precision);
    arb_submul(value, angle, set->end, precision);
    arb_exp(value, value, precision);
    arb_add(sum, sum, value, precision);
    acb_clear(log_p);
    acb_clear(log_q);
    arb_clear(value);
    arb_clear(angle);
}

typedef struct {
    arb_t order, line;          /* sums over the nodes, times the step: of f of the order, along the line */
    arb_t beyond, order_beyond; /* nodes that are left out, of both */
} sums;

/* Bits that a term needs which is that much smaller than the largest: everything is added up in the end. */
static slong bits_of(const arb_t log_f, const arb_t log_largest, slong precision) {
    double fallen =
        (arf_get_d(arb_midref(log_largest), ARF_RND_NEAR) - arf_get_d(arb_midref(log_f), ARF_RND_NEAR)) / 0.6931471805599453;
    slong bits = fallen > 0 && fallen < (double)precision ? precision - (slong)fallen : fallen > 0 ? 0 : precision;
    return bits > 32 ? bits : 32;
}

static void add_ends(const setting *set, const arb_t x, const arb_t log_p, const arb_t log_q, bool right, sums *total) {
    arb_t log_f, bound;
    arb_init(log_f);
    arb_init(bound);
    log_density(set, set->tilt, x, log_p, log_q, log_f, set->rough);
    pld__strip_beyond(set->mixture, set->tilt, x, log_f, set->grid->step, right, bound, set->rough);
    arb_add(total->beyond, total->beyond, bound, set->rough);
    log_density(set, set->order, x, log_p, log_q, log_f, set->rough);
    pld__strip_beyond(set->mixture, set->order, x, log_f, set->grid->step, right, bound, set->rough);
    arb_add(total->order_beyond, total->order_beyond, bound, set->rough);
    arb_clear(log_f);
    arb_clear(bound);
}

/* Two passes over the nodes: logs, so that it is known how large the largest term is, then what is added up. */
static void add_nodes(const setting *set, sums *total, acb_ptr values) {
    const pld__verify_grid *grid = set->grid;
    slong nodes = grid->last - grid->first + 1, count = (slong)set->hint->frequencies + 1, precision = set->precision;
    arb_ptr log_p = _arb_vec_init(nodes), log_q = _arb_vec_init(nodes), log_f = _arb_vec_init(nodes);
    acb_ptr powers = _acb_vec_init(count);
    arb_t x, step, largest, value;
    acb_t turn;
    arb_init(x);
    arb_init(step);
    arb_init(largest);
    arb_init(value);
    acb_init(turn);
    arb_set_d(step, grid->step);
    for (slong i = 0; i < nodes; i++) {
        arb_mul_si(x, step, grid->first + i, precision); /* exact: the step has few bits */
        pld__verify_mixture_logs(set->mixture, x, log_p + i, log_q + i, precision);
        log_density(set, set->tilt, x, log_p + i, log_q + i, log_f + i, precision);
        if (i == 0 || arf_cmp(arb_midref(log_f + i), arb_midref(largest)) > 0)
            arb_set(largest, log_f + i);
        log_density(set, set->order, x, log_p + i, log_q + i, value, set->rough);
        arb_exp(value, value, set->rough);
        arb_add(total->order, total->order, value, set->rough);
        add_along_line(set, x, total->line);
        if (i == 0 || i == nodes - 1)
            add_ends(set, x, log_p + i, log_q + i, i > 0, total);
    }
    for (slong i = 0; i < nodes; i++) {
        slong bits = bits_of(log_f + i, largest, precision);
        arb_exp(value, log_f + i, bits);
        arb_mul(value, value, step, precision);
        arb_sub(x, log_p + i, log_q + i, precision);
        arb_mul(x, x, set->interval, precision);
        arb_sin_cos(acb_imagref(turn), acb_realref(turn), x, bits);
        pld__powers_add(values, count, value, turn, powers, bits, precision);
    }
    arb_mul(total->order, total->order, step, set->rough);
    arb_mul(total->line, total->line, step, set->rough);
    _arb_vec_clear(log_p, nodes);
    _arb_vec_clear(log_q, nodes);
    _arb_vec_clear(log_f, nodes);
    _acb_vec_clear(powers, count);
    arb_clear(x);
    arb_clear(step);
    arb_clear(largest);
    arb_clear(value);
    acb_clear(turn);
}

/* The integral of f from the sum over kept nodes S: it is at most (S + beyond)/(1 - error at t = 0). Infinite where that error is
 * not below 1. */
static void integral_upper(const arb_t sum, const arb_t beyond, const arb_t error, arb_t result, slong precision) {
    arb_t rest;
    arb_init(rest);
    arb_sub_ui(rest, error, 1, precision);
    arb_neg(rest, rest);
    if (!arb_is_positive(rest)) {
        arb_pos_inf(result);
    } else {
        arb_add(result, sum, beyond, precision);
        arb_div(result, result, rest, precision);
    }
    arb_clear(rest);
}

/* Both sides of the error at the frequency t. */
static void both_errors(const setting *set, const arb_t tilt, const arb_t t, double rising, double falling, arb_t error) {
    arb_t part;
    arb_init(part);
    pld__strip_error(set->mixture, tilt, t, rising, set->grid->step, true, error, set->rough);
    pld__strip_error(set->mixture, tilt, t, falling, set->grid->step, false, part, set->rough);
    arb_add(error, error, part, set->rough);
    arb_clear(part);
}

/* Adds to every value the errors of (T61) and (T62) as radii. */
static void add_radii(const setting *set, const sums *total, const arb_t integral, acb_ptr values) {
    arb_t t, error;
    mag_t radius;
    arb_init(t);
    arb_init(error);
    mag_init(radius);
    for (slong k = 0; k <= (slong)set->hint->frequencies; k++) {
        arb_mul_si(t, set->interval, k, set->rough);
        both_errors(set, set->tilt, t, set->grid->rising, set->grid->falling, error);
        arb_mul(error, error, integral, set->rough);
        arb_add(error, error, total->beyond, set->rough);
        arb_get_mag(radius, error);
        arb_add_error_mag(acb_realref(values + k), radius);
        if (k > 0)
            arb_add_error_mag(acb_imagref(values + k), radius);
    }
    arb_clear(t);
    arb_clear(error);
    mag_clear(radius);
}

static void finish_bounds(const setting *set, sums *total, acb_ptr values, pld__verify_moments *moments) {
    slong precision = set->rough;
    arb_t error, zero, integral, growth;
    arb_init(error);
    arb_init(zero);
    arb_init(integral);
    arb_init(growth);
    both_errors(set, set->tilt, zero, set->grid->rising, set->grid->falling, error);
    integral_upper(acb_realref(values), total->beyond, error, integral, precision);
    add_radii(set, total, integral, values);
    both_errors(set, set->order, zero, set->grid->order_height, set->grid->order_height, error);
    integral_upper(total->order, total->order_beyond, error, moments->order, precision);
    /* Along the line: sum + beyond times the growth + error times the integral (T63). */
    pld__strip_growth(set->mixture, set->tilt, set->grid->height, growth, precision);
    arb_addmul(total->line, growth, total->beyond, precision);
    pld__strip_line_error(set->mixture, set->tilt, set->grid->height, set->grid->room, set->grid->step, error, precision);
    arb_addmul(total->line, error, integral, precision);
    arb_min(moments->end, total->line, integral, precision); /* never more than without turning */
    arb_clear(error);
    arb_clear(zero);
    arb_clear(integral);
    arb_clear(growth);
}

static void mixture_moments(const pld__verify_factor *factor, const pld__hint *hint, const pld__verify_grid *grid,
                            pld__verify_moments *moments, slong precision) {
    setting set;
    sums total;
    init_setting(&set, factor, hint, grid, precision);
    arb_init(total.order);
    arb_init(total.line);
    arb_init(total.beyond);
    arb_init(total.order_beyond);
    add_nodes(&set, &total, moments->values);
    finish_bounds(&set, &total, moments->values, moments);
    arb_clear(total.order);
    arb_clear(total.line);
    arb_clear(total.beyond);
    arb_clear(total.order_beyond);
    clear_setting(&set);
}

/* --- closed forms --------------------------------------------------------------------------------------------------- */

/* e^(mu^2 s (s + 1)/2), whose modulus falls as |Im s| grows. */
static void gaussian_at(const pld__verify_factor *factor, const acb_t s, acb_t value, slong precision) {
    acb_add_ui(value, s, 1, precision);
    acb_mul(value, value, s, precision);
    acb_mul_arb(value, value, factor->ratio, precision);
    acb_mul_2exp_si(value, value, -1);
    acb_exp(value, value, precision);
}

/* u (1 + w)/2 + v (1 - w)/2 with u = e^(s r), v = e^(-(1 + s) r), w = 1/(1 + 2s) (T66). Written with u and v as bounds of moduli:
 * (|u| + |v|)(1 + |w|)/2. */
static void laplace_at(const pld__verify_factor *factor, const acb_t s, acb_t value, arb_t modulus_upper, slong precision) {
    acb_t u, v, w;
    arb_t part;
    acb_init(u);
    acb_init(v);
    acb_init(w);
    arb_init(part);
    acb_mul_arb(u, s, factor->ratio, precision);
    acb_add_arb(v, u, factor->ratio, precision);
    acb_neg(v, v);
    acb_exp(u, u, precision);
    acb_exp(v, v, precision);
    acb_mul_2exp_si(w, s, 1);
    acb_add_ui(w, w, 1, precision);
    acb_inv(w, w, precision);
    acb_abs(modulus_upper, u, precision);
    acb_abs(part, v, precision);
    arb_add(modulus_upper, modulus_upper, part, precision);
    acb_abs(part, w, precision);
    arb_add_ui(part, part, 1, precision);
    arb_mul(modulus_upper, modulus_upper, part, precision);
    arb_mul_2exp_si(modulus_upper, modulus_upper, -1);
    acb_add(value, u, v, precision);
    acb_sub(u, u, v, precision);
    acb_addmul(value, u, w, precision);
    acb_mul_2exp_si(value, value, -1);
    acb_clear(u);
    acb_clear(v);
    acb_clear(w);
    arb_clear(part);
}

static void closed_at(const pld__verify_factor *factor, const acb_t s, acb_t value, arb_t modulus_upper, slong precision) {
    if (factor->kind == PLD__FACTOR_LAPLACE) {
        laplace_at(factor, s, value, modulus_upper, precision);
        return;
    }
    gaussian_at(factor, s, value, precision);
    acb_abs(modulus_upper, value, precision);
}

static void closed_moments(const pld__verify_factor *factor, const pld__hint *hint, pld__verify_moments *moments,
                           slong precision) {
    acb_t s, value;
    arb_t interval, unused;
    acb_init(s);
    acb_init(value);
    arb_init(interval);
    arb_init(unused);
    pld__hint_interval(hint, interval, precision);
    arb_set_d(acb_realref(s), hint->tilt);
    for (slong k = 0; k <= (slong)hint->frequencies; k++) {
        arb_mul_si(acb_imagref(s), interval, k, precision);
        closed_at(factor, s, moments->values + k, moments->end, precision); /* the last is the bound for all beyond */
    }
    acb_set_d(s, hint->order);
    closed_at(factor, s, value, unused, precision);
    arb_set(moments->order, acb_realref(value));
    acb_clear(s);
    acb_clear(value);
    arb_clear(interval);
    arb_clear(unused);
}

/* --- atoms ---------------------------------------------------------------------------------------------------------- */

static void atoms_moments(const pld__verify_factor *factor, const pld__hint *hint, pld__verify_moments *moments,
                          slong precision) {
    slong count = (slong)hint->frequencies + 1;
    acb_ptr powers = _acb_vec_init(count);
    arb_t tilt, interval, loss, term;
    acb_t turn;
    arb_init(tilt);
    arb_init(interval);
    arb_init(loss);
    arb_init(term);
    acb_init(turn);
    pld__hint_interval(hint, interval, precision);
    for (slong j = 0; j < factor->atom_count; j++) {
        pld__verify_factor_loss(factor, j, loss, precision);
        arb_set_d(tilt, hint->order);
        arb_mul(term, loss, tilt, precision);
        arb_exp(term, term, precision);
        arb_addmul(moments->order, term, factor->mass + j, precision);
        arb_set_d(tilt, hint->tilt);
        arb_mul(term, loss, tilt, precision);
        arb_exp(term, term, precision);
        arb_mul(term, term, factor->mass + j, precision);
        arb_mul(loss, loss, interval, precision);
        arb_sin_cos(acb_imagref(turn), acb_realref(turn), loss, precision);
        pld__powers_add(moments->values, count, term, turn, powers, precision, precision);
    }
    arb_set(moments->end, acb_realref(moments->values));
    _acb_vec_clear(powers, count);
    arb_clear(tilt);
    arb_clear(interval);
    arb_clear(loss);
    arb_clear(term);
    acb_clear(turn);
}

void pld__verify_factor_moments(const pld__verify_factor *factor, const pld__hint *hint, const pld__verify_grid *grid,
                                pld__verify_moments *moments, slong precision) {
    switch (factor->kind) {
    case PLD__FACTOR_MIXTURE:
        mixture_moments(factor, hint, grid, moments, precision);
        break;
    case PLD__FACTOR_GAUSSIAN:
    case PLD__FACTOR_LAPLACE:
        closed_moments(factor, hint, moments, precision);
        break;
    case PLD__FACTOR_ATOMS:
        atoms_moments(factor, hint, moments, precision);
        break;
    }
}
