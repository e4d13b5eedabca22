#include "query/targets.h"

#include "base/base.h"
#include "base/budget.h"
#include "pair/sparse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* More steps than this are put into groups, of mechanisms whose log moments differ by this much at most. */
enum { MANY = 64 };
static const double ALIKE = 0.02;

void pld__targets_free(pld__targets *targets) {
    for (size_t m = 0; m < targets->count; m++) {
        pld__free(targets->all[m].atoms);
        pld__free(targets->all[m].edges);
    }
    pld__free(targets->all);
    pld__free(targets->members);
    pld_mechanism_free(targets->whole);
    *targets = (pld__targets){0};
}

/* Discrete steps make one step of all their outcomes together, if these are few, and no more than there may be memory for. */
static pld_status make_whole(const pld_step *steps, size_t step_count, pld__targets *targets) {
    const pld_mechanism **mechanisms = pld__allocate(step_count, sizeof *mechanisms);
    uint64_t *counts = pld__allocate(step_count, sizeof *counts);
    pld_status status = mechanisms && counts ? PLD_OK : PLD_ERROR_MEMORY;
    bool all = status == PLD_OK;
    for (size_t i = 0; i < step_count && all; i++) {
        mechanisms[i] = steps[i].mechanism;
        counts[i] = steps[i].count;
        all = steps[i].mechanism->sparse;
    }
    size_t refused = pld__budget_refusals();
    if (all)
        status = pld__sparse_compose(mechanisms, counts, step_count, &targets->whole);
    if (all && status == PLD_ERROR_MEMORY && pld__budget_refusals() != refused)
        status = PLD_OK;
    pld__free(mechanisms);
    pld__free(counts);
    return status;
}

/* Theorem (T45). Steps N(m_i, 1) versus N(0, 1), T_i of each, compose to the step N(m, 1) versus N(0, 1), m^2 = sum of T_i m_i^2: the losses are normal with
 * mean m_i^2/2 and variance m_i^2, and add. m is good to two roundings in long double and one to a double, less than a mean is claimed to be. */
static pld_status merge_gaussians(const pld_step *steps, size_t step_count, pld__targets *targets) {
    long double square = 0;
    size_t merged = 0;
    for (size_t i = 0; i < step_count; i++) {
        const pld__traits *traits = &steps[i].mechanism->traits;
        if (steps[i].mechanism->trivial)
            continue;
        bool always_drawn = traits->kind == PLD__KIND_POISSON_GAUSSIAN && traits->sampling_rate == 1;
        if (traits->kind != PLD__KIND_GAUSSIAN && !always_drawn)
            return PLD_OK;
        long double records = always_drawn ? (long double)(traits->removed + traits->added) : 1;
        long double mean = records * traits->sensitivity / traits->scale;
        square += (long double)steps[i].count * mean * mean;
        merged += steps[i].count > 1 ? 2 : 1;
    }
    double mean = (double)sqrtl(square);
    if (merged < 2 || !(mean >= 1e-75 && mean <= 1e75)) /* what mechanisms are made of */
        return PLD_OK;
    return pld_mechanism_create_gaussian(1, mean, &targets->whole, NULL);
}

/* What tells a step from others like it: the kind of its ends, its hard edge in steps of a few percent, its first log moment. */
typedef struct {
    pld_step step;
    int kind;
    double edge, size;
    size_t place; /* among all steps */
} profile;

static profile profile_of(const pld_step *step, size_t place) {
    const pld_mechanism *mechanism = step->mechanism;
    double real = 0, imaginary = 0;
    if (pld_mechanism_log_moment(mechanism, PLD_REMOVE, 1, 0, &real, &imaginary) != PLD_OK)
        real = 0;
    bool low = isfinite(mechanism->loss_infimum), high = isfinite(mechanism->loss_supremum);
    double edge = low ? mechanism->loss_infimum : high ? mechanism->loss_supremum : 0;
    bool alone = pld__mechanism_lasting(mechanism);
    return (profile){*step, alone ? 4 : low + 2 * high, floor(log(fabs(edge) + 1e-300) / (2 * ALIKE)), log(fabs(real) + 1e-300),
                     place};
}

