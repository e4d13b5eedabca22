/* Lists of the sampled families come from their numbers, not from the pair, whose weights and means are rounded to double:
 * epsilon of a million steps tells the difference. That they are the pair's is checked, number by number. */
#include "kernel/factor.h"

#include "base/base.h"
#include "kernel/counts.h"
#include "pair/mixture.h"
#include "pair/weights.h"

#include <math.h>

/* Laplace steps of more or less noise are left to others. */
static const long double LEAST_RATIO = 1e-9L, LARGEST_RATIO = 1e3L, LARGEST_SAMPLED_RATIO = 40, LEAST_RATE = 1e-9L;

/* A Laplace step, or a ratio of 0. */
static pld__kernel_laplace laplace_of(const pld_mechanism *mechanism, pld_direction direction) {
    const pld__traits *traits = &mechanism->traits;
    bool sampled = traits->kind == PLD__KIND_POISSON_LAPLACE && traits->sampling_rate < 1;
    if (traits->kind != PLD__KIND_LAPLACE && traits->kind != PLD__KIND_POISSON_LAPLACE)
        return (pld__kernel_laplace){0};
    pld__kernel_laplace found = {(long double)traits->sensitivity / (long double)traits->scale,
                                 sampled ? (long double)traits->sampling_rate : 1, direction == PLD_REMOVE};
    bool usual = found.ratio >= LEAST_RATIO && found.ratio <= (sampled ? LARGEST_SAMPLED_RATIO : LARGEST_RATIO) &&
                 found.rate >= LEAST_RATE && !mechanism->trivial && !(mechanism->dropped > 0);
    return usual ? found : (pld__kernel_laplace){0};
}

/* An epoch of random allocation, or none. */
static pld__kernel_allotment allotment_of(const pld_mechanism *mechanism, pld_direction direction) {
    const pld__traits *traits = &mechanism->traits;
    if (traits->kind != PLD__KIND_ALLOCATION)
        return (pld__kernel_allotment){0};
    pld__kernel_allotment found = {
        traits->batches, traits->used,
        sqrtl((long double)traits->repeat) * (long double)traits->sensitivity / (long double)traits->scale, direction == PLD_ADD};
    return !mechanism->trivial && pld__counts_takes(&found) ? found : (pld__kernel_allotment){0};
}

bool pld__kernel_takes(const pld_mechanism *mechanism) {
    switch (mechanism->traits.kind) {
    case PLD__KIND_ALLOCATION:
        return allotment_of(mechanism, PLD_REMOVE).batches > 0;
    case PLD__KIND_LAPLACE:
    case PLD__KIND_POISSON_LAPLACE:
        return laplace_of(mechanism, PLD_REMOVE).ratio > 0;
    case PLD__KIND_GAUSSIAN:
    case PLD__KIND_POISSON_GAUSSIAN:
    case PLD__KIND_HYPERGEOMETRIC_GAUSSIAN:
    case PLD__KIND_MIXTURE_GAUSSIAN:
        break;
    default:
        return false;
    }
    const pld__mixture_pair *pair = mechanism->pair;
    return !mechanism->sparse && !mechanism->trivial && !pair->incomplete && !(mechanism->dropped > 0) &&
           !mechanism->no_lower[0] && !mechanism->no_lower[1] && pair->p.count <= PLD__KERNEL_COMPONENTS &&
           pair->q.count <= PLD__KERNEL_COMPONENTS;
}

/* What one record moves the mean by: quotients and products of at most three doubles. */
static long double mean_step(const pld__traits *traits) {
    long double shift = traits->kind == PLD__KIND_HYPERGEOMETRIC_GAUSSIAN ? traits->shift : 1;
    return shift * (long double)traits->sensitivity / (long double)traits->scale;
}

long double pld__kernel_plain_mean(const pld_mechanism *mechanism) {
    const pld__mixture_pair *pair = mechanism->pair;
    const pld__traits *traits = &mechanism->traits;
    if (laplace_of(mechanism, PLD_REMOVE).ratio > 0 || traits->kind == PLD__KIND_ALLOCATION)
        return 0;
    if (pair->p.count != 1 || pair->q.count != 1)
        return 0;
    if (traits->kind == PLD__KIND_GAUSSIAN)
        return mean_step(traits);
    if (traits->kind == PLD__KIND_POISSON_GAUSSIAN)
        return (long double)(traits->removed + traits->added) * mean_step(traits);
    return 0;
}

/* The pair's own numbers: weights and means are doubles, means good to 2 u. The heaviest mean of Q becomes 0. */
static void fill_from_pair(const pld__mixture_density *side, long double base, pld__kernel_list *list) {
    *list = (pld__kernel_list){.count = side->count, .weight_error = 4 * PLD__U};
    for (size_t j = 0; j < side->count; j++) {
        /* A weight that underflowed has its log, good to an ulp. */
        list->weight[j] = side->weight[j] >= 0x1p-1000 ? (long double)side->weight[j] : expl((long double)side->log_weight[j]);
        if (side->weight[j] < 0x1p-1000)
            list->weight_error = 1e-11L; /* an ulp of a log of at most 11400 */
        list->mean[j] = side->mean[j] - base;
        list->error[j] = list->mean[j] == 0 ? 0 : 2 * PLD__U * (fabsl((long double)side->mean[j]) + fabsl(base)) * (1 + 0x1p-9L);
    }
}

