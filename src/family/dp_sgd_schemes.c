/* The ways in which batches are made, and the families they are. t = ceil(N/batch) batches make an epoch. */
#include "base/base.h"
#include "base/plain.h"
#include "base/suggest.h"
#include "family/dp_sgd.h"
#include "family/spec.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

static void write_allocation(const pld__scheme_numbers *numbers, uint64_t batches, uint64_t epochs, char *spec, size_t size) {
    (void)epochs;
    snprintf(spec, size, "allocation:t=%" PRIu64 ",sigma=%s", batches, numbers->sigma);
}

static void write_shuffle(const pld__scheme_numbers *numbers, uint64_t batches, uint64_t epochs, char *spec, size_t size) {
    (void)epochs;
    snprintf(spec, size, "shuffle:t=%" PRIu64 ",sigma=%s", batches, numbers->sigma);
}

static void write_shuffle_once(const pld__scheme_numbers *numbers, uint64_t batches, uint64_t epochs, char *spec, size_t size) {
    snprintf(spec, size, "shuffle-once:t=%" PRIu64 ",sigma=%s@%" PRIu64, batches, numbers->sigma, epochs);
}

static void write_fixed_order(const pld__scheme_numbers *numbers, uint64_t batches, uint64_t epochs, char *spec, size_t size) {
    (void)epochs;
    snprintf(spec, size, "fixed-order:t=%" PRIu64 ",sigma=%s", batches, numbers->sigma);
}

static void write_fixed_size(const pld__scheme_numbers *numbers, uint64_t batches, uint64_t epochs, char *spec, size_t size) {
    (void)batches, (void)epochs;
    snprintf(spec, size, "fixed-size:N=%" PRIu64 ",B=%" PRIu64 ",sigma=%s,k=%" PRIu64, numbers->training->population,
             numbers->training->batch, numbers->sigma, numbers->k);
}

static void write_with_replacement(const pld__scheme_numbers *numbers, uint64_t batches, uint64_t epochs, char *spec,
                                   size_t size) {
    (void)batches, (void)epochs;
    snprintf(spec, size, "with-replacement:N=%" PRIu64 ",B=%" PRIu64 ",sigma=%s", numbers->training->population,
             numbers->training->batch, numbers->sigma);
}

static void write_truncated(const pld__scheme_numbers *numbers, uint64_t batches, uint64_t epochs, char *spec, size_t size) {
    (void)batches, (void)epochs;
    snprintf(spec, size, "truncated-poisson:N=%" PRIu64 ",q=%" PRIu64 "/%" PRIu64 ",B=%" PRIu64 ",sigma=%s",
             numbers->training->population, numbers->training->batch, numbers->training->population, numbers->cap,
             numbers->sigma);
}

static const pld__scheme schemes[] = {
    {"poisson", "each record joins each batch on its own with probability batch/N", false, false, false, true, NULL},
    {"balls-in-bins", "each record goes to one of ceil(N/batch) batches of an epoch, on its own", true, true, false, false,
     write_allocation},
    {"shuffle", "a new random order for each epoch, cut into ceil(N/batch) batches", true, true, false, false, write_shuffle},
    {"shuffle-once", "one random order for all epochs, cut into ceil(N/batch) batches", true, true, true, false,
     write_shuffle_once},
    {"fixed-order", "the same batches in the same order in every epoch", true, false, false, false, write_fixed_order},
    {"fixed-size", "batch records out of N for each step, without replacement", false, false, false, true, write_fixed_size},
    {"with-replacement", "batch independent draws from N for each step", false, false, false, false, write_with_replacement},
    {"truncated-poisson", "as poisson, and a uniform part of cap is kept where there are more", false, false, false, false,
     write_truncated},
};

enum { SCHEMES = sizeof schemes / sizeof schemes[0] };

const pld__scheme *pld__scheme_at(size_t index) {
    return index < SCHEMES ? &schemes[index] : NULL;
}

