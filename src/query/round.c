#include "query/round.h"

#include "base/base.h"
#include "base/workers.h"
#include "pair/sparse.h"

#include <math.h>

/* Phases of a lower law to choose from: where buckets are few they matter most, and cost least. */
enum { FEW_BUCKETS = 400, PHASES_OF_FEW = 8, PHASES = 3, MANY_BUCKETS = 2048, PHASES_OF_MANY = 2 };

enum { TASKS = PLD_DIRECTIONS * PLD__SIDES };

/* A mechanism to be composed, and the target that it was planned for as. */
typedef struct {
    const pld_mechanism *mechanism;
    uint64_t power;
    const pld__target *target;
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
    return task / PLD__SIDES == 0 ? PLD_REMOVE : PLD_ADD;
}

static pld_status list_items(const pld__target *targets, size_t count, job *work) {
    size_t all = 0;
    for (size_t m = 0; m < count; m++)
        all += targets[m].members ? targets[m].member_count : 1;
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
    for (size_t m = 0; m < count; m++) {
        const pld__target *target = &targets[m];
        if (!target->members)
            work->items[work->count++] = (item){target->mechanism, (uint64_t)target->power, target};
        for (size_t i = 0; target->members && i < target->member_count; i++)
            work->items[work->count++] = (item){target->members[i].mechanism, target->members[i].count, target};
    }
    return PLD_OK;
}

static pld_status create_cells(const item *one, const pld__plan *plan, unsigned workers, pld__cells **cells) {
    const pld__target *target = one->target;
    if (one->mechanism->sparse)
        return PLD_OK;
    if (plan->listed || plan->widened)
        return pld__cells_create_on(one->mechanism, plan->width, target->edges, target->edge_count, workers, cells);
    return pld__cells_create(one->mechanism, plan->width, -target->highest[PLD_ADD], target->highest[PLD_REMOVE], workers, cells);
}

/* What the cells of one step cost. */
static double slack_of(const item *one, const pld__cells *cells, pld_direction direction, double theta) {
    if (cells)
        return pld__cells_slack(cells, direction, theta);
    const pld__sparse *pair = pld__sparse_of(one->mechanism);
    return pair->kappa + 2 * pair->rho / theta;
}

static pld_status make_law(const job *work, size_t m, const pld__cells *cells, int task) {
    const pld_mechanism *mechanism = work->items[m].mechanism;
    pld_direction direction = direction_of(task);
    bool upper = task % PLD__SIDES == PLD__UPPER;
    double theta = work->plan->directions[direction].aim.theta;
    pld__law **law = &work->laws[task][m];
    if (mechanism->sparse)
        return pld__law_exact(mechanism, direction, theta, upper, law);
    if (upper)
        return pld__law_spread(cells, direction, theta, law);
    unsigned phases = cells->buckets < FEW_BUCKETS ? PHASES_OF_FEW : cells->buckets < MANY_BUCKETS ? PHASES : PHASES_OF_MANY;
    phases = mechanism->has_end_atoms ? 1 : phases;
    return pld__law_merge(cells, direction, theta, phases, law);
}

/* The laws of one item. */
typedef struct {
    const job *work;
    size_t item;
    const pld__cells *cells;
    pld_status statuses[TASKS];
} laws;

static void make_one_law(void *context, size_t task) {
    laws *all = context;
    if (all->work->question->asked[direction_of((int)task)])
        all->statuses[task] = make_law(all->work, all->item, all->cells, (int)task);
}

