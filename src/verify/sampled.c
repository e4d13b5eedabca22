/* Poisson sampling of a discrete step (T85): outcomes (p, q) become ((1 - r) q + r p, q), or the other way round. The step that
 * is sampled is the same in both directions, so that Q alone has as much mass as P alone. */
#include "verify/factor.h"

void pld__verify_factor_loss(const pld__verify_factor *factor, slong j, arb_t loss, slong precision) {
    if (factor->loss) {
        arb_set(loss, factor->loss + j);
        return;
    }
    arb_mul_si(loss, factor->spacing, j, precision);
    arb_add(loss, loss, factor->start, precision);
}

void pld__verify_factor_most(const pld__verify_factor *factor, arb_t most, slong precision) {
    arb_t loss;
    arb_init(loss);
    arb_zero(most); /* no step has less than 0 at most */
    if (factor->kind == PLD__FACTOR_LAPLACE) {
        arb_set(most, factor->ratio);
        if (factor->added)
            arb_neg(most, most);
        arb_expm1(most, most, precision);
        arb_set_d(loss, factor->rate);
        arb_mul(most, most, loss, precision);
        arb_log1p(most, most, precision);
        if (factor->rate == 1) /* to all digits */
            arb_set(most, factor->ratio);
        else if (factor->added)
            arb_neg(most, most);
    }
    for (slong j = 0; factor->kind == PLD__FACTOR_ATOMS && j < factor->atom_count; j++) {
        pld__verify_factor_loss(factor, j, loss, precision);
        if (arb_is_positive(factor->mass + j) && arb_gt(loss, most))
            arb_set(most, loss);
    }
    arb_clear(loss);
}

/* p and the loss of an outcome become those of the sampled one; *q is its mass of Q. */
static void sample_outcome(arb_t p, arb_t loss, const arb_t rate, const arb_t other, pld_direction direction, arb_t q,
                           slong precision) {
    arb_neg(q, loss);
    arb_exp(q, q, precision);
    arb_mul(q, q, p, precision);
    arb_expm1(loss, loss, precision);
    arb_mul(loss, loss, rate, precision);
    arb_log1p(loss, loss, precision);
    if (direction == PLD_REMOVE) {
        arb_mul(p, p, rate, precision);
        arb_addmul(p, q, other, precision);
    } else {
        arb_neg(loss, loss);
        arb_set(p, q);
    }
}

/* The outcome that only Q has: mass (1 - r) or 1 of it, at loss log(1 - r) or its negative. */
static void sample_other(const arb_t only, const arb_t other, pld_direction direction, arb_t p, arb_t loss, slong precision) {
    arb_log(loss, other, precision);
    if (direction == PLD_REMOVE) {
        arb_mul(p, only, other, precision);
    } else {
        arb_neg(loss, loss);
        arb_set(p, only);
    }
}

/* Of what is not listed, sampled: r beyond + (1 - r) rest, rest being what Q has beyond. */
static void sample_beyond(pld__verify_factor *factor, const arb_t rate, const arb_t other, arb_t rest, pld_direction direction,
                          slong precision) {
    arb_nonnegative_part(rest, rest);
    if (direction == PLD_REMOVE) {
        arb_mul(factor->infinite, factor->infinite, rate, precision);
        arb_mul(factor->beyond, factor->beyond, rate, precision);
        arb_addmul(factor->beyond, rest, other, precision);
    } else {
        arb_zero(factor->infinite);
        arb_set(factor->beyond, rest);
    }
}

void pld__verify_factor_sample(pld__verify_factor *factor, double rate, pld_direction direction, slong precision) {
    slong count = factor->atom_count;
    arb_ptr mass = _arb_vec_init(count + 1), loss = _arb_vec_init(count + 1);
    arb_t exact, other, q, rest;
    arb_init(exact);
    arb_init(other);
    arb_init(q);
    arb_init(rest);
    arb_set_d(exact, rate);
    arb_sub_ui(other, exact, 1, precision);
    arb_neg(other, other);
    arb_sub_ui(rest, factor->infinite, 1, precision);
    arb_neg(rest, rest); /* what both have, and less what is listed */
    for (slong j = 0; j < count; j++) {
        arb_set(mass + j, factor->mass + j);
        pld__verify_factor_loss(factor, j, loss + j, precision);
        sample_outcome(mass + j, loss + j, exact, other, direction, q, precision);
        arb_sub(rest, rest, q, precision);
    }
    sample_other(factor->infinite, other, direction, mass + count, loss + count, precision);
    sample_beyond(factor, exact, other, rest, direction, precision);
    _arb_vec_clear(factor->mass, count);
    factor->mass = mass;
    factor->loss = loss;
    factor->atom_count = count + 1;
    arb_clear(exact);
    arb_clear(other);
    arb_clear(q);
    arb_clear(rest);
}
