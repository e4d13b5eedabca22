#include "estimate/contour_points.h"

#include "base/base.h"

#include <math.h>

/* The finest grid in x relative to that of the sketch. */
enum { REFINEMENTS = 4 };

/* Takes the law off smoothly where losses pass `highest`, over some points: the trapezoidal rule does not forgive a sharp end. */
static void fade(pld__contour_step *one, double highest) {
    const double width = 6, shift = 4;
    size_t edge = 0;
    while (edge < one->count && (pld__contour_loss(one, one->remove ? edge : one->count - 1 - edge) <= highest))
        edge++;
    for (size_t i = 0; i < one->count && edge < one->count; i++) {
        double beyond = ((double)(one->remove ? i : one->count - 1 - i) - (double)edge - shift) / width;
        if (beyond < -6)
            continue;
        double factor = beyond > 20 ? -INFINITY : log(0.5 * erfc(beyond));
        one->points[i].log_p += factor;
        one->points[i].log_q += factor;
    }
}

/* Every second point, each for two. */
static void thin(pld__contour_step *one) {
    size_t kept = 0;
    for (size_t i = 0; i < one->count; i += 2) {
        one->points[kept] = one->points[i];
        one->points[kept].log_p += PLD__LN_2;
        one->points[kept++].log_q += PLD__LN_2;
    }
    one->count = kept;
}

/* The points of one step; fewer if `coarse`, to see how much that changes. */
static pld_status make_fine(const pld__sketch_step *step, pld_direction direction, double reach, bool coarse,
                            pld__contour_step *one) {
    const pld_mechanism *mechanism = step->mechanism;
    *one = (pld__contour_step){.power = step->power,
                               .remove = direction == PLD_REMOVE,
                               .sign = direction == PLD_REMOVE ? 1 : -1,
                               .lasting = pld__mechanism_lasting(mechanism)};
    unsigned refinement = one->lasting && coarse ? REFINEMENTS / 2 : REFINEMENTS;
    pld_status status = mechanism->operations->sketch_points(mechanism->pair, reach, refinement, &one->points, &one->count);
    if (status != PLD_OK || one->lasting)
        return status;
    /* At a hard edge the loss is flat, and ends by itself. */
    double supremum = pld_mechanism_loss_supremum(mechanism, direction);
    if (step->highest[direction] < supremum - 1e-9 * fabs(supremum))
        fade(one, step->highest[direction]);
    if (coarse)
        thin(one);
    return PLD_OK;
}

/* Where losses may end without delta noticing to all digits. Without an end, losses far beyond epsilon, however rare, come back
 * as aliases e^(cW) times as large. */
static double last_loss(const pld__sketch_step *step, size_t count, pld_direction direction, double log_delta) {
    const pld_mechanism *mechanism = step->mechanism;
    double log_mass = log_delta - PLD__CONTOUR_DIGITS - log(step->power * (double)count);
    return direction == PLD_REMOVE ? mechanism->operations->reach_above(mechanism->pair, log_mass)
                                   : mechanism->operations->reach_below(mechanism->pair, log_mass);
}

pld_status pld__contour_points_create(const pld__sketch *sketch, pld_direction direction, double log_delta, bool coarse,
                                      pld__contour_points *made) {
    double reach = 14 + sqrt(fmax(-2 * log_delta, 0));
    *made = (pld__contour_points){.count = sketch->count};
    made->steps = pld__allocate(sketch->count, sizeof *made->steps);
    made->cut = *sketch;
    made->cut.steps = pld__allocate(sketch->count, sizeof *made->cut.steps);
    pld_status status = made->steps && made->cut.steps ? PLD_OK : PLD_ERROR_MEMORY;
    for (size_t m = 0; made->steps && m < sketch->count; m++)
        made->steps[m] = (pld__contour_step){0};
    for (size_t m = 0; m < sketch->count && status == PLD_OK; m++) {
        pld__sketch_step *cut = &made->cut.steps[m];
        *cut = sketch->steps[m];
        cut->highest[direction] = last_loss(cut, sketch->count, direction, log_delta);
        status = make_fine(cut, direction, reach, coarse, &made->steps[m]);
        cut->points = made->steps[m].points;
        cut->point_count = made->steps[m].count;
        cut->highest[direction] = INFINITY;
    }
    return status;
}

void pld__contour_points_free(pld__contour_points *points) {
    for (size_t m = 0; points->steps && m < points->count; m++)
        pld__free(points->steps[m].points);
    pld__free(points->steps);
    pld__free(points->cut.steps);
    *points = (pld__contour_points){.count = 0};
}
