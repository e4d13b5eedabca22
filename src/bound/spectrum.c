#include "bound/spectrum.h"

#include <math.h>

/* Sums of thousands of terms and a few operations. */
static const double SLACK = 1e-10;

double pld__bound_spectrum_low(double excess, double mass, double second, double fourth, double from, double *end) {
    double square = mass * second * (1 - SLACK), quartic = (2 * mass * fourth + 6 * second * second) / 24 * (1 + SLACK);
    *end = quartic > 0 ? sqrt(square / (2 * quartic)) : 0;
    if (!(from < *end))
        return 0;
    double fall = from * from * (square - from * from * quartic);
    /* log1p keeps a fall far below the rounding of 1. */
    return 0.5 * log1p(excess * (2 + excess) - fall);
}
