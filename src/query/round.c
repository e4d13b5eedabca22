#include "query/round.h"

#include "base/base.h"
#include "mechanism/sparse.h"

#include <math.h>
#ifdef _OPENMP
#include <omp.h>
#endif

enum { MERGE_PHASES = 16, TASKS = PLD_DIRECTIONS * PLD__SIDES };

typedef struct {
    const pld__target *targets;
    size_t count;
    const pld__question *question;
    const pld__plan *plan;
    pld__cells **cells;
} job;

static pld_status make_laws(const job *work, pld_direction direction, bool upper, pld__law **laws, pld__factor *factors) {
    const pld__direction_plan *plan = &work->plan->directions[direction];
    double theta = plan->aim.theta;
    for (size_t m = 0; m < work->count; m++) {
        const pld_mechanism *mechanism = work->targets[m].mechanism;
        pld_status status = mechanism->sparse ? pld__law_exact(mechanism, direction, theta, upper, &laws[m])
                            : upper
                                ? pld__law_spread(work->cells[m], direction, theta, &laws[m])
                                : pld__law_merge(work->cells[m], direction, theta, mechanism->atoms ? 1 : MERGE_PHASES, &laws[m]);
        if (status != PLD_OK)
            return status;
        factors[m] = (pld__factor){laws[m], (uint64_t)work->targets[m].power, pld__law_above(laws[m], plan->jumps.cut)};
    }
    return PLD_OK;
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

/* What the cells of one step cost. */
static double slack_of(const job *work, size_t m, pld_direction direction, double theta) {
    if (work->cells[m])
        return pld__cells_slack(work->cells[m], direction, theta);
    const pld__sparse *pair = pld__sparse_of(work->targets[m].mechanism);
    return pair->kappa + 2 * pair->rho / theta;
}

static void read_end(const job *work, pld_direction direction, bool upper, const pld__composed *composed, pld__end *end) {
    const pld__question *question = work->question;
    pld__delta_parts parts;
    long double unit; /* of delta, in units of the answer */
    if (question->for_delta) {
        parts = pld__composed_delta(composed, question->epsilon + (upper ? -composed->label_error : composed->label_error));
        long double delta = isnan(parts.delta) ? (upper ? 1 : 0) : fminl(parts.delta, 1);
        end->value = outward((double)logl(delta), upper);
        if (upper && end->value > 0)
            end->value = 0;
        unit = delta;
    } else {
        double epsilon = pld__composed_epsilon(composed, delta_outward(question->log_delta, upper), &parts);
        double moved = outward(epsilon, upper) + (upper ? composed->label_error : -composed->label_error);
        /* At 0 there is nothing to move away from if delta is small enough just below it as well. */
        bool zero = upper && epsilon == 0 &&
                    pld__composed_delta(composed, -composed->label_error).delta <= delta_outward(question->log_delta, true);
        end->value = zero ? 0 : fmax(moved, 0);
        unit = parts.slope;
    }
    double cells = 0, theta = composed->theta;
    for (size_t m = 0; m < work->count; m++)
        cells += work->targets[m].power * slack_of(work, m, direction, theta);
    end->ledger.cells = question->for_delta ? cells * theta : cells;
    end->ledger.tail = in_units(parts.tail, unit);
    end->ledger.wraparound = in_units(parts.wraparound, unit);
    end->ledger.roundoff = in_units(parts.roundoff, unit);
}

static pld_status run_task(const job *work, pld_direction direction, bool upper, pld__end *end, bool *certified) {
    pld__compose_plan plan = work->plan->directions[direction].compose;
    plan.upper = upper;
    plan.waves = work->plan->directions[direction].waves;
    pld__composed *composed = NULL;
    pld__law **laws = pld__allocate(work->count, sizeof *laws);
    pld__factor *factors = pld__allocate(work->count, sizeof *factors);
    pld_status status = PLD_ERROR_MEMORY;
    if (!laws || !factors)
        goto cleanup;
    for (size_t m = 0; m < work->count; m++)
        laws[m] = NULL;
    status = make_laws(work, direction, upper, laws, factors);
    if (status == PLD_OK)
        status = pld__compose(factors, work->count, &plan, &composed);
    *certified = composed != NULL;
    if (status == PLD_OK && composed)
        read_end(work, direction, upper, composed, end);
    for (size_t m = 0; m < work->count; m++)
        pld__law_free(laws[m]);
cleanup:
    pld__composed_free(composed);
    pld__free(laws);
    pld__free(factors);
    return status;
}

/* A round of fewer buckets than this is over before another thread has started. */
enum { WORTH_THREADS = 8192 };

static int workers_of(unsigned threads, const pld__plan *plan) {
    if (!threads && plan->longest < WORTH_THREADS)
        return 1;
    if (threads)
        return (int)threads;
#ifdef _OPENMP
    return omp_get_max_threads() < TASKS ? omp_get_max_threads() : TASKS;
#else
    return 1;
#endif
}

static pld_status create_cells(const pld__target *target, const pld__plan *plan, unsigned workers, pld__cells **cells) {
    if (target->mechanism->sparse)
        return PLD_OK;
    if (plan->listed)
        return pld__cells_create_on(target->mechanism, plan->width, target->edges, target->edge_count, workers, cells);
    return pld__cells_create(target->mechanism, plan->width, -target->highest[PLD_ADD], target->highest[PLD_REMOVE], workers,
                             cells);
}

pld_status pld__round_run(const pld__target *targets, size_t count, const pld__question *question, const pld__plan *plan,
                          unsigned threads, pld__round *round) {
    job work = {targets, count, question, plan, pld__allocate(count, sizeof(pld__cells *))};
    if (!work.cells)
        return PLD_ERROR_MEMORY;
    pld_status statuses[TASKS] = {PLD_OK, PLD_OK, PLD_OK, PLD_OK}, status = PLD_OK;
    bool certified[TASKS] = {true, true, true, true};
    *round = (pld__round){.certified = true};
    size_t made = 0;
    int workers = workers_of(threads, plan);
    for (; made < count && status == PLD_OK; made++) {
        work.cells[made] = NULL;
        status = create_cells(&targets[made], plan, (unsigned)workers, &work.cells[made]);
    }
#ifdef _OPENMP
#pragma omp parallel for num_threads(workers) schedule(dynamic, 1)
#endif
    for (int task = 0; task < TASKS; task++) {
        pld_direction direction = task / PLD__SIDES == 0 ? PLD_REMOVE : PLD_ADD;
        int side = task % PLD__SIDES;
        if (status == PLD_OK && question->asked[direction])
            statuses[task] = run_task(&work, direction, side == PLD__UPPER, &round->ends[direction][side], &certified[task]);
    }
    (void)workers;
    for (int task = 0; task < TASKS; task++)
        if (status == PLD_OK) {
            status = statuses[task];
            round->certified &= certified[task];
        }
    for (size_t m = 0; m < made; m++)
        pld__cells_free(work.cells[m]);
    pld__free(work.cells);
    return status;
}
