/* with-replacement: batches of B draws from N records, each draw anew: a record is in the batch Binom(B, 1/N) times (T105). */
#include "base/base.h"
#include "family/check.h"
#include "family/family.h"
#include "family/poisson_gaussian.h"

#include <inttypes.h>
#include <stdio.h>

#define NOTE                                                                                                                   \
    "Batches of B independent draws with replacement are assumed, drawn anew for each step, and a sum that is divided by a "   \
    "constant. Records are added or removed, and N counts the larger of two neighbouring data sets; records that stay with a " \
    "gradient of 0 are not covered."

/* The pair of B records that are drawn with probability 1/N and move the sum by 2 each, under its own name. */
static pld_status create_presence(uint64_t population, uint64_t batch, double sigma, pld_mechanism **mechanism,
                                  pld_error *error) {
    const pld__drawn drawn = {1 / (double)population * (1 + 2 * PLD__U), population, 1};
    pld_mechanism *made = NULL;
    char resolved[192];
    pld_status status = pld__check_range("N", (double)population, 2, 1e15, error);
    if (status == PLD_OK)
        status = pld__check_range("B", (double)batch, 1, PLD__LARGEST_GROUP, error);
    if (status == PLD_OK)
        status = pld__poisson_gaussian_create(&drawn, sigma, batch, 0, 2, &made, error);
    if (status != PLD_OK)
        return status;
    made->traits.family = &pld__family_with_replacement;
    snprintf(resolved, sizeof resolved, "with-replacement:N=%" PRIu64 ",B=%" PRIu64 ",sigma=%s", population, batch,
             pld__number_format(sigma).text);
    status = pld__mechanism_relabel(made, resolved, NOTE);
    if (status == PLD_OK)
        *mechanism = made;
    else
        pld_mechanism_free(made);
    return status;
}

/* --- the row -------------------------------------------------------------------------------------------------------- */

enum { KEY_POPULATION, KEY_BATCH, KEY_SIGMA };

static const pld__key keys[] = {
    [KEY_POPULATION] = PLD__KEY_POPULATION("records in the data set, the larger one, at least 2"),
    [KEY_BATCH] = PLD__KEY_BATCH("draws of a batch, with replacement"),
    [KEY_SIGMA] = PLD__KEY_SIGMA_OF_CLIPPED,
};

static pld_status create(const pld__given *given, pld_mechanism **mechanism, pld_error *error) {
    const pld__value *values = given->values;
    return create_presence(values[KEY_POPULATION].whole, values[KEY_BATCH].whole, values[KEY_SIGMA].number, mechanism, error);
}

static void describe(const pld__words *words, const pld_mechanism *mechanism, uint64_t count) {
    const pld__traits *traits = &mechanism->traits;
    pld__words_say(words,
                   "DP-SGD with batches drawn with replacement and Gaussian noise: $B = %" PRIu64
                   "$ independent uniform draws from $N = %" PRIu64 "$ records for each step",
                   traits->removed, traits->population);
    pld__words_steps(words, count);
    pld__words_clipping(words, traits);
}

static pld__neighbours one_record(const pld_mechanism *mechanism) {
    (void)mechanism;
    return (pld__neighbours){.records = 1};
}

const pld__family pld__family_with_replacement = {
    .name = "with-replacement",
    .meaning = "batches of B draws from N: sum_j Binom(j; B, 1/N) N(2j, sigma^2) versus N(0, sigma^2)",
    .remark =
        "Exact for one record that is added or removed: each of its draws takes the place of a draw of another record. Not for\n"
        "records that are replaced or zeroed, nor for batches without replacement (fixed-size).",
    .reference = "Birrell et al. 2024 (Renyi bounds)",
    .example = "with-replacement:N=10000,B=100,sigma=2@1000",
    .adjacency = "add, remove: exact; not replace or zero-out",
    PLD__KEYS(keys),
    .create = create,
    .no_sampling = "its batches are drawn already, and a Poisson sample of them is no pair that is known",
    .standing = PLD__STANDING_WORST_CASE,
    .no_group = "of several records in batches with replacement no pair is offered",
    .no_replace = "the worst case of a record that may be drawn several times is not offered",
    .no_zero = "the worst case of a record that may be drawn several times is not offered",
    .describe = describe,
    .neighbours = one_record,
    .public_numbers = PLD__PUBLIC_SIZE | PLD__PUBLIC_BATCH | PLD__PUBLIC_TRAINING,
    .drawing =
        {"Batches of independent draws with replacement are assumed, drawn anew for each step; $N$ counts the larger of two "
         "neighbouring data sets. Poisson, shuffled or other fixed-size batches, and records that stay with a gradient of "
         "0, are not covered.",
         "Which records were drawn is not released."},
};
