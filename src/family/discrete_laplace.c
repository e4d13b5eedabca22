/* discrete-laplace: the geometric mechanism (Ghosh, Roughgarden and Sundararajan 2009), whole numbers with probability
 * proportional to e^(-|x|/b). Below 0 and above the sensitivity D the loss is constant, so there are D + 1 outcomes. */
#include "base/base.h"
#include "family/check.h"
#include "family/family.h"
#include "pair/sparse.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { LARGEST_SENSITIVITY = 10000 };

pld_status pld_mechanism_create_discrete_laplace(double b, uint64_t sensitivity, double rate, pld_mechanism **mechanism,
                                                 pld_error *error) {
    pld_status status = pld__check_positive("b", b, error);
    if (status == PLD_OK)
        status = pld__check_range("sensitivity", (double)sensitivity, 1, LARGEST_SENSITIVITY, error);
    if (status == PLD_OK)
        status = pld__check_range("b", b, (double)sensitivity * 1e-4, 1e75, error);
    if (status == PLD_OK)
        status = pld__check_probability("q", rate, error);
    if (status != PLD_OK)
        return status;
    size_t count = (size_t)sensitivity + 1;
    pld__outcome *outcomes = pld__sparse_affordable(count) ? pld__allocate(count, sizeof *outcomes) : NULL;
    if (!outcomes)
        return PLD_ERROR_MEMORY;
    /* Of the centre x >= 0: 1/(1 + alpha) at and below it, (1 - alpha)/(1 + alpha) alpha^x above. */
    long double step = 1 / (long double)b, alpha = expl(-step), tail = 1 / (1 + alpha), one = -expm1l(-step) * tail;
    for (size_t x = 0; x < count; x++) {
        size_t mirrored = count - 1 - x;
        long double fallen = expl(-(long double)x / b);
        outcomes[x].q = outcomes[mirrored].p = x == 0 ? tail : x == count - 1 ? tail * fallen : one * fallen;
        outcomes[x].loss = ((long double)x - (long double)mirrored) / b;
    }
    double kappa = 0;
    pld__outcomes_sample(outcomes, count, rate, &kappa);
    char resolved[192], sampled[64];
    pld__sampled_prefix(rate, "discrete-laplace", sampled);
    snprintf(resolved, sizeof resolved, "%sb=%s,sensitivity=%" PRIu64, sampled, pld__number_format(b).text, sensitivity);
    status = pld__sparse_mechanism_of(count, outcomes, 1e-18 * (2 + (double)sensitivity / b), kappa, 0, resolved,
                                      rate > 0 && rate < 1 ? PLD__NOTE_POISSON : NULL, mechanism);
    if (status == PLD_OK)
        (*mechanism)->traits = (pld__traits){.family = &pld__family_discrete_laplace,
                                             .kind = PLD__KIND_DISCRETE_LAPLACE,
                                             .scale = b,
                                             .noise = b / (double)sensitivity,
                                             .sampling_rate = rate,
                                             .whole_sensitivity = sensitivity};
    pld__free(outcomes);
    return status;
}

/* --- the row -------------------------------------------------------------------------------------------------------- */

enum { KEY_B, KEY_SENSITIVITY };

static const pld__key keys[] = {
    [KEY_B] = PLD__KEY_SCALE_OF_LAPLACE,
    [KEY_SENSITIVITY] = PLD__KEY_SENSITIVITY_OF_ONE,
};

static pld_status create(const pld__given *given, pld_mechanism **mechanism, pld_error *error) {
    return pld_mechanism_create_discrete_laplace(given->values[KEY_B].number, given->values[KEY_SENSITIVITY].whole, given->rate,
                                                 mechanism, error);
}

static void describe(const pld__words *words, const pld_mechanism *mechanism, uint64_t count) {
    pld__words_noise(words, &(pld__noise_words){"discrete Laplace", "b", "one whole number", ""}, mechanism, count);
    pld__words_sampled(words, &mechanism->traits);
}

const pld__family pld__family_discrete_laplace = {
    .name = "discrete-laplace",
    .meaning = "whole numbers with mass proportional to e^(-|x - sensitivity|/b) versus e^(-|x|/b)",
    .remark = "The geometric mechanism. Exact for one whole number: the worst case in both directions.",
    .reference = "Ghosh, Roughgarden and Sundararajan 2009",
    .example = "discrete-laplace:b=10@1000",
    .adjacency = "add, remove, zero-out, replace (the sensitivity doubles); not replace when sampled",
    PLD__KEYS(keys),
    .create = create,
    .standing = PLD__STANDING_WORST_CASE, /* of one whole number; sampled: by Zhu, Dong and Wang 2022, others at 0 attain it */
    .create_whole = pld_mechanism_create_discrete_laplace,
    .group = pld__whole_group,
    .replace = pld__whole_replace,
    .zero_as_removed = true,
    .describe = describe,
};
