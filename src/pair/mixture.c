/* The pair of two Gaussian mixtures, put together from its parts: losses (mixture_loss.c), masses of cells (mixture_masses.c),
 * tails (mixture_tail.c), single steps (mixture_hockey.c), moments. */
#include "pair/mixture.h"

#include "base/base.h"

#include <math.h>

static void mixture_free(void *object) {
    pld__mixture_pair *pair = object;
    pld__mixture_density_free(&pair->p);
    pld__mixture_density_free(&pair->q);
    pld__free(pair);
}

static void mixture_bulk(const void *object, double *low, double *high) {
    const pld__mixture_pair *pair = object;
    *low = pair->lowest_mean - 12;
    *high = pair->highest_mean + 12;
}

static const pld__pair_operations MIXTURE_OPERATIONS = {
    .positions = pld__mixture_positions,
    .position_error = pld__mixture_position_error,
    .bulk = mixture_bulk,
    .masses = pld__mixture_masses,
    .mass_below = pld__mixture_mass_below,
    .mass_above = pld__mixture_mass_above,
    .reach_above = pld__mixture_reach_above,
    .reach_below = pld__mixture_reach_below,
    .sketch_points = pld__mixture_sketch_points,
    .hockey = pld__mixture_hockey,
    .log_moment_upper = pld__mixture_log_moment_upper,
    .log_tail_upper = pld__mixture_log_tail_upper,
    .log_moment = pld__mixture_log_moment,
    .free = mixture_free,
};

/* A log weight is good to an ulp and what its weight is off by, both relative to it (weights.h): the difference of two is not. */
static double end_error(const pld__mixture_density *p, size_t i, const pld__mixture_density *q, size_t j) {
    double sizes = fabs(p->log_weight[i]) + fabs(q->log_weight[j]);
    return PLD__U * (4 + (double)(p->count + q->count) / 128) * sizes;
}

static bool same_sides(const pld__mixture_density *p, const pld__mixture_density *q) {
    if (p->count != q->count)
        return false;
    for (size_t i = 0; i < p->count; i++)
        if (p->mean[i] != q->mean[i] || p->weight[i] != q->weight[i])
            return false;
    return true;
}

pld_status pld__mixture_mechanism(size_t p_count, const long double *p_weight, const double *p_mean, size_t q_count,
                                  const long double *q_weight, const double *q_mean, const char *resolved, const char *note,
                                  pld_mechanism **mechanism, pld_error *error) {
    pld__mixture_pair *pair = pld__allocate(1, sizeof *pair);
    if (!pair)
        return PLD_ERROR_MEMORY;
    *pair = (pld__mixture_pair){0};
    long double dropped_p = 0, dropped_q = 0;
    pld_status status = pld__mixture_density_create(p_count, p_weight, p_mean, &pair->p, &dropped_p);
    if (status == PLD_OK)
        status = pld__mixture_density_create(q_count, q_weight, q_mean, &pair->q, &dropped_q);
    if (status != PLD_OK) {
        mixture_free(pair);
        return status;
    }
    const pld__mixture_density *p = &pair->p, *q = &pair->q;
    pair->lowest_mean = fmin(p->mean[0], q->mean[0]);
    pair->highest_mean = fmax(p->mean[p->count - 1], q->mean[q->count - 1]);
    pair->incomplete = dropped_p > 0 || dropped_q > 0;
    bool trivial = same_sides(p, q);
    if (!trivial && !pld__mixture_monotone(pair)) {
        mixture_free(pair);
        return pld__error_argument(error, resolved,
                                   "every mean of P at or above every mean of Q, or weights whose ratio rises with the mean",
                                   "the loss of '%s' is not increasing in x, so it has no buckets", resolved);
    }
    double infimum = p->mean[0] == q->mean[0] ? p->log_weight[0] - q->log_weight[0] : -INFINITY;
    double supremum =
        p->mean[p->count - 1] == q->mean[q->count - 1] ? p->log_weight[p->count - 1] - q->log_weight[q->count - 1] : INFINITY;
    /* A mean that is off by 2 u moves the tail at a distance y by 2 u |mean| (y + 1), and a tail of mass t is at most sqrt(2 |log
     * t|) away; of the components of a mixture the heavier ones count. */
    double largest = fmax(fabs(pair->lowest_mean), fabs(pair->highest_mean));
    pld_mechanism made = {.operations = &MIXTURE_OPERATIONS,
                          .tail_slope = 2 * PLD__U * largest,
                          .pair = pair,
                          .loss_infimum = trivial ? 0 : infimum,
                          .loss_supremum = trivial ? 0 : supremum,
                          .infimum_error = end_error(p, 0, q, 0),
                          .supremum_error = end_error(p, p->count - 1, q, q->count - 1),
                          .trivial = trivial,
                          .dropped = dropped_p + dropped_q,
                          .no_lower = {dropped_q > 0, dropped_p > 0}};
    return pld__mechanism_create(&made, resolved, note, mechanism);
}
