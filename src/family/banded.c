/* banded: matrix factorization with b bands and cyclic Poisson sampling, which is Poisson sampling of b times the rate, once for
 * every b steps (Choquette-Choo et al. 2023, theorem 4; cited, not proven here). */
#include "base/base.h"
#include "family/check.h"
#include "family/family.h"
#include "family/poisson_gaussian.h"

#include <inttypes.h>
#include <stdio.h>

#define NOTE                                                                                                                     \
    "A lower triangular matrix of so many bands whose columns have norm at most 1 is assumed (otherwise sigma is to be divided " \
    "by "                                                                                                                        \
    "the largest), records that are put into as many parts by a rule that does not look at other records, and steps that take "  \
    "turns: each samples its part only, each record of it independently with probability q = bands batch/N. That is not "        \
    "checked "                                                                                                                   \
    "here. Shuffled parts are not covered."

typedef struct {
    uint64_t population, batch, bands, steps;
} matrix;

static pld_status check(const matrix *of, pld_error *error) {
    char word[64];
    pld_status status = pld__check_batch(of->population, "batch", of->batch, error);
    if (status == PLD_OK)
        status = pld__check_range("bands", (double)of->bands, 1, 1e15, error);
    if (status == PLD_OK)
        status = pld__check_range("steps", (double)of->steps, 1, 1e15, error);
    if (status != PLD_OK || of->bands <= of->population / of->batch)
        return status;
    snprintf(word, sizeof word, "bands=%" PRIu64, of->bands);
    return pld__error_argument(error, word, "at most N/batch bands", "'%s' is out of range: q = bands batch/N is above 1", word);
}

/* --- the row -------------------------------------------------------------------------------------------------------- */

enum { KEY_POPULATION, KEY_BATCH, KEY_BANDS, KEY_STEPS, KEY_SIGMA };

static const pld__key keys[] = {
    [KEY_POPULATION] = {.name = "N", .kind = PLD__KEY_WHOLE, .meaning = "records in the data set, a nominal size"},
    [KEY_BATCH] = {.name = "batch", .kind = PLD__KEY_WHOLE, .meaning = "records in a batch on average"},
    [KEY_BANDS] = {.name = "bands", .kind = PLD__KEY_WHOLE, .meaning = "bands of the matrix, and parts of the data set"},
    [KEY_STEPS] = {.name = "steps", .kind = PLD__KEY_WHOLE, .meaning = "steps of the training"},
    [KEY_SIGMA] = PLD__KEY_SIGMA_OF_CLIPPED,
};

static matrix read(const pld__value *values) {
    return (matrix){values[KEY_POPULATION].whole, values[KEY_BATCH].whole, values[KEY_BANDS].whole, values[KEY_STEPS].whole};
}

static pld_status create(const pld__given *given, pld_mechanism **mechanism, pld_error *error) {
    const matrix of = read(given->values);
    double sigma = given->values[KEY_SIGMA].number;
    pld_mechanism *made = NULL;
    char resolved[192];
    pld_status status = check(&of, error);
    if (status != PLD_OK)
        return status;
    uint64_t part = of.bands * of.batch;
    double rate = (double)((long double)part / (long double)of.population);
    const pld__drawn drawn = {rate < 1 ? rate * (1 + 2 * PLD__U) : 1, of.population, part};
    status = pld__poisson_gaussian_create(&drawn, sigma, 1, 0, 1, &made, error);
    if (status != PLD_OK)
        return status;
    snprintf(resolved, sizeof resolved, "poisson-gaussian:q=%" PRIu64 "/%" PRIu64 ",sigma=%s,removed=1,added=0,sensitivity=1",
             part, of.population, pld__number_format(sigma).text);
    made->traits.family = &pld__family_banded;
    made->traits.steps = (of.steps + of.bands - 1) / of.bands;
    status = pld__mechanism_relabel(made, resolved, NOTE);
    if (status == PLD_OK)
        *mechanism = made;
    else
        pld_mechanism_free(made);
    return status;
}

/* One for every turn that a part has. */
static pld_status count_steps(const pld__value *values, uint64_t *steps, pld_error *error) {
    const matrix of = read(values);
    pld_status status = check(&of, error);
    if (status == PLD_OK)
        *steps = (of.steps + of.bands - 1) / of.bands;
    return status;
}

static void describe(const pld__words *words, const pld_mechanism *mechanism, uint64_t count) {
    const pld__traits *traits = &mechanism->traits;
    pld__words_say(
        words,
        "a banded matrix mechanism with cyclic Poisson sampling: each record joins the batches of its part independently "
        "with probability $q = %" PRIu64 "/%" PRIu64 "$, which takes turns that count as $%" PRIu64 "$ Poisson steps",
        traits->batch, traits->population, count);
    pld__words_clipping(words, traits);
}

static pld__neighbours one_record(const pld_mechanism *mechanism) {
    (void)mechanism;
    return (pld__neighbours){.records = 1};
}

const pld__family pld__family_banded = {
    .name = "banded",
    .meaning =
        "a banded matrix mechanism, cyclic Poisson sampling: poisson-gaussian with q = bands batch/N, ceil(steps/bands) times",
    .remark =
        "For a lower triangular matrix of so many bands and columns of norm at most 1, which cannot be checked here. An\n"
        "unamplified matrix mechanism or tree is gaussian with sigma divided by its sensitivity. Not for shuffled parts or\n"
        "balls-in-bins.",
    .reference = "Choquette-Choo et al. 2023",
    .example = "banded:N=60000,batch=256,bands=4,steps=2000,sigma=1",
    .adjacency = "add, remove, zero-out; not replace",
    PLD__KEYS(keys),
    .create = create,
    .steps = count_steps,
    .no_sampling = PLD__SAMPLED_ALREADY,
    .standing = PLD__STANDING_DOMINATES, /* a matrix may be better than all matrices of its bands */
    .no_group = "several records may be in several parts, and no pair for that is offered",
    .no_replace = "two values may be in different parts",
    .zero_as_removed = true,
    .describe = describe,
    .neighbours = one_record,
    .public_numbers = PLD__PUBLIC_NOMINAL_SIZE | PLD__PUBLIC_RATE | PLD__PUBLIC_TRAINING,
    .drawing =
        {"Cyclic Poisson sampling is assumed: parts of the data set take turns, and each record joins the batches of its part "
         "independently. Shuffled parts are not covered.",
         "The matrix is lower triangular, has so many bands and columns of norm at most 1."},
};
