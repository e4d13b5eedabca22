#include "query/bent.h"

#include "base/base.h"
#include "plan/bend_plan.h"
#include "plan/tuning.h"

#include <math.h>

static double memory_of(const pld__kernel_bend *plan) {
    double nodes = (double)(plan->grid.last - plan->grid.first + 1), lines = PLD__KERNEL_LINES;
    return nodes * (sizeof(pld__kernel_node) + lines * (6 * sizeof(long double) + 4 * sizeof(double))) +
           (double)(plan->frequencies + 1) * 4 * sizeof(long double);
}

/* A plan for errors of this share, and its ends; `point` is where it is made for. */
static pld_status ask_once(const pld__kernel_factor *factor, bool reversed, const pld__question *question, double effort,
                           double share, pld__bend_point *point, pld__bent_outcome *made) {
    pld__kernel_bend plan;
    double cost;
    pld_status status = pld__bend_plan_make(factor, reversed, share, point, &plan, &cost);
    if (status != PLD_OK || !(cost <= effort))
        return status;
    pld__kernel_bent *bent = pld__allocate(1, sizeof *bent);
    if (!bent)
        return PLD_ERROR_MEMORY;
    status = pld__kernel_bent_create(factor, &plan, bent);
    if (status == PLD_OK)
        *made = (pld__bent_outcome){pld__kernel_bent_ends_of(bent, question, plan.guess), plan.theta, plan.frequencies,
                                    memory_of(&plan)};
    pld__kernel_bent_free(bent);
    pld__free(bent);
    return status;
}

/* Where nothing is known yet, a first answer may be all that is needed, and says where to aim otherwise: saddles are far off
 * where the loss has two parts. */
static pld_status ask_factor(const pld__kernel_factor *factor, bool reversed, const pld__question *question, double asked,
                             double estimate, pld__bent_outcome *made) {
    bool for_delta = question->for_delta;
    double effort = asked < KERNEL_FEW_DIGITS ? BEND_LARGE_EFFORT : BEND_EFFORT;
    double share = fmin(fmax(BEND_MARGIN * asked, BEND_SHARE), BEND_ROUGH);
    pld__bend_point point = {for_delta ? question->epsilon : estimate, for_delta ? estimate : question->log_delta};
    pld_status status = ask_once(factor, reversed, question, effort, share, &point, made);
    if (status != PLD_OK || isfinite(estimate) || !isfinite(made->ends.estimate) || pld__kernel_ends_width(&made->ends) <= asked)
        return status;
    *(for_delta ? &point.log_delta : &point.epsilon) = made->ends.estimate;
    return ask_once(factor, reversed, question, effort, share, &point, made);
}

bool pld__bent_takes(const pld_mechanism *mechanism) {
    return !mechanism->trivial && pld__kernel_takes(mechanism) && mechanism->traits.kind != PLD__KIND_LAPLACE &&
           mechanism->traits.kind != PLD__KIND_POISSON_LAPLACE && !(pld__kernel_plain_mean(mechanism) > 0);
}

pld_status pld__bent_direction(const pld_step *step, pld_direction direction, const pld__question *question, double asked,
                               double estimate, pld__bent_outcome *made) {
    *made = (pld__bent_outcome){.ends = pld__kernel_bent_ends_of(NULL, question, 0)};
    const pld_mechanism *mechanism = step->mechanism;
    if (!pld__bent_takes(mechanism))
        return PLD_OK;
    pld__kernel_factor *factor = pld__allocate(1, sizeof *factor);
    if (!factor)
        return PLD_ERROR_MEMORY;
    pld_status status = PLD_OK;
    static const pld_direction ways[] = {PLD_REMOVE, PLD_ADD}; /* in one of them Q is the bell */
    for (size_t i = 0; i < 2; i++) {
        pld__kernel_factor_fill(mechanism, ways[i], step->count, factor);
        if (!pld__kernel_lines_take(factor))
            continue;
        status = ask_factor(factor, ways[i] != direction, question, asked, estimate, made);
        break;
    }
    pld__free(factor);
    return status;
}
