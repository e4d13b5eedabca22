#include "soundness/truth.h"

#include "soundness/few.h"
#include "soundness/line.h"
#include "soundness/outcomes.h"

/* More ways to come out than this take too long. */
static const double WAYS_MOST = 30000;
/* Length of the law of a sum of discrete Gaussians. */
static const double SUMS_MOST = 60000;

const char *truth_name(truth_kind kind) {
    static const char *const names[TRUTH_KINDS] = {
        [TRUTH_NONE] = "none",         [TRUTH_LINE] = "one step", [TRUTH_GAUSSIANS] = "plain Gaussians",
        [TRUTH_OUTCOMES] = "outcomes", [TRUTH_SUMS] = "sums",     [TRUTH_LOW_NOISE] = "low noise",
        [TRUTH_CELLS] = "cells",
    };
    return names[kind];
}

truth_kind truth_find(const question *resolved, pld_direction direction) {
    const step *first = &resolved->steps[0];
    bool gaussians = true, lines = true, discrete = true;
    uint64_t steps = 0;
    for (unsigned i = 0; i < resolved->step_count; i++) {
        const step *of = &resolved->steps[i];
        gaussians = gaussians && of->family == GAUSSIAN;
        lines = lines && line_covers(of);
        discrete = discrete && outcomes_cover(of);
        steps += of->count;
    }
    if (gaussians)
        return TRUTH_GAUSSIANS;
    if (lines && steps == 1)
        return TRUTH_LINE;
    if (discrete && outcomes_ways(resolved) <= WAYS_MOST)
        return TRUTH_OUTCOMES;
    if (resolved->step_count == 1 && first->family == DISCRETE_GAUSSIAN && first->rate == 1 &&
        2.0 * (double)discrete_gaussian_reach(first, 256) * (double)first->count <= SUMS_MOST)
        return TRUTH_SUMS;
    if (low_noise_covers(resolved, direction) && first->scale <= 0.07 * first->sensitivity)
        return TRUTH_LOW_NOISE;
    return lines && steps == 2 ? TRUTH_CELLS : TRUTH_NONE;
}

void truth_delta(arb_t delta, const question *resolved, pld_direction direction, truth_kind kind, const arb_t epsilon,
                 slong precision) {
    line pair;
    switch (kind) {
    case TRUTH_LINE:
        line_create(&pair, &resolved->steps[0], direction, precision);
        line_delta(delta, &pair, epsilon, precision);
        line_clear(&pair);
        break;
    case TRUTH_GAUSSIANS:
        line_create_gaussians(&pair, resolved, direction, precision);
        line_delta(delta, &pair, epsilon, precision);
        line_clear(&pair);
        break;
    case TRUTH_OUTCOMES:
        outcomes_delta(delta, resolved, direction, epsilon, precision);
        break;
    case TRUTH_SUMS:
        discrete_gaussians_delta(delta, &resolved->steps[0], direction, epsilon, precision);
        break;
    case TRUTH_LOW_NOISE:
        low_noise_delta(delta, &resolved->steps[0], direction, epsilon, precision);
        break;
    case TRUTH_CELLS:
        cells_delta(delta, resolved, direction, epsilon, 4 * precision, 256);
        break;
    case TRUTH_NONE:
    case TRUTH_KINDS:
        arb_zero_pm_one(delta);
        break;
    }
}

void truth_supremum(arb_t supremum, const question *resolved, pld_direction direction, slong precision) {
    arb_t one;
    arb_init(one);
    arb_zero(supremum);
    for (unsigned i = 0; i < resolved->step_count; i++) {
        const step *of = &resolved->steps[i];
        if (line_covers(of)) {
            line pair;
            line_create(&pair, of, direction, precision);
            line_supremum(one, &pair, precision);
            line_clear(&pair);
            arb_mul_ui(one, one, of->count, precision);
        } else {
            outcomes_supremum(one, of, direction, precision);
            arb_mul_ui(one, one, outcomes_repeats(of), precision);
        }
        arb_add(supremum, supremum, one, precision);
    }
    arb_clear(one);
}
