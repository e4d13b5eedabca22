/* with-replacement: batches of B draws from N records, each draw anew: a record is in the batch Binom(B, 1/N) times (T105, T142).
 */
#include "base/base.h"
#include "family/check.h"
#include "family/family.h"
#include "family/poisson_gaussian.h"
#include "pair/line_cells.h"
#include "pair/redrawn.h"
#include "pair/weights.h"

#include <inttypes.h>
#include <stdio.h>

#define DRAWN                                                                                                                \
    "Batches of B independent draws with replacement are assumed, drawn anew for each step, and a sum that is divided by a " \
    "constant. "
#define NOTE_PRESENCE                                                                                                      \
    DRAWN "Records are added or removed, and N counts the larger of two neighbouring data sets; records that stay with a " \
          "gradient of 0 are not covered."
#define GAP                                                                                                                      \
    "The two ends come from different pairs: the upper end is that of a pair that dominates every step, as if it were known of " \
    "some outcomes how often the record was drawn, the lower end that of data sets whose gradients are the same in every step. " \
    "That the truth lies between them is certified; where is not known."
#define NOTE_REPLACED DRAWN "One record is replaced by another.\n" GAP
#define NOTE_ZEROED DRAWN "One record stays with a gradient of 0 (zero-out): it is not added or removed.\n" GAP

static void write_resolved(uint64_t population, uint64_t batch, double sigma, char *text, size_t size) {
    snprintf(text, size, "with-replacement:N=%" PRIu64 ",B=%" PRIu64 ",sigma=%s", population, batch,
             pld__number_format(sigma).text);
}

/* The pair of B records that are drawn with probability 1/N and move the sum by `sensitivity` each, under its own name. */
static pld_status create_presence(uint64_t population, uint64_t batch, double sigma, double sensitivity,
                                  pld_mechanism **mechanism, pld_error *error) {
    const pld__drawn drawn = {1 / (double)population * (1 + 2 * PLD__U), population, 1};
    pld_mechanism *made = NULL;
    char resolved[192];
    pld_status status = pld__check_range("N", (double)population, 2, 1e15, error);
    if (status == PLD_OK)
        status = pld__check_range("B", (double)batch, 1, PLD__LARGEST_GROUP, error);
    if (status == PLD_OK)
        status = pld__poisson_gaussian_create(&drawn, sigma, batch, 0, sensitivity, &made, error);
    if (status != PLD_OK)
        return status;
    made->traits.family = &pld__family_with_replacement;
    write_resolved(population, batch, sigma, resolved, sizeof resolved);
    status = pld__mechanism_relabel(made, resolved, NOTE_PRESENCE);
    if (status == PLD_OK)
        *mechanism = made;
    else
        pld_mechanism_free(made);
    return status;
}

/* --- pairs of other neighbours -------------------------------------------------------------------------------------- */

/* How often the record is drawn, and what was given. */
typedef struct {
    const pld__traits *traits;
    long double *weight; /* of 0..draws times */
    size_t draws;
    double step;
    char resolved[192];
} setting;

static pld_status open(const pld_mechanism *mechanism, setting *set) {
    const pld__traits *traits = &mechanism->traits;
    *set = (setting){.traits = traits, .draws = (size_t)traits->removed, .step = (double)(1 / (long double)traits->scale)};
    set->weight = pld__allocate(set->draws + 1, sizeof *set->weight);
    if (!set->weight)
        return PLD_ERROR_MEMORY;
    pld__weights_binomial_fraction(traits->removed, 1, traits->population, set->weight);
    write_resolved(traits->population, traits->removed, traits->scale, set->resolved, sizeof set->resolved);
    return PLD_OK;
}

/* Losses > 0 of sums that move by `value` and by `other` each time, losses < 0 of the exchange of `value_below` and 0. */
static pld_status make_dominating(const setting *set, int value, int other, int value_below, const char *note,
                                  pld_mechanism **mechanism) {
    const pld__redrawn drawn = pld__redrawn_of(set->draws, set->weight, set->step);
    long double dropped = 0;
    pld__pieces *pieces = pld__pieces_create();
    if (!pieces)
        return PLD_ERROR_MEMORY;
    pld_status status = pld__pieces_add_redrawn(pieces, &drawn, value, other, false, &dropped);
    if (status == PLD_OK)
        status = pld__pieces_add_redrawn(pieces, &drawn, value_below, 0, true, &dropped);
    if (status != PLD_OK) {
        pld__pieces_free(pieces);
        return status;
    }
    status = pld__pieces_mechanism(pieces, dropped, set->resolved, note, mechanism);
    if (status == PLD_OK) {
        (*mechanism)->traits = *set->traits;
        (*mechanism)->traits.kind = PLD__KIND_OTHER;
    }
    return status;
}

