/* The points in x that a contour integral is about. */
#ifndef PLD_ESTIMATE_CONTOUR_POINTS_H
#define PLD_ESTIMATE_CONTOUR_POINTS_H

#include "plan/sketch.h"

/* Digits that the contour is made for, as a log. */
#define PLD__CONTOUR_DIGITS 32.0

/* One mechanism on a fine grid in x: probabilities and losses in the direction asked for. */
typedef struct pld__contour_step {
    pld__sketch_point *points;
    size_t count;
    double power, sign;
    bool remove;
    size_t core, core_end; /* points of the highest bump */
    double outside;
    bool lasting; /* single losses have mass: its frequencies may come back, however small they were */
} pld__contour_step;

static inline double pld__contour_log_mass(const pld__contour_step *one, size_t i) {
    return one->remove ? one->points[i].log_p : one->points[i].log_q;
}

static inline double pld__contour_loss(const pld__contour_step *one, size_t i) {
    return one->sign * one->points[i].loss;
}

/* All steps, and a sketch that consists of just these points: where the saddle is looked for must be what is integrated. */
typedef struct pld__contour_points {
    pld__contour_step *steps;
    size_t count;
    pld__sketch cut; /* borrows the points */
} pld__contour_points;

/* Fewer points if `coarse`, to see how much that changes. Free them also after a failure. */
pld_status pld__contour_points_create(const pld__sketch *sketch, pld_direction direction, double log_delta, bool coarse,
                                      pld__contour_points *made);
void pld__contour_points_free(pld__contour_points *points);

#endif
