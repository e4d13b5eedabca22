/* laplace: Laplace noise of scale b on results that one record changes by `sensitivity` (Dwork, McSherry, Nissim and Smith 2006).
 */
#include "family/check.h"
#include "family/family.h"
#include "pair/laplace.h"

#include <stdio.h>

pld_status pld_mechanism_create_laplace(double b, double sensitivity, pld_mechanism **mechanism, pld_error *error) {
    pld_status status = pld__check_positive("b", b, error);
    if (status == PLD_OK)
        status = pld__check_positive("sensitivity", sensitivity, error);
    if (status != PLD_OK)
        return status;
    char resolved[128];
    snprintf(resolved, sizeof resolved, "laplace:b=%s,sensitivity=%s", pld__number_format(b).text,
             pld__number_format(sensitivity).text);
    status = pld__laplace_mechanism(sensitivity, b, 1, resolved, NULL, mechanism);
    if (status == PLD_OK)
        (*mechanism)->traits = (pld__traits){.family = &pld__family_laplace,
                                             .kind = PLD__KIND_LAPLACE,
                                             .scale = b,
                                             .sensitivity = sensitivity,
                                             .noise = b / sensitivity,
                                             .sampling_rate = 1};
    return status;
}

/* --- the row -------------------------------------------------------------------------------------------------------- */

enum { KEY_B, KEY_SENSITIVITY };

static const pld__key keys[] = {
    [KEY_B] = PLD__KEY_SCALE_OF_LAPLACE,
    [KEY_SENSITIVITY] = PLD__KEY_SENSITIVITY_OF_SUMS,
};

static pld_status create(const pld__given *given, pld_mechanism **mechanism, pld_error *error) {
    double b = given->values[KEY_B].number, sensitivity = given->values[KEY_SENSITIVITY].number;
    return given->rate != 1 ? pld_mechanism_create_poisson_laplace(given->rate, b, sensitivity, mechanism, error)
                            : pld_mechanism_create_laplace(b, sensitivity, mechanism, error);
}

/* k records move the results by up to k times as much as one, and the pair of a larger shift is the worst of all smaller ones. */
static pld_status group_of(const pld_mechanism *mechanism, uint64_t k, pld_mechanism **group, pld_error *error) {
    return pld_mechanism_create_laplace(mechanism->traits.scale, (double)k * mechanism->traits.sensitivity, group, error);
}

/* They move by up to twice as much. */
static pld_status replace(const pld_mechanism *mechanism, pld_mechanism **replaced, pld_error *error) {
    return pld_mechanism_create_laplace(mechanism->traits.scale, 2 * mechanism->traits.sensitivity, replaced, error);
}

static void describe(const pld__words *words, const pld_mechanism *mechanism, uint64_t count) {
    pld__words_noise(words, &(pld__noise_words){"Laplace", "b", "results", " in the sum of absolute values"}, mechanism, count);
}

const pld__family pld__family_laplace = {
    .name = "laplace",
    .meaning = "Lap(sensitivity, b) versus Lap(0, b)",
    .remark = "Exact: this pair is the worst case of the Laplace mechanism in both directions.",
    .reference = "Dwork, McSherry, Nissim and Smith 2006",
    .example = "laplace:b=10@1000",
    .adjacency = "add, remove, zero-out, replace (the sensitivity doubles)",
    PLD__KEYS(keys),
    .create = create,
    .standing = PLD__STANDING_WORST_CASE, /* many results moved one after the other are a chain of tests, and one moved all the
                                             way attains the chain */
    .group = group_of,
    .replace = replace,
    .zero_as_removed = true,
    .describe = describe,
};
