#include "verify/cells.h"

#include <math.h>

double pld__verify_upper_of(const arb_t value) {
    arf_t end;
    arf_init(end);
    arb_get_ubound_arf(end, value, 64);
    double made = arf_get_d(end, ARF_RND_CEIL);
    arf_clear(end);
    return made;
}

double pld__verify_lower_of(const arb_t value) {
    arf_t end;
    arf_init(end);
    arb_get_lbound_arf(end, value, 64);
    double made = arf_get_d(end, ARF_RND_FLOOR);
    arf_clear(end);
    return made;
}

/* --- cells ---------------------------------------------------------------------------------------------------------- */

/* What of p goes up to `high`, the rest staying at `node`: (p - q e^node)/(1 - e^(node - high)), where raising losses from `low`
 * on takes at most p (e^(node - low) - 1) e^-node from q (T86). */
static double raised_upper(const arb_t p, const arb_t q, const pld__verify_range *of, slong precision) {
    arb_t node, part, above;
    arb_init(node);
    arb_init(part);
    arb_init(above);
    arb_set_d(node, of->node);
    arb_set_d(part, of->low);
    arb_sub(part, node, part, precision);
    arb_expm1(part, part, precision);
    arb_mul(above, p, part, precision);
    arb_add(above, above, p, precision);
    arb_exp(part, node, precision);
    arb_submul(above, part, q, precision);
    if (isfinite(of->high)) {
        arb_set_d(part, of->high);
        arb_sub(part, node, part, precision);
        arb_expm1(part, part, precision);
        arb_neg(part, part);
        arb_div(above, above, part, precision);
    }
    double raised = arb_is_finite(above) ? pld__verify_upper_of(above) : INFINITY;
    arb_clear(node);
    arb_clear(part);
    arb_clear(above);
    return raised;
}

static bool add_from_above(pld__verify_law *law, const arb_t p, const arb_t q, const pld__verify_range *of, slong precision) {
    double mass = pld__verify_upper_of(p);
    if (!(mass > 0))
        return true;
    if (!(of->node > -INFINITY) || !(of->high > of->node))
        return pld__verify_law_add(law, of->high, mass);
    double raised = fmin(fmax(raised_upper(p, q, of, precision), 0), mass);
    /* The difference is exact to a unit of the larger, which the next number above makes up for. */
    return pld__verify_law_add(law, of->high, raised) &&
           pld__verify_law_add(law, of->node, nextafter((mass - raised) + mass * 0x1p-52, INFINITY));
}

/* All of the cell as one outcome. */
static bool add_from_below(pld__verify_law *law, const arb_t p, const arb_t q, slong precision) {
    arb_t loss;
    arb_init(loss);
    arb_div(loss, p, q, precision);
    arb_log(loss, loss, precision);
    double label = arb_is_finite(loss) ? pld__verify_lower_of(loss) : -INFINITY, mass = pld__verify_lower_of(p);
    arb_clear(loss);
    return !(mass > 0) || !isfinite(label) || pld__verify_law_add(law, label, mass);
}

bool pld__verify_cell_add(pld__verify_law laws[PLD__VERIFY_ENDS], const arb_t p, const arb_t q, const pld__verify_range *of,
                          slong precision) {
    return add_from_above(&laws[PLD__VERIFY_UPPER], p, q, of, precision) &&
           add_from_below(&laws[PLD__VERIFY_LOWER], p, q, precision);
}

bool pld__verify_atom_add(pld__verify_law laws[PLD__VERIFY_ENDS], const arb_t p, const arb_t loss) {
    double mass = pld__verify_lower_of(p), low = pld__verify_lower_of(loss);
    return pld__verify_law_add(&laws[PLD__VERIFY_UPPER], pld__verify_upper_of(loss), fmax(pld__verify_upper_of(p), 0)) &&
           (!(mass > 0) || !isfinite(low) || pld__verify_law_add(&laws[PLD__VERIFY_LOWER], low, mass));
}
