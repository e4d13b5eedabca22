/* approx-dp: the worst pair of a mechanism of which only (epsilon, delta) is known (Kairouz, Oh and Viswanath 2015) (T40): any
 * such mechanism is a post-processing of it. */
#include "base/base.h"
#include "family/approx_dp.h"
#include "family/check.h"
#include "family/family.h"
#include "pair/sparse.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const NOTE = "approx-dp: only its guarantee is known; the upper end holds for every mechanism that has it, "
                                "the lower end is that of the worst "
                                "of them.";

static const char *const GROUP_NOTE = "approx-dp: only its guarantee is known, here that of a group by group privacy; the upper "
                                      "end holds for every mechanism that has "
                                      "it, the lower end is that of the pair, which no group of records need reach.";

pld_status pld__guarantee_mechanism(const pld__guarantee *guarantee, double rate, const char *resolved, const char *note,
                                    pld_mechanism **mechanism) {
    char text[512];
    bool sampled = rate > 0 && rate < 1;
    snprintf(text, sizeof text, "%s%s%s", note, sampled ? "\n" : "", sampled ? PLD__NOTE_POISSON : "");
    long double epsilon = guarantee->epsilon, rest = 1 - (long double)guarantee->delta, high = rest / (1 + expl(-epsilon)),
                low = high * expl(-epsilon);
    pld__outcome outcomes[] = {{guarantee->delta, 0, 0}, {high, low, epsilon}, {low, high, -epsilon}, {0, guarantee->delta, 0}};
    double kappa = guarantee->epsilon_error;
    pld__outcomes_sample(outcomes, 4, rate, &kappa);
    return pld__sparse_mechanism(4, outcomes, 1e-18, kappa, 0, resolved, text, mechanism);
}

pld_status pld_mechanism_create_approx_dp(double epsilon, double delta, double rate, pld_mechanism **mechanism,
                                          pld_error *error) {
    pld_status status = pld__check_range("epsilon", epsilon, 0, 10000, error);
    if (status == PLD_OK)
        status = pld__check_probability("delta", delta, error);
    if (status == PLD_OK)
        status = pld__check_probability("q", rate, error);
    if (status != PLD_OK)
        return status;
    char resolved[160], sampled[64];
    pld__sampled_prefix(rate, "approx-dp", sampled);
    snprintf(resolved, sizeof resolved, "%sepsilon=%s,delta=%s", sampled, pld__number_format(epsilon).text,
             pld__number_format(delta).text);
    status = pld__guarantee_mechanism(&(pld__guarantee){.epsilon = epsilon, .delta = delta}, rate, resolved, NOTE, mechanism);
    if (status == PLD_OK)
        (*mechanism)->traits = (pld__traits){.family = &pld__family_approx_dp,
                                             .kind = PLD__KIND_APPROX_DP,
                                             .sampling_rate = rate,
                                             .whole_sensitivity = 1,
                                             .epsilon = epsilon,
                                             .delta = delta};
    return status;
}

/* --- the row -------------------------------------------------------------------------------------------------------- */

enum { KEY_EPSILON, KEY_DELTA, KEY_SENSITIVITY };

static const pld__key keys[] = {
    [KEY_EPSILON] = {.name = "epsilon",
                     .kind = PLD__KEY_NUMBER,
                     .meaning = "of the guarantee, >= 0",
                     .range = &pld__range_epsilon,
                     .monotone = PLD__MONOTONE_CLAIM},
    [KEY_DELTA] = {.name = "delta",
                   .kind = PLD__KEY_NUMBER,
                   .fallback = "0",
                   .meaning = "of the guarantee, from 0 to 1",
                   .range = &pld__range_delta,
                   .monotone = PLD__MONOTONE_CLAIM},
    /* the guarantee for a group grows with it */
    [KEY_SENSITIVITY] = {.name = "sensitivity",
                         .kind = PLD__KEY_WHOLE,
                         .fallback = "1",
                         .meaning = "records that change together: group privacy",
                         .range = &pld__range_sensitivity,
                         .monotone = PLD__MONOTONE_CLAIM},
};

