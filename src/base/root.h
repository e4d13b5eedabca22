/* Roots of functions of one number. */
#ifndef PLD_BASE_ROOT_H
#define PLD_BASE_ROOT_H

#include <math.h>
#include <stdbool.h>

/* Is the function still above the level at x? */
typedef bool pld__is_above(const void *context, double x);

/* Halves [*low, *high], above the level at the first and not at the second, until it is `width` times *high wide or no double
 * lies inside. What is said of the two ends stays true whatever the function does in between. */
static inline void pld__halve(pld__is_above *is_above, const void *context, double width, double *low, double *high) {
    for (double middle; middle = *low + (*high - *low) / 2, middle > *low && middle<*high && * high - *low> width * *high;)
        *(is_above(context, middle) ? low : high) = middle;
}

/* Where Newton's method goes next, in logs: far from the root a long step is not to be trusted, but its direction is. The middle
 * of [low, high] where the step leaves it. */
static inline double pld__newton_next(double at, double step, double low, double high) {
    double next = at + fmax(fmin(step, 3), -3);
    return next > low && next < high ? next : (low + high) / 2;
}

#endif
