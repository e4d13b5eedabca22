#include "query/quadrature.h"

#include "base/base.h"
#include "certify/chernoff.h"
#include "certify/lattice_ends.h"
#include "plan/kernel_plan.h"
#include "plan/lattice_plan.h"
#include "plan/tuning.h"
#include "query/bent.h"

#include <math.h>

typedef pld__kernel_result outcome;

static pld_status ask_lattice(const pld__kernel_steps *steps, const pld__kernel_lattice *lattice, const pld__question *question,
                              outcome *made) {
    pld__lattice_plan plan;
    pld__lattice_sum sum = {0};
    bool possible = false;
    pld_status status = pld__lattice_plan_make(steps, lattice, question, &plan, &possible);
    if (status == PLD_OK && possible)
        status = pld__lattice_sum_create(steps, lattice, &plan, &sum);
    if (status == PLD_OK && possible)
        *made = (outcome){pld__lattice_ends_of(&sum, question, plan.guess), plan.theta, sum.terms,
                          sizeof(long double) * (3 * (double)sum.terms + (plan.listed ? 2 * (double)plan.count : 0))};
    pld__lattice_sum_free(&sum);
    return status;
}

/* By plans of its own: one whose nodes cost too much of delta is made again, with closer ones, or every factor for
 * itself where taking them together told nothing. */
static pld_status ask_own(const pld__kernel_steps *factors, const pld__question *question, pld__kernel_aim aim, outcome *made) {
    pld_status status = PLD_OK;
    for (int trial = 0; trial < KERNEL_TRIALS && status == PLD_OK; trial++, aim.finer *= KERNEL_FINER) {
        bool blended;
        status = pld__kernel_ask_once(factors, question, &aim, made, &blended);
        bool failed = blended && !made->ends.found;
        if (!failed && (!(made->ends.cost > KERNEL_COSTLY * aim.share) || !pld__kernel_may_be_finer(factors)))
            break;
        aim.apart = failed || aim.apart;
    }
    return status;
}

/* What is asked of one direction, with what others beside it share. */
typedef struct {
    pld__shelf *shelf;
    pld__neighbour neighbour;
    double estimate; /* of the neighbour's answer; NAN if there is none */
} shared;

/* Discrete steps alone are on a lattice or nowhere. */
static pld_status ask_factors(const pld_step *steps, size_t count, pld_direction direction, pld__kernel_steps *factors,
                              const pld__question *question, const pld__kernel_aim *aim, shared *with, outcome *made) {
    pld__kernel_lattice lattice = {0};
    pld_status status = pld__kernel_lattice_find(factors, &lattice);
    if (status != PLD_OK || (factors->count == 0 && factors->plain == 0))
        return status == PLD_OK && lattice.found ? ask_lattice(factors, &lattice, question, made) : status;
    bool enough = false;
    if (pld__shared_takes(factors)) {
        status = pld__neighbour_find(with->shelf, steps, count, factors, direction, question, &with->neighbour);
        if (status == PLD_OK)
            status = pld__shared_direction(with->shelf, &with->neighbour, factors, question, aim, made, &with->estimate, &enough);
    }
    if (status != PLD_OK || enough)
        return status;
    outcome own = {.ends = pld__kernel_ends_of(NULL, question, 0)};
    status = ask_own(factors, question, *aim, &own);
    if (status == PLD_OK && (!made->ends.found || pld__kernel_ends_width(&own.ends) < pld__kernel_ends_width(&made->ends)))
        *made = own;
    return status;
}

static pld_status ask_direction(const pld_step *steps, size_t count, pld_direction direction, const pld__question *question,
                                const pld__kernel_aim *aim, shared *with, outcome *made) {
    pld__kernel_steps factors;
    bool taken;
    *made = (outcome){.ends = pld__kernel_ends_of(NULL, question, 0)};
    pld_status status = pld__kernel_steps_gather(steps, count, direction, &factors, &taken);
    if (taken)
        status = ask_factors(steps, count, direction, &factors, question, aim, with, made);
    pld__kernel_steps_free(&factors);
    return status;
}

/* The width that is asked for at an end. */
static double asked_at(const pld__inquiry *run, double value) {
    return run->asked * (run->options->tolerance > 0 || run->question->for_delta ? 1 : fmax(1, fabs(value)));
}

/* How far a direction is surely below the lower end of another one, as a log of delta (T34). A bound of delta is kept. */
static pld_status below_another(pld__inquiry *run, const pld_step *step, int d, double another, double *below) {
    bool for_delta = run->question->for_delta;
    double bound;
    *below = 0;
    if (another == -INFINITY)
        return PLD_OK;
    pld_status status =
        pld__chernoff_by_kernels(step, 1, pld__direction_at(d), for_delta ? run->question->epsilon : another, &bound);
    pld_bracket *known = &run->result.directions[d].bracket;
    if (status == PLD_OK && for_delta)
        known->upper = fmin(known->upper, bound);
    *below = fmax((for_delta ? another : run->question->log_delta) - bound, 0);
    return status;
}

