#include "bound/sandwich.h"

#include "bound/hockey.h"

#include <math.h>

/* Covers a few dozen operations and library calls. */
static const double SLACK = 1 + 1e-13;
static const double PI_BELOW = 3.1415926535897931;

double pld__bound_sandwich(double variance) {
    if (!(variance > 0 && variance <= 0.25))
        return INFINITY;
    return SLACK * variance * (1 + sqrt(variance)) * exp(variance / 8);
}

long double pld__bound_alias_below(double theta, double period) {
    long double turn = (long double)theta * period;
    return turn > 0 ? SLACK * expl(-turn) / -expm1l(-turn) : INFINITY;
}

long double pld__bound_log_alias_above(long double log_moment, double variance, double theta, double lambda, double period) {
    if (!(lambda > theta && theta > 0))
        return INFINITY;
    if (log_moment == -INFINITY) /* nothing there: no mass is above */
        return -INFINITY;
    long double turn = (long double)(lambda - theta) * period, noise = (long double)variance * lambda * (lambda + 1) / 2;
    /* The difference of the exponents is off by 2^-53 of lambda, as lambda - theta is rounded. */
    long double slack = 1e-12L + 0x1p-50L * fabsl(turn) + 0x1p-60L * (fabsl(log_moment) + noise);
    return log_moment + noise + logl(pld__bound_hockey_maximum(lambda)) - turn - logl(-expm1l(-turn)) + slack;
}

double pld__bound_dropped(double theta, double variance, double log_largest, double log_total, double kept, double cutoff) {
    double bump = pld__bound_sandwich(variance), lift = exp(variance * theta * (theta + 1) / 2);
    if (!(kept > 0 && cutoff >= kept))
        return INFINITY;
    double near = exp(log_largest - variance * kept * kept / 2) * (1 / kept + bump * fmin(cutoff, 1 / (variance * kept)));
    double far = exp(log_total - variance * cutoff * cutoff / 2) * (1 / cutoff + bump / (variance * cutoff));
    return SLACK * lift / PI_BELOW * (near + far);
}