const pld__scheme *pld__scheme_find(const char *name, pld_error *error) {
    const char *allowed = "poisson, balls-in-bins, shuffle, shuffle-once, fixed-order, fixed-size, with-replacement or "
                          "truncated-poisson";
    pld__suggestion nearest = pld__suggestion_start(name);
    char word[128], suggestion[64];
    for (size_t i = 0; i < SCHEMES; i++) {
        if (strcmp(schemes[i].name, name) == 0)
            return &schemes[i];
        pld__suggestion_consider(&nearest, schemes[i].name);
    }
    pld__suggestion_text(&nearest, suggestion, sizeof suggestion);
    snprintf(word, sizeof word, "sampling=%.100s", name);
    (void)pld__error_argument(error, word, allowed, "'%s' is no way to make batches%s", word, suggestion);
    return NULL;
}

pld_status pld__scheme_check_cap(const pld__scheme *scheme, bool given, pld_error *error) {
    bool truncated = scheme->write == write_truncated;
    if (truncated && !given)
        return pld__error_argument(error, "cap", "cap=B, the most records of a batch",
                                   "sampling=truncated-poisson needs the key 'cap'");
    if (!truncated && given)
        return pld__error_argument(error, "cap", "no cap, or sampling=truncated-poisson",
                                   "cap cannot be given with sampling=%s: its batches are not cut", scheme->name);
    return PLD_OK;
}

static uint64_t batches_of(const pld__training *training) {
    return training->population / training->batch + (training->population % training->batch > 0);
}

/* Epochs of a run, one that is not finished counting as one. */
static pld_status count_epochs(const pld__scheme *scheme, const pld__training *training, uint64_t *epochs, pld_error *error) {
    wide parts = training->epoch_parts ? training->epoch_parts : batches_of(training);
    bool whole = training->epoch_count % parts == 0;
    if (!whole && scheme->whole_epochs)
        return pld__error_argument(error, training->epoch_parts ? "epochs" : "steps", "whole epochs",
                                   "sampling=%s covers whole epochs only, of %" PRIu64 " steps each", scheme->name,
                                   batches_of(training));
    *epochs = (uint64_t)(training->epoch_count / parts) + !whole;
    return PLD_OK;
}

pld_status pld__scheme_count(const pld__scheme *scheme, const pld__training *training, uint64_t *count, pld_error *error) {
    *count = training->steps;
    if (!scheme->by_epoch)
        return PLD_OK;
    pld_status status = count_epochs(scheme, training, count, error);
    if (scheme->takes_count)
        *count = 1;
    return status;
}

/* How the numbers came about. */
static void write_origin(const pld__scheme *scheme, const pld__training *training, uint64_t batches, uint64_t epochs, char *text,
                         size_t size) {
    int length = pld__plain_format(text, size, "dp-sgd: N=%" PRIu64 ", batch=%" PRIu64 ", sampling=%s and %s%s give ",
                                   training->population, training->batch, scheme->name, training->epochs[0] ? "epochs=" : "",
                                   training->epochs[0] ? training->epochs : "the steps");
    if (scheme->by_epoch)
        snprintf(text + length, size - (size_t)length, "t = ceil(N/batch) = %" PRIu64 " batches and %" PRIu64 " epoch%s.",
                 batches, epochs, epochs == 1 ? "" : "s");
    else
        pld__plain_format(text + length, size - (size_t)length, "B/N = %.6g and T = ceil(epochs N/batch) = %" PRIu64 " steps.",
                          (double)training->batch / (double)training->population, training->steps);
}

pld_status pld__scheme_create(const pld__scheme *scheme, const pld__scheme_numbers *numbers, pld_mechanism **mechanism,
                              pld_error *error) {
    const pld__training *training = numbers->training;
    uint64_t batches = batches_of(training), epochs = 0, count = 0;
    pld_mechanism *made = NULL;
    char spec[256], origin[512];
    if (numbers->k != 1 && !scheme->groups)
        return pld__error_argument(error, "k", "k=1, or sampling=poisson or fixed-size",
                                   "sampling=%s has no pair for groups of k records", scheme->name);
    pld_status status = scheme->by_epoch ? count_epochs(scheme, training, &epochs, error) : PLD_OK;
    if (status != PLD_OK)
        return status;
    scheme->write(numbers, batches, epochs, spec, sizeof spec);
    write_origin(scheme, training, batches, epochs, origin, sizeof origin);
    status = pld__mechanism_parse(spec, NULL, &made, &count, error);
    if (status == PLD_OK)
        status = pld__mechanism_derive(made, origin);
    if (status == PLD_OK)
        *mechanism = made;
    else
        pld_mechanism_free(made);
    return status;
}
