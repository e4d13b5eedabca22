/* T Laplace steps exactly (T66): with w = 1/(1 + 2s), u = e^(s r), v = e^(-(1 + s) r), r = sensitivity/b,
 *
 *     E e^(sL) = (u (1 + w) + v (1 - w))/2,  1/(s (s + 1)) = 4 w^2/((1 - w)(1 + w)),
 *
 * so that delta is a sum over m = 1 .. T, for those with y = (2m - T) r - epsilon > 0, of C(T, m) 2^-T e^(-(T - m) r) times what
 * the inverse transform makes of 4 w^2 (1 + w)^(m-1) (1 - w)^(T-m-1): of w^j it makes y^(j-1) e^(-y/2)/(2^j (j - 1)!). Terms of
 * both signs cancel; more bits make up for it. */
#include "verify/closed.h"

#include <flint/fmpz_poly.h>

enum { STEPS_MOST = 800 };

/* sum_j c_j y^(j-1) e^(-y/2)/(2^j (j-1)!) over j >= 1. */
static void transform(const fmpz_poly_t polynomial, const arb_t y, arb_t result, slong precision) {
    arb_t power, term;
    arb_init(power);
    arb_init(term);
    arb_zero(result);
    arb_one(power);
    arb_mul_2exp_si(power, power, -1);
    for (slong j = 1; j < fmpz_poly_length(polynomial); j++) {
        arb_set_fmpz(term, fmpz_poly_get_coeff_ptr(polynomial, j));
        arb_addmul(result, term, power, precision);
        arb_mul(power, power, y, precision);
        arb_mul_2exp_si(power, power, -1);
        arb_div_si(power, power, j, precision);
    }
    arb_mul_2exp_si(term, y, -1);
    arb_neg(term, term);
    arb_exp(term, term, precision);
    arb_mul(result, result, term, precision);
    arb_clear(power);
    arb_clear(term);
}

/* m = T: A/(1 - w) with A = 4 w^2 (1 + w)^(T-1) is a polynomial and A(1)/(1 - w), of which 2^T remains for y > 0, as 1/(1 - w) =
 * 1 + 1/(2s). */
static void highest_term(slong steps, const arb_t y, fmpz_poly_t polynomial, arb_t result, slong precision) {
    fmpz_poly_t quotient;
    fmpz_t carried;
    fmpz_poly_init(quotient);
    fmpz_init(carried);
    fmpz_poly_zero(polynomial);
    fmpz_poly_set_coeff_si(polynomial, 0, 1);
    fmpz_poly_set_coeff_si(polynomial, 1, 1);
    fmpz_poly_pow(polynomial, polynomial, (ulong)(steps - 1));
    fmpz_poly_scalar_mul_ui(polynomial, polynomial, 4);
    fmpz_poly_shift_left(polynomial, polynomial, 2);
    /* (A(w) - A(1))/(1 - w) = -sum_j w^j sum_{i > j} A_i */
    for (slong j = fmpz_poly_degree(polynomial); j > 0; j--) {
        fmpz_sub(carried, carried, fmpz_poly_get_coeff_ptr(polynomial, j));
        fmpz_poly_set_coeff_fmpz(quotient, j - 1, carried);
    }
    transform(quotient, y, result, precision);
    arb_t constant;
    arb_init(constant);
    arb_one(constant);
    arb_mul_2exp_si(constant, constant, steps);
    arb_add(result, result, constant, precision);
    arb_clear(constant);
    fmpz_poly_clear(quotient);
    fmpz_clear(carried);
}

/* y of m, or 0 where it may be negative: there the transform is 0 too. False where there is nothing. */
static bool set_distance(slong steps, slong m, const arb_t ratio, const arb_t epsilon, arb_t y, slong precision) {
    arb_mul_si(y, ratio, 2 * m - steps, precision);
    arb_sub(y, y, epsilon, precision);
    if (!arb_is_nonpositive(y))
        arb_nonnegative_part(y, y);
    return !arb_is_nonpositive(y) || arb_contains_positive(y);
}

bool pld__laplace_delta(const pld__verify_factor *factor, const arb_t epsilon, arb_t delta, slong precision) {
    if (factor->kind != PLD__FACTOR_LAPLACE || factor->rate != 1 || factor->count > STEPS_MOST)
        return false;
    slong steps = (slong)factor->count, bits = precision + 4 * steps;
    arb_t y, value, weight;
    fmpz_poly_t polynomial, up, down;
    arb_init(y);
    arb_init(value);
    arb_init(weight);
    fmpz_poly_init(polynomial);
    fmpz_poly_init(up);
    fmpz_poly_init(down);
    fmpz_poly_set_coeff_si(up, 0, 1);
    fmpz_poly_set_coeff_si(up, 1, 1);
    fmpz_poly_set_coeff_si(down, 0, 1);
    fmpz_poly_set_coeff_si(down, 1, -1);
    arb_zero(delta);
    for (slong m = steps; m >= 1 && set_distance(steps, m, factor->ratio, epsilon, y, bits); m--) {
        if (m == steps) {
            highest_term(steps, y, polynomial, value, bits);
        } else {
            /* From 4 w^2 (1+w)^m (1-w)^(T-m-2), which for m = T-1 has (1-w)^-1 still to be left out. */
            fmpz_poly_div(polynomial, polynomial, up);
            if (m < steps - 1)
                fmpz_poly_mul(polynomial, polynomial, down);
            transform(polynomial, y, value, bits);
        }
        arb_mul_si(weight, factor->ratio, m - steps, bits);
        arb_exp(weight, weight, bits);
        arb_mul(value, value, weight, bits);
        arb_bin_uiui(weight, (ulong)steps, (ulong)m, bits);
        arb_addmul(delta, value, weight, bits);
    }
    arb_mul_2exp_si(delta, delta, -steps);
    arb_clear(y);
    arb_clear(value);
    arb_clear(weight);
    fmpz_poly_clear(polynomial);
    fmpz_poly_clear(up);
    fmpz_poly_clear(down);
    return true;
}
