#include "query/quadrature.h"

#include "base/base.h"
#include "certify/kernel_ends.h"
#include "plan/kernel_plan.h"
#include "plan/tuning.h"
#include "query/bent.h"

#include <math.h>

/* What one direction came to. */
typedef struct {
    pld__kernel_ends ends;
    double tilt;
    size_t frequencies;
    double memory; /* bytes */
} outcome;

/* Nodes with what is kept beside them, and terms. */
static double memory_of(const pld__kernel_plan *plan, size_t count) {
    double nodes = 0, each = sizeof(pld__kernel_node) + sizeof(pld__kernel_weight) + 4 * sizeof(long double);
    for (size_t m = 0; m < count; m++)
        nodes += (double)(plan->grids[m].last - plan->grids[m].first + 1);
    return nodes * each + 4 * sizeof(long double) * (double)(plan->frequencies + 1);
}

static pld_status ask_once(const pld__kernel_steps *steps, const pld__question *question, double effort, double finer,
                           outcome *made) {
    pld__kernel_plan *plan = pld__allocate(1, sizeof *plan);
    pld__kernel_sum sum = {0};
    bool possible = false;
    pld_status status = plan ? PLD_OK : PLD_ERROR_MEMORY;
    if (status == PLD_OK)
        status = pld__kernel_plan_make(steps, question, effort, finer, plan, &possible);
    if (status == PLD_OK && possible)
        status = pld__kernel_sum_create(steps, plan, &sum);
    if (status == PLD_OK && possible)
        *made = (outcome){pld__kernel_ends_of(&sum, question, plan->guess), plan->theta, plan->frequencies,
                          memory_of(plan, steps->count)};
    pld__kernel_sum_free(&sum);
    pld__free(plan);
    return status;
}

/* A plan whose nodes cost too much of delta is made again, with closer ones. */
static pld_status ask_direction(const pld__steps *steps, pld_direction direction, const pld__question *question, double effort,
                                outcome *made) {
    pld__kernel_steps factors;
    *made = (outcome){.ends = pld__kernel_ends_of(NULL, question, 0)};
    pld_status status = pld__kernel_steps_create(steps->count, &factors);
    bool taken = status == PLD_OK;
    for (size_t i = 0; i < steps->count && taken; i++)
        taken = pld__kernel_steps_add(&factors, steps->list[i].mechanism, direction, steps->list[i].count);
    double finer = 1;
    for (int trial = 0; trial < KERNEL_TRIALS && taken && status == PLD_OK; trial++, finer *= KERNEL_FINER) {
        status = ask_once(&factors, question, effort, finer, made);
        if (!(made->ends.cost > KERNEL_COSTLY))
            break;
    }
    pld__kernel_steps_free(&factors);
    return status;
}

/* The width that is asked for at an end. */
static double asked_at(const pld__inquiry *run, double value) {
    return run->result.tolerance * (run->options->tolerance > 0 || run->question->for_delta ? 1 : fmax(1, fabs(value)));
}

/* Where a contour that is straight does not get as far as asked, one that is bent may. */
static pld_status bend(const pld__inquiry *run, pld_direction direction, bool few, outcome *made) {
    const pld__end *ends = made->ends.of;
    pld__bent_outcome bent;
    if (made->ends.found && ends[PLD__UPPER].value - ends[PLD__LOWER].value <= asked_at(run, ends[PLD__LOWER].value))
        return PLD_OK;
    pld_status status = pld__bent_direction(&run->steps, direction, &run->open, few, made->ends.estimate, &bent);
    if (status == PLD_OK && bent.ends.found &&
        !(made->ends.found &&
          bent.ends.of[PLD__UPPER].value - bent.ends.of[PLD__LOWER].value > ends[PLD__UPPER].value - ends[PLD__LOWER].value))
        *made = (outcome){bent.ends, bent.tilt, bent.frequencies, bent.memory};
    return status;
}

/* Where so many digits are asked for that it would matter, ends are left as they are. */
static double rounded(const pld__inquiry *run, double value, bool up) {
    bool for_delta = run->question->for_delta;
    double size = for_delta ? 1 : fabs(value), asked = asked_at(run, value);
    return KERNEL_SPARE * size <= asked ? pld__kernel_end_rounded(value, for_delta, up) : value;
}

/* Takes one direction's outcome into what is known. */
static void note(pld__inquiry *run, int d, const outcome *made, pld__ends *ends, pld__saddle *saddle) {
    const pld__question *question = run->question;
    run->estimate[d] = made->ends.estimate;
    saddle->theta = made->tilt;
    saddle->epsilon = question->for_delta ? question->epsilon : fmax(made->ends.estimate, 0);
    for (int side = 0; side < PLD__SIDES; side++) {
        ends->of[d][side] = made->ends.of[side];
        ends->of[d][side].value = rounded(run, made->ends.of[side].value, side == PLD__UPPER);
    }
    pld_result *result = &run->result;
    result->frequencies = made->frequencies > result->frequencies ? made->frequencies : result->frequencies;
    result->memory = made->memory > (double)result->memory ? (size_t)made->memory : result->memory;
}

pld_status pld__quadrature(pld__inquiry *run) {
    pld__ends ends = {0};
    pld__saddle saddles[PLD_DIRECTIONS] = {{.theta = 0}};
    bool found = false;
    double effort = run->result.tolerance < KERNEL_FEW_DIGITS ? KERNEL_LARGE_EFFORT : KERNEL_EFFORT;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        outcome made;
        if (!run->open.asked[d])
            continue;
        size_t refused = pld__memory_limit_refusals(&run->limit);
        pld_status status = ask_direction(&run->steps, pld__direction_at(d), &run->open, effort, &made);
        if (status == PLD_OK)
            status = bend(run, pld__direction_at(d), effort < KERNEL_LARGE_EFFORT, &made);
        if (pld__memory_limit_stopped(&run->limit, refused, status)) {
            run->limited = true;
            return PLD_OK;
        }
        if (status != PLD_OK)
            return status;
        found |= made.ends.found;
        note(run, d, &made, &ends, &saddles[d]);
    }
    if (!found)
        return PLD_OK;
    run->result.method = PLD_METHOD_QUADRATURE;
    (void)pld__inquiry_keep(run, run->open.asked, &ends, saddles);
    return PLD_OK;
}
