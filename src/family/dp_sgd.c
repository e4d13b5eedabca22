/* dp-sgd: what somebody who trains knows (N, batch, epochs) turned into what the pair needs (q and the number of steps). Wrong
 * values of these two are the commonest mistake, so they are derived here, exactly, and said. */
#include "base/base.h"
#include "base/number.h"
#include "base/plain.h"
#include "family/check.h"
#include "family/dp_sgd.h"
#include "family/family.h"
#include "family/poisson_gaussian.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef pld__training training_run;

static const uint64_t MOST_STEPS = UINT64_C(1) << 63;

__extension__ typedef unsigned __int128 wide;

/* ceil(epochs N/(parts batch)). N and the batch are below 2^50, so that both products fit into 128 bits. */
pld_status pld_training_steps(uint64_t population, uint64_t batch, uint64_t epochs, uint64_t parts, uint64_t *steps,
                              pld_error *error) {
    pld_status status = pld__check_batch(population, "batch", batch, error);
    if (status != PLD_OK)
        return status;
    if (epochs < 1 || parts < 1)
        return pld__error_argument(error, "epochs", "a number above 0", "a training has more than 0 epochs");
    wide records = (wide)epochs * population, step = (wide)parts * batch;
    wide needed = records / step + (records % step > 0);
    if (needed > MOST_STEPS)
        return pld__error_argument(error, "epochs", "fewer epochs", "so many epochs are more than 2^63 steps");
    *steps = (uint64_t)needed;
    return PLD_OK;
}

/* N, the batch and the steps are in range. */
static pld_status check_training(const training_run *training, pld_error *error) {
    char word[48];
    pld_status status = pld__check_batch(training->population, "batch", training->batch, error);
    if (status != PLD_OK || (training->steps >= 1 && training->steps <= MOST_STEPS))
        return status;
    snprintf(word, sizeof word, "steps=%" PRIu64, training->steps);
    return pld__error_argument(error, word, "a whole number from 1 to 2^63",
                               "'%s' is out of range: a training has at least 1 step", word);
}

/* --- texts ---------------------------------------------------------------------------------------------------------- */

/* The smallest double that is certainly not below batch/N. */
static double rate_above(uint64_t population, uint64_t batch) {
    long double quotient = (long double)batch / (long double)population; /* good to half an ulp of long double */
    double q = (double)quotient;
    if (batch == population || (long double)q > quotient)
        return q;
    uint64_t odd = population, rest = batch, divisor;
    while ((divisor = odd) != 0) { /* the greatest common divisor, by Euclid */
        odd = rest % divisor;
        rest = divisor;
    }
    uint64_t denominator = population / rest;
    bool exact = (denominator & (denominator - 1)) == 0; /* batch/N has at most 50 bits then */
    return exact ? q : nextafter(q, 2);
}

/* How q and T came about, and the caveats that the pair has anyway. */
static void write_note(const training_run *training, const char *caveat, char *note, size_t size) {
    double q = (double)training->batch / (double)training->population;
    int length;
    if (training->epochs[0])
        length = pld__plain_format(note, size,
                                   "dp-sgd: N=%" PRIu64 ", batch=%" PRIu64 " and epochs=%s give q = batch/N = %.6g and "
                                   "T = ceil(epochs N/batch) = %" PRIu64 " steps.",
                                   training->population, training->batch, training->epochs, q, training->steps);
    else
        length = pld__plain_format(note, size,
                                   "dp-sgd: N=%" PRIu64 " and batch=%" PRIu64 " give q = batch/N = %.6g; T = %" PRIu64
                                   " steps are about %.6g epochs.",
                                   training->population, training->batch, q, training->steps, q * (double)training->steps);
    if (caveat)
        snprintf(note + length, size - (size_t)length, "\n%s", caveat);
}

/* The resolved text with q as the fraction that it is. */
static pld_status label(pld_mechanism *mechanism, const pld__traits *training, const char *note) {
    char resolved[256];
    snprintf(resolved, sizeof resolved, "poisson-gaussian:q=%" PRIu64 "/%" PRIu64 "%s", training->batch, training->population,
             strchr(mechanism->resolved, ','));
    mechanism->traits.family = &pld__family_dp_sgd;
    mechanism->traits.population = training->population;
    mechanism->traits.batch = training->batch;
    mechanism->traits.steps = training->steps;
    return pld__mechanism_relabel(mechanism, resolved, note);
}

