/* The smallest value of a function of one variable. */
#ifndef PLD_BASELINE_MINIMUM_H
#define PLD_BASELINE_MINIMUM_H

typedef double pld__curve(const void *context, double x);

/* Golden section on [low, high] down to `width`, for a function that falls and then rises (either part may be missing or flat, and it
 * may be infinite at the right end). Every value is one the function took: where the function is a bound at every x, so is the result,
 * whatever its shape. */
double pld__minimum(pld__curve *curve, const void *context, double low, double high, double width, double *where);

#endif
