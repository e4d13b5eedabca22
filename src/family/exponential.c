/* exponential: the exponential mechanism (McSherry and Talwar 2007), and report-noisy-max with Gumbel noise, which is the same
 * law. Its losses are within some [t - epsilon, t], bounded range (Durfee and Rogers 2019), and of that more is known than of
 * pure differential privacy: a pair that dominates one step (T170), moments that add up however steps are chosen (T171), and
 * two-outcome laws that are attained (T172). */
#include "base/base.h"
#include "family/check.h"
#include "family/family.h"
#include "pair/laplace.h"
#include "pair/sparse.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define GAP                                                                                                                     \
    "The two ends come from different laws: the upper end is the smaller of what the pair that dominates every step of this "   \
    "range and what its Renyi divergences say, also where each step is chosen after the results before; the lower end is that " \
    "of selections between two options which are the same in every step. That the worst case lies between them is certified; "  \
    "where is not known."
#define NOTE                                                                                                                    \
    "The exponential mechanism is assumed, options drawn with probability proportional to e^(epsilon u/(2 Delta)) of their "    \
    "scores u, Delta being the most that one record that is added or removed changes any score by; or e^(epsilon u/Delta) "     \
    "where such a "                                                                                                             \
    "record moves all scores the same way; or the largest score after Gumbel noise of scale 2 Delta/epsilon or Delta/epsilon, " \
    "which is the same. Options and Delta do not depend on the data."

/* What epsilon may be: below and above there is nothing to tell. */
static const double SMALLEST = 1e-9, LARGEST = 10000;

/* log of the largest moment of order lambda of two-outcome laws, with a = 1 + lambda and g(y) = (1 - e^(-y epsilon))/y:
 * lambda (epsilon + log(g(a)/g(lambda))) + log(g(a)/g(1)) (T171), of laws that are not sampled. Each log is good to a few units
 * of long double, which lambda multiplies. */
static double log_moment_upper(const pld_mechanism *mechanism, pld_direction direction, double lambda) {
    long double epsilon = mechanism->traits.epsilon, order = lambda, a = 1 + order;
    (void)direction;
    if (mechanism->traits.sampling_rate != 1 || !(lambda > 0 && lambda < 1e12))
        return INFINITY;
    long double at_a = -expm1l(-a * epsilon) / a, at_order = -expm1l(-order * epsilon) / order, at_one = -expm1l(-epsilon);
    long double moment = order * (epsilon + logl(at_a / at_order)) + logl(at_a / at_one);
    long double sizes = order * epsilon + fabsl(logl(at_a / at_one)) + 1 + order;
    return (double)((fmaxl(moment, 0) + 1e-17L * sizes) * (1 + 1e-15L));
}

/* Two options, of which the first has loss t = share epsilon and the other t - epsilon (T172). */
static pld_status attain(const pld_mechanism *mechanism, double share, pld_mechanism **attained) {
    const pld__traits *traits = &mechanism->traits;
    double t = share * traits->scale, rest = (traits->scale - t) * (1 - 2 * PLD__U), kappa = 0; /* together no more than that */
    if (!(t > 0 && rest > 0))
        return PLD_ERROR_ARGUMENT;
    long double whole = -expm1l(-(long double)t - rest), first = -expm1l(-(long double)rest) / whole,
                second = -expm1l(-(long double)t) / whole;
    pld__outcome outcomes[] = {{first, expl(-(long double)t) * first, t}, {expl(-(long double)rest) * second, second, -rest}};
    pld__outcomes_sample(outcomes, 2, traits->sampling_rate, &kappa);
    pld_status status = pld__sparse_mechanism(2, outcomes, 4e-18, kappa, 0, mechanism->resolved, NULL, attained);
    if (status == PLD_OK)
        (*attained)->traits = *traits;
    return status;
}

