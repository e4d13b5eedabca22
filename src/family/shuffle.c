/* shuffle: for each epoch the records are put into a new random order, which is cut into t batches. */
#include "family/shuffle.h"

#include "base/base.h"
#include "family/check.h"
#include "pair/maximum.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define DRAWN                                                                                                               \
    "Shuffled batches are assumed, each record being in one batch of every epoch, sizes that are known, and sums that are " \
    "divided by constants. "
#define NOTE_ZEROED DRAWN "One record stays with a gradient of 0 (zero-out): it is not added or removed."
#define NOTE_REPLACED DRAWN "One record is replaced by another."
#define GAP                                                                                                                 \
    "The two ends come from different pairs: the upper end takes no advantage of the order being secret, as no theorem is " \
    "known "                                                                                                                \
    "that does for so little noise, the lower end is that of explicit data sets. That the truth lies between them is "      \
    "certified; "                                                                                                           \
    "where is not known. Numbers for Poisson sampling are no bound for shuffled batches."

/* --- pairs ---------------------------------------------------------------------------------------------------------- */

/* The order known: one Gaussian step of this many clip norms for each epoch. */
static pld_status make_known(const pld__traits *from, double clips, const char *note, pld_mechanism **mechanism,
                             pld_error *error) {
    double root = sqrt((double)from->steps), sensitivity = clips * root;
    if ((uint64_t)root * (uint64_t)root != from->steps) /* from above: a root that is no whole number is rounded */
        sensitivity = nextafter(nextafter(sensitivity, INFINITY), INFINITY);
    pld_mechanism *made = NULL;
    char resolved[128];
    pld_status status = pld_mechanism_create_gaussian(from->scale, sensitivity, &made, error);
    if (status != PLD_OK)
        return status;
    made->traits.family = from->family;
    made->traits.batch = from->batch;
    made->traits.steps = from->steps;
    snprintf(resolved, sizeof resolved, "%s:t=%" PRIu64 ",sigma=%s", from->family->name, from->batch,
             pld__number_format(from->scale).text);
    if (from->family->takes_count)
        snprintf(resolved + strlen(resolved), sizeof resolved - strlen(resolved), "@%" PRIu64, from->steps);
    status = pld__mechanism_relabel(made, resolved, note);
    if (status == PLD_OK)
        *mechanism = made;
    else
        pld_mechanism_free(made);
    return status;
}

/* Random allocation takes minutes where there are more batches than this, or where one clip norm is more than so much noise; the
 * maximum is close to the truth then, and has to do: fewer pairs are valid too. */
enum { MANY_BATCHES = 2000 };
static const double LITTLE_NOISE = 4, MOST_NOISES = 20;

/* The maximum of the t sums, others of -low and the record `high` - `low` clip norms above or at 0; of so much less than clip
 * norms, all of them, that numbers are not out of range. */
static pld_status make_maximum(const pld__traits *from, int high, int low, pld_mechanism **mechanism) {
    long double unit = fminl(sqrtl((long double)from->steps) / from->scale, MOST_NOISES);
    pld_status status = pld__maximum_mechanism(from->batch, (double)(high * unit), (double)(low * unit),
                                               "maximum of shuffled batches", NULL, mechanism);
    if (status == PLD_OK)
        (*mechanism)->traits.family = from->family;
    return status;
}

/* Others of 0, or all that are replaced by what the others are: (1/t) sum_i N(e_i) versus N(0), which is random allocation. */
static pld_status make_allocation(const pld__traits *from, int clips, pld_mechanism **mechanism, pld_error *error) {
    return pld_mechanism_create_allocation(from->batch, from->scale, clips, from->steps, from->batch, mechanism, error);
}

