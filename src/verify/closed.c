#include "verify/closed.h"

#include <arb_hypgeom.h>

/* P[N(mean, 1) > x] */
static void normal_above(const arb_t x, const arb_t mean, arb_t result, slong precision) {
    arb_t root;
    arb_init(root);
    arb_set_ui(root, 2);
    arb_rsqrt(root, root, precision);
    arb_sub(result, x, mean, precision);
    arb_mul(result, result, root, precision);
    arb_hypgeom_erfc(result, result, precision);
    arb_mul_2exp_si(result, result, -1);
    arb_clear(root);
}

/* P[N(mu) > x] - e^epsilon P[N(0) > x] at x = epsilon/mu + mu/2, where the loss is epsilon (T65). */
static void gaussian_delta(const pld__verify_factor *factor, const arb_t epsilon, arb_t delta, slong precision) {
    arb_t mu, x, zero;
    arb_init(mu);
    arb_init(x);
    arb_init(zero);
    arb_sqrt(mu, factor->ratio, precision);
    arb_div(x, epsilon, mu, precision);
    arb_mul_2exp_si(delta, mu, -1);
    arb_add(x, x, delta, precision);
    normal_above(x, mu, delta, precision);
    normal_above(x, zero, x, precision);
    arb_exp(zero, epsilon, precision);
    arb_submul(delta, zero, x, precision);
    arb_clear(mu);
    arb_clear(x);
    arb_clear(zero);
}

/* --- a single mixture ----------------------------------------------------------------------------------------------- */

static void side_above(const pld__verify_side *side, const arb_t x, arb_t result, slong precision) {
    arb_t term;
    arb_init(term);
    arb_zero(result);
    for (slong j = 0; j < side->count; j++) {
        normal_above(x, side->mean + j, term, precision);
        arb_addmul(result, term, side->weight + j, precision);
    }
    arb_clear(term);
}

/* -1, 1, or 0 where it cannot be told: is the loss at x below or above epsilon? */
static int compare_loss(const pld__verify_mixture *mixture, const arb_t x, const arb_t epsilon, slong precision) {
    arb_t log_p, log_q;
    arb_init(log_p);
    arb_init(log_q);
    pld__verify_mixture_logs(mixture, x, log_p, log_q, precision);
    arb_sub(log_p, log_p, log_q, precision);
    int order = arb_lt(log_p, epsilon) ? -1 : arb_gt(log_p, epsilon) ? 1 : 0;
    arb_clear(log_p);
    arb_clear(log_q);
    return order;
}

/* An enclosure of where the loss, which increases, is epsilon; false where none is found above a point that is below it: then x
 * is that point. */
static bool find_crossing(const pld__verify_mixture *mixture, const arb_t epsilon, arb_t x, slong precision) {
    arb_t low, high, tried;
    bool found = false;
    arb_init(low);
    arb_init(high);
    arb_init(tried);
    arb_set_si(low, -1);
    for (int i = 0; i < 40 && compare_loss(mixture, low, epsilon, precision) >= 0; i++)
        arb_mul_2exp_si(low, low, 1);
    arb_set_si(high, 1);
    for (int i = 0; i < 12 && !found; i++) { /* to 4096 standard deviations */
        int order = compare_loss(mixture, high, epsilon, precision);
        found = order > 0;
        if (order < 0 && arb_gt(high, low))
            arb_set(low, high);
        arb_mul_2exp_si(high, high, found ? 0 : 1);
    }
    for (slong i = 0; i < 2 * precision && found; i++) {
        arb_add(tried, low, high, 2 * precision);
        arb_mul_2exp_si(tried, tried, -1);
        int order = compare_loss(mixture, tried, epsilon, precision);
        if (order == 0)
            break;
        arb_set(order < 0 ? low : high, tried);
        arb_sub(tried, high, low, 30);
        if (arf_cmpabs_2exp_si(arb_midref(tried), -precision) < 0)
            break;
    }
    if (found)
        arb_union(x, low, high, precision);
    else
        arb_set(x, low);
    bool below = compare_loss(mixture, low, epsilon, precision) < 0;
    if (!below)
        arb_indeterminate(x);
    arb_clear(low);
    arb_clear(high);
    arb_clear(tried);
    return found;
}

bool pld__single_delta(const pld__verify_factor *factor, const arb_t epsilon, arb_t delta, slong precision) {
    const pld__verify_mixture *mixture = &factor->mixture;
    if (factor->kind != PLD__FACTOR_MIXTURE || factor->count != 1 || !mixture->oriented)
        return false;
    arb_t x, other;
    arb_init(x);
    arb_init(other);
    if (find_crossing(mixture, epsilon, x, precision)) {
        side_above(&mixture->p, x, delta, precision);
        side_above(&mixture->q, x, other, precision);
        arb_exp(x, epsilon, precision);
        arb_submul(delta, x, other, precision);
    } else { /* outcomes with more loss are all above x: from nothing to all of them */
        side_above(&mixture->p, x, delta, precision);
        arb_zero(other);
        arb_union(delta, delta, other, precision);
    }
    arb_clear(x);
    arb_clear(other);
    return true;
}

bool pld__closed_delta(const pld__verify_factors *factors, const arb_t epsilon, arb_t delta, slong precision) {
    if (factors->count == 0) {
        arb_zero(delta);
        return true;
    }
    if (factors->count != 1)
        return pld__counts_delta(factors, epsilon, delta, precision);
    const pld__verify_factor *factor = &factors->factors[0];
    switch (factor->kind) {
    case PLD__FACTOR_GAUSSIAN:
        gaussian_delta(factor, epsilon, delta, precision);
        return true;
    case PLD__FACTOR_MIXTURE:
        return pld__single_delta(factor, epsilon, delta, precision) || pld__low_noise_delta(factor, epsilon, delta, precision);
    case PLD__FACTOR_LAPLACE:
        return pld__laplace_delta(factor, epsilon, delta, precision);
    case PLD__FACTOR_ATOMS:
        break;
    }
    return pld__counts_delta(factors, epsilon, delta, precision);
}
