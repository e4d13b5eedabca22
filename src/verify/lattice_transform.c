/* Losses start + a h of one kind of step, T of them, by the N frequencies of a lattice of N places (T68): with V_j = sum_a p_a
 * e^(tilt a h) w^(ja), w = e^(2 pi i/N), z_j = e^(-tilt h) w^-j and y = T start + n h - epsilon for the first n where that is
 * above 0,
 *
 *     delta + aliases = N^-1 sum_j V_j^T e^(-tilt n h) w^(-jn) (1/(1 - z_j) - e^-y/(1 - z_j e^-h)). */
#include "verify/closed.h"

#include <acb_dft.h>
#include <math.h>

static const double PLACES_MOST = 1 << 18;

typedef struct {
    const pld__verify_factor *factor;
    slong precision, places;
    slong first;                /* n */
    arb_t tilt, order, fall, y; /* fall: tilt h */
    arb_t moment, order_moment; /* of one step, counted from `start` */
    acb_ptr law;                /* V */
} transform;

static void init_transform(transform *made, const pld__verify_factor *factor, const pld__hint *hint, slong places, slong first) {
    *made = (transform){.factor = factor, .precision = (slong)hint->precision, .places = places, .first = first};
    arb_init(made->tilt);
    arb_init(made->order);
    arb_init(made->fall);
    arb_init(made->y);
    arb_init(made->moment);
    arb_init(made->order_moment);
    arb_set_d(made->tilt, hint->tilt);
    arb_set_d(made->order, hint->order);
    arb_mul(made->fall, made->tilt, factor->spacing, made->precision);
    made->law = _acb_vec_init(places);
}

static void clear_transform(transform *made) {
    _acb_vec_clear(made->law, made->places);
    arb_clear(made->tilt);
    arb_clear(made->order);
    arb_clear(made->fall);
    arb_clear(made->y);
    arb_clear(made->moment);
    arb_clear(made->order_moment);
}

/* V: the transform has the other sign, which changes its order alone, and all are added up. */
static void fill_law(transform *made) {
    const pld__verify_factor *factor = made->factor;
    slong precision = made->precision;
    acb_ptr tilted = _acb_vec_init(made->places);
    arb_t term, exponent;
    arb_init(term);
    arb_init(exponent);
    for (slong a = 0; a < factor->atom_count; a++) {
        arb_ptr place = acb_realref(tilted + a % made->places);
        arb_mul_si(term, made->fall, a, precision);
        arb_exp(term, term, precision);
        arb_mul(term, term, factor->mass + a, precision);
        arb_add(place, place, term, precision);
        arb_add(made->moment, made->moment, term, precision);
        arb_mul(exponent, made->order, factor->spacing, precision);
        arb_mul_si(exponent, exponent, a, precision);
        arb_exp(term, exponent, precision);
        arb_addmul(made->order_moment, term, factor->mass + a, precision);
    }
    acb_dft(made->law, tilted, made->places, precision);
    _acb_vec_clear(tilted, made->places);
    arb_clear(term);
    arb_clear(exponent);
}

/* N^-1 e^(-tilt n h) sum_j ..; with the other sign of the transform w^(ja) is w^(-ja), so all signs of j are turned. */
static void sum_places(const transform *made, arb_t sum) {
    slong precision = made->precision;
    acb_t term, kernel, z;
    arb_t angle, shrink, fallen, part;
    acb_init(term);
    acb_init(kernel);
    acb_init(z);
    arb_init(angle);
    arb_init(shrink);
    arb_init(fallen);
    arb_init(part);
    arb_neg(fallen, made->fall);
    arb_exp(fallen, fallen, precision);
    arb_neg(part, made->factor->spacing);
    arb_exp(shrink, part, precision); /* e^-h */
    arb_neg(part, made->y);
    arb_exp(part, part, precision); /* e^-y */
    arb_zero(sum);
    for (slong j = 0; j < made->places; j++) {
        arb_set_si(angle, 2 * j);
        arb_div_si(angle, angle, made->places, precision);
        arb_sin_cos_pi(acb_imagref(z), acb_realref(z), angle, precision);
        acb_mul_arb(z, z, fallen, precision);
        acb_sub_ui(kernel, z, 1, precision);
        acb_neg(kernel, kernel);
        acb_inv(kernel, kernel, precision);
        acb_mul_arb(z, z, shrink, precision);
        acb_sub_ui(z, z, 1, precision);
        acb_neg(z, z);
        acb_inv(z, z, precision);
        acb_mul_arb(z, z, part, precision);
        acb_sub(kernel, kernel, z, precision);
        acb_pow_ui(term, made->law + j, made->factor->count, precision);
        acb_mul(term, term, kernel, precision);
        /* 2 j n/N, reduced: both are below 2^63 by far, their product need not be */
        arb_set_si(angle, 2 * j);
        arb_mul_si(angle, angle, made->first, 128);
        arb_div_si(angle, angle, made->places, precision + 64);
        arb_sin_cos_pi(acb_imagref(z), acb_realref(z), angle, precision);
        acb_mul(term, term, z, precision);
        arb_add(sum, sum, acb_realref(term), precision);
    }
    arb_mul_si(part, made->fall, -made->first, precision);
    arb_exp(part, part, precision);
    arb_mul(sum, sum, part, precision);
    arb_div_si(sum, sum, made->places, precision);
    acb_clear(term);
    acb_clear(kernel);
    acb_clear(z);
    arb_clear(angle);
    arb_clear(shrink);
    arb_clear(fallen);
    arb_clear(part);
}

