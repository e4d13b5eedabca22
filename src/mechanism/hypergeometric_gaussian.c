/* hypergeometric-gaussian: batches of B records drawn from N without replacement, k of the N protected; the pair compares
 * sum_j Hyp(j; N, k, B) N(j * shift, sigma^2) to N(0, sigma^2). */
#include "base/base.h"
#include "mechanism/check.h"
#include "mechanism/mixture.h"
#include "mechanism/weights.h"

#include <inttypes.h>
#include <stdio.h>

static const char *const NOTE =
    "The hypergeometric pair is exact when what the other records contribute does not depend on how many protected ones were "
    "drawn; "
    "with fixed-size batches an adversarial data set can do worse, and shift=2 is the published bound for that (Ganesh 2024).";

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
    size_t count = (size_t)k + 1;
    long double *weight = pld__allocate(count, sizeof *weight), one = 1;
    double *mean = pld__allocate(count, sizeof *mean), zero = 0;
    status = PLD_ERROR_MEMORY;
    if (weight && mean) {
        pld__weights_hypergeometric(population, batch, k, weight);
        for (size_t j = 0; j < count; j++)
            mean[j] = (double)j * (shift * sensitivity / sigma);
        status = pld__mixture_mechanism(count, weight, mean, 1, &one, &zero, resolved, batch < population ? NOTE : NULL,
                                        mechanism, error);
    }
    if (status == PLD_OK)
        (*mechanism)->traits = (pld__traits){.kind = PLD__KIND_HYPERGEOMETRIC_GAUSSIAN,
                                             .scale = sigma,
                                             .sensitivity = shift * sensitivity,
                                             .noise = sigma / (shift * sensitivity),
                                             .sampling_rate = (double)batch / (double)population,
                                             .removed = k,
                                             .population = population,
                                             .batch = batch};
    pld__free(weight);
    pld__free(mean);
    return status;
}
