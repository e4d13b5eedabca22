/* The smallest value of a function of one variable. */
#ifndef PLD_BASE_MINIMUM_H
#define PLD_BASE_MINIMUM_H

typedef double pld__curve(const void *context, double x);

/* The least value on [low, high] of a function that falls and then rises (either part may be missing or flat, and it may be
 * infinite at the right end): downhill from 0, which lies between, until it rises, then by golden section down to `width`. So it
 * never looks much farther out than where the least value is. Every value is one the function took: where the function is a bound
 * at every x, so is the result, whatever its shape. */
double pld__minimum(pld__curve *curve, const void *context, double low, double high, double width, double *where);

/* The same between two places of which the least value is known to lie. */
double pld__minimum_between(pld__curve *curve, const void *context, double low, double high, double width, double *where);

#endif