static long double heaviest_mean(const pld__mixture_density *side) {
    size_t best = 0;
    for (size_t j = 1; j < side->count; j++)
        if (side->weight[j] > side->weight[best])
            best = j;
    return side->mean[best];
}

/* `weight` for 0 .. last records, at means sign * j * step; the ones without weight are left out. False if that is not what the
 * side has. */
static bool fill_from_weights(const pld__mixture_density *side, const long double *weight, size_t last, long double step,
                              int sign, pld__kernel_list *list) {
    *list = (pld__kernel_list){.weight_error = (6 * (long double)(last + 1) + 4) * PLD__KERNEL_U};
    for (size_t i = 0; i <= last; i++) {
        size_t j = sign > 0 ? i : last - i;
        if (!(weight[j] > 0))
            continue;
        if (list->count == side->count)
            return false;
        size_t at = list->count++;
        list->weight[at] = weight[j];
        list->mean[at] = sign * (long double)j * step;
        list->error[at] = 6 * PLD__KERNEL_U * fabsl(list->mean[at]);
        long double weight_gap = fabsl(weight[j] - side->weight[at]), mean_gap = fabsl(list->mean[at] - side->mean[at]);
        if (!(weight_gap <= 8 * PLD__U * weight[j] + 1e-300L && mean_gap <= 8 * PLD__U * fabsl(list->mean[at])))
            return false;
    }
    return list->count == side->count;
}

/* In the direction of the pair. */
static bool fill_from_traits(const pld_mechanism *mechanism, pld__kernel_list *p, pld__kernel_list *q) {
    const pld__mixture_pair *pair = mechanism->pair;
    const pld__traits *traits = &mechanism->traits;
    long double weight[PLD__KERNEL_COMPONENTS] = {0}, one = 1, step = mean_step(traits);
    if (traits->removed >= PLD__KERNEL_COMPONENTS || traits->added >= PLD__KERNEL_COMPONENTS)
        return false;
    switch (traits->kind) {
    case PLD__KIND_POISSON_GAUSSIAN:
        pld__weights_drawn(traits, traits->removed, weight);
        if (!fill_from_weights(&pair->p, weight, (size_t)traits->removed, step, 1, p))
            return false;
        pld__weights_drawn(traits, traits->added, weight);
        return fill_from_weights(&pair->q, weight, (size_t)traits->added, step, -1, q);
    case PLD__KIND_HYPERGEOMETRIC_GAUSSIAN:
        pld__weights_hypergeometric(traits->population, traits->batch, traits->removed, weight);
        return fill_from_weights(&pair->p, weight, (size_t)traits->removed, step, 1, p) &&
               fill_from_weights(&pair->q, &one, 0, step, 1, q);
    default:
        return false;
    }
}

static void reflect(pld__kernel_list *list) {
    for (size_t j = 0; j < list->count; j++)
        list->mean[j] = -list->mean[j];
    for (size_t low = 0, high = list->count; low + 1 < high; low++) {
        high--;
        long double weight = list->weight[low], mean = list->mean[low], error = list->error[low];
        list->weight[low] = list->weight[high];
        list->mean[low] = list->mean[high];
        list->error[low] = list->error[high];
        list->weight[high] = weight;
        list->mean[high] = mean;
        list->error[high] = error;
    }
}

static void summarise(pld__kernel_list *list) {
    list->low = INFINITY;
    list->high = -INFINITY;
    list->moved = 0;
    for (size_t j = 0; j < list->count; j++) {
        list->low = fminl(list->low, list->mean[j] - list->error[j]);
        list->high = fmaxl(list->high, list->mean[j] + list->error[j]);
        list->moved += list->mean[j] == 0 ? 0 : list->weight[j] * (1 + list->weight_error + 1e-12L);
    }
}

void pld__kernel_factor_fill(const pld_mechanism *mechanism, pld_direction direction, uint64_t count,
                             pld__kernel_factor *factor) {
    const pld__mixture_pair *pair = mechanism->pair;
    bool remove = direction == PLD_REMOVE;
    pld__kernel_list *first = remove ? &factor->p : &factor->q, *second = remove ? &factor->q : &factor->p;
    *factor = (pld__kernel_factor){.laplace = laplace_of(mechanism, direction),
                                   .allotment = allotment_of(mechanism, direction),
                                   .count = (long double)count};
    if (!pld__kernel_is_mixture(factor))
        return;
    if (!fill_from_traits(mechanism, first, second)) {
        long double base = heaviest_mean(&pair->q);
        fill_from_pair(&pair->p, base, first);
        fill_from_pair(&pair->q, base, second);
    }
    if (!remove) {
        reflect(first);
        reflect(second);
    }
    summarise(&factor->p);
    summarise(&factor->q);
    factor->ends = (pld__mean_ends){factor->p.low, factor->p.high, factor->q.low, factor->q.high};
}
