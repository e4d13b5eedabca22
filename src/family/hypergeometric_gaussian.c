/* hypergeometric-gaussian: batches of B records drawn from N without replacement, k of the N protected; the pair compares
 * sum_j Hyp(j; N, k, B) N(j * shift, sigma^2) to N(0, sigma^2). */
#include "base/base.h"
#include "family/check.h"
#include "pair/mixture.h"
#include "family/standing.h"
#include "pair/weights.h"

#include <inttypes.h>
#include <stdio.h>

#define RESTRICTED                                                                                                      \
    "No guarantee for batches of fixed size: these numbers hold provided that " PLD__RESTRICTION ". Otherwise epsilon " \
    "can be many times larger."
#define FIXED_SIZE                                                                                                              \
    "Batches of fixed size are assumed, drawn anew for each step without replacement, and records that are added or removed; "  \
    "N counts the larger of two neighbouring data sets. Shuffled batches, and records that stay with a gradient of 0, are not " \
    "covered."

/* What the numbers cover; NULL if nothing has to be said. */
static const char *note_of(const pld__traits *traits) {
    switch (pld__traits_standing(traits)) {
    case PLD__STANDING_WORST_CASE:
        return traits->batch == traits->population ? NULL : FIXED_SIZE;
    case PLD__STANDING_DOMINATES:
        return traits->batch == traits->population
                   ? "Batches of all N records: this pair dominates, but shift=1 would do; nothing is claimed from below of the "
                     "mechanism."
                   : FIXED_SIZE "\nThis pair dominates, but shift=2 would do; nothing is claimed from below of the mechanism.";
    default:
        break;
    }
    return traits->batch > traits->population - traits->removed && traits->batch < traits->population ? RESTRICTED
               " A data set of N - k records has no batch of B records, and no bound for that is known."
                                                                                                      : RESTRICTED
               " shift=2 is the bound for batches of fixed size and records that are added or removed (Ganesh 2024).";
}

static pld_status check(uint64_t population, uint64_t batch, uint64_t k, pld_error *error) {
    char word[48], allowed[64];
    pld_status status = pld__check_batch(population, "B", batch, error);
    if (status != PLD_OK)
        return status;
    if (k < 1 || k > population || k > PLD__LARGEST_GROUP) {
        uint64_t largest = population < PLD__LARGEST_GROUP ? population : PLD__LARGEST_GROUP;
        snprintf(word, sizeof word, "k=%" PRIu64, k);
        snprintf(allowed, sizeof allowed, "a whole number from 1 to %" PRIu64 " (N is %" PRIu64 ")", largest, population);
        return pld__error_argument(error, word, allowed, "'%s' is out of range: the group must be %s", word, allowed);
    }
    return PLD_OK;
}

pld_status pld_mechanism_create_hypergeometric_gaussian(uint64_t population, uint64_t batch, uint64_t k, double sigma,
                                                        double shift, double sensitivity, pld_mechanism **mechanism,
                                                        pld_error *error) {
    pld_status status = check(population, batch, k, error);
    if (status == PLD_OK)
        status = pld__check_positive("sigma", sigma, error);
    if (status == PLD_OK)
        status = pld__check_positive("shift", shift, error);
    if (status == PLD_OK)
        status = pld__check_positive("sensitivity", sensitivity, error);
    if (status != PLD_OK)
        return status;
    char resolved[256];
    snprintf(resolved, sizeof resolved,
             "hypergeometric-gaussian:N=%" PRIu64 ",B=%" PRIu64 ",k=%" PRIu64 ",sigma=%s,shift=%s,sensitivity=%s", population,
             batch, k, pld__number_format(sigma).text, pld__number_format(shift).text, pld__number_format(sensitivity).text);
    pld__traits traits = {.kind = PLD__KIND_HYPERGEOMETRIC_GAUSSIAN,
                          .scale = sigma,
                          .sensitivity = sensitivity,
                          .noise = sigma / (shift * sensitivity),
                          .sampling_rate = (double)batch / (double)population,
                          .removed = k,
                          .population = population,
                          .batch = batch,
                          .shift = shift};
    size_t count = (size_t)k + 1;
    long double *weight = pld__allocate(count, sizeof *weight), one = 1;
    double *mean = pld__allocate(count, sizeof *mean), zero = 0;
    status = PLD_ERROR_MEMORY;
    if (weight && mean) {
        pld__weights_hypergeometric(population, batch, k, weight);
        for (size_t j = 0; j < count; j++)
            mean[j] = (double)((long double)j * shift * sensitivity / sigma); /* rounded once: mixture.h asks for 2 u */
        status = pld__mixture_mechanism(count, weight, mean, 1, &one, &zero, resolved, note_of(&traits), mechanism, error);
    }
    if (status == PLD_OK)
        (*mechanism)->traits = traits;
    pld__free(weight);
    pld__free(mean);
    return status;
}
