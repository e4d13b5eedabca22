#include "plan/sketch.h"

#include "base/base.h"
#include "pair/enclosure.h"
#include "plan/tuning.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void free_points(pld__sketch_step *step) {
    pld__free((void *)step->points);
    step->points = NULL;
}

void pld__sketch_free(pld__sketch *sketch) {
    for (size_t m = 0; m < sketch->count; m++)
        free_points(&sketch->steps[m]);
    pld__free(sketch->steps);
    pld__free(sketch->places);
    *sketch = (pld__sketch){0};
}

/* --- groups --------------------------------------------------------------------------------------------------------- */

/* What tells a step from others like it: the kind of its ends, its hard edge in steps of a few percent, its first log moment. */
typedef struct {
    size_t step; /* of the list */
    int kind;
    double edge, size;
} likeness;

enum { ALONE = 4 }; /* a kind that is like no other */

static likeness likeness_of(const pld_mechanism *mechanism, size_t step) {
    double real = 0, imaginary = 0;
    if (pld_mechanism_log_moment(mechanism, PLD_REMOVE, 1, 0, &real, &imaginary) != PLD_OK)
        real = 0;
    bool low = isfinite(mechanism->loss_infimum), high = isfinite(mechanism->loss_supremum);
    double edge = low ? mechanism->loss_infimum : high ? mechanism->loss_supremum : 0;
    bool alone = pld__mechanism_lasting(mechanism);
    return (likeness){step, alone ? ALONE : low + 2 * high, floor(log(fabs(edge) + 1e-300) / (2 * ALIKE)),
                      log(fabs(real) + 1e-300)};
}

/* A total order: qsort keeps the order of what is equal only where it has memory. */
static int by_likeness(const void *first, const void *second) {
    const likeness *a = first, *b = second;
    if (a->kind != b->kind)
        return a->kind - b->kind;
    if (a->edge != b->edge)
        return a->edge < b->edge ? -1 : 1;
    int larger = (a->size > b->size) - (a->size < b->size);
    return larger ? larger : (a->step > b->step) - (a->step < b->step);
}

static bool alike(const likeness *a, const likeness *b) {
    return a->kind == b->kind && a->kind != ALONE && a->edge == b->edge && fabs(a->size - b->size) <= ALIKE;
}

/* Sorted into groups; each is planned for by its last member, which reaches farthest. */
static pld_status make_groups(const pld__steps *steps, pld__sketch *sketch) {
    likeness *all = pld__allocate(steps->count, sizeof *all);
    if (!all)
        return PLD_ERROR_MEMORY;
    for (size_t i = 0; i < steps->count; i++)
        all[i] = likeness_of(steps->list[i].mechanism, i);
    qsort(all, steps->count, sizeof *all, by_likeness);
    for (size_t from = 0, to; from < steps->count; from = to) {
        double power = 0;
        for (to = from; to < steps->count && (to == from || alike(&all[from], &all[to])); to++) {
            sketch->places[to] = (pld__placed_step){all[to].step, sketch->count};
            power += (double)steps->list[all[to].step].count;
        }
        const pld_mechanism *last = steps->list[all[to - 1].step].mechanism;
        sketch->steps[sketch->count++] = (pld__sketch_step){.mechanism = last, .power = power, .members = to - from};
        sketch->grouped |= to - from > 1;
    }
    pld__free(all);
    return PLD_OK;
}

static void make_singles(const pld__steps *steps, pld__sketch *sketch) {
    for (size_t i = 0; i < steps->count; i++) {
        const pld_step *step = &steps->list[i];
        sketch->places[i] = (pld__placed_step){i, i};
        sketch->steps[sketch->count++] =
            (pld__sketch_step){.mechanism = step->mechanism, .power = (double)step->count, .members = 1};
    }
}

/* --- points --------------------------------------------------------------------------------------------------------- */

static pld_status fill_points(pld__sketch *sketch, unsigned refinement) {
    for (size_t m = 0; m < sketch->count; m++) {
        pld__sketch_step *step = &sketch->steps[m];
        pld__sketch_point *points;
        size_t count;
        pld_status status =
            step->mechanism->operations->sketch_points(step->mechanism->pair, sketch->reach, refinement, &points, &count);
        if (status != PLD_OK)
            return status;
        free_points(step);
        step->points = points;
        step->point_count = count;
    }
    return PLD_OK;
}

pld_status pld__sketch_create(const pld__steps *steps, double log_delta, pld__sketch *sketch) {
    *sketch = (pld__sketch){.place_count = steps->count};
    sketch->reach = log_delta == -INFINITY ? INFINITY : SKETCH_REACH + sqrt(-2 * log_delta);
    sketch->steps = pld__allocate(steps->count ? steps->count : 1, sizeof *sketch->steps);
    sketch->places = pld__allocate(steps->count ? steps->count : 1, sizeof *sketch->places);
    pld_status status = sketch->steps && sketch->places ? PLD_OK : PLD_ERROR_MEMORY;
    if (status == PLD_OK && steps->count > MOST_SINGLE_STEPS)
        status = make_groups(steps, sketch);
    else if (status == PLD_OK)
        make_singles(steps, sketch);
    if (status == PLD_OK)
        status = fill_points(sketch, 1);
    for (size_t m = 0; m < sketch->count; m++) {
        sketch->lasting |= pld__mechanism_lasting(sketch->steps[m].mechanism);
        sketch->enclosed |= pld__mechanism_enclosed(sketch->steps[m].mechanism);
    }
    return status;
}

pld_status pld__sketch_refine(pld__sketch *sketch) {
    pld_status status = sketch->refined ? PLD_OK : fill_points(sketch, CLOSER_POINTS);
    sketch->refined = true;
    return status;
}

pld_status pld__sketch_copy(const pld__sketch *sketch, pld__sketch *copy) {
    pld__sketch_step *steps = pld__allocate(sketch->count, sizeof *steps);
    if (!steps)
        return PLD_ERROR_MEMORY;
    memcpy(steps, sketch->steps, sketch->count * sizeof *steps);
    *copy = *sketch;
    copy->steps = steps;
    return PLD_OK;
}

double pld__sketch_powers(const pld__sketch *sketch) {
    double powers = 0;
    for (size_t m = 0; m < sketch->count; m++)
        powers += sketch->steps[m].power;
    return powers;
}
