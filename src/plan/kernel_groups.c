#include "plan/kernel_groups.h"

#include "base/base.h"
#include "plan/kernel_blends.h"
#include "plan/tuning.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rounded numbers of a factor: equal for those that stand for each other. */
typedef struct {
    int64_t numbers[4];
    size_t factor;
} label;

/* On a scale of so many steps for a factor of e; 0 for 0. */
static int64_t on_scale(long double number, double steps) {
    return number > 0 ? (int64_t)floorl(logl(number) * (long double)steps) * 2 + 1 : 0;
}

/* What kind it is, how far apart its means are, and how much of either side is moved. */
static label label_of(const pld__kernel_factor *factor, size_t m, double steps) {
    bool laplace = factor->laplace.ratio > 0;
    if (factor->allotment.batches > 0)
        return (label){{-1 - factor->allotment.inverse, (int64_t)factor->allotment.batches, (int64_t)factor->allotment.used,
                        on_scale(factor->allotment.mean, steps)},
                       m};
    return (label){{laplace ? 1 + (factor->laplace.rate < 1) + 2 * factor->laplace.mixture_first : 0,
                    on_scale(laplace ? factor->laplace.ratio : factor->ends.p_high - factor->ends.q_low, steps),
                    on_scale(laplace ? factor->laplace.rate : factor->p.moved, steps),
                    laplace ? 0 : on_scale(factor->q.moved, steps)},
                   m};
}

static int compare(const void *left, const void *right) {
    const label *a = left, *b = right;
    for (size_t i = 0; i < sizeof a->numbers / sizeof a->numbers[0]; i++)
        if (a->numbers[i] != b->numbers[i])
            return a->numbers[i] < b->numbers[i] ? -1 : 1;
    return (a->factor > b->factor) - (a->factor < b->factor);
}

static bool is_alike(const label *a, const label *b) {
    return memcmp(a->numbers, b->numbers, sizeof a->numbers) == 0;
}

/* Sorted labels of few enough groups. */
static size_t label_all(const pld__kernel_steps *steps, size_t most, label *labels) {
    size_t groups = 0;
    for (double alike = KERNEL_ALIKE; alike < 100; alike *= 2) {
        for (size_t m = 0; m < steps->count; m++)
            labels[m] = label_of(&steps->factors[m], m, 1 / alike);
        qsort(labels, steps->count, sizeof *labels, compare);
        groups = 1;
        for (size_t m = 1; m < steps->count; m++)
            groups += !is_alike(&labels[m - 1], &labels[m]);
        if (groups <= most)
            break;
    }
    return groups;
}

void pld__kernel_groups_free(pld__kernel_groups *groups) {
    pld__kernel_steps_free(&groups->steps);
    pld__free(groups->place);
    *groups = (pld__kernel_groups){0};
}

static long double width_of(const pld__kernel_factor *factor) {
    return factor->laplace.ratio > 0 ? factor->laplace.ratio : factor->ends.p_high - factor->ends.q_low;
}

pld_status pld__kernel_groups_create(const pld__kernel_steps *steps, size_t most, pld__kernel_groups *groups) {
    *groups = (pld__kernel_groups){.place = pld__allocate(steps->count, sizeof *groups->place)};
    label *labels = pld__allocate(steps->count, sizeof *labels);
    size_t count = labels ? label_all(steps, most, labels) : 0;
    pld_status status = labels && groups->place ? pld__kernel_steps_create(count, &groups->steps) : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < steps->count && status == PLD_OK; i++) {
        const pld__kernel_factor *one = &steps->factors[labels[i].factor];
        bool next = i == 0 || !is_alike(&labels[i - 1], &labels[i]);
        pld__kernel_factor *group = &groups->steps.factors[next ? groups->steps.count++ : groups->steps.count - 1];
        long double all = next ? one->count : group->count + one->count;
        if (next || width_of(one) > width_of(group))
            *group = *one;
        group->count = all;
        groups->place[labels[i].factor] = groups->steps.count - 1;
    }
    groups->steps.plain = steps->plain;
    groups->steps.plain_error = steps->plain_error;
    pld__free(labels);
    return status;
}

pld_status pld__kernel_groups_plan(const pld__kernel_steps *steps, const pld__question *question, const pld__kernel_aim *aim,
                                   pld__kernel_plan *plan, bool *possible) {
    pld__kernel_groups groups;
    pld_status status = pld__kernel_groups_create(steps, KERNEL_GROUPS, &groups);
    if (status == PLD_OK)
        status = pld__kernel_plan_aimed(&groups.steps, question, aim, plan, possible);
    pld__kernel_grid *grids = status == PLD_OK && *possible ? pld__allocate(steps->count, sizeof *grids) : NULL;
    for (size_t m = 0; grids && m < steps->count; m++)
        grids[m] = plan->grids[groups.place[m]];
    if (status == PLD_OK && *possible && !grids)
        status = PLD_ERROR_MEMORY;
    if (grids) {
        pld__free(plan->grids);
        plan->grids = grids;
        status = aim->apart ? PLD_OK : pld__kernel_blends_make(steps, aim, plan);
    }
    pld__kernel_groups_free(&groups);
    return status;
}