/* As of a contour (T64), the period being N h: everything is counted from T start, so that epsilon - T start is n h - y. */
static void aliases_upper(const transform *made, const arb_t epsilon, arb_t bound) {
    slong precision = made->precision;
    arb_t distance, part, period;
    arb_init(distance);
    arb_init(part);
    arb_init(period);
    arb_mul_si(period, made->factor->spacing, made->places, precision);
    arb_mul_ui(distance, made->factor->start, made->factor->count, precision);
    arb_sub(distance, epsilon, distance, precision);
    arb_mul(distance, distance, made->order, precision);
    arb_neg(distance, distance);
    arb_exp(bound, distance, precision);
    arb_pow_ui(part, made->order_moment, made->factor->count, precision);
    arb_mul(bound, bound, part, precision);
    arb_sub(part, made->order, made->tilt, precision);
    arb_mul(part, part, period, precision);
    arb_expm1(part, part, precision);
    if (arb_is_positive(part))
        arb_div(bound, bound, part, precision);
    else
        arb_pos_inf(bound);
    arb_mul(part, made->tilt, period, precision);
    arb_expm1(part, part, precision);
    arb_inv(part, part, precision);
    arb_add(bound, bound, part, precision);
    arb_clear(distance);
    arb_clear(part);
    arb_clear(period);
}

/* Where the first place may be at epsilon or below it, its term may have to be left out: that is at most V_0^T e^(-tilt n h) |1 -
 * e^-y|. */
static void edge_upper(const transform *made, arb_t bound) {
    slong precision = made->precision;
    arb_t part;
    arb_init(part);
    arb_zero(bound);
    if (!arb_is_positive(made->y)) {
        arb_neg(part, made->y);
        arb_expm1(part, part, precision);
        arb_abs(bound, part);
        arb_pow_ui(part, made->moment, made->factor->count, precision);
        arb_mul(bound, bound, part, precision);
        arb_mul_si(part, made->fall, -made->first, precision);
        arb_exp(part, part, precision);
        arb_mul(bound, bound, part, precision);
    }
    arb_clear(part);
}

/* The first place above epsilon in y, proven to be above -h/2 and at most h (then there is none before it); false where that is
 * not so. */
static bool find_first(const pld__verify_factor *factor, const arb_t epsilon, slong first, arb_t y, slong precision) {
    arb_t before;
    arb_init(before);
    arb_mul_si(y, factor->spacing, first, precision);
    arb_mul_ui(before, factor->start, factor->count, precision);
    arb_add(y, y, before, precision);
    arb_sub(y, y, epsilon, precision);
    arb_sub(before, y, factor->spacing, precision);
    bool good = arb_is_nonpositive(before);
    arb_mul_2exp_si(before, factor->spacing, -1);
    arb_add(before, before, y, precision);
    good = good && arb_is_positive(before);
    arb_clear(before);
    return good;
}

/* About the value, to aim with. */
static double near(const arb_t value) {
    arb_t copy;
    arb_init(copy);
    arb_set(copy, value);
    double middle = arf_get_d(arb_midref(copy), ARF_RND_NEAR);
    arb_clear(copy);
    return middle;
}

bool pld__lattice_transform_delta(const pld__verify_factor *factor, const pld__hint *hint, const arb_t epsilon, arb_t delta) {
    if (factor->kind != PLD__FACTOR_ATOMS || factor->loss || !arb_is_positive(factor->spacing) || !(hint->tilt > 0) ||
        !(hint->order > hint->tilt) || hint->precision < 64 || hint->precision > 4096)
        return false;
    double spacing = near(factor->spacing), start = near(factor->start) * (double)factor->count;
    double place = (near(epsilon) - start) / spacing, wanted = hint->period / spacing;
    slong places = 16;
    while ((double)places < wanted && (double)places <= PLACES_MOST)
        places *= 2;
    if ((double)places > PLACES_MOST || !(fabs(place) < 1e15))
        return false;
    transform made;
    arb_t bound, none;
    mag_t radius;
    init_transform(&made, factor, hint, places, (slong)ceil(place - 1e-6));
    arb_init(bound);
    arb_init(none);
    mag_init(radius);
    bool fine = find_first(factor, epsilon, made.first, made.y, made.precision);
    if (fine) {
        fill_law(&made);
        sum_places(&made, delta);
        edge_upper(&made, bound);
        arb_get_mag(radius, bound);
        arb_add_error_mag(delta, radius);
        aliases_upper(&made, epsilon, bound);
        arb_union(bound, bound, none, made.precision);
        arb_sub(delta, delta, bound, made.precision);
        arb_nonnegative_part(delta, delta);
        pld__verify_factors_lost(factor, 1, bound, made.precision);
        arb_add(delta, delta, bound, made.precision);
    }
    arb_clear(bound);
    arb_clear(none);
    mag_clear(radius);
    clear_transform(&made);
    return fine;
}
