#include "certify/run.h"

#include "base/base.h"
#include "base/workers.h"
#include "certify/read_end.h"
#include "pair/enclosure.h"
#include "pair/sparse.h"

#include <math.h>

/* Phases of a lower law to choose from: where buckets are few they matter most, and cost least. */
enum { FEW_BUCKETS = 400, PHASES_OF_FEW = 8, PHASES = 3, MANY_BUCKETS = 2048, PHASES_OF_MANY = 2 };

enum { TASKS = PLD_DIRECTIONS * PLD__SIDES };

/* A step to be composed, and the grid that the plan gives it. */
typedef struct {
    const pld_mechanism *mechanism;
    uint64_t power;
    const pld__grid *grid;
} item;

typedef struct {
    item *items;
    size_t count;
    const pld__question *question;
    const pld__plan *plan;
    int workers;
    pld__law **laws[TASKS];       /* of each task, one for each item */
    double slack[PLD_DIRECTIONS]; /* the ledger term "cells" */
    double *item_slack[PLD_DIRECTIONS];
} job;

static pld_direction direction_of(int task) {
    return pld__direction_at(task / PLD__SIDES);
}

/* Is every step there once, with a grid? A step that is left out, or there twice, would make a wrong number. */
static bool places_all(const pld__plan *plan, const pld__steps *steps, bool *seen) {
    bool good = plan->place_count == steps->count;
    for (size_t i = 0; i < steps->count; i++)
        seen[i] = false;
    for (size_t i = 0; i < plan->place_count && good; i++) {
        const pld__placed_step *place = &plan->places[i];
        good = place->step < steps->count && place->grid < plan->grid_count && !seen[place->step];
        if (good)
            seen[place->step] = true;
    }
    return good;
}

static pld_status check_places(const pld__plan *plan, const pld__steps *steps) {
    bool *seen = pld__allocate(steps->count, sizeof *seen);
    pld_status status = !seen ? PLD_ERROR_MEMORY : places_all(plan, steps, seen) ? PLD_OK : PLD_ERROR_CONTRADICTION;
    pld__free(seen);
    return status;
}

static pld_status list_items(const pld__steps *steps, const pld__plan *plan, job *work) {
    size_t all = steps->count;
    work->items = pld__allocate(all, sizeof *work->items);
    bool good = work->items != NULL;
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        good &= (work->item_slack[d] = pld__allocate(all, sizeof(double))) != NULL;
    for (int task = 0; task < TASKS; task++) {
        good &= (work->laws[task] = pld__allocate(all, sizeof(pld__law *))) != NULL;
        for (size_t m = 0; work->laws[task] && m < all; m++)
            work->laws[task][m] = NULL;
    }
    if (!good)
        return PLD_ERROR_MEMORY;
    pld_status status = check_places(plan, steps);
    for (size_t i = 0; i < all && status == PLD_OK; i++) {
        const pld_step *step = &steps->list[plan->places[i].step];
        work->items[work->count++] = (item){step->mechanism, step->count, &plan->grids[plan->places[i].grid]};
    }
    return status;
}

/* The cells of one step: one set for both sides, or one for each where it is known between two laws. */
typedef struct {
    pld__cells *of[PLD__SIDES];
} sides;

static void sides_free(sides *cells) {
    if (cells->of[PLD__UPPER] != cells->of[PLD__LOWER])
        pld__cells_free(cells->of[PLD__UPPER]);
    pld__cells_free(cells->of[PLD__LOWER]);
}

/* Two laws as near as the grid says, and the cells of each (T114). */
static pld_status create_enclosed(const item *one, const pld__plan *plan, sides *cells) {
    const pld__grid *grid = one->grid;
    const pld_mechanism *mechanism = one->mechanism;
    pld__aim aim = {.resolution = grid->resolution, .log_negligible = grid->log_negligible};
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        aim.theta[d] = plan->directions[d].theta;
    pld__enclosure laws;
    pld_status status = mechanism->operations->enclose(mechanism->pair, &aim, &laws);
    if (status != PLD_OK)
        return status;
    /* Laws as near as this may end sooner than those that the plan was made with; any range is valid. */
    double lowest = fmax(grid->lowest, -pld__enclosure_reach(&laws, PLD_ADD, grid->log_negligible));
    double highest = fmin(grid->highest, pld__enclosure_reach(&laws, PLD_REMOVE, grid->log_negligible));
    for (int side = 0; side < PLD__SIDES && status == PLD_OK; side++) {
        const pld_mechanism *law = side == PLD__UPPER ? laws.upper : laws.lower;
        status = grid->edges
                     ? pld__cells_create_from_on(law, mechanism, plan->width, grid->edges, grid->edge_count, &cells->of[side])
                     : pld__cells_create_from(law, mechanism, plan->width, lowest, highest, &cells->of[side]);
    }
    pld__enclosure_free(&laws);
    return status;
}

