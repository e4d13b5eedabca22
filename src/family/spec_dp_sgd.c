/* The row of the table for DP-SGD. */
#include "base/base.h"
#include "base/number.h"
#include "family/check.h"
#include "family/dp_sgd.h"
#include "family/spec.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { KEY_POPULATION, KEY_BATCH, KEY_EPOCHS, KEY_STEPS, KEY_SIGMA, KEY_K, KEY_SAMPLING, KEY_SENSITIVITY, KEY_COUNT };

static const pld__key keys[KEY_COUNT] = {
    [KEY_POPULATION] = {"N", PLD__KEY_WHOLE, NULL, "records in the data set"},
    [KEY_BATCH] = {"batch", PLD__KEY_WHOLE, NULL, "records in a batch on average, at most N; q = batch/N"},
    [KEY_EPOCHS] = {"epochs", PLD__KEY_NUMBER, "0", "T = ceil(epochs N/batch); this or steps is needed"},
    [KEY_STEPS] = {"steps", PLD__KEY_WHOLE, "0", "T itself, instead of epochs"},
    [KEY_SIGMA] = {"sigma", PLD__KEY_NUMBER, NULL, "noise multiplier, > 0: the noise is sigma times the clip norm"},
    [KEY_K] = {"k", PLD__KEY_WHOLE, "1", "protected records, all removed or all added"},
    [KEY_SAMPLING] = {"sampling", PLD__KEY_NAME, "poisson", "how batches are made; poisson is all there is"},
    [KEY_SENSITIVITY] = {"sensitivity", PLD__KEY_NUMBER, "1", "what one record changes the sum by, in clip norms, > 0"},
};

static pld_status check_sampling(const char *sampling, pld_error *error) {
    const char *allowed = "sampling=poisson, where each record joins each batch on its own with probability batch/N; "
                          "for batches of fixed size drawn anew for each step: hypergeometric-gaussian";
    char word[128];
    if (strcmp(sampling, "poisson") == 0)
        return PLD_OK;
    snprintf(word, sizeof word, "sampling=%.100s", sampling);
    if (strncmp(sampling, "shuffle", strlen("shuffle")) == 0)
        return pld__error_argument(error, word, allowed,
                                   "'%s' is not Poisson sampling: no certified pair is offered for shuffled batches", word);
    return pld__error_argument(error, word, allowed, "'%s': dp-sgd has Poisson sampling only", word);
}

/* As it was given, unless that is long; then in lowest terms. */
static void write_epochs(const char *given, uint64_t numerator, uint64_t denominator, pld__training *training) {
    if (strlen(given) < sizeof training->epochs)
        snprintf(training->epochs, sizeof training->epochs, "%s", given);
    else
        snprintf(training->epochs, sizeof training->epochs, "%" PRIu64 "/%" PRIu64, numerator, denominator);
}

/* What the keys say about the training. */
static pld_status read_training(const pld__value *values, pld__training *training, pld_error *error) {
    const pld__value *epochs = &values[KEY_EPOCHS], *steps = &values[KEY_STEPS];
    uint64_t numerator = 0, denominator = 1;
    pld_error cause = {.message = ""};
    if (epochs->given == steps->given)
        return pld__error_argument(error, steps->given ? "steps" : "epochs", "either epochs or steps",
                                   steps->given ? "steps cannot be given together with epochs"
                                                : "dp-sgd needs either epochs or steps");
    *training = (pld__training){
        .population = values[KEY_POPULATION].whole, .batch = values[KEY_BATCH].whole, .steps = steps->given ? steps->whole : 1};
    pld_status status = pld__training_check(training, error);
    if (status != PLD_OK || steps->given)
        return status;
    status = pld__number_parse_ratio(epochs->text, &numerator, &denominator, &cause);
    if (status == PLD_OK)
        status = pld_training_steps(training->population, training->batch, numerator, denominator, &training->steps, &cause);
    if (status == PLD_OK)
        write_epochs(epochs->text, numerator, denominator, training);
    if (status != PLD_ERROR_ARGUMENT)
        return status;
    char word[128];
    snprintf(word, sizeof word, "epochs=%.100s", epochs->text);
    return pld__error_argument(error, word, cause.allowed, "'%s' is out of range: %s", word, cause.message);
}

static pld_status create(const pld__value *values, double rate, pld_mechanism **mechanism, pld_error *error) {
    (void)rate;
    pld__training training;
    pld_status status = check_sampling(values[KEY_SAMPLING].text, error);
    if (status == PLD_OK)
        status = read_training(values, &training, error);
    if (status == PLD_OK && values[KEY_K].whole == 0)
        status =
            pld__error_argument(error, "k=0", "a whole number from 1", "'k=0' is out of range: a group has at least 1 record");
    if (status == PLD_OK)
        status = pld__check_group("k", values[KEY_K].whole, error);
    return status == PLD_OK ? pld__dp_sgd_create(&training, values[KEY_SIGMA].number, values[KEY_K].whole,
                                                 values[KEY_SENSITIVITY].number, mechanism, error)
                            : status;
}

static pld_status count_steps(const pld__value *values, uint64_t *steps, pld_error *error) {
    pld__training training;
    pld_status status = read_training(values, &training, error);
    if (status == PLD_OK)
        *steps = training.steps;
    return status;
}

const pld__family pld__family_dp_sgd = {
    "dp-sgd",
    "a training run: poisson-gaussian with q = batch/N, ceil(epochs N/batch) steps",
    "q and the number of steps T are derived, and shown with the result; @count means so many runs. The batch is the expected\n"
    "one: under Poisson sampling its size varies. sampling=shuffle is refused: shuffling is not Poisson sampling, and no\n"
    "certified pair is offered for it. Gradients are clipped record by record to a norm C, their sum gets noise sigma C.\n"
    "N, q and T are public and do not change with the record (N is nominal); the sum is not divided by the size that a batch\n"
    "happens to have; tuning hyperparameters on the same data is not covered.",
    "Abadi et al. 2016; Zhu, Dong and Wang 2022",
    "dp-sgd:N=60000,batch=256,epochs=60,sigma=1",
    keys,
    KEY_COUNT,
    "add, remove; replace for one record (removed = 1, added = 1)",
    create,
    "it is sampled already, and sampling twice is not one Poisson sampling of a known pair",
    count_steps};
