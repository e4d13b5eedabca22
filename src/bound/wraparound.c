#include "bound/wraparound.h"

#include <math.h>

long double pld__bound_beyond(long double log_moment, double error, double lambda, long double edge) {
    if (!(lambda > 0))
        return INFINITY;
    if (log_moment == -INFINITY) /* no mass at all */
        return 0;
    long double exponent = log_moment - lambda * edge;
    /* The difference is off by a few 2^-64 of its parts. */
    long double slack = error + 1e-18L * (fabsl(log_moment) + fabsl(lambda * edge)) + 1e-15L;
    return expl(exponent + slack);
}
