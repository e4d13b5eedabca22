/* permute-and-flip (McKenna and Sheldon 2020), which is report-noisy-max with exponential noise (Ding et al. 2021): pure
 * differential privacy, of which nothing more is used; it is of no range below 2 epsilon in general (T173). */
#include "base/base.h"
#include "family/approx_dp.h"
#include "family/check.h"
#include "family/family.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static const char *const NOTE =
    "permute-and-flip is taken as any step of pure differential privacy; nothing more of it is used, and the lower end is that "
    "of "
    "such a step, not of the selection. Its options have scores that one record changes by at most Delta, and its coins are "
    "e^(epsilon (u - max)/(2 Delta)).";

static pld_status make(double epsilon, uint64_t records, double rate, pld_mechanism **mechanism, pld_error *error) {
    pld_status status = pld__check_range("epsilon", epsilon, 1e-9, 10000, error);
    if (status == PLD_OK)
        status = pld__check_probability("q", rate, error);
    if (status != PLD_OK)
        return status;
    char resolved[160], sampled[64];
    pld__sampled_prefix(rate, "permute-and-flip", sampled);
    snprintf(resolved, sizeof resolved, "%sepsilon=%s", sampled, pld__number_format(epsilon).text);
    status = pld__guarantee_mechanism(&(pld__guarantee){.epsilon = epsilon}, rate, resolved, NOTE, mechanism);
    if (status == PLD_OK)
        (*mechanism)->traits = (pld__traits){
            .family = &pld__family_permute_and_flip, .sampling_rate = rate, .whole_sensitivity = records, .epsilon = epsilon};
    return status;
}

pld_status pld_mechanism_create_permute_and_flip(double epsilon, double rate, pld_mechanism **mechanism, pld_error *error) {
    return make(epsilon, 1, rate, mechanism, error);
}

/* --- the row -------------------------------------------------------------------------------------------------------- */

static const pld__key keys[] = {
    PLD__KEY_EPSILON_CLAIMED("of its pure differential privacy, for one record that is added or removed, > 0"),
};

static pld_status create(const pld__given *given, pld_mechanism **mechanism, pld_error *error) {
    return pld_mechanism_create_permute_and_flip(given->values[0].number, given->rate, mechanism, error);
}

/* Pure differential privacy of a chain adds up, rounded up (T173). */
static pld_status chain(const pld_mechanism *mechanism, uint64_t k, uint64_t records, pld_mechanism **made, pld_error *error) {
    double sum = (double)k * mechanism->traits.epsilon;
    return make(fma((double)k, mechanism->traits.epsilon, -sum) > 0 ? nextafter(sum, INFINITY) : sum, records, 1, made, error);
}

static void describe(const pld__words *words, const pld_mechanism *mechanism, uint64_t count) {
    const pld__traits *traits = &mechanism->traits;
    pld__words_say(words, "a selection by permute-and-flip, taken as any $%s$-differentially private mechanism",
                   pld__number_format(traits->epsilon).text);
    if (traits->whole_sensitivity > 1)
        pld__words_say(words, " for $%" PRIu64 "$ records together", traits->whole_sensitivity);
    pld__words_times(words, count);
    pld__words_sampled(words, traits);
}

const pld__family pld__family_permute_and_flip = {
    .name = "permute-and-flip",
    .meaning = "a selection by permute-and-flip, or noisy max with exponential noise, taken as approx-dp with delta = 0",
    .remark =
        "A bound: pure differential privacy, and nothing more of the selection is used: the lower end is that of such a step.\n"
        "It is of no bounded range as small as epsilon, so what holds of `exponential` does not hold of it.",
    .reference = "McKenna and Sheldon 2020; Ding et al. 2021",
    .example = "permute-and-flip:epsilon=0.1@100",
    .adjacency = "add, remove; replace (epsilon doubles), not when sampled; not zero-out",
    PLD__KEYS(keys),
    .create = create,
    .standing = PLD__STANDING_DOMINATES, /* nothing but its pure differential privacy is used */
    .create_chain = chain,
    .group = pld__chain_group,
    .replace = pld__chain_replace,
    .no_zero = "scores need not be sums, and " PLD__NO_CONTRIBUTION,
    .describe = describe,
    .neighbours = pld__neighbours_chained,
};
