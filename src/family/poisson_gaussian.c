/* poisson-gaussian: every record joins a batch with probability q on its own, and N(0, sigma^2) is added to the sum. Removing
 * `removed` records and adding `added` others gives sum_i Binom(i; removed, q) N(i) versus sum_j Binom(j; added, q) N(-j). For
 * one kind only this is the proven worst case of the group (k = 1: Abadi et al. 2016, Zhu, Dong and Wang 2022). */
#include "base/base.h"
#include "family/check.h"
#include "family/family.h"
#include "family/poisson_gaussian.h"
#include "pair/mixture.h"
#include "pair/weights.h"

#include <inttypes.h>
#include <stdio.h>

static const char *const UNPROVEN_NOTE = "That no data set is worse than this pair is proven for records that are all removed or "
                                         "all added, and for one of each; not for "
                                         "this group.";

/* Weights and means of one side, means = sign * j * step in increasing order. */
static void fill_side(uint64_t records, const pld__traits *traits, double step, int sign, long double *weight, double *mean) {
    size_t last = (size_t)records;
    pld__weights_drawn(traits, records, weight);
    for (size_t j = 0; j <= last; j++)
        mean[j] = sign * (double)j * step;
    for (size_t low = 0, high = last; sign < 0 && low < high; low++, high--) {
        long double held_weight = weight[low];
        double held_mean = mean[low];
        weight[low] = weight[high];
        mean[low] = mean[high];
        weight[high] = held_weight;
        mean[high] = held_mean;
    }
}

pld_status pld_mechanism_create_poisson_gaussian(double q, double sigma, uint64_t removed, uint64_t added, double sensitivity,
                                                 pld_mechanism **mechanism, pld_error *error) {
    return pld__poisson_gaussian_create(&(pld__drawn){.rate = q}, sigma, removed, added, sensitivity, mechanism, error);
}

pld_status pld__poisson_gaussian_create(const pld__drawn *drawn, double sigma, uint64_t removed, uint64_t added,
                                        double sensitivity, pld_mechanism **mechanism, pld_error *error) {
    double q = drawn->rate;
    pld_status status = pld__check_probability("q", q, error);
    if (status == PLD_OK)
        status = pld__check_positive("sigma", sigma, error);
    if (status == PLD_OK)
        status = pld__check_group("removed", removed, error);
    if (status == PLD_OK)
        status = pld__check_group("added", added, error);
    if (status == PLD_OK)
        status = pld__check_positive("sensitivity", sensitivity, error);
    if (status == PLD_OK && removed + added == 0)
        status = pld__error_argument(error, "removed=0", "at least one record removed or added",
                                     "a group of no records has nothing to protect: removed + added must be at least 1");
    if (status != PLD_OK)
        return status;
    pld__traits traits = {.family = &pld__family_poisson_gaussian,
                          .kind = PLD__KIND_POISSON_GAUSSIAN,
                          .scale = sigma,
                          .sensitivity = sensitivity,
                          .noise = sigma / sensitivity,
                          .sampling_rate = q,
                          .removed = removed,
                          .added = added,
                          .population = drawn->population,
                          .batch = drawn->batch};
    bool sampled = q > 0 && q < 1, proven = pld__traits_standing(&traits) == PLD__STANDING_WORST_CASE;
    char resolved[192], note[512];
    snprintf(note, sizeof note, "%s%s%s", sampled ? PLD__NOTE_POISSON : "", sampled && !proven ? "\n" : "",
             proven ? "" : UNPROVEN_NOTE);
    snprintf(resolved, sizeof resolved, "poisson-gaussian:q=%s,sigma=%s,removed=%" PRIu64 ",added=%" PRIu64 ",sensitivity=%s",
             pld__number_format(q).text, pld__number_format(sigma).text, removed, added, pld__number_format(sensitivity).text);
    size_t p_count = (size_t)removed + 1, q_count = (size_t)added + 1;
    long double *weight = pld__allocate(p_count + q_count, sizeof *weight);
    double *mean = pld__allocate(p_count + q_count, sizeof *mean);
    status = PLD_ERROR_MEMORY;
    if (weight && mean) {
        fill_side(removed, &traits, sensitivity / sigma, 1, weight, mean);
        fill_side(added, &traits, sensitivity / sigma, -1, weight + p_count, mean + p_count);
        status = pld__mixture_mechanism(p_count, weight, mean, q_count, weight + p_count, mean + p_count, resolved,
                                        note[0] != '\0' ? note : NULL, mechanism, error);
    }
    if (status == PLD_OK)
        (*mechanism)->traits = traits;
    pld__free(weight);
    pld__free(mean);
    return status;
}

/* --- the row -------------------------------------------------------------------------------------------------------- */

enum { KEY_Q, KEY_SIGMA, KEY_K, KEY_REMOVED, KEY_ADDED, KEY_SENSITIVITY };

