#include "verify/strip.h"

/* height spread < pi/divisor, proven? */
static bool is_within(const arb_t spread, double height, slong divisor, slong precision) {
    arb_t angle, most;
    arb_init(angle);
    arb_init(most);
    arb_set_d(angle, height);
    arb_mul(angle, angle, spread, precision);
    arb_const_pi(most, precision);
    arb_div_si(most, most, divisor, precision);
    bool within = height > 0 && arb_lt(angle, most);
    arb_clear(angle);
    arb_clear(most);
    return within;
}

/* log of 1/cos(height q_spread/2), times the tilt. */
static void log_of_loss(const pld__verify_mixture *mixture, const arb_t tilt, double height, arb_t result, slong precision) {
    arb_set_d(result, height);
    arb_mul(result, result, mixture->q_spread, precision);
    arb_mul_2exp_si(result, result, -1);
    arb_cos(result, result, precision);
    arb_log(result, result, precision);
    arb_mul(result, result, tilt, precision);
    arb_neg(result, result);
}

static void log_of_growth(const pld__verify_mixture *mixture, const arb_t tilt, double height, arb_t result, slong precision) {
    arb_t square;
    arb_init(square);
    arb_set_d(square, height);
    arb_sqr(square, square, precision);
    arb_mul_2exp_si(square, square, -1);
    log_of_loss(mixture, tilt, height, result, precision);
    arb_add(result, result, square, precision);
    arb_clear(square);
}

void pld__strip_growth(const pld__verify_mixture *mixture, const arb_t tilt, double height, arb_t growth, slong precision) {
    if (!is_within(mixture->spread, height, 1, precision)) {
        arb_pos_inf(growth);
        return;
    }
    log_of_growth(mixture, tilt, height, growth, precision);
    arb_exp(growth, growth, precision);
}

/* e^(2 pi height/step) - 1 */
static void set_divisor(arb_t divisor, double height, double step, slong precision) {
    arb_t width;
    arb_init(width);
    arb_const_pi(divisor, precision);
    arb_mul_2exp_si(divisor, divisor, 1);
    arb_set_d(width, height);
    arb_mul(divisor, divisor, width, precision);
    arb_set_d(width, step);
    arb_div(divisor, divisor, width, precision);
    arb_expm1(divisor, divisor, precision);
    arb_clear(width);
}

void pld__strip_error(const pld__verify_mixture *mixture, const arb_t tilt, const arb_t t, double height, double step,
                      bool rising, arb_t error, slong precision) {
    if (!is_within(mixture->spread, height, 1, precision) || !arb_is_nonnegative(tilt) || !arb_is_nonnegative(t)) {
        arb_pos_inf(error);
        return;
    }
    arb_t exponent, divisor;
    arb_init(exponent);
    arb_init(divisor);
    arb_set_d(exponent, rising ? height : -height);
    arb_mul(exponent, exponent, rising ? mixture->high : mixture->low, precision);
    arb_mul(exponent, exponent, t, precision);
    log_of_growth(mixture, tilt, height, error, precision);
    arb_add(error, error, exponent, precision);
    arb_exp(error, error, precision);
    set_divisor(divisor, height, step, precision);
    arb_div(error, error, divisor, precision);
    arb_clear(exponent);
    arb_clear(divisor);
}

void pld__strip_beyond(const pld__verify_mixture *mixture, const arb_t tilt, const arb_t x, const arb_t log_f, double step,
                       bool right, arb_t bound, slong precision) {
    arb_t slope, width;
    arb_init(slope);
    arb_init(width);
    /* (1 + tilt) p - tilt m_Q(x), p the mean of P that is furthest on that side */
    pld__verify_side_posterior_mean(&mixture->q, x, slope, precision);
    arb_sub(slope, right ? mixture->p.most : mixture->p.least, slope, precision);
    arb_mul(slope, slope, tilt, precision);
    arb_add(slope, slope, right ? mixture->p.most : mixture->p.least, precision);
    arb_sub(slope, x, slope, precision);
    if (!right)
        arb_neg(slope, slope);
    if (!arb_is_positive(slope) || !arb_is_nonnegative(tilt)) {
        arb_pos_inf(bound);
    } else {
        arb_set_d(width, step);
        arb_mul(slope, slope, width, precision);
        arb_expm1(slope, slope, precision);
        arb_exp(bound, log_f, precision);
        arb_mul(bound, bound, width, precision);
        arb_div(bound, bound, slope, precision);
    }
    arb_clear(slope);
    arb_clear(width);
}

void pld__strip_line_error(const pld__verify_mixture *mixture, const arb_t tilt, double height, double room, double step,
                           arb_t error, slong precision) {
    double top = height + room, bottom = height > room ? height - room : room - height; /* top may be rounded: see below */
    bool angle_grows = is_within(mixture->spread, top * (1 + 0x1p-50), 2, precision);
    bool stays_above = room <= height && is_within(mixture->spread, top * (1 + 0x1p-50), 1, precision);
    if (!mixture->oriented || !arb_is_nonnegative(tilt) || !(height > 0) || !(room > 0) || !(angle_grows || stays_above)) {
        arb_pos_inf(error);
        return;
    }
    arb_t half, part, divisor;
    arb_init(half);
    arb_init(part);
    arb_init(divisor);
    /* Heights a little above the rounded ones make both cosines smaller: an upper bound. */
    arb_mul_2exp_si(half, tilt, -1);
    log_of_loss(mixture, half, top * (1 + 0x1p-50), error, precision);
    log_of_loss(mixture, half, bottom * (1 + 0x1p-50) + 0x1p-50 * top, part, precision);
    arb_add(error, error, part, precision);
    arb_set_d(part, height);
    arb_sqr(part, part, precision);
    arb_set_d(divisor, room);
    arb_addmul(part, divisor, divisor, precision);
    arb_mul_2exp_si(part, part, -1);
    arb_add(error, error, part, precision);
    arb_exp(error, error, precision);
    arb_mul_2exp_si(error, error, 1);
    set_divisor(divisor, room, step, precision);
    arb_div(error, error, divisor, precision);
    arb_clear(half);
    arb_clear(part);
    arb_clear(divisor);
}