static pld_status create_cells(const item *one, const pld__plan *plan, unsigned workers, sides *cells) {
    const pld__grid *grid = one->grid;
    pld__cells *both = NULL;
    pld_status status = PLD_OK;
    if (pld__mechanism_enclosed(one->mechanism))
        return create_enclosed(one, plan, cells);
    if (one->mechanism->sparse) { /* outcomes are nodes, unless they must be on the common lattice and are not */
        if (plan->kind == PLD__PLAN_TRANSFORMS && !pld__law_is_exact_on(one->mechanism, plan->width))
            status = pld__cells_of_outcomes(one->mechanism, plan->width, grid->lowest, grid->highest, &both);
    } else if (grid->edges) {
        status = pld__cells_create_on(one->mechanism, plan->width, grid->edges, grid->edge_count, workers, &both);
    } else {
        status = pld__cells_create(one->mechanism, plan->width, grid->lowest, grid->highest, workers, &both);
    }
    cells->of[PLD__LOWER] = cells->of[PLD__UPPER] = both;
    return status;
}

/* What the cells of one step cost. */
static double slack_of(const item *one, const pld__cells *cells, pld_direction direction, double theta) {
    if (cells)
        return pld__cells_slack(cells, direction, theta);
    const pld__sparse *pair = pld__sparse_of(one->mechanism);
    return pair->kappa + 2 * pair->rho / theta;
}

static pld_status make_law(const job *work, size_t m, const sides *all, int task) {
    const pld_mechanism *mechanism = work->items[m].mechanism;
    pld_direction direction = direction_of(task);
    bool upper = task % PLD__SIDES == PLD__UPPER;
    const pld__cells *cells = all->of[task % PLD__SIDES];
    double theta = work->plan->directions[direction].theta;
    pld__law **law = &work->laws[task][m];
    if (!cells)
        return work->plan->kind == PLD__PLAN_TRANSFORMS
                   ? pld__law_exact_on(mechanism, work->plan->width, direction, theta, upper, law)
                   : pld__law_exact(mechanism, direction, theta, upper, law);
    unsigned phases = cells->buckets < FEW_BUCKETS ? PHASES_OF_FEW : cells->buckets < MANY_BUCKETS ? PHASES : PHASES_OF_MANY;
    phases = cells->has_end_atoms ? 1 : phases;
    if (mechanism->sparse)
        return pld__law_outcomes(mechanism, cells, direction, theta, phases, upper, law);
    if (upper)
        return pld__law_spread(cells, direction, theta, law);
    return pld__law_merge(cells, direction, theta, phases, law);
}

/* The laws of one item. */
typedef struct {
    const job *work;
    size_t item;
    const sides *cells;
    pld_status statuses[TASKS];
} laws;

static void make_one_law(void *context, size_t task) {
    laws *all = context;
    if (all->work->question->asked[direction_of((int)task)])
        all->statuses[task] = make_law(all->work, all->item, all->cells, (int)task);
}

/* Cells of one item, and its laws for all tasks that are asked for. */
static pld_status prepare(job *work, size_t m, int workers) {
    sides cells = {{NULL, NULL}};
    pld_status status = create_cells(&work->items[m], work->plan, (unsigned)workers, &cells);
    laws all = {.work = work, .item = m, .cells = &cells};
    if (status == PLD_OK)
        pld__parallel(workers, TASKS, make_one_law, &all);
    for (int task = 0; task < TASKS && status == PLD_OK; task++)
        status = all.statuses[task];
    for (int d = 0; d < PLD_DIRECTIONS && status == PLD_OK; d++)
        work->item_slack[d][m] = work->question->asked[d] ? (double)work->items[m].power *
                                                                slack_of(&work->items[m], cells.of[PLD__UPPER],
                                                                         pld__direction_at(d), work->plan->directions[d].theta)
                                                          : 0;
    sides_free(&cells);
    return status;
}

