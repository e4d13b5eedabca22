/* Sampled Gaussians with so little noise that every component shows which one it is.
 *
 * In units of the noise let Q = N(0, 1), P = sum_j w_j N(j m, 1), h = Phi(-m/2), T steps.
 * Add: P >= w_0 Q, so delta <= (1 - e^epsilon w_0^T)_+; and delta >= Q^T(A) - e^epsilon P^T(A) with A = {every x_t < m/2}, whose
 * masses are products: (1 - h)^T and (sum_j w_j Phi(m/2 - j m))^T. Remove, k = 1: P^T = sum over sets S of the steps of w_S N(m
 * 1_S), w_S = q^J (1 - q)^(T - J), J = |S|. With O_S = {x_t > m/2 exactly for t in S} and H_S = integral (w_S N(m 1_S) -
 * e^epsilon Q^T)_+ = w_S delta_Gauss(mean m sqrt(J), epsilon - log w_S): upper: (sum_S P_S - e^epsilon sum_S Q 1_{O_S})_+ <=
 * sum_S (P_S - e^epsilon Q 1_{O_S})_+ <= sum_S [H_S + P_S(outside O_S)] <= F + T h, lower: on O_S the density of P^T is at least
 * P_S's, so delta >= sum_S integral over O_S of (P_S - e^epsilon Q)_+ >= F - T h, where F = sum_J C(T, J) H_S: a step leaves its
 * side of m/2 with probability h. */
#include "soundness/few.h"

#include <arb_hypgeom.h>

enum { TERMS_MOST = 3000 };

bool low_noise_covers(const question *of, pld_direction direction) {
    const step *only = &of->steps[0];
    bool sampled = only->family == HYPERGEOMETRIC_GAUSSIAN || (only->family == POISSON_GAUSSIAN && only->added == 0);
    if (of->step_count != 1 || !sampled)
        return false;
    return direction == PLD_ADD || (only->family == POISSON_GAUSSIAN && only->removed == 1 && only->count <= TERMS_MOST &&
                                    only->rate > 0 && only->rate < 1);
}

/* Phi(x). */
static void phi(arb_t value, const arb_t x, slong precision) {
    arb_t root;
    arb_init(root);
    arb_set_d(root, 0.5);
    arb_sqrt(root, root, precision);
    arb_mul(root, root, x, precision);
    arb_neg(root, root);
    arb_hypgeom_erfc(value, root, precision);
    arb_mul_2exp_si(value, value, -1);
    arb_clear(root);
}

static void add_delta(arb_t delta, const line *pair, ulong count, const arb_t half, const arb_t epsilon, slong precision) {
    arb_t scale, inside, left, lower, zero;
    arb_init(scale), arb_init(inside), arb_init(left), arb_init(lower), arb_init(zero);
    arb_exp(scale, epsilon, precision);
    for (slong j = 0; j < pair->p.count; j++) {
        arb_sub(left, half, pair->p.mean + j, precision);
        phi(left, left, precision);
        arb_addmul(inside, left, pair->p.weight + j, precision);
    }
    arb_pow_ui(inside, inside, count, precision);
    phi(lower, half, precision);
    arb_pow_ui(lower, lower, count, precision);
    arb_submul(lower, scale, inside, precision);
    arb_max(lower, lower, zero, precision);
    if (arb_is_zero(pair->p.mean)) { /* w_0, there unless it is 0 */
        arb_pow_ui(left, pair->p.weight, count, precision);
        arb_mul(left, left, scale, precision);
    } else {
        arb_zero(left);
    }
    arb_sub_si(left, left, 1, precision);
    arb_neg(left, left);
    arb_max(left, left, zero, precision);
    arb_union(delta, lower, left, precision);
    arb_clear(scale), arb_clear(inside), arb_clear(left), arb_clear(lower), arb_clear(zero);
}

/* Adds C(T, J) w_S delta_Gauss(mean, epsilon - log w_S), w_S the weight. */
static void add_term(arb_t sum, const arb_t mean, const arb_t ways, const arb_t weight, const arb_t epsilon, slong precision) {
    arb_t shifted, root, x, p, q;
    arb_init(shifted), arb_init(root), arb_init(x), arb_init(p), arb_init(q);
    arb_log(shifted, weight, precision);
    arb_sub(shifted, epsilon, shifted, precision);
    if (arb_is_zero(mean)) { /* (1 - e^shifted)_+ */
        arb_expm1(p, shifted, precision);
        arb_neg(p, p);
    } else { /* Phi(mean/2 - shifted/mean) - e^shifted Phi(-mean/2 - shifted/mean) */
        arb_div(root, shifted, mean, precision);
        arb_mul_2exp_si(x, mean, -1);
        arb_sub(p, x, root, precision);
        arb_neg(q, x);
        arb_sub(q, q, root, precision);
        phi(p, p, precision);
        phi(q, q, precision);
        arb_exp(x, shifted, precision);
        arb_submul(p, x, q, precision);
    }
    arb_zero(q);
    arb_max(p, p, q, precision);
    arb_mul(p, p, weight, precision);
    arb_addmul(sum, p, ways, precision);
    arb_clear(shifted), arb_clear(root), arb_clear(x), arb_clear(p), arb_clear(q);
}

static void remove_delta(arb_t delta, const step *of, const arb_t unit, const arb_t half, const arb_t epsilon, slong precision) {
    arb_t q, rest, weight, ways, mean, error;
    arb_init(q), arb_init(rest), arb_init(weight), arb_init(ways), arb_init(mean), arb_init(error);
    arb_set_d(q, of->rate);
    arb_sub_si(rest, q, 1, precision);
    arb_neg(rest, rest);
    arb_zero(delta);
    for (ulong jumps = 0; jumps <= of->count; jumps++) {
        arb_pow_ui(weight, rest, of->count - jumps, precision);
        arb_pow_ui(mean, q, jumps, precision);
        arb_mul(weight, weight, mean, precision);
        arb_bin_uiui(ways, of->count, jumps, precision);
        arb_sqrt_ui(mean, jumps, precision);
        arb_mul(mean, mean, unit, precision);
        add_term(delta, mean, ways, weight, epsilon, precision);
    }
    arb_neg(error, half);
    phi(error, error, precision);
    arb_mul_ui(error, error, of->count, precision);
    arb_add_error(delta, error);
    arb_clear(q), arb_clear(rest), arb_clear(weight), arb_clear(ways), arb_clear(mean), arb_clear(error);
}

void low_noise_delta(arb_t delta, const step *of, pld_direction direction, const arb_t epsilon, slong precision) {
    line pair;
    arb_t unit, part;
    arb_init(unit), arb_init(part);
    line_create(&pair, of, PLD_REMOVE, precision);
    arb_set_d(unit, of->sensitivity);
    arb_set_d(part, of->scale);
    arb_div(unit, unit, part, precision);
    if (of->family == HYPERGEOMETRIC_GAUSSIAN) {
        arb_set_d(part, of->shift);
        arb_mul(unit, unit, part, precision);
    }
    arb_mul_2exp_si(part, unit, -1);
    if (direction == PLD_ADD)
        add_delta(delta, &pair, of->count, part, epsilon, precision);
    else
        remove_delta(delta, of, unit, part, epsilon, precision);
    line_clear(&pair);
    arb_clear(unit), arb_clear(part);
}
