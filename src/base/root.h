/* Roots of functions of one number. */
#ifndef PLD_BASE_ROOT_H
#define PLD_BASE_ROOT_H

#include <math.h>
#include <stdbool.h>

/* Is the function still above the level at x? */
typedef bool pld__is_above(const void *context, double x);

/* Halves [*low, *high], above the level at the first and not at the second, until it is `width` times the
 * larger end wide or no double lies inside. What is said of the two ends stays true whatever the function does in between. */
static inline void pld__halve(pld__is_above *is_above, const void *context, double width, double *low, double *high) {
    for (double middle; middle = *low + (*high - *low) / 2,
                        middle > *low && middle<*high && * high - *low> width * fmax(fabs(*low), fabs(*high));)
        *(is_above(context, middle) ? low : high) = middle;
}

/* Where Newton's method goes next, in logs: far from the root a long step is not to be trusted, but its direction is. The middle
 * of [low, high] where the step leaves it. */
static inline double pld__newton_next(double at, double step, double low, double high) {
    double next = at + fmax(fmin(step, 3), -3);
    return next > low && next < high ? next : (low + high) / 2;
}

/* A function of one number; NAN where it says nothing. */
typedef long double pld__curve_value(const void *context, double x);

/* Where a falling function that is nearly straight passes a level, from a guess and a slope (without sign)
 * nearby, and not below `least`: secants. *slope becomes that at the place returned. Where the function says nothing, back
 * towards the place before; NAN if it says nothing at the guess. */
double pld__secant(pld__curve_value *curve, const void *context, long double level, double least, double guess, double *slope);

#endif
