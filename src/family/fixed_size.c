/* fixed-size: batches of B records drawn from N without replacement, anew for each step, whatever the other records are. A record
 * that is drawn takes the place of another. */
#include "base/base.h"
#include "family/check.h"
#include "family/family.h"
#include "pair/fixed_size.h"
#include "pair/line_cells.h"
#include "pair/weights.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define DRAWN \
    "Batches of fixed size are assumed, drawn anew for each step without replacement, and a sum that is divided by a constant. "
#define NOT_SHUFFLED "Shuffled batches are not covered."
#define GAP                                                                                                                      \
    "The two ends come from different pairs: the upper end is that of a pair that dominates every step and is attained in each " \
    "step by itself, the lower end that of data sets whose gradients are the same in every step. That the truth lies between "   \
    "them is certified; where is not known."
#define NOTE_PRESENCE                                                                                                      \
    DRAWN "Records are added or removed, and N counts the larger of two neighbouring data sets; records that stay with a " \
          "gradient of 0 are not covered. " NOT_SHUFFLED
#define NOTE_REPLACED DRAWN "One record is replaced by another. " NOT_SHUFFLED
#define NOTE_ZEROED DRAWN "One record stays with a gradient of 0 (zero-out): it is not added or removed. " NOT_SHUFFLED

static pld_status check(uint64_t population, uint64_t batch, uint64_t k, pld_error *error) {
    char word[48], allowed[96];
    pld_status status = pld__check_batch(population, "B", batch, error);
    if (status == PLD_OK && k == 0)
        status =
            pld__error_argument(error, "k=0", "a whole number from 1", "'k=0' is out of range: a group has at least 1 record");
    if (status == PLD_OK)
        status = pld__check_group("k", k, error);
    if (status != PLD_OK || (k <= population && batch <= population - k))
        return status;
    snprintf(word, sizeof word, "B=%" PRIu64, batch);
    snprintf(allowed, sizeof allowed, "at most N - k (N is %" PRIu64 ", k is %" PRIu64 "); batches of all records: gaussian",
             population, k);
    return pld__error_argument(error, word, allowed, "'%s' is out of range: N - k records must fill a batch", word);
}

static void write_resolved(const pld__traits *traits, char *text, size_t size) {
    snprintf(text, size, "fixed-size:N=%" PRIu64 ",B=%" PRIu64 ",sigma=%s,k=%" PRIu64, traits->population, traits->batch,
             pld__number_format(traits->scale).text, traits->removed);
}

/* Added or removed: the hypergeometric pair of shift 2, under its own name. */
static pld_status create_presence(uint64_t population, uint64_t batch, uint64_t k, double sigma, pld_mechanism **mechanism,
                                  pld_error *error) {
    pld_mechanism *made = NULL;
    char resolved[192];
    pld_status status = check(population, batch, k, error);
    if (status == PLD_OK)
        status = pld_mechanism_create_hypergeometric_gaussian(population, batch, k, sigma, 2, 1, &made, error);
    if (status != PLD_OK)
        return status;
    made->traits.family = &pld__family_fixed_size;
    write_resolved(&made->traits, resolved, sizeof resolved);
    status = pld__mechanism_relabel(made, resolved, NOTE_PRESENCE);
    if (status == PLD_OK)
        *mechanism = made;
    else
        pld_mechanism_free(made);
    return status;
}

/* --- pairs of other neighbours -------------------------------------------------------------------------------------- */

typedef pld_status adder(pld__pieces *pieces, const pld__drawn_once *drawn, long double *dropped);

static pld_status make_pieces(const pld__traits *traits, adder *add, const char *note, pld_mechanism **mechanism) {
    pld__drawn_once drawn = {.step = (double)(1 / (long double)traits->scale), .share = 1};
    long double dropped = 0;
    char resolved[192];
    pld__pieces *pieces = pld__pieces_create();
    if (!pieces)
        return PLD_ERROR_MEMORY;
    pld__weights_hypergeometric(traits->population, traits->batch, 1, drawn.weight);
    pld_status status = add(pieces, &drawn, &dropped);
    if (status != PLD_OK) {
        pld__pieces_free(pieces);
        return status;
    }
    write_resolved(traits, resolved, sizeof resolved);
    status = pld__pieces_mechanism(pieces, dropped, resolved, note, mechanism);
    if (status == PLD_OK) {
        (*mechanism)->traits = *traits;
        (*mechanism)->traits.kind = PLD__KIND_OTHER;
    }
    return status;
}

/* Others at -1 and values 1 and 0 in their place: the pair of a record that is added or removed. */
static pld_status replace(const pld_mechanism *mechanism, pld_mechanism **replaced, pld_error *error) {
    const pld__traits *traits = &mechanism->traits;
    pld_mechanism *upper = NULL, *attained[1] = {NULL};
    if (traits->removed != 1)
        return pld__replace_refuse(mechanism, "of several records that are replaced no pair is known", error);
    pld_status status = make_pieces(traits, pld__pieces_add_replaced, NOTE_REPLACED "\n" GAP, &upper);
    if (status == PLD_OK)
        status = create_presence(traits->population, traits->batch, 1, traits->scale, &attained[0], error);
    return pld__two_ends_join(status, upper, attained, 1, GAP, replaced);
}

