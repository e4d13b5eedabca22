/* A coarse sketch of every step: points of its loss, for planning. Nothing that is certified rests on them. */
#ifndef PLD_PLAN_SKETCH_H
#define PLD_PLAN_SKETCH_H

#include "certify/plan.h"
#include "certify/steps.h"
#include "pair/pair.h"

/* One mechanism, its count, and points of its loss. Where there are very many mechanisms it stands for others that are much like
 * it: these are planned for as one, and composed one by one. */
typedef struct pld__sketch_step {
    const pld_mechanism *mechanism;
    double power;
    size_t members; /* that it stands for */
    const pld__sketch_point *points;
    size_t point_count;
    size_t stride;                  /* if not 0, only every so manieth point is looked at, each for as many */
    double highest[PLD_DIRECTIONS]; /* where losses are cut off, per direction */
} pld__sketch_step;

typedef struct pld__sketch {
    pld__sketch_step *steps;
    size_t count;
    pld__placed_step *places; /* of all steps that it was made of, and the sketch of each */
    size_t place_count;
    double reach; /* of the points */
    bool refined; /* the points are closer than saddles need */
    bool lasting; /* some losses have mass by themselves: a common lattice of all does not suit them, and frequencies come back */
    bool grouped; /* some stand for others */
    bool enclosed; /* some are known between two laws only: points are those of a coarse one */
} pld__sketch;

/* For questions about deltas down to e^log_delta; -INFINITY: any. Free with pld__sketch_free, also after a failure. */
PLD_WARN_UNUSED pld_status pld__sketch_create(const pld__steps *steps, double log_delta, pld__sketch *sketch);
void pld__sketch_free(pld__sketch *sketch);

/* Closer points. */
PLD_WARN_UNUSED pld_status pld__sketch_refine(pld__sketch *sketch);

/* The same sketch with cut-offs of its own, which borrows the points; to be freed with pld__free(copy->steps). */
PLD_WARN_UNUSED pld_status pld__sketch_copy(const pld__sketch *sketch, pld__sketch *copy);

/* How many steps there are, all counts together. */
double pld__sketch_powers(const pld__sketch *sketch);

#endif
