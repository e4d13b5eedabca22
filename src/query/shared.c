#include "query/shared.h"

#include "base/base.h"
#include "plan/kernel_top.h"
#include "plan/tuning.h"

#include <math.h>

pld_status pld__kernel_steps_gather(const pld_step *steps, size_t count, pld_direction direction, pld__kernel_steps *factors,
                                    bool *taken) {
    pld_status status = pld__kernel_steps_create(count, factors);
    *taken = status == PLD_OK;
    for (size_t i = 0; i < count && *taken; i++)
        *taken = pld__kernel_steps_add(factors, steps[i].mechanism, direction, steps[i].count);
    return status;
}

/* --- what is shared ------------------------------------------------------------------------------------------------- */

/* A plan, and what single steps say at its frequencies. */
typedef struct {
    bool possible;
    pld__kernel_plan plan;
    pld__kernel_row *rows; /* one for each factor */
    size_t count;
    double share;    /* of delta that its errors are, for the question that it was made for */
    double estimate; /* the answer to that; NAN if there is none */
} approach;

typedef struct {
    const pld__neighbour *neighbour;
    pld__kernel_aim aim;
} wish;

static void empty_approach(void *thing) {
    approach *made = thing;
    for (size_t m = 0; m < made->count; m++)
        pld__kernel_row_free(&made->rows[m]);
    pld__free(made->rows);
    pld__kernel_plan_free(&made->plan);
    *made = (approach){.estimate = NAN};
}

static size_t bytes_of_approach(const void *thing) {
    const approach *made = thing;
    return made->count *
           (sizeof(pld__kernel_row) + sizeof(pld__kernel_grid) + (made->plan.frequencies + 1) * sizeof(pld__kernel_log));
}

static pld_status make_rows(const pld__kernel_steps *factors, approach *made) {
    const pld__kernel_plan *plan = &made->plan;
    const pld__kernel_axis axis = pld__kernel_plan_axis(plan);
    made->rows = pld__allocate(factors->count + 1, sizeof *made->rows);
    if (!made->rows)
        return PLD_ERROR_MEMORY;
    pld_status status = PLD_OK;
    for (; made->count < factors->count && status == PLD_OK; made->count++)
        status =
            pld__kernel_row_create(&factors->factors[made->count], &plan->grids[made->count], &axis, &made->rows[made->count]);
    return status;
}

/* The ends of a question about so many of each step. */
static pld_status read_ends(const approach *from, const pld__kernel_steps *factors, const pld__question *question,
                            pld__kernel_ends *ends) {
    pld__kernel_sum sum = {0};
    pld_status status = pld__kernel_sum_create(factors, &from->plan, from->rows, &sum);
    if (status == PLD_OK)
        *ends = pld__kernel_ends_of(&sum, question, from->plan.guess);
    pld__kernel_sum_free(&sum);
    return status;
}

/* A plan whose nodes cost too much of delta is made again, with closer ones. */
static pld_status try_approaches(const pld__kernel_steps *factors, const pld__question *question, pld__kernel_aim aim,
                                 approach *made) {
    pld_status status = PLD_OK;
    for (int trial = 0; trial < KERNEL_TRIALS && status == PLD_OK; trial++, aim.finer *= KERNEL_FINER) {
        pld__kernel_ends ends;
        empty_approach(made);
        status = pld__kernel_plan_aimed(factors, question, &aim, &made->plan, &made->possible);
        if (status != PLD_OK || !made->possible)
            break;
        if (made->plan.frequencies > 0)
            status = make_rows(factors, made);
        if (status == PLD_OK)
            status = read_ends(made, factors, question, &ends);
        if (status != PLD_OK)
            break;
        made->share = ends.found ? ends.share : INFINITY;
        made->estimate = ends.estimate;
        if (!(ends.cost > KERNEL_COSTLY * aim.share) || !pld__kernel_may_be_finer(factors))
            break;
    }
    return status;
}

static pld_status make_approach(const void *context, void *thing) {
    const wish *of = context;
    pld__kernel_steps factors;
    bool taken;
    empty_approach(thing);
    pld_status status =
        pld__kernel_steps_gather(of->neighbour->rounded, of->neighbour->count, of->neighbour->direction, &factors, &taken);
    if (status == PLD_OK && taken)
        status = try_approaches(&factors, &of->neighbour->question, of->aim, thing);
    pld__kernel_steps_free(&factors);
    return status;
}

static const pld__shelf_kind APPROACH = {sizeof(approach), make_approach, empty_approach, bytes_of_approach};

/* --- answers -------------------------------------------------------------------------------------------------------- */

bool pld__shared_takes(const pld__kernel_steps *factors) {
    bool takes = factors->atom_count == 0 && factors->count <= SHARED_FACTORS;
    for (size_t m = 0; m < factors->count && takes; m++)
        takes = !pld__kernel_is_closed(&factors->factors[m]);
    return takes;
}

bool pld__shared_by_many(const pld_step *steps, size_t count) {
    bool all = count <= SHARED_FACTORS;
    double total = 0;
    for (size_t i = 0; i < count && all; i++) {
        pld__kind kind = steps[i].mechanism->traits.kind;
        bool mixture = kind != PLD__KIND_LAPLACE && kind != PLD__KIND_POISSON_LAPLACE && !steps[i].mechanism->sparse;
        all = steps[i].mechanism->trivial || (mixture && pld__kernel_takes(steps[i].mechanism));
        total += (double)steps[i].count;
    }
    return all && total >= SHARED_STEPS;
}

pld_status pld__shared_direction(pld__shelf *shelf, const pld__neighbour *neighbour, const pld__kernel_steps *factors,
                                 const pld__question *question, const pld__kernel_aim *aim, pld__kernel_result *made,
                                 double *estimate, bool *enough) {
    wish of = {neighbour, *aim};
    of.aim.beside = neighbour->beside;
    of.aim.beside_log = neighbour->beside_log;
    const double others[] = {aim->effort, aim->finer, aim->share, aim->loose, aim->last_effort};
    const void *thing = NULL;
    *enough = !pld__kernel_may_be_few(factors); /* near its largest loss a neighbour may have no answer */
    pld_status status = pld__neighbour_take(neighbour, others, sizeof others / sizeof others[0], shelf, &APPROACH, &of, &thing);
    const approach *from = thing;
    *estimate = status == PLD_OK ? from->estimate : NAN;
    if (status == PLD_OK && from->possible) {
        pld__kernel_ends ends;
        status = read_ends(from, factors, question, &ends);
        if (status == PLD_OK) {
            *made = (pld__kernel_result){ends, from->plan.theta, from->plan.frequencies,
                                         pld__kernel_plan_memory(&from->plan, factors->count)};
            *enough = ends.found && ends.share <= fmax(SHARED_ENOUGH, SHARED_WORSE * from->share);
        }
    }
    pld__shelf_return(shelf, thing);
    return status;
}
