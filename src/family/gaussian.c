/* gaussian: N(1, sigma^2) versus N(0, sigma^2), the pair of the Gaussian mechanism with sensitivity 1 (Balle and Wang 2018). */
#include "family/check.h"
#include "family/family.h"
#include "pair/mixture.h"

#include <stdio.h>

pld_status pld_mechanism_create_gaussian(double sigma, double sensitivity, pld_mechanism **mechanism, pld_error *error) {
    pld_status status = pld__check_positive("sigma", sigma, error);
    if (status == PLD_OK)
        status = pld__check_positive("sensitivity", sensitivity, error);
    if (status != PLD_OK)
        return status;
    char resolved[128];
    snprintf(resolved, sizeof resolved, "gaussian:sigma=%s,sensitivity=%s", pld__number_format(sigma).text,
             pld__number_format(sensitivity).text);
    long double one = 1;
    double p_mean = sensitivity / sigma, q_mean = 0;
    status = pld__mixture_mechanism(1, &one, &p_mean, 1, &one, &q_mean, resolved, NULL, mechanism, error);
    if (status == PLD_OK)
        (*mechanism)->traits = (pld__traits){.family = &pld__family_gaussian,
                                             .kind = PLD__KIND_GAUSSIAN,
                                             .scale = sigma,
                                             .sensitivity = sensitivity,
                                             .noise = sigma / sensitivity,
                                             .sampling_rate = 1,
                                             .zcdp = p_mean * p_mean / 2};
    return status;
}

/* --- the row -------------------------------------------------------------------------------------------------------- */

enum { KEY_SIGMA, KEY_SENSITIVITY };

static const pld__key keys[] = {
    [KEY_SIGMA] = PLD__KEY_SIGMA_OF_CLIPPED,
    [KEY_SENSITIVITY] = PLD__KEY_SENSITIVITY_OF_MEANS,
};

static pld_status create(const pld__given *given, pld_mechanism **mechanism, pld_error *error) {
    double sigma = given->values[KEY_SIGMA].number, sensitivity = given->values[KEY_SENSITIVITY].number;
    return given->rate != 1 ? pld_mechanism_create_poisson_gaussian(given->rate, sigma, 1, 0, sensitivity, mechanism, error)
                            : pld_mechanism_create_gaussian(sigma, sensitivity, mechanism, error);
}

/* k records move the mean by up to k times as much as one, and the pair of a larger shift is the worst of all smaller ones. */
static pld_status group_of(const pld_mechanism *mechanism, uint64_t k, pld_mechanism **group, pld_error *error) {
    return pld_mechanism_create_gaussian(mechanism->traits.scale, (double)k * mechanism->traits.sensitivity, group, error);
}

/* The mean moves by up to twice as much. */
static pld_status replace(const pld_mechanism *mechanism, pld_mechanism **replaced, pld_error *error) {
    return pld_mechanism_create_gaussian(mechanism->traits.scale, 2 * mechanism->traits.sensitivity, replaced, error);
}

static void describe(const pld__words *words, const pld_mechanism *mechanism, uint64_t count) {
    pld__words_noise(words, &(pld__noise_words){"Gaussian", "sigma", "results", " in Euclidean norm"}, mechanism, count);
}

const pld__family pld__family_gaussian = {
    .name = "gaussian",
    .meaning = "N(1, sigma^2) versus N(0, sigma^2)",
    .remark = "Exact: this pair is the worst case of the Gaussian mechanism in both directions.",
    .reference = "Balle and Wang 2018",
    .example = "gaussian:sigma=20@1000",
    .adjacency = "add, remove, zero-out, replace (the mean moves twice as far)",
    PLD__KEYS(keys),
    .create = create,
    .standing = PLD__STANDING_WORST_CASE, /* a result that moves by the whole sensitivity attains it; replaced: from one end to
                                             the other */
    .group = group_of,
    .replace = replace,
    .zero_as_removed = true,
    .describe = describe,
};
