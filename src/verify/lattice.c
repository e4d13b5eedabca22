/* Steps of one kind whose losses are on a lattice: the law of their sum is a power of a polynomial with positive coefficients,
 * and
 *
 *     delta = lost + sum_n c_n (1 - e^(-y_n)) over y_n = T start + n spacing - epsilon > 0 (T67). */
#include "verify/closed.h"

#include <arb_poly.h>

/* Coefficients of the power. */
static const double LENGTH_MOST = 4000;

/* (T60) */
void pld__lattice_lost(const pld__verify_factor *factor, arb_t lost, slong precision) {
    arb_t most;
    arb_init(most);
    arb_sub_ui(lost, factor->infinite, 1, precision);
    arb_neg(lost, lost);
    arb_sub(most, lost, factor->beyond, precision);
    arb_pow_ui(lost, lost, factor->count, precision);
    arb_pow_ui(most, most, factor->count, precision);
    arb_union(lost, lost, most, precision);
    arb_sub_ui(lost, lost, 1, precision);
    arb_neg(lost, lost);
    arb_clear(most);
}

bool pld__lattice_delta(const pld__verify_factor *factor, const arb_t epsilon, arb_t delta, slong precision) {
    if (factor->kind != PLD__FACTOR_ATOMS || (double)factor->atom_count * (double)factor->count > LENGTH_MOST)
        return false;
    arb_poly_t law;
    arb_t start, y, part;
    arb_poly_init(law);
    arb_init(start);
    arb_init(y);
    arb_init(part);
    for (slong j = 0; j < factor->atom_count; j++)
        arb_poly_set_coeff_arb(law, j, factor->mass + j);
    arb_poly_pow_ui(law, law, factor->count, precision);
    arb_mul_ui(start, factor->start, factor->count, precision);
    arb_sub(start, start, epsilon, precision);
    arb_zero(delta);
    for (slong n = 0; n < arb_poly_length(law); n++) {
        arb_mul_si(y, factor->spacing, n, precision);
        arb_add(y, y, start, precision);
        if (arb_is_nonpositive(y))
            continue;
        arb_nonnegative_part(y, y);
        arb_neg(y, y);
        arb_expm1(part, y, precision);
        arb_submul(delta, part, arb_poly_get_coeff_ptr(law, n), precision);
    }
    pld__lattice_lost(factor, part, precision);
    arb_add(delta, delta, part, precision);
    arb_poly_clear(law);
    arb_clear(start);
    arb_clear(y);
    arb_clear(part);
    return true;
}