/* The poisson-gaussian pair of q = batch/N and k records, whose note says how q and the steps came about. The training has been
 * checked. */
static pld_status create_training(const training_run *training, double sigma, uint64_t k, double sensitivity,
                                  pld_mechanism **mechanism, pld_error *error) {
    const pld__drawn drawn = {rate_above(training->population, training->batch), training->population, training->batch};
    pld_mechanism *created = NULL;
    pld_status status = pld__poisson_gaussian_create(&drawn, sigma, k, 0, sensitivity, &created, error);
    if (status != PLD_OK)
        return status;
    char note[1024]; /* of which the numbers fill at most 300 and the caveat 200 */
    pld__traits traits = {.population = training->population, .batch = training->batch, .steps = training->steps};
    write_note(training, created->note, note, sizeof note);
    status = label(created, &traits, note);
    if (status == PLD_OK)
        *mechanism = created;
    else
        pld_mechanism_free(created);
    return status;
}

/* --- keys ----------------------------------------------------------------------------------------------------------- */

static const char *scheme_name_at(size_t index, const char **meaning) {
    const pld__scheme *scheme = pld__scheme_at(index);
    *meaning = scheme ? scheme->assumes : NULL;
    return scheme ? scheme->name : NULL;
}

enum { KEY_POPULATION, KEY_BATCH, KEY_EPOCHS, KEY_STEPS, KEY_SIGMA, KEY_K, KEY_SAMPLING, KEY_CAP, KEY_SENSITIVITY };

#define BOTH_WAYS "it changes q and, with epochs given, the number of steps the other way"

static const pld__key keys[] = {
    [KEY_POPULATION] = {.name = "N",
                        .kind = PLD__KEY_WHOLE,
                        .meaning = "records in the data set",
                        .range = &pld__range_N,
                        .monotone = PLD__MONOTONE_DRAWN,
                        .unless = {"epochs", "sampling"},
                        .not_monotone = BOTH_WAYS},
    [KEY_BATCH] = {.name = "batch",
                   .kind = PLD__KEY_WHOLE,
                   .meaning = "records in a batch on average, at most N; q = batch/N",
                   .range = &pld__range_batch,
                   .monotone = PLD__MONOTONE_DRAWN,
                   .unless = {"epochs", "sampling"},
                   .not_monotone = BOTH_WAYS},
    [KEY_EPOCHS] = {.name = "epochs",
                    .kind = PLD__KEY_NUMBER,
                    .fallback = "0",
                    .meaning = "T = ceil(epochs N/batch); this or steps is needed",
                    .range = &pld__range_epochs,
                    .monotone = PLD__MONOTONE_PARTS},
    [KEY_STEPS] = {.name = "steps",
                   .kind = PLD__KEY_WHOLE,
                   .fallback = "0",
                   .meaning = "T itself, instead of epochs",
                   .range = &pld__range_steps,
                   .monotone = PLD__MONOTONE_PARTS},
    [KEY_SIGMA] = {.name = "sigma",
                   .kind = PLD__KEY_NUMBER,
                   .meaning = "noise multiplier, > 0: the noise is sigma times the clip norm",
                   .range = &pld__range_sigma,
                   .monotone = PLD__MONOTONE_NOISE},
    [KEY_K] = {.name = "k",
               .kind = PLD__KEY_WHOLE,
               .fallback = "1",
               .meaning = "protected records, all removed or all added",
               .range = &pld__range_k,
               .monotone = PLD__MONOTONE_DRAWN},
    [KEY_SAMPLING] = {.name = "sampling",
                      .kind = PLD__KEY_NAME,
                      .fallback = "poisson",
                      .name_at = scheme_name_at,
                      .meaning = "how batches are made: poisson, balls-in-bins, shuffle, shuffle-once, fixed-order, fixed-size,\n"
                                 "                   with-replacement or truncated-poisson"},
    [KEY_CAP] = {.name = "cap",
                 .kind = PLD__KEY_WHOLE,
                 .fallback = "0",
                 .meaning = "the most records of a batch; with sampling=truncated-poisson, and needed there"},
    [KEY_SENSITIVITY] = {.name = "sensitivity",
                         .kind = PLD__KEY_NUMBER,
                         .fallback = "1",
                         .meaning = "what one record changes the sum by, in clip norms, > 0",
                         .range = &pld__range_sensitivity,
                         .monotone = PLD__MONOTONE_SCALE},
};

