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

/* Regula falsi: two places, and the values of a function there, which is above 0 at `low` and not at `high`. The value of an end
 * that stays is halved, so that neither stays for long. What is said of the two ends stays true whatever the function does. */
typedef struct pld__false_position {
    double low, high;
    long double at_low, at_high; /* not finite: unknown, or it says nothing */
    int stayed;                  /* which end moved last: 1 the lower, -1 the upper; 0 none */
} pld__false_position;

/* Where the line through both values is 0; NAN where they say nothing. */
static inline double pld__false_position_next(const pld__false_position *at) {
    bool both = isfinite(at->at_low) && isfinite(at->at_high);
    return both ? (double)(at->low + (at->high - at->low) * (at->at_low / (at->at_low - at->at_high))) : NAN;
}

/* Moves an end to a place: the lower one if the function is above 0 there. */
static inline void pld__false_position_move(pld__false_position *at, double place, long double value, bool above) {
    if (above) {
        at->at_high /= at->stayed > 0 ? 2 : 1;
        at->low = place;
        at->at_low = value;
    } else {
        at->at_low /= at->stayed < 0 ? 2 : 1;
        at->high = place;
        at->at_high = value;
    }
    at->stayed = above ? 1 : -1;
}

/* The slope, without sign, of a function that falls from one value to another along a way; `otherwise` where that tells none. */
static inline double pld__slope_down(long double value, long double next, double way, double otherwise) {
    double found = (double)((value - next) / way);
    return found > 0 && isfinite(found) ? found : otherwise;
}

/* A function of one number; NAN where it says nothing. */
typedef long double pld__curve_value(const void *context, double x);

/* Where a falling function that is nearly straight passes a level, from a guess and a slope (without sign)
 * nearby, and not below `least`: secants. *slope becomes that at the place returned. Where the function says nothing, back
 * towards the place before; NAN if it says nothing at the guess. */
double pld__secant(pld__curve_value *curve, const void *context, long double level, double least, double guess, double *slope);

#endif
