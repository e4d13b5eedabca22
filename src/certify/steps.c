#include "certify/steps.h"

#include "base/base.h"
#include "base/budget.h"
#include "pair/sparse.h"

#include <math.h>

/* Discrete steps make one step of all their outcomes together, if these are few, and no more than there may be memory for. */
static pld_status make_whole(const pld_step *steps, size_t step_count, pld__steps *made) {
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
        status = pld__sparse_compose(mechanisms, counts, step_count, &made->whole);
    if (all && status == PLD_ERROR_MEMORY && pld__budget_refusals() != refused)
        status = PLD_OK;
    pld__free(mechanisms);
    pld__free(counts);
    return status;
}

/* Theorem (T45). Steps N(m_i, 1) versus N(0, 1), T_i of each, compose to the step N(m, 1) versus N(0, 1), m^2 = sum of T_i m_i^2:
 * the losses are normal with mean m_i^2/2 and variance m_i^2, and add. m is good to two roundings in long double and one to a
 * double, less than a mean is claimed to be. */
static pld_status merge_gaussians(const pld_step *steps, size_t step_count, pld__steps *made) {
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
    return pld_mechanism_create_gaussian(1, mean, &made->whole, NULL);
}

pld_status pld__steps_create(const pld_step *steps, size_t step_count, pld__merging merging, pld__steps *made) {
    *made = (pld__steps){0};
    pld_status status = merging == PLD__MERGE_NOTHING ? PLD_OK : make_whole(steps, step_count, made);
    if (status == PLD_OK && merging == PLD__MERGE_ALL && !made->whole)
        status = merge_gaussians(steps, step_count, made);
    const pld_step whole = {made->whole, 1};
    if (made->whole) {
        steps = &whole;
        step_count = 1;
    }
    if (status == PLD_OK && !(made->list = pld__allocate(step_count, sizeof *made->list)))
        status = PLD_ERROR_MEMORY;
    for (size_t i = 0; i < step_count && status == PLD_OK; i++)
        if (!steps[i].mechanism->trivial)
            made->list[made->count++] = steps[i];
    return status;
}

void pld__steps_free(pld__steps *steps) {
    pld__free(steps->list);
    pld_mechanism_free(steps->whole);
    *steps = (pld__steps){0};
}

bool pld__steps_single(const pld__steps *steps) {
    return steps->count == 1 && steps->list[0].count == 1;
}
