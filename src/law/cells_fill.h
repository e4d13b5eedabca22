/* What cells of mechanisms and of laws share while they are filled. */
#ifndef PLD_LAW_CELLS_FILL_H
#define PLD_LAW_CELLS_FILL_H

#include "law/cells.h"

/* Room for what there is of every bucket. */
pld_status pld__cells_allocate_buckets(pld__cells *cells);

/* How far the labels of a bucket's edges may be off. */
double pld__cells_label_slack(const pld__cells *cells, size_t bucket);

/* Fills cells whose lattice is set with the outcomes of a sparse mechanism. */
pld_status pld__cells_fill_outcomes(const pld_mechanism *law, pld__cells *cells);

#endif