/* The maximum with the record `high` or `low` clip norms above the others' sums, and random allocation by `clips`. */
static pld_status make_attained(const pld__traits *from, int high, int low, int clips, pld_mechanism **attained, size_t *count,
                                pld_error *error) {
    bool is_cheap = from->batch <= MANY_BATCHES && clips * sqrt((double)from->steps) / from->scale <= LITTLE_NOISE;
    pld_status status = make_maximum(from, high, low, &attained[0]);
    *count = status == PLD_OK ? 1 : 0;
    if (status == PLD_OK && is_cheap) {
        status = make_allocation(from, clips, &attained[1], error);
        *count += status == PLD_OK;
    }
    return status;
}

pld_status pld__shuffle_zero(const pld_mechanism *mechanism, pld_mechanism **zeroed, pld_error *error) {
    pld_mechanism *upper = NULL, *attained[2] = {NULL, NULL};
    size_t known = 0;
    pld_status status = make_known(&mechanism->traits, 1, NOTE_ZEROED "\n" GAP, &upper, error);
    if (status == PLD_OK)
        status = make_attained(&mechanism->traits, 2, 1, 1, attained, &known, error);
    return pld__two_ends_join(status, upper, attained, known, GAP, zeroed);
}

pld_status pld__shuffle_replace(const pld_mechanism *mechanism, pld_mechanism **replaced, pld_error *error) {
    pld_mechanism *upper = NULL, *attained[2] = {NULL, NULL};
    size_t known = 0;
    pld_status status = make_known(&mechanism->traits, 2, NOTE_REPLACED "\n" GAP, &upper, error);
    if (status == PLD_OK)
        status = make_attained(&mechanism->traits, 2, 0, 2, attained, &known, error);
    return pld__two_ends_join(status, upper, attained, known, GAP, replaced);
}

pld_status pld__shuffle_create(const pld__family *family, uint64_t t, double sigma, uint64_t epochs, pld_mechanism **mechanism,
                               pld_error *error) {
    const pld__traits traits = {.family = family, .scale = sigma, .batch = t, .steps = epochs};
    pld_status status = pld__check_range("t", (double)t, 1, 1e12, error);
    if (status == PLD_OK)
        status = pld__check_range("epochs", (double)epochs, 1, 1e12, error);
    return status == PLD_OK ? make_known(&traits, 1, NOTE_ZEROED, mechanism, error) : status;
}

/* --- the row -------------------------------------------------------------------------------------------------------- */

enum { KEY_T, KEY_SIGMA };

static const pld__key keys[] = {
    [KEY_T] = PLD__SHUFFLE_KEY_T,
    [KEY_SIGMA] = PLD__KEY_SIGMA_OF_CLIPPED,
};

static pld_status create(const pld__given *given, pld_mechanism **mechanism, pld_error *error) {
    return pld__shuffle_create(&pld__family_shuffle, given->values[KEY_T].whole, given->values[KEY_SIGMA].number, 1, mechanism,
                               error);
}

static void describe(const pld__words *words, const pld_mechanism *mechanism, uint64_t count) {
    const pld__traits *traits = &mechanism->traits;
    pld__words_say(
        words,
        "training on shuffled batches: for each epoch the records are put into a new random order, which is cut into $t = "
        "%" PRIu64 "$ batches, %" PRIu64 " epoch%s",
        traits->batch, count, count == 1 ? "" : "s");
    pld__words_clipping(words, traits);
}

const pld__family pld__family_shuffle = {
    .name = "shuffle",
    .meaning =
        "a new random order for each @epoch, cut into t batches: from N(1, sigma^2) versus N(0, sigma^2) down to data sets",
    .remark =
        "No single pair is known: the upper end is that of a known order, the lower one that of explicit data sets, and with\n"
        "little noise they meet. Numbers of Poisson sampling or balls-in-bins are no bounds for shuffled batches. A single\n"
        "number is refused.",
    .reference = "Chua et al. 2024",
    .example = "shuffle:t=235,sigma=0.7@10",
    PLD__KEYS(keys),
    .create = create,
    .describe = describe,
    PLD__SHUFFLED,
    .drawing =
        {"Shuffled batches are assumed, a new uniform order for each epoch, the sizes of batches being public. Poisson batches "
         "are not covered.",
         "The order itself is not released."},
};
