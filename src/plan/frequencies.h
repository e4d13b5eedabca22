/* Frequencies: periods, tilts and smoothing of Fourier sums, one for each number of jumps. */
#ifndef PLD_PLAN_FREQUENCIES_H
#define PLD_PLAN_FREQUENCIES_H

#include "plan/outlook.h"

/* How hard to try: with more smoothing and work (`must`), or smoothed as much as it takes to have few enough frequencies
 * (`smooth`). */
typedef struct pld__frequency_effort {
    bool must, smooth;
} pld__frequency_effort;

/* For laws on the plan's grids, whose width is set. */
void pld__frequencies_place(const pld__sketch *sketch, const pld__question *question, double tolerance, double grid_tolerance,
                            pld__frequency_effort effort, const pld__outlook *outlook, pld__plan *plan);

/* The widest buckets whose common frequencies such smoothing takes away; INFINITY where that is not asked for. */
double pld__frequencies_widest(const pld__question *question, double grid_tolerance, pld__frequency_effort effort,
                               const pld__outlook *outlook);

/* Nodes of the law of a step on its grid. */
size_t pld__frequencies_nodes(const pld__sketch_step *step, const pld__grid *grid);

#endif
