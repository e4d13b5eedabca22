/* allocation: each record goes to one of t steps of an epoch, drawn uniformly (random allocation, balls-in-bins); the pair
 * compares (1/t) sum_i N(e_i, sigma^2) to N(0, sigma^2) in t dimensions, of which only M = (1/t) sum_i R_i matters (T113). */
#include "pair/allocation.h"

#include "base/base.h"
#include "family/check.h"
#include "family/family.h"
#include "pair/mixture.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#define NOTE                                                                                                                  \
    "Random allocation (balls-in-bins) is assumed: in every epoch each record goes to one of t batches, drawn uniformly and " \
    "independently of all others; batches have the sizes that come of it, which are not released. Shuffled batches of equal " \
    "size are not drawn so, and this number does not cover them."

static const double MOST_BATCHES = 1e9, MOST_EPOCHS = 1e9, LEAST_NOISE = 1e6;

/* The numbers an allocation is made from. */
typedef struct {
    uint64_t t, steps, repeat;
    double sigma, sensitivity;
} numbers;

static pld_status check(const numbers *of, pld_error *error) {
    pld_status status = pld__check_range("t", (double)of->t, 1, MOST_BATCHES, error);
    if (status == PLD_OK)
        status = pld__check_positive("sigma", of->sigma, error);
    if (status == PLD_OK)
        status = pld__check_positive("sensitivity", of->sensitivity, error);
    if (status == PLD_OK)
        status = pld__check_range("repeat", (double)of->repeat, 1, MOST_EPOCHS, error);
    if (status == PLD_OK)
        status = pld__check_range("steps", (double)of->steps, 1, (double)of->t, error);
    if (status == PLD_OK && !(sqrt((double)of->repeat) * of->sensitivity / of->sigma <= LEAST_NOISE)) {
        char word[64];
        snprintf(word, sizeof word, "sigma=%s", pld__number_format(of->sigma).text);
        return pld__error_argument(error, word, "noise of at least 1e-6 of what a record moves the sum by",
                                   "'%s' is out of range: there is hardly any noise", word);
    }
    if (status == PLD_OK && of->repeat > 1 && of->steps < of->t)
        return pld__error_argument(error, "steps", "repeat=1, or steps=t",
                                   "an unfinished epoch of a draw that is used again is not covered: steps=%" PRIu64
                                   " goes with repeat=1 only",
                                   of->steps);
    return status;
}

/* The pair of one step, whose mean is rounded once: one draw for E epochs is noise sigma/sqrt(E) (T115). */
static pld_status create_step(const numbers *of, pld_mechanism **step, pld_error *error) {
    long double one = 1;
    double mean = (double)(sqrtl((long double)of->repeat) * of->sensitivity / of->sigma), zero = 0;
    return pld__mixture_mechanism(1, &one, &mean, 1, &one, &zero, "step of an allocation", NULL, step, error);
}

pld_status pld_mechanism_create_allocation(uint64_t t, double sigma, double sensitivity, uint64_t repeat, uint64_t steps,
                                           pld_mechanism **mechanism, pld_error *error) {
    const numbers of = {t, steps, repeat, sigma, sensitivity};
    pld_status status = check(&of, error);
    pld_mechanism *step = NULL;
    if (status == PLD_OK)
        status = create_step(&of, &step, error);
    if (status != PLD_OK)
        return status;
    const pld__traits traits = {.family = &pld__family_allocation,
                                .kind = PLD__KIND_ALLOCATION,
                                .scale = sigma,
                                .sensitivity = sensitivity,
                                .noise = sigma / sensitivity,
                                .sampling_rate = 1,
                                .batches = t,
                                .used = steps,
                                .repeat = repeat};
    char resolved[256];
    snprintf(resolved, sizeof resolved, "allocation:t=%" PRIu64 ",sigma=%s,sensitivity=%s,repeat=%" PRIu64 ",steps=%" PRIu64, t,
             pld__number_format(sigma).text, pld__number_format(sensitivity).text, repeat, steps);
    if (t > 1) {
        status = pld__allocation_mechanism(step, t, steps, &traits, resolved, NOTE, mechanism);
    } else { /* one batch: the pair of its step */
        step->traits = traits;
        step->traits.kind = repeat == 1 ? PLD__KIND_GAUSSIAN : PLD__KIND_OTHER;
        status = pld__mechanism_relabel(step, resolved, NOTE);
        if (status == PLD_OK)
            *mechanism = pld__mechanism_share(step);
    }
    pld_mechanism_free(step);
    return status;
}

