/* hypergeometric-gaussian: batches of B records drawn from N without replacement, k of the N protected; the pair compares
 * sum_j Hyp(j; N, k, B) N(j * shift, sigma^2) to N(0, sigma^2). */
#include "base/base.h"
#include "family/check.h"
#include "family/family.h"
#include "pair/mixture.h"
#include "pair/weights.h"

#include <inttypes.h>
#include <stdio.h>

#define RESTRICTION "what the other records contribute does not depend on how many protected records were drawn"
#define RESTRICTED                                                                                                 \
    "No guarantee for batches of fixed size: these numbers hold provided that " RESTRICTION ". Otherwise epsilon " \
    "can be many times larger."
#define FIXED_SIZE                                                                                                              \
    "Batches of fixed size are assumed, drawn anew for each step without replacement, and records that are added or removed; "  \
    "N counts the larger of two neighbouring data sets. Shuffled batches, and records that stay with a gradient of 0, are not " \
    "covered."

/* What is proven of it (T42). A record that is added or removed, batches of B drawn without replacement; N counts the larger data
 * set. Where the others' part does not depend on the draw, j protected records in the batch move the mean by j shifts and nothing
 * else moves. Where it may, a protected record also takes the place of another, of norm 1, so that the mean moves by up to 2 for
 * each: Hyp(j; N, k, B) N(2j) versus N(0) dominates if the smaller data set can fill a batch, B <= N - k (Ganesh 2024). All
 * others at -1 and the protected ones at +1 attain it. A larger shift is worse than every smaller one. B = N is no draw at all:
 * everybody is in the batch, and shift 1 is the Gaussian mechanism. */
static pld__standing standing_of(const pld__traits *traits) {
    if (traits->batch == traits->population)
        return traits->shift < 1    ? PLD__STANDING_RESTRICTED
               : traits->shift == 1 ? PLD__STANDING_WORST_CASE
                                    : PLD__STANDING_DOMINATES;
    if (traits->shift < 2 || traits->batch > traits->population - traits->removed)
        return PLD__STANDING_RESTRICTED;
    return traits->shift == 2 ? PLD__STANDING_WORST_CASE : PLD__STANDING_DOMINATES;
}

/* What the numbers cover; NULL if nothing has to be said. */
static const char *note_of(const pld__traits *traits) {
    switch (standing_of(traits)) {
    case PLD__STANDING_WORST_CASE:
        return traits->batch == traits->population ? NULL : FIXED_SIZE;
    case PLD__STANDING_DOMINATES:
        return traits->batch == traits->population
                   ? "Batches of all N records: this pair dominates, but shift=1 would do; nothing is claimed from below of the "
                     "mechanism."
                   : FIXED_SIZE "\nThis pair dominates, but shift=2 would do; nothing is claimed from below of the mechanism.";
    default:
        break;
    }
    return traits->batch > traits->population - traits->removed && traits->batch < traits->population ? RESTRICTED
               " A data set of N - k records has no batch of B records, and no bound for that is known."
                                                                                                      : RESTRICTED
               " shift=2 is the bound for batches of fixed size and records that are added or removed (Ganesh 2024).";
}

static pld_status check(uint64_t population, uint64_t batch, uint64_t k, pld_error *error) {
    char word[48], allowed[64];
    pld_status status = pld__check_batch(population, "B", batch, error);
    if (status != PLD_OK)
        return status;
    if (k < 1 || k > population || k > PLD__LARGEST_GROUP) {
        uint64_t largest = population < PLD__LARGEST_GROUP ? population : PLD__LARGEST_GROUP;
        snprintf(word, sizeof word, "k=%" PRIu64, k);
        snprintf(allowed, sizeof allowed, "a whole number from 1 to %" PRIu64 " (N is %" PRIu64 ")", largest, population);
        return pld__error_argument(error, word, allowed, "'%s' is out of range: the group must be %s", word, allowed);
    }
    return PLD_OK;
}

pld_status pld_mechanism_create_hypergeometric_gaussian(uint64_t population, uint64_t batch, uint64_t k, double sigma,
                                                        double shift, double sensitivity, pld_mechanism **mechanism,
                                                        pld_error *error) {
    pld_status status = check(population, batch, k, error);
    if (status == PLD_OK)
        status = pld__check_positive("sigma", sigma, error);
    if (status == PLD_OK)
        status = pld__check_positive("shift", shift, error);
    if (status == PLD_OK)
        status = pld__check_positive("sensitivity", sensitivity, error);
    if (status != PLD_OK)
        return status;
    char resolved[256];
    snprintf(resolved, sizeof resolved,
             "hypergeometric-gaussian:N=%" PRIu64 ",B=%" PRIu64 ",k=%" PRIu64 ",sigma=%s,shift=%s,sensitivity=%s", population,
             batch, k, pld__number_format(sigma).text, pld__number_format(shift).text, pld__number_format(sensitivity).text);
    pld__traits traits = {.family = &pld__family_hypergeometric_gaussian,
                          .kind = PLD__KIND_HYPERGEOMETRIC_GAUSSIAN,
                          .scale = sigma,
                          .sensitivity = sensitivity,
                          .noise = sigma / (shift * sensitivity),
                          .sampling_rate = (double)batch / (double)population,
                          .removed = k,
                          .population = population,
                          .batch = batch,
                          .shift = shift};
    size_t count = (size_t)k + 1;
    long double *weight = pld__allocate(count, sizeof *weight), one = 1;
    double *mean = pld__allocate(count, sizeof *mean), zero = 0;
    status = PLD_ERROR_MEMORY;
    if (weight && mean) {
        pld__weights_hypergeometric(population, batch, k, weight);
        for (size_t j = 0; j < count; j++)
            mean[j] = (double)((long double)j * shift * sensitivity / sigma); /* rounded once: mixture.h asks for 2 u */
        status = pld__mixture_mechanism(count, weight, mean, 1, &one, &zero, resolved, note_of(&traits), mechanism, error);
    }
    if (status == PLD_OK)
        (*mechanism)->traits = traits;
    pld__free(weight);
    pld__free(mean);
    return status;
}

