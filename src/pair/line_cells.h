/* Which cell of a line a number is in that one of two Gaussian mixtures draws. */
#ifndef PLD_PAIR_LINE_CELLS_H
#define PLD_PAIR_LINE_CELLS_H

#include "pair/sparse.h"

/* P = sum_i weight[i] N(p_mean[i], 1) versus Q = sum_i weight[i] N(q_mean[i], 1), means >= 0 within 2 u of them, weights within a
 * factor 1 +- rho, of which those below 1e-45 are left out: the pair of cells. A post-processing: nothing is claimed from above.
 */
PLD_WARN_UNUSED pld_status pld__line_cells_mechanism(size_t count, const long double *weight, const double *p_mean,
                                                     const double *q_mean, double rho, const char *resolved, const char *note,
                                                     pld_mechanism **mechanism);

#endif