/* As it was given, unless that is long; then in lowest terms. */
static void write_epochs(const char *given, uint64_t numerator, uint64_t denominator, training_run *training) {
    if (strlen(given) < sizeof training->epochs)
        snprintf(training->epochs, sizeof training->epochs, "%s", given);
    else
        snprintf(training->epochs, sizeof training->epochs, "%" PRIu64 "/%" PRIu64, numerator, denominator);
}

/* What the keys say about the training. */
static pld_status read_training(const pld__value *values, training_run *training, pld_error *error) {
    const pld__value *epochs = &values[KEY_EPOCHS], *steps = &values[KEY_STEPS];
    uint64_t numerator = 0, denominator = 1;
    pld_error cause = {.message = ""};
    if (epochs->given == steps->given)
        return pld__error_argument(error, steps->given ? "steps" : "epochs", "either epochs or steps",
                                   steps->given ? "steps cannot be given together with epochs"
                                                : "dp-sgd needs either epochs or steps");
    *training = (training_run){
        .population = values[KEY_POPULATION].whole, .batch = values[KEY_BATCH].whole, .steps = steps->given ? steps->whole : 1};
    pld_status status = check_training(training, error);
    training->epoch_count = steps->whole; /* of so many steps each */
    training->epoch_parts = 0;
    if (status != PLD_OK || steps->given)
        return status;
    status = pld__number_parse_ratio(epochs->text, &numerator, &denominator, &cause);
    if (status == PLD_OK)
        status = pld_training_steps(training->population, training->batch, numerator, denominator, &training->steps, &cause);
    training->epoch_count = numerator;
    training->epoch_parts = denominator;
    if (status == PLD_OK)
        write_epochs(epochs->text, numerator, denominator, training);
    if (status != PLD_ERROR_ARGUMENT)
        return status;
    char word[128];
    snprintf(word, sizeof word, "epochs=%.100s", epochs->text);
    return pld__error_argument(error, word, cause.allowed, "'%s' is out of range: %s", word, cause.message);
}

/* By another scheme than Poisson sampling. */
static pld_status create_scheme(const pld__value *values, const pld__scheme *scheme, const training_run *training,
                                pld_mechanism **mechanism, pld_error *error) {
    const pld__value *cap = &values[KEY_CAP];
    if (values[KEY_SENSITIVITY].number != 1)
        return pld__error_argument(error, "sensitivity", "sensitivity=1, or sampling=poisson",
                                   "sensitivity is that of Poisson batches: where others move it is not a factor");
    const pld__scheme_numbers numbers = {training, values[KEY_SIGMA].text, values[KEY_K].whole, cap->given ? cap->whole : 0};
    return pld__scheme_create(scheme, &numbers, mechanism, error);
}

static pld_status create(const pld__given *given, pld_mechanism **mechanism, pld_error *error) {
    const pld__value *values = given->values;
    training_run training;
    const pld__scheme *scheme = pld__scheme_find(values[KEY_SAMPLING].text, error);
    pld_status status = scheme ? read_training(values, &training, error) : PLD_ERROR_ARGUMENT;
    if (status == PLD_OK && values[KEY_K].whole == 0)
        status =
            pld__error_argument(error, "k=0", "a whole number from 1", "'k=0' is out of range: a group has at least 1 record");
    if (status == PLD_OK)
        status = pld__check_group("k", values[KEY_K].whole, error);
    if (status == PLD_OK)
        status = pld__scheme_check_cap(scheme, values[KEY_CAP].given, error);
    if (status != PLD_OK || scheme->write)
        return status == PLD_OK ? create_scheme(values, scheme, &training, mechanism, error) : status;
    return create_training(&training, values[KEY_SIGMA].number, values[KEY_K].whole, values[KEY_SENSITIVITY].number, mechanism,
                           error);
}

