/* poisson-laplace: Laplace noise on the records that join with probability q, each on its own (Zhu, Dong and Wang 2022). */
#include "family/check.h"
#include "family/family.h"
#include "pair/laplace.h"

#include <stdio.h>

pld_status pld_mechanism_create_poisson_laplace(double q, double b, double sensitivity, pld_mechanism **mechanism,
                                                pld_error *error) {
    pld_status status = pld__check_probability("q", q, error);
    if (status == PLD_OK)
        status = pld__check_positive("b", b, error);
    if (status == PLD_OK)
        status = pld__check_positive("sensitivity", sensitivity, error);
    if (status != PLD_OK)
        return status;
    char resolved[160];
    snprintf(resolved, sizeof resolved, "poisson-laplace:q=%s,b=%s,sensitivity=%s", pld__number_format(q).text,
             pld__number_format(b).text, pld__number_format(sensitivity).text);
    status = pld__laplace_mechanism(sensitivity, b, q, resolved, q > 0 && q < 1 ? PLD__NOTE_POISSON : NULL, mechanism);
    if (status == PLD_OK)
        (*mechanism)->traits = (pld__traits){.family = &pld__family_poisson_laplace,
                                             .kind = PLD__KIND_POISSON_LAPLACE,
                                             .scale = b,
                                             .sensitivity = sensitivity,
                                             .noise = b / sensitivity,
                                             .sampling_rate = q,
                                             .removed = 1};
    return status;
}

/* --- the row -------------------------------------------------------------------------------------------------------- */

enum { KEY_Q, KEY_B, KEY_SENSITIVITY };

static const pld__key keys[] = {
    [KEY_Q] = {.name = "q",
               .kind = PLD__KEY_NUMBER,
               .meaning = "probability that a record is in the batch, from 0 to 1",
               .range = &pld__range_q,
               .monotone = PLD__MONOTONE_RATE},
    [KEY_B] = PLD__KEY_SCALE_OF_LAPLACE,
    [KEY_SENSITIVITY] = PLD__KEY_SENSITIVITY_OF_SUMS,
};

static pld_status create(const pld__given *given, pld_mechanism **mechanism, pld_error *error) {
    const pld__value *values = given->values;
    return pld_mechanism_create_poisson_laplace(values[KEY_Q].number, values[KEY_B].number, values[KEY_SENSITIVITY].number,
                                                mechanism, error);
}

static void describe(const pld__words *words, const pld_mechanism *mechanism, uint64_t count) {
    pld__words_noise(words, &(pld__noise_words){"Laplace", "b", "results", " in the sum of absolute values"}, mechanism, count);
    pld__words_sampled(words, &mechanism->traits);
}

const pld__family pld__family_poisson_laplace = {
    .name = "poisson-laplace",
    .meaning = "(1 - q) Lap(0, b) + q Lap(sensitivity, b) versus Lap(0, b)",
    .remark =
        "Laplace noise on a Poisson sample. Proven to be the worst case for a record added or removed. Shuffled batches are "
        "not\nPoisson batches.",
    .reference = "Zhu, Dong and Wang 2022",
    .example = "poisson-laplace:q=0.01,b=2@1000",
    .adjacency = "add, remove, zero-out; not replace: " PLD__NOT_TWO_ENDS,
    PLD__KEYS(keys),
    .create = create,
    .no_sampling = PLD__SAMPLED_ALREADY,
    .standing = PLD__STANDING_WORST_CASE, /* dominates by Zhu, Dong and Wang 2022, others at 0 attain it */
    .no_group = PLD__SEVERAL_DRAWN,
    .no_replace = PLD__NOT_TWO_ENDS,
    .zero_as_removed = true,
    .describe = describe,
};