/* A total order: qsort keeps the order of what is equal only where it has memory. */
static int by_likeness(const void *first, const void *second) {
    const profile *a = first, *b = second;
    if (a->kind != b->kind)
        return a->kind - b->kind;
    if (a->edge != b->edge)
        return a->edge < b->edge ? -1 : 1;
    int larger = (a->size > b->size) - (a->size < b->size);
    return larger ? larger : (a->place > b->place) - (a->place < b->place);
}

static bool alike(const profile *a, const profile *b) {
    return a->kind == b->kind && a->kind != 4 && a->edge == b->edge && fabs(a->size - b->size) <= ALIKE;
}

/* Sorted into groups; each is planned for by its last member, which reaches farthest. */
static pld_status make_groups(const pld_step *steps, size_t step_count, pld__targets *targets) {
    profile *profiles = pld__allocate(step_count, sizeof *profiles);
    targets->members = pld__allocate(step_count, sizeof *targets->members);
    if (!profiles || !targets->members) {
        pld__free(profiles);
        return PLD_ERROR_MEMORY;
    }
    size_t used = 0;
    for (size_t i = 0; i < step_count; i++)
        if (!steps[i].mechanism->trivial)
            profiles[used++] = profile_of(&steps[i], i);
    qsort(profiles, used, sizeof *profiles, by_likeness);
    for (size_t from = 0, to; from < used; from = to) {
        double power = 0;
        for (to = from; to < used && (to == from || alike(&profiles[from], &profiles[to])); to++) {
            targets->members[to] = profiles[to].step;
            power += (double)profiles[to].step.count;
        }
        targets->all[targets->count++] = (pld__target){.mechanism = profiles[to - 1].step.mechanism,
                                                       .power = power,
                                                       .members = to - from > 1 ? &targets->members[from] : NULL,
                                                       .member_count = to - from};
        targets->grouped |= to - from > 1;
    }
    pld__free(profiles);
    return PLD_OK;
}

static void make_singles(const pld_step *steps, size_t step_count, pld__targets *targets) {
    for (size_t i = 0; i < step_count; i++)
        if (!steps[i].mechanism->trivial)
            targets->all[targets->count++] =
                (pld__target){.mechanism = steps[i].mechanism, .power = (double)steps[i].count, .member_count = 1};
}

static pld_status fill_atoms(pld__targets *targets, unsigned refinement) {
    for (size_t m = 0; m < targets->count; m++) {
        pld__target *target = &targets->all[m];
        pld__atom *atoms;
        size_t count;
        pld_status status =
            target->mechanism->operations->atoms(target->mechanism->pair, targets->reach, refinement, &atoms, &count);
        if (status != PLD_OK)
            return status;
        pld__free(target->atoms);
        target->atoms = atoms;
        target->atom_count = count;
    }
    return PLD_OK;
}

pld_status pld__targets_create(const pld_step *steps, size_t step_count, double reach, bool merge, pld__targets *targets) {
    *targets = (pld__targets){.reach = reach};
    pld_status status = make_whole(steps, step_count, targets);
    if (status == PLD_OK && merge && !targets->whole)
        status = merge_gaussians(steps, step_count, targets);
    pld_step whole = {targets->whole, 1};
    if (targets->whole) {
        steps = &whole;
        step_count = 1;
    }
    if (status == PLD_OK && !(targets->all = pld__allocate(step_count, sizeof *targets->all)))
        status = PLD_ERROR_MEMORY;
    if (status == PLD_OK && step_count > MANY)
        status = make_groups(steps, step_count, targets);
    else if (status == PLD_OK)
        make_singles(steps, step_count, targets);
    if (status == PLD_OK)
        status = fill_atoms(targets, 1);
    for (size_t m = 0; m < targets->count; m++)
        targets->atoms |= pld__mechanism_lasting(targets->all[m].mechanism);
    return status;
}

pld_status pld__targets_refine(pld__targets *targets) {
    const unsigned closer = 4;
    pld_status status = targets->refined ? PLD_OK : fill_atoms(targets, closer);
    targets->refined = true;
    return status;
}