/* --- the row -------------------------------------------------------------------------------------------------------- */

enum { KEY_POPULATION, KEY_BATCH, KEY_K, KEY_SIGMA, KEY_SHIFT, KEY_SENSITIVITY };

static const pld__key keys[] = {
    [KEY_POPULATION] = PLD__KEY_POPULATION("records in the data set"),
    [KEY_BATCH] = PLD__KEY_BATCH("records in a batch, drawn without replacement, at most N"),
    [KEY_K] = {.name = "k",
               .kind = PLD__KEY_WHOLE,
               .meaning = "protected records among the N",
               .range = &pld__range_k,
               .monotone = PLD__MONOTONE_DRAWN},
    [KEY_SIGMA] = PLD__KEY_SIGMA_OF_CLIPPED,
    [KEY_SHIFT] = {.name = "shift",
                   .kind = PLD__KEY_NUMBER,
                   .fallback = "1",
                   .meaning = "what one protected record in the batch adds to the mean",
                   .range = &pld__range_shift,
                   .monotone = PLD__MONOTONE_SCALE},
    [KEY_SENSITIVITY] = PLD__KEY_SENSITIVITY_OF_MEANS,
};

static pld_status create(const pld__given *given, pld_mechanism **mechanism, pld_error *error) {
    const pld__value *values = given->values;
    return pld_mechanism_create_hypergeometric_gaussian(values[KEY_POPULATION].whole, values[KEY_BATCH].whole,
                                                        values[KEY_K].whole, values[KEY_SIGMA].number, values[KEY_SHIFT].number,
                                                        values[KEY_SENSITIVITY].number, mechanism, error);
}

/* Hyp(j; N, k, B) of them are in the batch, with the caveat that one record has too. */
static pld_status group_of(const pld_mechanism *mechanism, uint64_t k, pld_mechanism **group, pld_error *error) {
    const pld__traits *traits = &mechanism->traits;
    if (traits->removed + traits->added != 1)
        return pld__group_refuse(mechanism, PLD__SEVERAL_ALREADY, error);
    return pld_mechanism_create_hypergeometric_gaussian(traits->population, traits->batch, k, traits->scale, traits->shift,
                                                        traits->sensitivity, group, error);
}

static void describe(const pld__words *words, const pld_mechanism *mechanism, uint64_t count) {
    const pld__traits *traits = &mechanism->traits;
    double moved = traits->shift * traits->sensitivity;
    pld__words_say(words,
                   "DP-SGD with batches of fixed size and Gaussian noise: $B = %" PRIu64 "$ of $N = %" PRIu64
                   "$ records are drawn without replacement for each step",
                   traits->batch, traits->population);
    pld__words_steps(words, count);
    pld__words_clipping(words, traits);
    pld__words_say(words, "; a protected record that is drawn is taken to move that sum by at most $%s%sC$",
                   moved != 1 ? pld__number_format(moved).text : "", moved != 1 ? " " : "");
    pld__words_protected(words, mechanism);
}

const pld__family pld__family_hypergeometric_gaussian = {
    .name = "hypergeometric-gaussian",
    .meaning = "sum_j Hyp(j; N, k, B) N(j * shift, sigma^2) versus N(0, sigma^2)",
    .remark =
        "shift = 1 is exact provided that what the other records contribute does not depend on how many protected records were\n"
        "drawn. That is no guarantee for DP-SGD with batches of fixed size: all other gradients -1 and the protected one +1 "
        "give\n"
        "18.19 where shift = 1 says 3.50 (N=1000, B=50, k=1, sigma=1, 100 steps, delta = 1e-5). shift = 2 is the worst case for\n"
        "batches of fixed size and k records all removed or all added, N counting the larger data set and B <= N - k.",
    .reference = "Ganesh 2024",
    .example = "hypergeometric-gaussian:N=60000,B=256,k=3,sigma=1@16384",
    .adjacency = "add, remove; not replace or zero-out: its pair is one of protected records that are there or not",
    PLD__KEYS(keys),
    .create = create,
    .no_sampling = "its batches are drawn already, and a Poisson sample of them is no pair that is known",
    .standing_of = standing_of,
    .group = group_of,
    .no_replace = "its pair is one of protected records that are there or not",
    .no_zero = "its pair is one of protected records that are there or not; fixed-size knows one",
    .describe = describe,
    .neighbours = pld__neighbours_counted,
    .public_numbers = PLD__PUBLIC_SIZE | PLD__PUBLIC_BATCH | PLD__PUBLIC_TRAINING,
    .drawing = {"Batches of fixed size are assumed, drawn anew for each step without replacement; $N$ counts the larger "
                "of two neighbouring data sets, which differ by records that are there or not. Poisson or shuffled "
                "batches, and records that stay with a gradient of 0, are not covered.",
                "Which records were drawn is not released."},
    .restriction = RESTRICTION,
    .unrestricted = "Without this restriction it is no guarantee for DP-SGD with batches of fixed size, where other data "
                    "sets can do worse; for $k$ records that are all added or all removed, and $B <= N - k$, the bound "
                    "for those is that of `shift=2` (Ganesh 2024).",
};
