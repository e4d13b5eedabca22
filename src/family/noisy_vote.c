/* noisy-vote: report-noisy-max with Laplace noise of scale b on every count, as in PATE (Papernot et al. 2017): pure differential
 * privacy, 1/b for an added or removed vote and 2/b for a changed one (Dwork and Roth 2014), of which nothing more is used here.
 */
#include "base/base.h"
#include "family/approx_dp.h"
#include "family/check.h"
#include "family/family.h"

#include <stdio.h>

pld_status pld_mechanism_create_noisy_vote(double b, bool changed, double rate, pld_mechanism **mechanism, pld_error *error) {
    pld_status status = pld__check_positive("b", b, error);
    if (status == PLD_OK && !(b >= 2e-4))
        status = pld__check_range("b", b, 2e-4, 1e75, error);
    if (status == PLD_OK)
        status = pld__check_probability("q", rate, error);
    if (status != PLD_OK)
        return status;
    char resolved[160], sampled[64];
    const char *note =
        changed ? "A changed vote of report-noisy-max is taken as any (2/b)-private step; nothing more of it is used, and "
                  "the lower end is that of such a step, not of the vote."
                : "An added or removed vote of report-noisy-max is taken as any (1/b)-private step; nothing more of it "
                  "is used, and the lower end is that of such a step, not of the vote.";
    pld__sampled_prefix(rate, "noisy-vote", sampled);
    snprintf(resolved, sizeof resolved, "%sb=%s", sampled, pld__number_format(b).text);
    long double epsilon = (changed ? 2 : 1) / (long double)b;
    /* b may be a rounded quotient. */
    pld__guarantee guarantee = {.epsilon = epsilon, .epsilon_error = 2 * PLD__U * (double)epsilon};
    status = pld__guarantee_mechanism(&guarantee, rate, resolved, note, mechanism);
    if (status == PLD_OK)
        (*mechanism)->traits = (pld__traits){.family = &pld__family_noisy_vote,
                                             .kind = PLD__KIND_NOISY_VOTE,
                                             .noise = b,
                                             .sampling_rate = rate,
                                             .epsilon = (double)epsilon};
    return status;
}

/* --- the row -------------------------------------------------------------------------------------------------------- */

enum { KEY_B, KEY_SENSITIVITY };

/* The guarantee grows with sensitivity/b. */
static const pld__key keys[] = {
    [KEY_B] = {.name = "b",
               .kind = PLD__KEY_NUMBER,
               .meaning = "scale of the Laplace noise on every count, > 0",
               .range = &pld__range_b,
               .monotone = PLD__MONOTONE_CLAIM},
    [KEY_SENSITIVITY] = {.name = "sensitivity",
                         .kind = PLD__KEY_NUMBER,
                         .fallback = "1",
                         .meaning = "what one vote adds to its count, > 0",
                         .range = &pld__range_sensitivity,
                         .monotone = PLD__MONOTONE_CLAIM},
};

static pld_status create(const pld__given *given, pld_mechanism **mechanism, pld_error *error) {
    double b = given->values[KEY_B].number, sensitivity = given->values[KEY_SENSITIVITY].number;
    pld_status status = pld__check_positive("b", b, error);
    if (status == PLD_OK)
        status = pld__check_positive("sensitivity", sensitivity, error);
    return status == PLD_OK ? pld_mechanism_create_noisy_vote(b / sensitivity, false, given->rate, mechanism, error) : status;
}

/* A vote that is changed is 2/b. */
static pld_status replace(const pld_mechanism *mechanism, pld_mechanism **replaced, pld_error *error) {
    return mechanism->traits.sampling_rate != 1
               ? pld__replace_refuse(mechanism, PLD__NOT_TWO_ENDS, error)
               : pld_mechanism_create_noisy_vote(mechanism->traits.noise, true, 1, replaced, error);
}

static void describe(const pld__words *words, const pld_mechanism *mechanism, uint64_t count) {
    const pld__traits *traits = &mechanism->traits;
    pld__words_say(words,
                   "report-noisy-max with Laplace noise of scale $b = %s$ on every count (a record is one vote that counts 1), "
                   "taken as any $%s/b$-differentially private mechanism",
                   pld__number_format(traits->noise).text, mechanism->replaced ? "2" : "1");
    pld__words_times(words, count);
    pld__words_sampled(words, traits);
}

const pld__family pld__family_noisy_vote = {
    .name = "noisy-vote",
    .meaning = "report-noisy-max with Laplace noise on every count, taken as approx-dp with delta = 0",
    .remark = "A bound: an added or removed vote is 1/b pure differential privacy, a changed one 2/b, and nothing more of the "
              "noisy votes\n"
              "is used: the lower end is that of such a step, not of the vote.",
    .reference = "Dwork and Roth 2014; Papernot et al. 2017",
    .example = "noisy-vote:b=20@1000",
    .adjacency = "add, remove, zero-out (a vote that is not cast): 1/b; replace: 2/b; not replace when sampled",
    PLD__KEYS(keys),
    .create = create,
    .standing = PLD__STANDING_DOMINATES, /* nothing but its pure differential privacy is used */
    .no_group = PLD__ONE_GUARANTEE,
    .replace = replace,
    .zero_as_removed = true,
    .describe = describe,
};
