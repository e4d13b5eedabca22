/* A plan is made in this order: losses are cut off and saddles found (outlook.c), jumps where few steps decide (jumps.c), the
 * grid (grid_lists.c, grid_equal.c), then windows (window.c) or frequencies (frequencies.c) on it. */
#include "plan/plan.h"

#include "base/base.h"
#include "plan/frequencies.h"
#include "plan/grid.h"
#include "plan/tuning.h"
#include "plan/window.h"

#include <math.h>
#include <string.h>

double pld__width_in_epsilon(const pld__width_asked *asked, const pld__saddle expected[PLD_DIRECTIONS]) {
    if (asked->absolute > 0)
        return asked->absolute;
    double answer = fmax(asked->lower, 0);
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        answer = fmax(answer, fmin(expected[d].epsilon, asked->upper[d]));
    return asked->relative * fmax(1, answer);
}

/* The same for both questions. */
static double width_asked(const pld__goal *goal, const pld__question *question, const pld__outlook *outlook) {
    double theta = 0;
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        theta = fmax(theta, outlook->saddles[d].theta);
    return question->for_delta ? goal->asked.of_delta / fmax(theta, LEAST_SLOPE)
                               : pld__width_in_epsilon(&goal->asked, outlook->saddles);
}

/* Saddles, and the tolerance in epsilon: it may depend on the saddle and the saddle (weakly) on it. */
static void look(pld__sketch *cut, const pld__question *question, const pld__goal *goal, pld__outlook *outlook) {
    double tolerance = goal->asked.absolute > 0 && !question->for_delta ? goal->asked.absolute : FIRST_TOLERANCE, used = 0;
    for (int pass = 0; pass < 2 && tolerance != used; pass++) {
        used = tolerance;
        pld__outlook_saddles(cut, question, tolerance * goal->sharpen, goal->guess, outlook);
        tolerance =
            fmax(goal->loosened * width_asked(goal, question, outlook), FINEST_WIDTH * pld__outlook_epsilon(question, outlook));
    }
    outlook->tolerance = tolerance;
}

/* --- transforms on equal buckets, or on wider ones where they may be ------------------------------------------------ */

/* Wider buckets where a step hardly ever ends up, if there would be many. */
static pld_status widen(const pld__sketch *cut, const pld__question *question, const pld__saddle saddles[PLD_DIRECTIONS],
                        pld__plan *plan) {
    double nodes = 0;
    for (size_t m = 0; m < cut->count; m++)
        nodes = fmax(nodes, (cut->steps[m].highest[PLD_ADD] + cut->steps[m].highest[PLD_REMOVE]) / plan->width);
    if (!(nodes > WORTH_WIDENING) || cut->lasting)
        return PLD_OK;
    pld__jumps jumps[PLD_DIRECTIONS];
    pld__grid_demand demands[PLD_DIRECTIONS];
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        jumps[d] = pld__outlook_no_jumps(&saddles[d]);
        demands[d] = (pld__grid_demand){question->asked[d], &jumps[d]};
    }
    return pld__grid_widen(cut, demands, plan->width, plan->grids);
}

static pld_status plan_transforms(const pld__sketch *cut, const pld__question *question, const pld__goal *goal,
                                  pld__outlook *outlook, pld__plan *plan) {
    double tolerance = outlook->tolerance;
    pld__saddle saddles[PLD_DIRECTIONS]; /* windows may tilt less */
    memcpy(saddles, outlook->saddles, sizeof saddles);
    outlook->wanted_width = goal->width > 0 ? goal->width
                                            : pld__grid_equal_width(cut, question, GRID_SHARE * tolerance, saddles,
                                                                    pld__outlook_leader(question, outlook));
    double aligned = pld__grid_aligned_width(cut, saddles[pld__outlook_leader(question, outlook)].theta, goal->width);
    outlook->wanted_width = aligned > 0 ? aligned : outlook->wanted_width;
    outlook->planned_width = tolerance * goal->share;
    pld__window_limits limits = {goal->memory, goal->most_buckets, aligned > 0};
    pld__window_place(cut, question, tolerance * goal->sharpen, outlook->wanted_width, limits, outlook, plan);
    return plan->kind == PLD__PLAN_NONE ? PLD_OK : widen(cut, question, saddles, plan);
}

/* --- frequencies on lists of edges ---------------------------------------------------------------------------------- */

/* Predicts memory. False if a list is too long. */
static bool set_memory(const pld__sketch *cut, pld__plan *plan) {
    double work = 0;
    bool short_enough = true;
    for (size_t m = 0; m < cut->count; m++) {
        const pld__sketch_step *step = &cut->steps[m];
        size_t nodes = pld__frequencies_nodes(step, &plan->grids[m]);
        work = fmax(work, (step->mechanism->sparse ? OUTCOME_BYTES : WORK_BYTES) * (double)nodes);
        plan->memory += LAW_BYTES * (double)nodes * (double)step->members;
        plan->longest = nodes > plan->longest ? nodes : plan->longest;
        short_enough &= nodes < LONGEST_LIST;
    }
    plan->memory += work;
    plan->memory_together = plan->memory + 3 * work;
    return short_enough;
}

