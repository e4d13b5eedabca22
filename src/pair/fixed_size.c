/* Batches of fixed size: a record that is drawn takes the place of another, so that the mean moves by up to 2 (clip norms) where
 * the record's value does, and by up to 1 where it contributes 0. The laws that follow are exact for one step.
 *
 * Theorem (T101). Record replaced: D(x) is that of P = (1-g) N(0) + g N(2) versus Q = N(0) for x >= 1, and that of (Q, P) for x <
 * 1. Its law: the losses > 0 of (P, Q), the losses < 0 of (Q, P), and the rest of both masses, (1-g)(2 Phi(1/sigma) - 1), at 0.
 * Theorem (T102). Record zeroed: D(x) is at most that of (1-g) N(0) + g N(2) versus (1-g) N(0) + g N(1) for x >= 1 and that of
 * N(0) versus (1-g) N(0) + g N(1) for x < 1. Its law: losses > 0 of the first, where y > 3/2, losses < 0 of the second, where y >
 * 1/2, and (1-g)(1 - Phi(-1/2) - Phi(-3/2)), in units of sigma, at 0. The loss of the first rises from y = 3/2 on: the posterior
 * means are 2ga/(1-g+ga) and gb/(1-g+gb) with a >= b there. */
#include "pair/fixed_size.h"

#include "base/base.h"

#include <math.h>

/* The mass of N(0, 1) between -x and x. */
static long double mass_within(double x) {
    return erfl((long double)x / sqrtl(2));
}

static void add(pld__pieces *pieces, const pld__drawn_once *drawn, pld__piece piece) {
    piece.weight = drawn->share;
    piece.rho = drawn->rho;
    pieces->piece[pieces->count++] = piece;
}

static pld_status add_sides(pld__pieces *pieces, const pld__drawn_once *drawn, int p_steps, int q_steps, long double *dropped,
                            size_t *sides) {
    const double p_mean[] = {0, p_steps * drawn->step}, q_mean[] = {0, q_steps * drawn->step};
    const long double one[] = {1};
    return pld__pieces_add_sides(pieces, p_steps ? 2 : 1, p_steps ? drawn->weight : one, p_mean, q_steps ? 2 : 1,
                                 q_steps ? drawn->weight : one, q_mean, dropped, sides);
}

pld_status pld__pieces_add_drawn(pld__pieces *pieces, const pld__drawn_once *drawn, int steps, long double *dropped) {
    size_t sides = 0;
    pld_status status = add_sides(pieces, drawn, steps, 0, dropped, &sides);
    if (status == PLD_OK)
        add(pieces, drawn, (pld__piece){.sides = sides, .from = -INFINITY, .to = INFINITY, .rises_all = true});
    return status;
}

pld_status pld__pieces_add_poisson_replaced(pld__pieces *pieces, const pld__drawn_once *drawn, long double *dropped) {
    const double p_mean[] = {0, drawn->step}, q_mean[] = {-drawn->step, 0};
    const long double q_weight[] = {drawn->weight[1], drawn->weight[0]};
    size_t sides = 0;
    pld_status status = pld__pieces_add_sides(pieces, 2, drawn->weight, p_mean, 2, q_weight, q_mean, dropped, &sides);
    if (status == PLD_OK)
        add(pieces, drawn, (pld__piece){.sides = sides, .from = -INFINITY, .to = INFINITY, .rises_all = true});
    return status;
}

pld_status pld__pieces_add_replaced(pld__pieces *pieces, const pld__drawn_once *drawn, long double *dropped) {
    size_t sides = 0;
    pld_status status = add_sides(pieces, drawn, 2, 0, dropped, &sides);
    if (status != PLD_OK)
        return status;
    const pld__piece above = {.sides = sides, .from = drawn->step, .to = INFINITY, .rises_all = true, .side = 1};
    pld__piece below = above;
    below.exchanged = true;
    below.side = -1;
    add(pieces, drawn, above);
    add(pieces, drawn, below);
    pieces->still += drawn->share * drawn->weight[0] * mass_within(drawn->step);
    return PLD_OK;
}

pld_status pld__pieces_add_zeroed(pld__pieces *pieces, const pld__drawn_once *drawn, long double *dropped) {
    size_t value = 0, other = 0;
    pld_status status = add_sides(pieces, drawn, 2, 1, dropped, &value);
    if (status == PLD_OK)
        status = add_sides(pieces, drawn, 1, 0, dropped, &other);
    if (status != PLD_OK)
        return status;
    add(pieces, drawn, (pld__piece){.sides = value, .from = 1.5 * drawn->step, .to = INFINITY, .side = 1});
    add(pieces, drawn,
        (pld__piece){.sides = other, .from = drawn->step / 2, .to = INFINITY, .exchanged = true, .rises_all = true, .side = -1});
    pieces->still += drawn->share * drawn->weight[0] * (mass_within(drawn->step / 2) + mass_within(1.5 * drawn->step)) / 2;
    return PLD_OK;
}
