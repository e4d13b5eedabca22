/* The largest of t noisy sums, one of which has a record in it that the others have not. */
#ifndef PLD_PAIR_MAXIMUM_H
#define PLD_PAIR_MAXIMUM_H

#include "pair/sparse.h"

/* P: one of t unit normals, drawn uniformly, is around `high`, Q: around `low`, the others around 0; the pair of which cell of a
 * line their maximum is in (T107). high > low >= 0 within 2 u. A post-processing of the t numbers: nothing is claimed from above.
 */
PLD_WARN_UNUSED pld_status pld__maximum_mechanism(uint64_t t, double high, double low, const char *resolved, const char *note,
                                                  pld_mechanism **mechanism);

#endif