/* --- the row -------------------------------------------------------------------------------------------------------- */

enum { KEY_T, KEY_SIGMA, KEY_SENSITIVITY, KEY_REPEAT, KEY_STEPS };

static const pld__key_range range_t = {-1, 1, 1e9, 100, false}, range_repeat = {1, 1, 1e9, 1, false};

static const pld__key keys[] = {
    [KEY_T] = {.name = "t",
               .kind = PLD__KEY_WHOLE,
               .meaning = "batches of an epoch, one of which each record goes to",
               .range = &range_t,
               .monotone = PLD__MONOTONE_ALLOTTED,
               .unless = {"steps"},
               .not_monotone = "with steps given, t must not be less"},
    [KEY_SIGMA] = PLD__KEY_SIGMA_OF_CLIPPED,
    [KEY_SENSITIVITY] = PLD__KEY_SENSITIVITY_OF_MEANS,
    [KEY_REPEAT] = {.name = "repeat",
                    .kind = PLD__KEY_WHOLE,
                    .fallback = "1",
                    .meaning = "epochs that one draw is used for",
                    .range = &range_repeat,
                    .monotone = PLD__MONOTONE_NOISE},
    [KEY_STEPS] = {.name = "steps",
                   .kind = PLD__KEY_WHOLE,
                   .fallback = "0",
                   .meaning = "batches that were used, of an epoch that is not finished; 0: all t",
                   .not_monotone = "0 of them stands for all"},
};

static pld_status create(const pld__given *given, pld_mechanism **mechanism, pld_error *error) {
    const pld__value *values = given->values;
    uint64_t t = values[KEY_T].whole, steps = values[KEY_STEPS].whole;
    return pld_mechanism_create_allocation(t, values[KEY_SIGMA].number, values[KEY_SENSITIVITY].number, values[KEY_REPEAT].whole,
                                           steps > 0 ? steps : t, mechanism, error);
}

static void describe(const pld__words *words, const pld_mechanism *mechanism, uint64_t count) {
    const pld__traits *traits = &mechanism->traits;
    pld__words_say(words,
                   "DP-SGD with random allocation (balls-in-bins) and Gaussian noise: in each epoch every record goes to one of "
                   "$t = %" PRIu64 "$ batches, %" PRIu64 " epoch%s",
                   traits->batches, count * traits->repeat, count * traits->repeat == 1 ? "" : "s");
    if (traits->repeat > 1)
        pld__words_say(words, ", each draw being used for %" PRIu64 " of them", traits->repeat);
    if (traits->used < traits->batches)
        pld__words_say(words, ", of each of which only the first %" PRIu64 " batches are used", traits->used);
    pld__words_clipping(words, traits);
}

const pld__family pld__family_allocation = {
    .name = "allocation",
    .meaning = "(1/t) sum_i N(e_i, sigma^2) versus N(0, sigma^2), e_i the i-th unit vector of t dimensions",
    .remark =
        "Exact: this pair is the worst case of an epoch in which every record goes to one of t batches, drawn uniformly\n"
        "(random allocation, balls-in-bins), in both directions. The count is that of epochs, each drawn anew; repeat=E uses\n"
        "one draw for E epochs, steps=s is an epoch of which only the first s batches were used. A record whose gradient is\n"
        "set to 0 counts like one that is removed. Replacement has no exact pair.",
    .reference = "Chua et al. 2025, Feldman and Shenfeld 2025",
    .example = "allocation:t=235,sigma=1@60",
    .adjacency = "add, remove, zero-out; not replace: no exact pair is known",
    PLD__KEYS(keys),
    .create = create,
    .no_sampling = "its batches are drawn already, and a Poisson sample of them is no pair that is known",
    .standing = PLD__STANDING_WORST_CASE,
    .no_group = "several records of the group may go to one batch, and no exact pair of that is known",
    .zero_as_removed = true,
    .no_replace = "no exact pair is known of a record that is replaced under random allocation",
    .describe = describe,
    .public_numbers = PLD__PUBLIC_TRAINING,
    .drawing =
        {"Random allocation is assumed: in every epoch each record goes to one of $t$ batches, drawn uniformly and "
         "independently of all other records and of what was released before. Shuffled or Poisson batches are not covered.",
         "Which batch a record went to, and how large batches are, is not released."},
};
