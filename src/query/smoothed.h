/* Steps whose moments are known but do not fall, discrete and Laplace ones among them, by kernels that are smoothed (T132). */
#ifndef PLD_QUERY_SMOOTHED_H
#define PLD_QUERY_SMOOTHED_H

#include "query/inquiry.h"

/* Has the composition moments, and steps of which single losses have mass: discrete ones with many outcomes together, but
 * none with very many, of which buckets show as much, or Laplace steps and none that are discrete? */
bool pld__smoothed_takes(const pld__inquiry *inquiry, bool discrete);

/* All directions that are open and wider than asked. */
PLD_WARN_UNUSED pld_status pld__smoothed(pld__inquiry *inquiry);

/* Would buckets, which are smoothed as well, hardly show more of what lasts? */
bool pld__smoothed_is_final(const pld__inquiry *inquiry);

#endif
