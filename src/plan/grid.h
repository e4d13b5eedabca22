/* The grid: where a step needs fine buckets and where coarse ones will do. */
#ifndef PLD_PLAN_GRID_H
#define PLD_PLAN_GRID_H

#include "certify/question.h"
#include "plan/jumps.h"

/* What one direction asks of the grid. */
typedef struct pld__grid_demand {
    bool asked;
    const pld__jumps *jumps;
} pld__grid_demand;

/* grid_lists.c: a lattice step for all and a list of edges for each step of the sketch, so that the grid widens the bracket by
 * about `tolerance` in epsilon, with buckets of at most `widest`. grids[] has a place for each, without edges; what was made is
 * to be freed also after a failure, which is PLD_ERROR_MEMORY. */
PLD_WARN_UNUSED pld_status pld__grid_list(const pld__sketch *sketch, const pld__grid_demand demands[PLD_DIRECTIONS],
                                          double tolerance, double widest, double *width, pld__grid *grids);

/* Lists for buckets that are `width` wide, and wider where a step hardly ever ends up: together they cost little more than equal
 * ones. */
PLD_WARN_UNUSED pld_status pld__grid_widen(const pld__sketch *sketch, const pld__grid_demand demands[PLD_DIRECTIONS],
                                           double width, pld__grid *grids);

/* A width of few digits, a little smaller: 12 bits times counts and lattice numbers stay within 64, so that labels are exact. */
double pld__grid_round_width(double width);

/* grid_equal.c: the width of equal buckets whose grid error should be `tolerance`; `leader` is the direction that decides. */
double pld__grid_equal_width(const pld__sketch *sketch, const pld__question *question, double tolerance,
                             const pld__saddle saddles[PLD_DIRECTIONS], int leader);

/* The width of buckets on whose edges every outcome of every step is, as near to `width` as there is one (0: as wide as a tilt of
 * theta allows); 0 if there is none. */
double pld__grid_aligned_width(const pld__sketch *sketch, double theta, double width);

#endif
