/* fixed-order: every epoch goes through the same batches in the same order; no randomness but the noise. Each epoch is the
 * Gaussian mechanism for a record that stays in its place (T106). */
#include "base/base.h"
#include "family/check.h"
#include "family/family.h"

#include <inttypes.h>
#include <stdio.h>

#define DRAWN                                                                                                                    \
    "Batches in a fixed order are assumed, the same in every epoch, each record being in one batch of an epoch, and a sum that " \
    "is "                                                                                                                        \
    "divided by a constant. "
#define NOTE_ZEROED DRAWN "One record stays with a gradient of 0 (zero-out): it is not added or removed."
#define NOTE_REPLACED DRAWN "One record is replaced by another."

static pld_status make(const pld__traits *from, double sensitivity, const char *note, pld_mechanism **mechanism,
                       pld_error *error) {
    pld_mechanism *made = NULL;
    char resolved[128];
    pld_status status = pld_mechanism_create_gaussian(from->scale, sensitivity, &made, error);
    if (status != PLD_OK)
        return status;
    made->traits.family = &pld__family_fixed_order;
    made->traits.batch = from->batch;
    snprintf(resolved, sizeof resolved, "fixed-order:sigma=%s,t=%" PRIu64, pld__number_format(from->scale).text, from->batch);
    status = pld__mechanism_relabel(made, resolved, note);
    if (status == PLD_OK)
        *mechanism = made;
    else
        pld_mechanism_free(made);
    return status;
}

static pld_status replace(const pld_mechanism *mechanism, pld_mechanism **replaced, pld_error *error) {
    return make(&mechanism->traits, 2, NOTE_REPLACED, replaced, error);
}

static pld_status zero(const pld_mechanism *mechanism, pld_mechanism **zeroed, pld_error *error) {
    return make(&mechanism->traits, 1, NOTE_ZEROED, zeroed, error);
}

/* --- the row -------------------------------------------------------------------------------------------------------- */

enum { KEY_T, KEY_SIGMA };

static const pld__key keys[] = {
    [KEY_T] = {.name = "t", .kind = PLD__KEY_WHOLE, .fallback = "1", .meaning = "batches of an epoch; makes no difference"},
    [KEY_SIGMA] = PLD__KEY_SIGMA_OF_CLIPPED,
};

static pld_status create(const pld__given *given, pld_mechanism **mechanism, pld_error *error) {
    const pld__traits traits = {.scale = given->values[KEY_SIGMA].number, .batch = given->values[KEY_T].whole};
    pld_status status = pld__check_range("t", (double)traits.batch, 1, 1e15, error);
    return status == PLD_OK ? make(&traits, 1, NOTE_ZEROED, mechanism, error) : status;
}

static void describe(const pld__words *words, const pld_mechanism *mechanism, uint64_t count) {
    const pld__traits *traits = &mechanism->traits;
    pld__words_say(words,
                   "training on batches in a fixed order, each record being in one batch of every epoch, %" PRIu64 " epoch%s",
                   count, count == 1 ? "" : "s");
    pld__words_clipping(words, traits);
}

const pld__family pld__family_fixed_order = {
    .name = "fixed-order",
    .meaning = "epochs through the same batches in the same order: N(1, sigma^2) versus N(0, sigma^2) for each @epoch",
    .remark =
        "Exact: nothing is drawn, so nothing is amplified. Not for records that are added or removed: every later batch would\n"
        "change. Also an upper bound for shuffled batches (shuffle has the lower one too).",
    .reference = "Chua et al. 2024",
    .example = "fixed-order:sigma=20@60",
    .adjacency =
        "zero-out: exact; replace: exact (the mean moves twice as far); not add or remove: every later batch would change",
    PLD__KEYS(keys),
    .create = create,
    .no_sampling = "its batches are fixed already",
    .standing = PLD__STANDING_WORST_CASE,
    .no_group = "several records may share a batch, and no pair for that is offered",
    .replace = replace,
    .zero = zero,
    .no_presence = "every later batch of a fixed order would change; a record that stays with a gradient of 0 is zero-out",
    .describe = describe,
    .public_numbers = PLD__PUBLIC_TRAINING,
    .drawing = {"Batches in a fixed order are assumed, the same for neighbouring data sets; no sampling is accounted for.",
                "Everything but the record that differs may be known."},
};
