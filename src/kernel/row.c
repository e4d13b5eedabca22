#include "kernel/row.h"

#include "base/base.h"
#include "base/work.h"
#include "kernel/allotted.h"
#include "kernel/laplace.h"
#include "kernel/laplace_ends.h"

#include <math.h>

void pld__kernel_row_free(pld__kernel_row *row) {
    pld__free(row->log);
    *row = (pld__kernel_row){0};
}

/* A closed form has no nodes. */
static void fill_closed(const pld__kernel_laplace *laplace, pld__kernel_row *row) {
    const pld__kernel_axis *axis = &row->axis;
    pld__kernel_log all = pld__kernel_laplace_log(laplace, axis->theta, 0),
                    far = pld__kernel_laplace_log(laplace, axis->lambda, 0);
    long double last = (long double)axis->last * axis->spacing;
    for (size_t k = 0; k <= axis->last; k++)
        row->log[k] = pld__kernel_laplace_log(laplace, axis->theta, (long double)k * axis->spacing);
    row->log_behind = pld__kernel_laplace_log_behind(laplace, axis->theta, last, all.real + all.error);
    row->log_lambda = far.real + far.error;
    row->known = true;
}

/* From frequency `first` on (T130). */
static void fill_by_ends(const pld__kernel_laplace *laplace, size_t first, pld__kernel_row *row) {
    pld__laplace_ends ends;
    pld__laplace_ends_fill(laplace, &ends);
    for (size_t k = first; k <= row->axis.last && row->known; k++) {
        row->log[k] = pld__laplace_ends_log(&ends, row->axis.theta, (long double)k * row->axis.spacing);
        row->known = row->log[k].upper < INFINITY;
    }
}

/* Frequencies up to `last`; stops at one of which nothing is known. */
static pld_status walk_along(const pld__kernel_tilted *tilted, size_t last, pld__kernel_row *row) {
    const pld__kernel_axis *axis = &row->axis;
    pld__kernel_walk walk;
    pld_status status = pld__kernel_walk_create(tilted, axis->spacing, axis->stride, &walk);
    row->known = status == PLD_OK;
    for (size_t k = 0; k <= last && row->known; k++) {
        status = pld__work_on((double)tilted->nodes->count);
        if (status != PLD_OK)
            break;
        pld__kernel_moment moment = pld__kernel_walk_next(&walk);
        row->log[k] = pld__kernel_log_of(&moment);
        row->known = row->log[k].upper < INFINITY;
    }
    pld__kernel_walk_free(&walk);
    return status;
}

/* (T56), with nodes for M(theta). */
static long double laplace_behind(const pld__kernel_tilted *tilted, long double t) {
    return pld__kernel_laplace_log_behind(&tilted->factor->laplace, tilted->theta, t, pld__kernel_tilted_log_upper(tilted));
}

static pld_status fill(const pld__kernel_factor *factor, const pld__kernel_grid *grid, pld__kernel_row *row) {
    const pld__kernel_axis *axis = &row->axis;
    bool by_ends = factor->laplace.ratio > 0 && grid->by_ends > 0 && grid->by_ends <= axis->last;
    size_t walked = by_ends ? grid->by_ends - 1 : axis->last;
    long double last = (long double)axis->last * axis->spacing;
    pld__kernel_nodes nodes = {0};
    pld__kernel_tilted tilted, far;
    pld_status status = factor->laplace.ratio > 0
                            ? pld__kernel_laplace_nodes(&factor->laplace, &grid->panels, &nodes)
                            : pld__kernel_nodes_create(factor, grid->step, grid->first, grid->last, grid->cut, &nodes);
    if (status == PLD_OK) {
        pld__kernel_tilt(factor, &nodes, axis->lambda, &far);
        nodes.farthest = (long double)walked * axis->spacing;
        pld__kernel_tilt(factor, &nodes, axis->theta, &tilted);
        status = walk_along(&tilted, walked, row);
    }
    if (status == PLD_OK && by_ends)
        fill_by_ends(&factor->laplace, walked + 1, row);
    if (status == PLD_OK && row->known) { /* |M(s)| <= M(theta) */
        const pld__kernel_moment real = {far.excess, 0, far.excess_error};
        row->behind = pld__kernel_decay_at(&tilted, last, grid->shift);
        row->lambda = pld__kernel_log_of(&real);
        long double behind = factor->laplace.ratio > 0 ? laplace_behind(&tilted, last) : pld__kernel_log_decay(&row->behind);
        row->log_behind = fminl(behind, pld__kernel_tilted_log_upper(&tilted));
        row->log_lambda = pld__kernel_tilted_log_upper(&far);
        row->lost = nodes.lost;
    }
    pld__kernel_nodes_free(&nodes);
    return status;
}

/* By a table of counts (T186). */
static pld_status fill_allotted(const pld__kernel_allotment *allotment, const pld__kernel_grid *grid, pld__kernel_row *row) {
    const pld__kernel_axis *axis = &row->axis;
    long double last = (long double)axis->last * axis->spacing;
    pld__counts counts;
    pld__allotted_tilt tilt = {0}, far = {0};
    pld_status status = pld__counts_create(allotment, &grid->counts, &counts);
    if (status == PLD_OK)
        status = pld__allotted_tilt_create(&counts, axis->lambda, &far);
    if (status == PLD_OK)
        status = pld__allotted_tilt_create(&counts, axis->theta, &tilt);
    row->known = status == PLD_OK && far.real.upper < INFINITY && tilt.real.upper < INFINITY;
    for (size_t k = 0; k <= axis->last && row->known && status == PLD_OK; k++) {
        row->log[k] = pld__allotted_log(&tilt, (long double)k * axis->spacing);
        status = pld__work_on((double)counts.nodes);
    }
    if (status == PLD_OK && row->known) {
        row->lambda = far.real;
        row->log_lambda = far.real.upper;
        row->log_behind = tilt.real.upper - pld__allotted_fall(allotment) * last * last / 2;
        row->log_behind += 4 * PLD__KERNEL_U * (fabsl(tilt.real.upper) + fabsl(row->log_behind));
    }
    pld__allotted_tilt_free(&far);
    pld__allotted_tilt_free(&tilt);
    pld__counts_free(&counts);
    return status;
}

pld_status pld__kernel_row_create(const pld__kernel_factor *factor, const pld__kernel_grid *grid, const pld__kernel_axis *axis,
                                  pld__kernel_row *row) {
    *row = (pld__kernel_row){.axis = *axis, .log_behind = INFINITY, .log_lambda = INFINITY};
    row->log = pld__allocate(axis->last + 1, sizeof *row->log);
    if (!row->log)
        return PLD_ERROR_MEMORY;
    pld_status status = PLD_OK;
    if (pld__kernel_is_closed(factor))
        fill_closed(&factor->laplace, row);
    else if (factor->allotment.batches > 0)
        status = fill_allotted(&factor->allotment, grid, row);
    else
        status = fill(factor, grid, row);
    if (status != PLD_OK)
        pld__kernel_row_free(row);
    return status;
}