/* The items of a job, prepared side by side. */
typedef struct {
    job *work;
    int workers; /* of each */
    _Atomic int status;
} items;

static void prepare_one(void *context, size_t m) {
    items *all = context;
    pld_status status = prepare(all->work, m, all->workers);
    if (status != PLD_OK)
        all->status = (int)status;
}

/* Many items are prepared side by side, one with all threads. */
static pld_status prepare_all(job *work) {
    bool side_by_side = work->count > TASKS;
    items all = {.work = work, .workers = side_by_side ? 1 : work->workers, .status = PLD_OK};
    pld__parallel(side_by_side ? work->workers : 1, work->count, prepare_one, &all);
    pld_status status = (pld_status)all.status;
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        for (size_t m = 0; m < work->count && status == PLD_OK; m++)
            work->slack[d] += work->item_slack[d][m];
    return status;
}

static pld_status run_task(const job *work, int task, pld__end *end, size_t *frequencies, bool *certified) {
    pld_direction direction = direction_of(task);
    const pld__direction_plan *planned = &work->plan->directions[direction];
    pld__compose_plan plan = planned->compose;
    plan.upper = task % PLD__SIDES == PLD__UPPER;
    plan.fourier = planned->fourier;
    pld__composed *composed = NULL;
    pld__factor *factors = pld__allocate(work->count, sizeof *factors);
    if (!factors)
        return PLD_ERROR_MEMORY;
    for (size_t m = 0; m < work->count; m++) {
        const pld__law *law = work->laws[task][m];
        factors[m] = (pld__factor){law, work->items[m].power, pld__law_above(law, planned->cut)};
    }
    pld_status status = pld__compose(factors, work->count, &plan, &composed);
    *certified = composed != NULL;
    if (status == PLD_OK && composed)
        pld__read_end(work->question, composed, work->slack[direction], end);
    for (size_t i = 0; status == PLD_OK && composed && i < composed->fourier_count; i++)
        *frequencies = composed->fourier[i].count > *frequencies ? composed->fourier[i].count : *frequencies;
    pld__composed_free(composed);
    pld__free(factors);
    return status;
}

/* A run of fewer buckets than this is over before another thread has started. */
enum { WORTH_THREADS = 8192 };

static int workers_of(unsigned threads, const pld__plan *plan, size_t item_count) {
    if (!threads && plan->longest * item_count < WORTH_THREADS)
        return 1;
    return pld__workers(threads, threads ? threads : TASKS);
}

static void job_free(job *work) {
    for (int task = 0; task < TASKS; task++) {
        for (size_t m = 0; work->laws[task] && m < work->count; m++)
            pld__law_free(work->laws[task][m]);
        pld__free(work->laws[task]);
    }
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        pld__free(work->item_slack[d]);
    pld__free(work->items);
}

/* The ends of a job. */
typedef struct {
    const job *work;
    pld__run_result *result;
    pld_status statuses[TASKS];
    bool certified[TASKS];
    size_t frequencies[TASKS];
} ends;

static void run_one_task(void *context, size_t task) {
    ends *all = context;
    pld_direction direction = direction_of((int)task);
    all->certified[task] = true;
    if (all->work->question->asked[direction])
        all->statuses[task] = run_task(all->work, (int)task, &all->result->ends.of[direction][task % PLD__SIDES],
                                       &all->frequencies[task], &all->certified[task]);
}

pld_status pld__run_plan(const pld__steps *steps, const pld__question *question, const pld__plan *plan, unsigned threads,
                         pld__run_result *result) {
    job work = {.question = question, .plan = plan};
    *result = (pld__run_result){.certified = true};
    ends all = {.work = &work, .result = result};
    pld_status status = list_items(steps, plan, &work);
    work.workers = workers_of(threads, plan, work.count);
    if (status == PLD_OK)
        status = prepare_all(&work);
    if (status == PLD_OK)
        pld__parallel(work.workers, TASKS, run_one_task, &all);
    for (int task = 0; task < TASKS && status == PLD_OK; task++) {
        status = all.statuses[task];
        result->certified &= all.certified[task];
        result->frequencies = all.frequencies[task] > result->frequencies ? all.frequencies[task] : result->frequencies;
    }
    job_free(&work);
    return status;
}
