/* What cells of mechanisms and of laws share while they are filled. */
#ifndef PLD_LAW_CELLS_FILL_H
#define PLD_LAW_CELLS_FILL_H

#include "law/cells.h"
#include "pair/sparse.h"

/* Room for what there is of every bucket. */
pld_status pld__cells_allocate_buckets(pld__cells *cells);

/* How far the labels of a bucket's edges may be off. */
double pld__cells_label_slack(const pld__cells *cells, size_t bucket);

/* Masses of the outcomes from .. to - 1 of a sparse pair, as logs. */
pld__log_mass pld__outcomes_log_mass(const pld__sparse *pair, size_t from, size_t to);

/* Where ratios within a bucket have too few bits left: nothing is known of such a bucket (T3). */
#define PLD__WIDEST_RATIO 600

/* Fills cells whose lattice is set with the outcomes of a sparse mechanism. */
pld_status pld__cells_fill_outcomes(const pld_mechanism *law, pld__cells *cells);

#endif