static const pld__key keys[] = {
    [KEY_Q] = {.name = "q",
               .kind = PLD__KEY_NUMBER,
               .meaning = "probability that a record is in the batch, from 0 to 1",
               .range = &pld__range_q,
               .monotone = PLD__MONOTONE_DRAWN},
    [KEY_SIGMA] = PLD__KEY_SIGMA_OF_CLIPPED,
    [KEY_K] = {.name = "k",
               .kind = PLD__KEY_WHOLE,
               .fallback = "1",
               .meaning = "protected records, all on one side; not together with removed or added",
               .range = &pld__range_k,
               .monotone = PLD__MONOTONE_DRAWN},
    [KEY_REMOVED] = {.name = "removed",
                     .kind = PLD__KEY_WHOLE,
                     .fallback = "0",
                     .meaning = "protected records that only P has, instead of k",
                     .range = &pld__range_removed,
                     .monotone = PLD__MONOTONE_DRAWN},
    [KEY_ADDED] = {.name = "added",
                   .kind = PLD__KEY_WHOLE,
                   .fallback = "0",
                   .meaning = "protected records that only Q has, instead of k",
                   .range = &pld__range_added,
                   .monotone = PLD__MONOTONE_DRAWN},
    [KEY_SENSITIVITY] = PLD__KEY_SENSITIVITY_OF_MEANS,
};

static pld_status create(const pld__given *given, pld_mechanism **mechanism, pld_error *error) {
    const pld__value *values = given->values, *k = &values[KEY_K], *removed = &values[KEY_REMOVED], *added = &values[KEY_ADDED];
    bool both_sides = removed->given || added->given;
    if (both_sides && k->given)
        return pld__error_argument(error, "k", "either k, or removed and added", "k cannot be given together with %s",
                                   removed->given ? "removed" : "added");
    return pld_mechanism_create_poisson_gaussian(values[KEY_Q].number, values[KEY_SIGMA].number,
                                                 both_sides ? removed->whole : k->whole, added->whole,
                                                 values[KEY_SENSITIVITY].number, mechanism, error);
}

/* What is proven (T42). All on one side: Zhu, Dong and Wang 2022; Choquette-Choo et al. 2024 for groups. One of each: the record
 * that is replaced, by advanced joint convexity (Balle, Barthe and Gaboardi 2018) and the first. Gradients in one direction
 * attain it, whatever the group. */
pld__standing pld__poisson_gaussian_standing(const pld__traits *traits) {
    return traits->removed == 0 || traits->added == 0 || (traits->removed == 1 && traits->added == 1) ? PLD__STANDING_WORST_CASE
                                                                                                      : PLD__STANDING_ATTAINED;
}

/* Binom(j; k, q) of them are in the batch: proven for all removed or all added. */
pld_status pld__poisson_gaussian_group(const pld_mechanism *mechanism, uint64_t k, pld_mechanism **group, pld_error *error) {
    const pld__traits *traits = &mechanism->traits;
    if (traits->removed + traits->added != 1)
        return pld__group_refuse(mechanism, PLD__SEVERAL_ALREADY, error);
    const pld__drawn drawn = {traits->sampling_rate, traits->population, traits->batch};
    return pld__poisson_gaussian_create(&drawn, traits->scale, k * traits->removed, k * traits->added, traits->sensitivity, group,
                                        error);
}

/* The old value leaves and the new one joins, each sampled: the double mixture of the design. */
pld_status pld__poisson_gaussian_replace(const pld_mechanism *mechanism, pld_mechanism **replaced, pld_error *error) {
    const pld__traits *traits = &mechanism->traits;
    if (traits->removed + traits->added != 1)
        return pld__replace_refuse(mechanism, "groups are told apart by removed and added", error);
    const pld__drawn drawn = {traits->sampling_rate, traits->population, traits->batch};
    return pld__poisson_gaussian_create(&drawn, traits->scale, 1, 1, traits->sensitivity, replaced, error);
}

void pld__poisson_gaussian_describe_noise(const pld__words *words, const pld_mechanism *mechanism) {
    const pld__traits *traits = &mechanism->traits;
    pld__words_clipping(words, traits);
    if (traits->sensitivity != 1)
        pld__words_say(words, "; one record changes that sum by at most $%s C$", pld__number_format(traits->sensitivity).text);
    pld__words_protected(words, mechanism);
}

static void describe(const pld__words *words, const pld_mechanism *mechanism, uint64_t count) {
    pld__words_say(words,
                   "DP-SGD with Poisson sampling and Gaussian noise: each record joins each batch independently with "
                   "probability $q = %s$",
                   pld__number_format(mechanism->traits.sampling_rate).text);
    pld__words_steps(words, count);
    pld__poisson_gaussian_describe_noise(words, mechanism);
}

const pld__family pld__family_poisson_gaussian = {
    .name = "poisson-gaussian",
    .meaning = "sum_i Binom(i; removed, q) N(i, sigma^2) versus sum_j Binom(j; added, q) N(-j, sigma^2)",
    .remark =
        "k = 1 is DP-SGD. k stands for removed = k, added = 0. Proven to be the worst case for k records all removed or all\n"
        "added under Poisson sampling, and for removed = 1, added = 1 (one record replaced). Other groups of both kinds: the "
        "lower\n"
        "end holds, that nothing is worse is not proven. Shuffled batches are not Poisson batches.",
    .reference = "Abadi et al. 2016; Zhu, Dong and Wang 2022",
    .example = "poisson-gaussian:q=256/60000,sigma=1@16384",
    .adjacency = "add, remove, zero-out; replace for one record (removed = 1, added = 1)",
    PLD__KEYS(keys),
    .create = create,
    .no_sampling = PLD__SAMPLED_ALREADY,
    .standing_of = pld__poisson_gaussian_standing,
    .group = pld__poisson_gaussian_group,
    .replace = pld__poisson_gaussian_replace,
    .zero_as_removed = true,
    .describe = describe,
    .neighbours = pld__neighbours_counted,
    .public_numbers = PLD__PUBLIC_RATE | PLD__PUBLIC_TRAINING,
};