/* Cells of one item, and its laws for all tasks that are asked for. */
static pld_status prepare(job *work, size_t m, int workers) {
    pld__cells *cells = NULL;
    pld_status status = create_cells(&work->items[m], work->plan, (unsigned)workers, &cells);
    laws all = {.work = work, .item = m, .cells = cells};
    if (status == PLD_OK)
        pld__parallel(workers, TASKS, make_one_law, &all);
    for (int task = 0; task < TASKS && status == PLD_OK; task++)
        status = all.statuses[task];
    for (int d = 0; d < PLD_DIRECTIONS && status == PLD_OK; d++)
        work->item_slack[d][m] = work->question->asked[d] ? (double)work->items[m].power *
                                                                slack_of(&work->items[m], cells, d == 0 ? PLD_REMOVE : PLD_ADD,
                                                                         work->plan->directions[d].aim.theta)
                                                          : 0;
    pld__cells_free(cells);
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

/* A few ulps outward: the node labels and the halving are in double. */
static double outward(double value, bool upper) {
    double step = 4 * PLD__U * fabs(value);
    return upper ? value + step : value - step;
}

/* A part of delta in units of the answer; infinite where these units mean nothing. */
static double in_units(long double part, long double unit) {
    double share = part == 0 ? 0 : (double)(part / unit);
    return share >= 0 ? share : INFINITY;
}

/* delta from its log, which is the nearest double to what was asked: smaller for an upper end, larger for a lower one. */
static long double delta_outward(double log_delta, bool upper) {
    long double step = 2 * PLD__U * (fabsl((long double)log_delta) + 1);
    return expl((long double)log_delta + (upper ? -step : step));
}

/* An end from a bound, labels moved outward (T24). */
static void read_end(const job *work, pld_direction direction, bool upper, const pld__composed *composed, pld__end *end) {
    const pld__question *question = work->question;
    pld__delta_parts parts;
    long double unit; /* of delta, in units of the answer */
    if (question->for_delta) {
        double at = question->epsilon + (upper ? -composed->label_error : composed->label_error);
        parts = pld__composed_delta(composed, composed->label_error > 0 ? nextafter(at, upper ? -INFINITY : INFINITY) : at);
        long double delta = isnan(parts.delta) ? (upper ? 1 : 0) : fminl(parts.delta, 1);
        end->value = outward((double)logl(delta), upper);
        if (upper && end->value > 0)
            end->value = 0;
        unit = delta;
    } else {
        double epsilon = pld__composed_epsilon(composed, delta_outward(question->log_delta, upper), &parts);
        double moved = outward(outward(epsilon, upper) + (upper ? composed->label_error : -composed->label_error), upper);
        /* At 0 there is nothing to move away from if delta is small enough just below it as well. */
        bool zero = upper && epsilon == 0 &&
                    pld__composed_delta(composed, -composed->label_error).delta <= delta_outward(question->log_delta, true);
        end->value = zero ? 0 : fmax(moved, 0);
        unit = parts.slope;
    }
    double cells = work->slack[direction] + composed->label_error + composed->widened / composed->theta;
    end->ledger.cells = question->for_delta ? cells * composed->theta : cells;
    end->ledger.tail = in_units(parts.tail, unit);
    end->ledger.wraparound = in_units(parts.wraparound, unit);
    end->ledger.roundoff = in_units(parts.roundoff, unit);
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
        factors[m] = (pld__factor){law, work->items[m].power, pld__law_above(law, planned->jumps.cut)};
    }
    pld_status status = pld__compose(factors, work->count, &plan, &composed);
    *certified = composed != NULL;
    if (status == PLD_OK && composed)
        read_end(work, direction, plan.upper, composed, end);
    for (size_t i = 0; status == PLD_OK && composed && i < composed->fourier_count; i++)
        *frequencies = composed->fourier[i].count > *frequencies ? composed->fourier[i].count : *frequencies;
    pld__composed_free(composed);
    pld__free(factors);
    return status;
}

/* A round of fewer buckets than this is over before another thread has started. */
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
    pld__round *round;
    pld_status statuses[TASKS];
    bool certified[TASKS];
    size_t frequencies[TASKS];
} ends;

static void run_one_task(void *context, size_t task) {
    ends *all = context;
    pld_direction direction = direction_of((int)task);
    all->certified[task] = true;
    if (all->work->question->asked[direction])
        all->statuses[task] = run_task(all->work, (int)task, &all->round->ends[direction][task % PLD__SIDES],
                                       &all->frequencies[task], &all->certified[task]);
}

pld_status pld__round_run(const pld__target *targets, size_t count, const pld__question *question, const pld__plan *plan,
                          unsigned threads, pld__round *round) {
    job work = {.question = question, .plan = plan};
    *round = (pld__round){.certified = true};
    ends all = {.work = &work, .round = round};
    pld_status status = list_items(targets, count, &work);
    work.workers = workers_of(threads, plan, work.count);
    if (status == PLD_OK)
        status = prepare_all(&work);
    if (status == PLD_OK)
        pld__parallel(work.workers, TASKS, run_one_task, &all);
    for (int task = 0; task < TASKS && status == PLD_OK; task++) {
        status = all.statuses[task];
        round->certified &= all.certified[task];
        round->frequencies = all.frequencies[task] > round->frequencies ? all.frequencies[task] : round->frequencies;
    }
    job_free(&work);
    return status;
}