/* Others at -1, values 1 and 0: the sum moves by 2 and by 1 where the record is drawn. */
static pld_status make_pushed(const pld__traits *traits, pld_mechanism **mechanism) {
    double step = (double)(1 / (long double)traits->scale);
    const double value[] = {0, 2 * step}, other[] = {0, step};
    long double weight[2];
    char resolved[192];
    pld__weights_hypergeometric(traits->population, traits->batch, 1, weight);
    write_resolved(traits, resolved, sizeof resolved);
    return pld__line_cells_mechanism(2, weight, value, other, 12 * 0x1p-64, resolved, NOTE_ZEROED, mechanism);
}

/* Others at -1 or at 0, and the value 1. */
static pld_status zero(const pld_mechanism *mechanism, pld_mechanism **zeroed, pld_error *error) {
    const pld__traits *traits = &mechanism->traits;
    pld_mechanism *upper = NULL, *attained[2] = {NULL, NULL};
    if (traits->removed != 1)
        return pld__zero_refuse(mechanism, "of several records that contribute 0 no pair is known", error);
    pld_status status = make_pieces(traits, pld__pieces_add_zeroed, NOTE_ZEROED "\n" GAP, &upper);
    if (status == PLD_OK)
        status = make_pushed(traits, &attained[0]);
    if (status == PLD_OK)
        status = pld_mechanism_create_hypergeometric_gaussian(traits->population, traits->batch, 1, traits->scale, 1, 1,
                                                              &attained[1], error);
    return pld__two_ends_join(status, upper, attained, 2, GAP, zeroed);
}

/* --- the row -------------------------------------------------------------------------------------------------------- */

enum { KEY_POPULATION, KEY_BATCH, KEY_SIGMA, KEY_K };

static const pld__key keys[] = {
    [KEY_POPULATION] = PLD__KEY_POPULATION("records in the data set, the larger one of records that are added or removed"),
    [KEY_BATCH] = PLD__KEY_BATCH("records in a batch, drawn without replacement, at most N - k"),
    [KEY_SIGMA] = PLD__KEY_SIGMA_OF_CLIPPED,
    [KEY_K] = {.name = "k",
               .kind = PLD__KEY_WHOLE,
               .fallback = "1",
               .meaning = "protected records, all added or all removed",
               .range = &pld__range_k,
               .monotone = PLD__MONOTONE_DRAWN},
};

static pld_status create(const pld__given *given, pld_mechanism **mechanism, pld_error *error) {
    const pld__value *values = given->values;
    return create_presence(values[KEY_POPULATION].whole, values[KEY_BATCH].whole, values[KEY_K].whole, values[KEY_SIGMA].number,
                           mechanism, error);
}

static pld_status group_of(const pld_mechanism *mechanism, uint64_t k, pld_mechanism **group, pld_error *error) {
    const pld__traits *traits = &mechanism->traits;
    if (traits->removed != 1)
        return pld__group_refuse(mechanism, PLD__SEVERAL_ALREADY, error);
    return create_presence(traits->population, traits->batch, k, traits->scale, group, error);
}

static void describe(const pld__words *words, const pld_mechanism *mechanism, uint64_t count) {
    const pld__traits *traits = &mechanism->traits;
    pld__words_say(words,
                   "DP-SGD with batches of fixed size and Gaussian noise: $B = %" PRIu64 "$ of $N = %" PRIu64
                   "$ records are drawn without replacement for each step",
                   traits->batch, traits->population);
    pld__words_steps(words, count);
    pld__words_clipping(words, traits);
    if (!mechanism->zeroed)
        pld__words_protected(words, mechanism);
}

const pld__family pld__family_fixed_size = {
    .name = "fixed-size",
    .meaning = "batches of B records out of N: sum_j Hyp(j; N, k, B) N(2j, sigma^2) versus N(0, sigma^2)",
    .remark =
        "Exact for records that are added or removed: a record that is drawn takes the place of another, so that the sum moves "
        "by\n"
        "up to 2 (clip norms). For one record that is replaced, or that stays with a gradient of 0 (zero-out), the worst case "
        "of\n"
        "one step is known and that of several is not: the upper end composes the worst steps, the lower end is a data set that\n"
        "stays as it is, and the gap between them is one of theory. Not for shuffled batches. The sum must be divided by a\n"
        "constant.",
    .reference = "Ganesh 2024; Zhu, Dong and Wang 2022; Lebeda et al. 2024",
    .example = "fixed-size:N=60000,B=256,sigma=1.5@5000",
    .adjacency = "add, remove: exact; replace, zero-out for one record: a bracket with a gap of theory",
    PLD__KEYS(keys),
    .create = create,
    .no_sampling = "its batches are drawn already, and a Poisson sample of them is no pair that is known",
    .standing = PLD__STANDING_WORST_CASE,
    .group = group_of,
    .replace = replace,
    .zero = zero,
    .describe = describe,
    .neighbours = pld__neighbours_counted,
    .public_numbers = PLD__PUBLIC_SIZE | PLD__PUBLIC_BATCH | PLD__PUBLIC_TRAINING,
    .drawing = {"Batches of fixed size are assumed, drawn anew for each step without replacement. Poisson or shuffled batches "
                "are not covered.",
                "Which records were drawn is not released."},
};