static pld_status create(const pld__given *given, pld_mechanism **mechanism, pld_error *error) {
    const pld__value *values = given->values;
    double rate = given->rate, epsilon = values[KEY_EPSILON].number, delta = values[KEY_DELTA].number;
    double group = (double)values[KEY_SENSITIVITY].whole;
    if (!(group >= 1 && group <= 1e6))
        return pld__check_range("sensitivity", group, 1, 1e6, error);
    if (group > 1 && rate != 1) /* each of them is drawn on its own, and one of many is drawn more often than one */
        return pld__error_argument(error, "sensitivity", "sensitivity=1 inside poisson",
                                   "poisson samples one record, not a group that changes together: sensitivity must be 1");
    /* A chain of k records: (k epsilon, delta (1 + e^epsilon + .. + e^((k-1) epsilon))), rounded up. */
    double chain = epsilon > 0 ? expm1(group * epsilon) / expm1(epsilon) : group;
    bool alone = group == 1 || !(epsilon >= 0 && delta >= 0 && delta <= 1);
    pld_status status = pld_mechanism_create_approx_dp(alone ? epsilon : group * epsilon * (1 + 1e-15),
                                                       alone || delta == 0 ? delta : fmin(delta * chain * (1 + 1e-14), 1), rate,
                                                       mechanism, error);
    if (status != PLD_OK)
        return status;
    pld_mechanism *made = *mechanism;
    made->traits.whole_sensitivity = values[KEY_SENSITIVITY].whole;
    char *resolved = group > 1 ? strdup(made->resolved) : NULL;
    if (group > 1)
        status = resolved ? pld__mechanism_relabel(made, resolved, GROUP_NOTE) : PLD_ERROR_MEMORY;
    free(resolved);
    if (status != PLD_OK) {
        pld_mechanism_free(made);
        *mechanism = NULL;
    }
    return status;
}

/* A guarantee is one for a changed record already. */
static pld_status replace(const pld_mechanism *mechanism, pld_mechanism **replaced, pld_error *error) {
    return mechanism->traits.sampling_rate != 1 ? pld__replace_refuse(mechanism, PLD__NOT_TWO_ENDS, error)
                                                : pld__sparse_copy(mechanism, replaced);
}

static void describe(const pld__words *words, const pld_mechanism *mechanism, uint64_t count) {
    const pld__traits *traits = &mechanism->traits;
    const char *change = mechanism->replaced ? "replaced" : "added or removed";
    pld__words_say(words, "a mechanism of which only $(%s, %s)$-differential privacy is known, ",
                   pld__number_format(traits->epsilon).text, pld__number_format(traits->delta).text);
    if (traits->whole_sensitivity > 1)
        pld__words_say(words, "by group privacy for up to $%" PRIu64 "$ records that are %s", traits->whole_sensitivity, change);
    else
        pld__words_say(words, "for one record that is %s", change);
    pld__words_times(words, count);
    pld__words_sampled(words, traits);
}

const pld__family pld__family_approx_dp = {
    .name = "approx-dp",
    .meaning = "the worst pair that is (epsilon, delta)-differentially private",
    .remark = "For a black box of which only the guarantee is known. Proven: every such mechanism is a post-processing\n"
              "of this pair, so that composing it is optimal composition. The lower end is that of the worst of them, yours may "
              "be better; with sensitivity above 1 it is that of the pair alone.",
    .reference = "Kairouz, Oh and Viswanath 2015",
    .example = "approx-dp:epsilon=0.1,delta=1e-8@100",
    .adjacency = "the one that the guarantee is for; not replace when sampled, not zero-out",
    PLD__KEYS(keys),
    .create = create,
    .standing = PLD__STANDING_DOMINATES, /* the black box; only the worst that has its guarantee attains it, and no group of such
                                            need to */
    .no_group = PLD__ONE_GUARANTEE,
    .replace = replace,
    .no_zero = "which neighbours its guarantee is for is not known here",
    .describe = describe,
    .neighbours = pld__neighbours_chained,
};
