/* Sampled Gaussian steps of one record with so little noise that every step tells whether it was drawn (T80): T steps, each with
 * mean mu = 1/sigma when it was, c = Phi(-mu/2).
 *
 *     remove: |delta - sum_J C(T,J) q^J (1-q)^(T-J) H(mu sqrt J, epsilon - J log q - (T-J) log(1-q))| <= T c,  H that of the
 * Gaussian mechanism add:    (1-c)^T - e^epsilon ((1-q)(1-c) + q c)^T <= delta <= (1 - e^epsilon (1-q)^T)_+ */
#include "verify/closed.h"

#include <arb_hypgeom.h>

static const uint64_t STEPS_MOST = 20000;

/* Phi(x) */
static void normal_below(const arb_t x, arb_t result, slong precision) {
    arb_t root;
    arb_init(root);
    arb_set_ui(root, 2);
    arb_rsqrt(root, root, precision);
    arb_mul(result, x, root, precision);
    arb_neg(result, result);
    arb_hypgeom_erfc(result, result, precision);
    arb_mul_2exp_si(result, result, -1);
    arb_clear(root);
}

/* Phi(mu/2 - e/mu) - e^e Phi(-mu/2 - e/mu), for any real e; (1 - e^e)_+ for mu = 0. */
static void gaussian_delta(const arb_t mu, const arb_t e, arb_t result, slong precision) {
    arb_t half, ratio, part;
    arb_init(half);
    arb_init(ratio);
    arb_init(part);
    if (arb_is_zero(mu)) {
        arb_expm1(result, e, precision);
        arb_neg(result, result);
    } else {
        arb_mul_2exp_si(half, mu, -1);
        arb_div(ratio, e, mu, precision);
        arb_sub(part, half, ratio, precision);
        normal_below(part, result, precision);
        arb_add(part, half, ratio, precision);
        arb_neg(part, part);
        normal_below(part, part, precision);
        arb_exp(ratio, e, precision);
        arb_submul(result, ratio, part, precision);
    }
    arb_nonnegative_part(result, result);
    arb_clear(half);
    arb_clear(ratio);
    arb_clear(part);
}

/* Up to where what is left of the weights, which is then added as something between nothing and all of it, is no more than
 * rounding. */
static void sum_draws(const pld__verify_factor *factor, const arb_t epsilon, arb_t sum, slong precision) {
    arb_t rest, weight, odds, log_q, log_other, e, mu, term;
    arb_ptr all[] = {rest, weight, odds, log_q, log_other, e, mu, term};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        arb_init(all[i]);
    const arb_struct *q = factor->mixture.p.weight + 1, *other = factor->mixture.p.weight;
    arb_log(log_q, q, precision);
    arb_log(log_other, other, precision);
    arb_div(odds, q, other, precision);
    arb_pow_ui(weight, other, factor->count, precision);
    arb_one(rest);
    arb_zero(sum);
    for (uint64_t drawn = 0; drawn <= factor->count; drawn++) {
        arb_mul_ui(e, log_q, drawn, precision);
        arb_mul_ui(term, log_other, factor->count - drawn, precision);
        arb_add(e, e, term, precision);
        arb_sub(e, epsilon, e, precision);
        arb_sqrt_ui(mu, drawn, precision);
        arb_mul(mu, mu, factor->mixture.step, precision);
        gaussian_delta(mu, e, term, precision);
        arb_addmul(sum, term, weight, precision);
        arb_sub(rest, rest, weight, precision);
        arb_mul_ui(weight, weight, factor->count - drawn, precision);
        arb_div_ui(weight, weight, drawn + 1, precision);
        arb_mul(weight, weight, odds, precision);
        if (!arb_is_positive(rest))
            break;
    }
    arb_nonnegative_part(rest, rest);
    arb_zero(term);
    arb_union(rest, rest, term, precision);
    arb_add(sum, sum, rest, precision);
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        arb_clear(all[i]);
}

static void add_bounds(const pld__verify_factor *factor, const arb_t epsilon, const arb_t missed, arb_t delta, slong precision) {
    const arb_struct *q = factor->mixture.q.weight + 1, *other = factor->mixture.q.weight;
    arb_t kept, lower, part;
    arb_init(kept);
    arb_init(lower);
    arb_init(part);
    arb_sub_ui(kept, missed, 1, precision);
    arb_neg(kept, kept);
    arb_mul(lower, other, kept, precision);
    arb_addmul(lower, q, missed, precision);
    arb_pow_ui(lower, lower, factor->count, precision);
    arb_exp(part, epsilon, precision);
    arb_mul(lower, lower, part, precision);
    arb_pow_ui(kept, kept, factor->count, precision);
    arb_sub(lower, kept, lower, precision);
    arb_nonnegative_part(lower, lower);
    arb_pow_ui(delta, other, factor->count, precision);
    arb_mul(delta, delta, part, precision);
    arb_sub_ui(delta, delta, 1, precision);
    arb_neg(delta, delta);
    arb_nonnegative_part(delta, delta);
    arb_union(delta, delta, lower, precision);
    arb_clear(kept);
    arb_clear(lower);
    arb_clear(part);
}

bool pld__low_noise_delta(const pld__verify_factor *factor, const arb_t epsilon, arb_t delta, slong precision) {
    const pld__verify_mixture *mixture = &factor->mixture;
    if (factor->kind != PLD__FACTOR_MIXTURE || !mixture->powers || mixture->p.count + mixture->q.count != 3 ||
        factor->count > STEPS_MOST)
        return false;
    arb_t missed, bound;
    arb_init(missed);
    arb_init(bound);
    arb_mul_2exp_si(bound, mixture->step, -1);
    arb_neg(bound, bound);
    normal_below(bound, missed, precision);
    bool little = arf_cmpabs_2exp_si(arb_midref(missed), -30) < 0;
    if (little && mixture->p.count == 2) {
        mag_t radius;
        mag_init(radius);
        sum_draws(factor, epsilon, delta, precision);
        arb_mul_ui(bound, missed, factor->count, precision);
        arb_get_mag(radius, bound);
        arb_add_error_mag(delta, radius);
        mag_clear(radius);
    } else if (little) {
        add_bounds(factor, epsilon, missed, delta, precision);
    }
    arb_clear(missed);
    arb_clear(bound);
    return little;
}