/* Where a contour that is straight does not get as far as asked, one that is bent may. */
static pld_status bend(pld__inquiry *run, const pld_step *step, int d, double another, const shared *with, outcome *made) {
    bool missing = d > 0 && run->open.asked[0] && another == -INFINITY; /* other ways must answer it, and may answer both */
    double asked = asked_at(run, made->ends.of[PLD__LOWER].value);
    outcome bent;
    bool few_digits = run->question->for_delta && asked >= BEND_FEW_DIGITS;
    if (!with->neighbour.rounded || pld__kernel_ends_width(&made->ends) <= asked || few_digits || missing ||
        !pld__bent_takes(step->mechanism))
        return PLD_OK;
    double below;
    pld_status status = below_another(run, step, d, another, &below);
    if (status != PLD_OK || (below > BEND_FAR_BELOW && run->question->for_delta))
        return status;
    asked = below > 0 ? fmax(asked, BEND_BELOW) : asked;
    status = pld__bent_direction(with->shelf, &with->neighbour, &run->open, asked, with->estimate, &bent);
    if (status == PLD_OK && bent.ends.found && pld__kernel_ends_width(&bent.ends) <= pld__kernel_ends_width(&made->ends))
        *made = bent;
    return status;
}

bool pld__quadrature_finds_lattice(const pld_step *steps, size_t count) {
    pld__kernel_steps factors;
    pld__kernel_lattice lattice = {0};
    bool taken;
    pld_status status = pld__kernel_steps_gather(steps, count, PLD_REMOVE, &factors, &taken);
    if (taken)
        status = pld__kernel_lattice_find(&factors, &lattice);
    pld__kernel_steps_free(&factors);
    return status == PLD_OK && lattice.found;
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

/* Do single losses have mass? */
static bool is_lasting(const pld_step *steps, size_t count) {
    bool lasting = false;
    for (size_t i = 0; i < count; i++)
        lasting |= pld__mechanism_lasting(steps[i].mechanism);
    return lasting;
}

pld_status pld__quadrature(pld__inquiry *run, const pld_step *steps, size_t count) {
    pld__ends ends = {0};
    pld__saddle saddles[PLD_DIRECTIONS] = {{.theta = 0}};
    bool found = false;
    double another = -INFINITY;                               /* the largest lower end of directions before */
    bool lasting = run->prepared && is_lasting(steps, count); /* no more digits than are asked for, unless they are cheap */
    double effort = lasting                                     ? KERNEL_LASTING_EFFORT
                    : run->result.tolerance < KERNEL_FEW_DIGITS ? KERNEL_LARGE_EFFORT
                                                                : KERNEL_EFFORT;
    for (size_t i = 0; i < count; i++)
        if (steps[i].mechanism->traits.kind == PLD__KIND_ALLOCATION)
            effort = fmax(effort, COUNTS_EFFORT);
    double loose = lasting ? fmin(KERNEL_LOOSE * run->result.tolerance, KERNEL_LOOSEST) : KERNEL_SHARE;
    pld__kernel_aim aim = {
        .effort = effort, .finer = 1, .share = KERNEL_SHARE, .loose = loose, .last_effort = KERNEL_LARGE_EFFORT};
    if (count > SHARED_FACTORS) {
        aim.quick = true;
        aim.share = aim.loose = fmax(KERNEL_SHARE, KERNEL_MANY_SHARE * fmin(run->result.tolerance, 1));
    }
    for (size_t i = 0; i < count && run->question->for_delta; i++) /* beside discrete steps no more digits than are asked for */
        if (steps[i].mechanism->sparse)
            aim.share = fmax(KERNEL_SHARE, KERNEL_ENOUGH * run->result.tolerance);
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        outcome made;
        if (!run->open.asked[d])
            continue;
        size_t refused = pld__memory_limit_refusals(&run->limit);
        shared with = {.shelf = run->limit.kept ? NULL : run->shelf, .estimate = NAN};
        pld_status status = ask_direction(steps, count, pld__direction_at(d), &run->open, &aim, &with, &made);
        if (status == PLD_OK && count == 1)
            status = bend(run, &steps[0], d, another, &with, &made);
        pld__neighbour_free(&with.neighbour);
        if (status == PLD_ERROR_STOPPED && pld__work_is_spent(&run->work)) { /* the other direction may have an answer */
            status = PLD_OK;
            made = (outcome){.ends = pld__kernel_ends_of(NULL, &run->open, 0)};
        }
        if (pld__memory_limit_stopped(&run->limit, refused, status)) {
            run->limited = true;
            return PLD_OK;
        }
        if (status != PLD_OK)
            return status;
        found |= made.ends.found;
        another = made.ends.found ? fmax(another, made.ends.of[PLD__LOWER].value) : another;
        note(run, d, &made, &ends, &saddles[d]);
    }
    if (!found)
        return PLD_OK;
    run->result.method = PLD_METHOD_QUADRATURE;
    (void)pld__inquiry_keep(run, run->open.asked, &ends, saddles);
    return PLD_OK;
}