/* Lists of edges whose grid error should be what was planned for, and frequencies on them. */
static pld_status plan_lists(const pld__sketch *cut, const pld__question *question, const pld__goal *goal, pld__outlook *outlook,
                             pld__plan *plan) {
    pld__frequency_effort effort = {goal->way == PLD__BY_JUMPS, goal->way == PLD__BY_SMOOTHING};
    /* A direction that does not decide may be tilted much more, and would ask for a much finer grid: it makes do with less. */
    double leading = outlook->saddles[pld__outlook_leader(question, outlook)].theta;
    pld__outlook_limit_tilts(cut, question, STEEPEST_OTHER * (leading + 1), outlook);
    pld__grid_demand demands[PLD_DIRECTIONS];
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        demands[d] = (pld__grid_demand){question->asked[d], &outlook->jumps[d]};
    double widest = pld__frequencies_widest(question, outlook->planned_width, effort, outlook);
    pld_status status = pld__grid_list(cut, demands, outlook->planned_width, widest, &plan->width, plan->grids);
    if (status != PLD_OK)
        return status;
    pld__outlook_limit_tilts(cut, question, STEEPEST / plan->width, outlook);
    bool short_enough = set_memory(cut, plan);
    pld__frequencies_place(cut, question, outlook->tolerance * goal->sharpen, outlook->planned_width, effort, outlook, plan);
    outlook->limited = plan->memory > goal->memory;
    plan->kind = short_enough && !outlook->limited ? PLD__PLAN_FREQUENCIES : PLD__PLAN_NONE;
    return PLD_OK;
}

/* What the grid is made for. */
static double grid_width(const pld__sketch *cut, const pld__question *question, const pld__goal *goal, pld__outlook *outlook) {
    outlook->strained |= goal->way == PLD__BY_JUMPS || pld__outlook_is_strained(cut, question, outlook);
    double width = outlook->tolerance * goal->share * (outlook->strained ? FEW_SHARE : 1);
    return fmax(width - CELLS_COST * pld__sketch_powers(cut), LEAST_GRID_SHARE * width);
}

static pld_status plan_frequencies(const pld__sketch *cut, const pld__question *question, const pld__goal *goal,
                                   pld__outlook *outlook, pld__plan *plan) {
    if (!outlook->wants_closer)
        outlook->planned_width = grid_width(cut, question, goal, outlook);
    pld__outlook_jumps(cut, question, outlook->tolerance * goal->sharpen, goal->guess, goal->way == PLD__BY_JUMPS, outlook);
    outlook->wants_closer = !cut->refined && pld__outlook_has_jumps(question, outlook);
    return outlook->wants_closer ? PLD_OK : plan_lists(cut, question, goal, outlook, plan);
}

/* --- all of it ------------------------------------------------------------------------------------------------------ */

/* A grid for each step of the sketch, without edges yet, and a place for each step of the composition. */
static pld_status start_plan(const pld__sketch *sketch, pld__plan *plan) {
    *plan = (pld__plan){.grid_count = sketch->count, .place_count = sketch->place_count};
    plan->grids = pld__allocate(sketch->count, sizeof *plan->grids);
    for (size_t m = 0; plan->grids && m < sketch->count; m++) /* at once: whoever frees the plan looks at them */
        plan->grids[m] = (pld__grid){.edges = NULL};
    plan->places = pld__allocate(sketch->place_count, sizeof *plan->places);
    if (!plan->grids || !plan->places)
        return PLD_ERROR_MEMORY;
    memcpy(plan->places, sketch->places, sketch->place_count * sizeof *plan->places);
    return PLD_OK;
}

/* How near the two laws of a step that is known between them must be: they cost powers (theta + 1) h^2 / 6 together. */
static double resolution_of(const pld__sketch *cut, const pld__question *question, const pld__outlook *outlook) {
    double theta = outlook->saddles[pld__outlook_leader(question, outlook)].theta;
    double error = ENCLOSING_SHARE * outlook->planned_width;
    return fmin(sqrt(6 * error / (pld__sketch_powers(cut) * (theta + 1))), WIDEST_ENCLOSING);
}

/* What the certified side needs to know of cut-offs and outlook. */
static void finish_plan(const pld__sketch *cut, const pld__question *question, const pld__outlook *outlook, pld__plan *plan) {
    for (size_t m = 0; m < cut->count; m++) {
        plan->grids[m].resolution = resolution_of(cut, question, outlook);
        plan->grids[m].log_negligible = outlook->log_budget - log(cut->steps[m].power * (double)cut->count);
        plan->grids[m].lowest = -cut->steps[m].highest[PLD_ADD];
        plan->grids[m].highest = cut->steps[m].highest[PLD_REMOVE];
    }
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        plan->directions[d].theta = outlook->saddles[d].theta;
        plan->directions[d].cut = plan->kind == PLD__PLAN_FREQUENCIES ? outlook->jumps[d].cut : INFINITY;
    }
}

pld_status pld__plan_make(const pld__sketch *sketch, const pld__question *question, const pld__goal *goal, pld__outlook *outlook,
                          pld__plan *plan) {
    pld__sketch cut = {.steps = NULL};
    pld__plan made = {.kind = PLD__PLAN_NONE};
    pld__outlook next = goal->before ? *goal->before : (pld__outlook){.tolerance = 0};
    pld_status status = pld__sketch_copy(sketch, &cut);
    if (status == PLD_OK)
        status = start_plan(sketch, &made);
    next.memory_bound = next.limited = false;
    next.wanted_width = goal->width;
    if (status == PLD_OK && next.wants_closer) /* it has the saddles, and now a refined sketch */
        pld__outlook_cut(&cut, &next);
    else if (status == PLD_OK)
        look(&cut, question, goal, &next);
    if (status == PLD_OK)
        status = goal->way == PLD__BY_TRANSFORMS ? plan_transforms(&cut, question, goal, &next, &made)
                                                 : plan_frequencies(&cut, question, goal, &next, &made);
    if (status == PLD_OK)
        finish_plan(&cut, question, &next, &made);
    else
        pld__plan_free(&made);
    pld__free(cut.steps);
    *outlook = next;
    *plan = made;
    return status;
}
