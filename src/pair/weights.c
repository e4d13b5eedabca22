/* Both laws are products of simple ratios away from their mode. Starting there and dividing by the sum at the end needs no
 * factorial, so nothing overflows and nothing cancels: differences of log-gamma lose log10(N log N) digits instead. */
#include "pair/weights.h"

#include <float.h>
#include <math.h>

/* Fills weight[low..high] from ratio(j) = weight[j+1]/weight[j], which falls in j, and normalises. */
#define FILL_FROM_MODE(low, high, count, ratio)                                             \
    do {                                                                                    \
        size_t mode = (low);                                                                \
        while (mode < (high) && ratio(mode) > 1)                                            \
            mode++;                                                                         \
        for (size_t j = 0; j < (count); j++)                                                \
            weight[j] = 0;                                                                  \
        weight[mode] = 1;                                                                   \
        for (size_t j = mode; j < (high); j++)                                              \
            weight[j + 1] = weight[j] * ratio(j);                                           \
        for (size_t j = mode; j-- > (low);)                                                 \
            weight[j] = weight[j + 1] / ratio(j);                                           \
        /* What underflows is not nothing: leave a trace, so that it counts as left out. */ \
        for (size_t j = (low); j <= (high); j++)                                            \
            weight[j] = weight[j] > 0 ? weight[j] : LDBL_MIN;                               \
        long double total = 0;                                                              \
        for (size_t j = (low); j <= (high); j++)                                            \
            total += weight[j];                                                             \
        for (size_t j = (low); j <= (high); j++)                                            \
            weight[j] /= total;                                                             \
    } while (0)

/* `odds` are drawn against left, good to two units. */
static void fill_binomial(uint64_t trials, long double odds, long double *weight) {
    size_t last = (size_t)trials;
#define BINOMIAL_RATIO(j) ((long double)(last - (j)) / (long double)((j) + 1) * odds)
    FILL_FROM_MODE((size_t)0, last, last + 1, BINOMIAL_RATIO);
#undef BINOMIAL_RATIO
}

/* Nobody, or everybody. */
static void fill_certain(uint64_t trials, bool all, long double *weight) {
    for (size_t j = 0; j <= (size_t)trials; j++)
        weight[j] = 0;
    weight[all ? (size_t)trials : 0] = 1;
}

void pld__weights_binomial(uint64_t trials, double probability, long double *weight) {
    if (probability <= 0 || probability >= 1)
        fill_certain(trials, probability >= 1, weight);
    else
        fill_binomial(trials, (long double)probability / (1 - (long double)probability), weight);
}

void pld__weights_binomial_fraction(uint64_t trials, uint64_t part, uint64_t whole, long double *weight) {
    if (part == 0 || part >= whole)
        fill_certain(trials, part > 0, weight);
    else
        fill_binomial(trials, (long double)part / (long double)(whole - part), weight);
}

void pld__weights_drawn(const pld__traits *traits, uint64_t records, long double *weight) {
    if (pld__traits_has_fraction(traits))
        pld__weights_binomial_fraction(records, traits->batch, traits->population, weight);
    else
        pld__weights_binomial(records, traits->sampling_rate, weight);
}

void pld__weights_hypergeometric(uint64_t population, uint64_t batch, uint64_t k, long double *weight) {
    /* With fewer unmarked records than places in the batch some marked ones must be drawn. */
    uint64_t unmarked = population - k;
    size_t low = batch > unmarked ? (size_t)(batch - unmarked) : 0;
    size_t high = (size_t)(k < batch ? k : batch);
#define HYPERGEOMETRIC_RATIO(j) \
    ((long double)(k - (j)) * (long double)(batch - (j)) / ((long double)((j) + 1) * (long double)(unmarked + (j) + 1 - batch)))
    FILL_FROM_MODE(low, high, (size_t)k + 1, HYPERGEOMETRIC_RATIO);
#undef HYPERGEOMETRIC_RATIO
}
