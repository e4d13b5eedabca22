/* Where to look: a contour and a grid, in plain doubles. Any values are valid, and bad ones can only fail to prove. */
#ifndef PLD_VERIFY_HINTS_H
#define PLD_VERIFY_HINTS_H

#include "verify/aim.h"

/* Re s = tilt, frequencies 2 pi k/period for k <= frequencies, aliases by the moment of an order above the tilt. */
typedef struct pld__hint {
    double tilt, period, order; /* tilt 0: there is none */
    uint64_t frequencies;
    uint64_t precision; /* bits */
} pld__hint;

/* How a mixture is integrated: nodes step * first .. step * last. */
typedef struct pld__verify_grid {
    double step;
    slong first, last;
    double rising, falling; /* heights for its error: on the side where the integrand grows with t, and where it falls */
    double order_height;    /* the same for the moment of the order */
    double height, room;    /* the line along which the decay is bounded, and how far from it the integrand there is followed */
} pld__verify_grid;

/* A contour for delta(epsilon) to e^(log_accuracy + log_target), or about e^log_accuracy of itself where the target is 0; false
 * where none is found. */
bool pld__hint_find(pld__aim *aims, size_t count, double epsilon, double log_target, double log_accuracy, pld__hint *hint);

/* The tilt and the order of such a contour, and a period long enough for its aliases; false where there is none. */
bool pld__hint_find_period(pld__aim *aims, size_t count, double epsilon, double log_target, double log_accuracy, pld__hint *hint);

/* How to integrate a mixture for a contour, with a relative error of about e^log_error in its moments; false where no way is
 * found. */
bool pld__grid_find(pld__aim *aim, const pld__hint *hint, double log_error, pld__verify_grid *grid);

/* The tilt where the integrand of a contour is least: about how fast log delta falls in epsilon. */
double pld__hint_saddle(pld__aim *aims, size_t count, double epsilon);

/* About log of (E e^(tilt L))^count e^(-tilt epsilon) of all factors. */
double pld__hint_log_size(pld__aim *aims, size_t count, double tilt, double epsilon);

#endif