/* The steps of a run, or its epochs where they are what is composed. */
static pld_status count_steps(const pld__value *values, uint64_t *steps, pld_error *error) {
    training_run training;
    const pld__scheme *scheme = pld__scheme_find(values[KEY_SAMPLING].text, error);
    pld_status status = scheme ? read_training(values, &training, error) : PLD_ERROR_ARGUMENT;
    return status == PLD_OK ? pld__scheme_count(scheme, &training, steps, error) : status;
}

/* --- the row -------------------------------------------------------------------------------------------------------- */

/* What was made from the pair of `origin` is a training like it, with the origin's note. Frees it on failure. */
static pld_status follow(const pld_mechanism *origin, pld_mechanism *made, pld_mechanism **training) {
    pld_status status = label(made, &origin->traits, origin->note);
    if (status == PLD_OK)
        *training = made;
    else
        pld_mechanism_free(made);
    return status;
}

static pld_status group_of(const pld_mechanism *mechanism, uint64_t k, pld_mechanism **group, pld_error *error) {
    pld_mechanism *made = NULL;
    pld_status status = pld__poisson_gaussian_group(mechanism, k, &made, error);
    return status == PLD_OK ? follow(mechanism, made, group) : status;
}

static pld_status replace(const pld_mechanism *mechanism, pld_mechanism **replaced, pld_error *error) {
    pld_mechanism *made = NULL;
    pld_status status = pld__poisson_gaussian_replace(mechanism, &made, error);
    return status == PLD_OK ? follow(mechanism, made, replaced) : status;
}

static void describe(const pld__words *words, const pld_mechanism *mechanism, uint64_t count) {
    const pld__traits *traits = &mechanism->traits;
    uint64_t runs = count / traits->steps, rest = count % traits->steps;
    pld__words_say(words,
                   "DP-SGD with Poisson sampling and Gaussian noise: $N = %" PRIu64
                   "$ records, each of which joins each batch independently with probability $q = %" PRIu64 "/%" PRIu64
                   "$ (batches of %" PRIu64 " on average)",
                   traits->population, traits->batch, traits->population, traits->batch);
    pld__words_steps(words, count);
    if (runs > 1 && rest == 0)
        pld__words_say(words, " (%" PRIu64 " runs of %" PRIu64 ")", runs, traits->steps);
    pld__poisson_gaussian_describe_noise(words, mechanism);
}

const pld__family pld__family_dp_sgd = {
    .name = "dp-sgd",
    .meaning = "a training run: poisson-gaussian with q = batch/N, ceil(epochs N/batch) steps, or what sampling= says",
    .remark =
        "q and the number of steps T are derived, and shown with the result; @count means so many runs. The batch is the "
        "expected\n"
        "one: under Poisson sampling its size varies. Other ways to make batches are their own families, which sampling= turns\n"
        "into; they hold for other neighbours. Gradients are clipped record by record to a norm C, their sum gets noise sigma "
        "C.\n"
        "N, q and T are public and do not change with the record (N is nominal); the sum is not divided by the size that a "
        "batch\n"
        "happens to have; tuning hyperparameters on the same data is not covered.",
    .reference = "Abadi et al. 2016; Zhu, Dong and Wang 2022",
    .example = "dp-sgd:N=60000,batch=256,epochs=60,sigma=1",
    .adjacency = "add, remove, zero-out; replace for one record (removed = 1, added = 1); with sampling= those of that family",
    PLD__KEYS(keys),
    .create = create,
    .steps = count_steps,
    .no_sampling = PLD__SAMPLED_ALREADY,
    .standing_of = pld__poisson_gaussian_standing,
    .group = group_of,
    .replace = replace,
    .zero_as_removed = true,
    .describe = describe,
    .neighbours = pld__neighbours_counted,
    .public_numbers = PLD__PUBLIC_NOMINAL_SIZE | PLD__PUBLIC_RATE | PLD__PUBLIC_TRAINING,
};
