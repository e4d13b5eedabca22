/* Where a falling function passes a level. */
#ifndef PLD_BASELINE_CROSSING_H
#define PLD_BASELINE_CROSSING_H

#include "base/minimum.h"

/* The least x in [low, high] with curve(x) <= level, from above and to `width` relative to x, for a function that falls; `high`
 * if there is none below it. */
double pld__crossing(pld__curve *curve, const void *context, double level, double low, double high, double width);

#endif
