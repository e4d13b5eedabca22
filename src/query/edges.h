/* Where a mechanism needs fine buckets and where coarse ones will do. */
#ifndef PLD_QUERY_EDGES_H
#define PLD_QUERY_EDGES_H

#include "query/jumps.h"

/* What one direction asks of the grid. */
typedef struct pld__edge_demand {
    bool asked;
    const pld__jumps *jumps;
} pld__edge_demand;

/* A lattice step for all targets and lists of edges for each (targets[].edges), so that the grid widens the bracket by about `tolerance`
 * in epsilon, with buckets of at most `widest`. Fails with PLD_ERROR_MEMORY only. */
pld_status pld__edges_choose(pld__target *targets, size_t count, const pld__edge_demand demands[PLD_DIRECTIONS], double tolerance,
                             double widest, double *width);

/* Lists for buckets that are `width` wide, and wider where a step hardly ever ends up: together they cost little more than equal ones. */
pld_status pld__edges_widen(pld__target *targets, size_t count, const pld__edge_demand demands[PLD_DIRECTIONS], double width);

/* A width of few digits, a little smaller: 12 bits times counts and lattice numbers stay within 64, so that labels are exact. */
double pld__edges_round_width(double width);

#endif