/* The pair of a range, and laws that are attained, of a range that is not above the true one; for so many records together. */
static pld_status make(double range, double least, uint64_t records, double rate, pld_mechanism **mechanism, pld_error *error) {
    pld_status status = pld__check_range("epsilon", range, SMALLEST, LARGEST, error);
    if (status == PLD_OK)
        status = pld__check_probability("q", rate, error);
    if (status != PLD_OK)
        return status;
    char resolved[160], sampled[64];
    bool drawn = rate > 0 && rate < 1;
    pld__sampled_prefix(rate, "exponential", sampled);
    snprintf(resolved, sizeof resolved, "%sepsilon=%s", sampled, pld__number_format(range).text);
    pld_mechanism *upper = NULL, *attained[3] = {NULL, NULL, NULL};
    status =
        pld__bounded_range_mechanism(range, rate, resolved, drawn ? NOTE "\n" GAP "\n" PLD__NOTE_POISSON : NOTE "\n" GAP, &upper);
    if (status == PLD_OK) {
        upper->traits = (pld__traits){.family = &pld__family_exponential,
                                      .sampling_rate = rate,
                                      .whole_sensitivity = records,
                                      .scale = least,
                                      .epsilon = range,
                                      .zcdp = rate == 1 ? range * range / 8 * (1 + 1e-15) : 0};
        upper->moment_upper = log_moment_upper;
        upper->attain = attain;
    }
    static const double SHARES[3] = {0.5, 0.25, 0.75};
    for (int i = 0; i < 3 && status == PLD_OK; i++)
        status = attain(upper, SHARES[i], &attained[i]);
    return pld__two_ends_join(status, upper, attained, 3, GAP, mechanism);
}

pld_status pld_mechanism_create_exponential(double epsilon, double rate, pld_mechanism **mechanism, pld_error *error) {
    return make(epsilon, epsilon, 1, rate, mechanism, error);
}

/* --- the row -------------------------------------------------------------------------------------------------------- */

static const pld__key keys[] = {
    PLD__KEY_EPSILON_CLAIMED("what all losses are within, for one record that is added or removed, > 0"),
};

static pld_status create(const pld__given *given, pld_mechanism **mechanism, pld_error *error) {
    return pld_mechanism_create_exponential(given->values[0].number, given->rate, mechanism, error);
}

/* The loss of a chain of k changes is a sum of k losses, each within its own range (T173). */
static pld_status chain(const pld_mechanism *mechanism, uint64_t k, uint64_t records, pld_mechanism **made, pld_error *error) {
    double range = (double)k * mechanism->traits.epsilon, rest = fma((double)k, mechanism->traits.epsilon, -range);
    return make(rest > 0 ? nextafter(range, INFINITY) : range, rest < 0 ? nextafter(range, 0) : range, records, 1, made, error);
}

static void describe(const pld__words *words, const pld_mechanism *mechanism, uint64_t count) {
    const pld__traits *traits = &mechanism->traits;
    pld__words_say(
        words,
        "a selection by the exponential mechanism (or by the largest score after Gumbel noise), whose losses are within "
        "a range of $epsilon_0 = %s$",
        pld__number_format(traits->epsilon).text);
    if (mechanism->replaced)
        pld__words_say(words, " for one record that is replaced, twice that of one that is added or removed");
    else if (traits->whole_sensitivity > 1)
        pld__words_say(words, " for $%" PRIu64 "$ records together", traits->whole_sensitivity);
    else
        pld__words_say(words, " for one record that is added or removed");
    pld__words_times(words, count);
    pld__words_sampled(words, traits);
}

const pld__family pld__family_exponential = {
    .name = "exponential",
    .meaning = "a selection whose losses are within a range of epsilon: the exponential mechanism, noisy max with Gumbel noise",
    .remark =
        "Options drawn in proportion to e^(epsilon u/(2 Delta)) of their scores u, Delta the most one record changes a score, "
        "or\n"
        "e^(epsilon u/Delta) if it moves all scores one way. Bounded range says more than pure privacy: one step is exact; of\n"
        "several, also chosen one after the other, the upper end is the smaller of a pair and of Renyi divergences, the lower\n"
        "end the best selection between two options, and the gap between them is one of theory. Noisy max with Laplace or\n"
        "exponential noise need not have that range: noisy-vote, permute-and-flip.",
    .reference = "McSherry and Talwar 2007; Durfee and Rogers 2019; Dong, Durfee and Rogers 2020",
    .example = "exponential:epsilon=0.1@100",
    .adjacency = "add, remove; replace (the range doubles), not when sampled; not zero-out",
    PLD__KEYS(keys),
    .create = create,
    .standing = PLD__STANDING_WORST_CASE, /* two ends, each of its own law */
    .create_chain = chain,
    .group = pld__chain_group,
    .replace = pld__chain_replace,
    .no_zero = "scores need not be sums, and " PLD__NO_CONTRIBUTION,
    .describe = describe,
    .neighbours = pld__neighbours_chained,
};
