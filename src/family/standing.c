#include "family/standing.h"

/* What is proven of pairs is in (T42). A record that is added or removed, batches of B drawn without replacement; N counts the larger data set.
 *   Where the others' part does not depend on the draw, j protected records in the batch move the mean by j shifts and nothing else moves.
 *   Where it may, a protected record also takes the place of another, of norm 1, so that the mean moves by up to 2 for each: Hyp(j; N, k, B) N(2j) versus N(0)
 * dominates if the smaller data set can fill a batch, B <= N - k (Ganesh 2024). All others at -1 and the protected ones at +1 attain it. A larger shift is worse
 * than every smaller one.
 *   B = N is no draw at all: everybody is in the batch, and shift 1 is the Gaussian mechanism. */
static pld__standing hypergeometric(const pld__traits *traits) {
    if (traits->batch == traits->population)
        return traits->shift < 1    ? PLD__STANDING_RESTRICTED
               : traits->shift == 1 ? PLD__STANDING_WORST_CASE
                                    : PLD__STANDING_DOMINATES;
    if (traits->shift < 2 || traits->batch > traits->population - traits->removed)
        return PLD__STANDING_RESTRICTED;
    return traits->shift == 2 ? PLD__STANDING_WORST_CASE : PLD__STANDING_DOMINATES;
}

pld__standing pld__traits_standing(const pld__traits *traits) {
    switch (traits->kind) {
    case PLD__KIND_GAUSSIAN: /* a result that moves by the whole sensitivity attains it; replaced: from one end to the other */
    case PLD__KIND_LAPLACE: /* many results moved one after the other are a chain of tests, and one moved all the way attains the chain */
    case PLD__KIND_DISCRETE_GAUSSIAN: /* these two: of one whole number */
    case PLD__KIND_DISCRETE_LAPLACE:
    case PLD__KIND_POISSON_LAPLACE:     /* sampled: dominates by Zhu, Dong and Wang 2022, others at 0 attain it */
    case PLD__KIND_RANDOMIZED_RESPONSE: /* two true answers are all there is */
        return PLD__STANDING_WORST_CASE;
    case PLD__KIND_POISSON_GAUSSIAN:
        /* All on one side: Zhu, Dong and Wang 2022; Choquette-Choo et al. 2024 for groups. One of each: the record that is replaced, by advanced
         * joint convexity (Balle, Barthe and Gaboardi 2018) and the first. Gradients in one direction attain it, whatever the group. */
        return traits->removed == 0 || traits->added == 0 || (traits->removed == 1 && traits->added == 1)
                   ? PLD__STANDING_WORST_CASE
                   : PLD__STANDING_ATTAINED;
    case PLD__KIND_HYPERGEOMETRIC_GAUSSIAN:
        return hypergeometric(traits);
    case PLD__KIND_APPROX_DP: /* of the black box; only the worst that has its guarantee attains it, and no group of such need to */
    case PLD__KIND_NOISY_VOTE: /* nothing but its pure differential privacy is used */
        return PLD__STANDING_DOMINATES;
    case PLD__KIND_MIXTURE_GAUSSIAN: /* exact by definition: the pair is what was asked about */
    case PLD__KIND_OTHER:
        break;
    }
    return PLD__STANDING_GIVEN;
}