/* Others at -1, values 1 and 0: sums move by 2 and by 1 for each time that the record is drawn. */
static pld_status make_pushed(const setting *set, pld_mechanism **mechanism) {
    double *means = pld__allocate(2 * (set->draws + 1), sizeof *means);
    if (!means)
        return PLD_ERROR_MEMORY;
    double *moved = means + set->draws + 1;
    for (size_t j = 0; j <= set->draws; j++) {
        means[j] = 2 * (double)j * set->step;
        moved[j] = (double)j * set->step;
    }
    double rho = ((double)set->draws + 1) * 6 * 0x1p-64;
    pld_status status = pld__line_cells_mechanism(set->draws + 1, set->weight, means, moved, rho, set->resolved, NULL, mechanism);
    pld__free(means);
    return status;
}

/* Others at -1 and values 1 and 0 in their place: the pair of a record that is added or removed. */
static pld_status replace(const pld_mechanism *mechanism, pld_mechanism **replaced, pld_error *error) {
    pld_mechanism *upper = NULL, *attained[1] = {NULL};
    setting set;
    pld_status status = open(mechanism, &set);
    if (status == PLD_OK)
        status = make_dominating(&set, 2, 0, 2, NOTE_REPLACED, &upper);
    if (status == PLD_OK)
        status = create_presence(set.traits->population, set.traits->removed, set.traits->scale, 2, &attained[0], error);
    pld__free(set.weight);
    return pld__two_ends_join(status, upper, attained, 1, GAP, replaced);
}

/* Others at -1 or at 0, and the value 1. */
static pld_status zero(const pld_mechanism *mechanism, pld_mechanism **zeroed, pld_error *error) {
    pld_mechanism *upper = NULL, *attained[2] = {NULL, NULL};
    setting set;
    pld_status status = open(mechanism, &set);
    if (status == PLD_OK)
        status = make_dominating(&set, 2, 1, 1, NOTE_ZEROED, &upper);
    if (status == PLD_OK)
        status = create_presence(set.traits->population, set.traits->removed, set.traits->scale, 1, &attained[0], error);
    if (status == PLD_OK)
        status = make_pushed(&set, &attained[1]);
    pld__free(set.weight);
    return pld__two_ends_join(status, upper, attained, 2, GAP, zeroed);
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
    return create_presence(values[KEY_POPULATION].whole, values[KEY_BATCH].whole, values[KEY_SIGMA].number, 2, mechanism, error);
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
        "Exact for one record that is added or removed: each of its draws takes the place of a draw of another record. For one\n"
        "record that is replaced, or that stays with a gradient of 0 (zero-out), the upper end is that of a pair that dominates\n"
        "every step and the lower end that of data sets that stay as they are: the gap between them is one of theory. Not for\n"
        "batches without replacement (fixed-size). The sum must be divided by a constant.",
    .reference = "Birrell et al. 2024 (Renyi bounds)",
    .example = "with-replacement:N=10000,B=100,sigma=2@1000",
    .adjacency = "add, remove: exact; replace, zero-out: a bracket with a gap of theory",
    PLD__KEYS(keys),
    .create = create,
    .no_sampling = "its batches are drawn already, and a Poisson sample of them is no pair that is known",
    .standing = PLD__STANDING_WORST_CASE,
    .no_group = "of several records in batches with replacement no pair is offered",
    .replace = replace,
    .zero = zero,
    .describe = describe,
    .neighbours = one_record,
    .public_numbers = PLD__PUBLIC_SIZE | PLD__PUBLIC_BATCH | PLD__PUBLIC_TRAINING,
    .drawing =
        {"Batches of independent draws with replacement are assumed, drawn anew for each step; $N$ counts the larger of two "
         "neighbouring data sets where they differ in size. Poisson or shuffled batches, and batches drawn without replacement, "
         "are not covered.",
         "Which records were drawn is not released."},
};
