/* poisson-gaussian: every record joins a batch with probability q on its own, and N(0, sigma^2) is added to the sum. Removing
 * `removed` records and adding `added` others gives sum_i Binom(i; removed, q) N(i) versus sum_j Binom(j; added, q) N(-j). For one
 * kind only this is the proven worst case of the group (k = 1: Abadi et al. 2016, Zhu, Dong and Wang 2022). */
#include "base/base.h"
#include "family/check.h"
#include "pair/mixture.h"
#include "family/standing.h"
#include "pair/weights.h"

#include <inttypes.h>
#include <stdio.h>

static const char *const UNPROVEN_NOTE = "That no data set is worse than this pair is proven for records that are all removed or "
                                         "all added, and for one of each; not for "
                                         "this group.";

/* Weights and means of one side, means = sign * j * step in increasing order. */
static void fill_side(uint64_t records, double q, double step, int sign, long double *weight, double *mean) {
    size_t last = (size_t)records;
    pld__weights_binomial(records, q, weight);
    for (size_t j = 0; j <= last; j++)
        mean[j] = sign * (double)j * step;
    for (size_t low = 0, high = last; sign < 0 && low < high; low++, high--) {
        long double held_weight = weight[low];
        double held_mean = mean[low];
        weight[low] = weight[high];
        mean[low] = mean[high];
        weight[high] = held_weight;
        mean[high] = held_mean;
    }
}

pld_status pld_mechanism_create_poisson_gaussian(double q, double sigma, uint64_t removed, uint64_t added, double sensitivity,
                                                 pld_mechanism **mechanism, pld_error *error) {
    pld_status status = pld__check_probability("q", q, error);
    if (status == PLD_OK)
        status = pld__check_positive("sigma", sigma, error);
    if (status == PLD_OK)
        status = pld__check_group("removed", removed, error);
    if (status == PLD_OK)
        status = pld__check_group("added", added, error);
    if (status == PLD_OK)
        status = pld__check_positive("sensitivity", sensitivity, error);
    if (status == PLD_OK && removed + added == 0)
        status = pld__error_argument(error, "removed=0", "at least one record removed or added",
                                     "a group of no records has nothing to protect: removed + added must be at least 1");
    if (status != PLD_OK)
        return status;
    pld__traits traits = {.kind = PLD__KIND_POISSON_GAUSSIAN,
                          .scale = sigma,
                          .sensitivity = sensitivity,
                          .noise = sigma / sensitivity,
                          .sampling_rate = q,
                          .removed = removed,
                          .added = added};
    bool sampled = q > 0 && q < 1, proven = pld__traits_standing(&traits) == PLD__STANDING_WORST_CASE;
    char resolved[192], note[512];
    snprintf(note, sizeof note, "%s%s%s", sampled ? PLD__NOTE_POISSON : "", sampled && !proven ? "\n" : "",
             proven ? "" : UNPROVEN_NOTE);
    snprintf(resolved, sizeof resolved, "poisson-gaussian:q=%s,sigma=%s,removed=%" PRIu64 ",added=%" PRIu64 ",sensitivity=%s",
             pld__number_format(q).text, pld__number_format(sigma).text, removed, added, pld__number_format(sensitivity).text);
    size_t p_count = (size_t)removed + 1, q_count = (size_t)added + 1;
    long double *weight = pld__allocate(p_count + q_count, sizeof *weight);
    double *mean = pld__allocate(p_count + q_count, sizeof *mean);
    status = PLD_ERROR_MEMORY;
    if (weight && mean) {
        fill_side(removed, q, sensitivity / sigma, 1, weight, mean);
        fill_side(added, q, sensitivity / sigma, -1, weight + p_count, mean + p_count);
        status = pld__mixture_mechanism(p_count, weight, mean, q_count, weight + p_count, mean + p_count, resolved,
                                        note[0] != '\0' ? note : NULL, mechanism, error);
    }
    if (status == PLD_OK)
        (*mechanism)->traits = traits;
    pld__free(weight);
    pld__free(mean);
    return status;
}
