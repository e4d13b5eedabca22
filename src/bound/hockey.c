#include "bound/hockey.h"

#include <math.h>

/* The bounds (T9), rounded up. Covers the rounding of a dozen operations and three library calls many times over. */
static const double SLACK = 1 + 1e-13;

double pld__bound_hockey_maximum(double theta) {
    if (!(theta > 1e-300)) /* 1/theta would overflow; the maximum tends to 1 */
        return 1;
    /* e^-y (1/(1+theta)) with y = theta log(1 + 1/theta). */
    return SLACK * exp(-theta * log1p(1 / theta)) / (1 + theta);
}

double pld__bound_hockey_norm(double theta, double width) {
    if (!(theta > 0 && width > 0))
        return INFINITY;
    double maximum = pld__bound_hockey_maximum(theta);
    return SLACK * sqrt(1 / (2 * width * theta * (2 * theta + 1) * (theta + 1)) + maximum * maximum);
}
