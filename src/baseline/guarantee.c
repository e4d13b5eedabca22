/* The smallest epsilon of a single step at a given delta, by bisection of its closed form. */
#include "baseline/guarantee.h"

#include <math.h>

static double direction_epsilon(const pld_mechanism *mechanism, pld_direction direction, double log_delta) {
    double low = 0, high = 1, supremum = pld_mechanism_loss_supremum(mechanism, direction);
    if (log_delta == -INFINITY)
        return fmax(0, supremum);
    if ((double)pld__mechanism_log_delta(mechanism, direction, 0) <= log_delta)
        return 0;
    while (high < supremum && (double)pld__mechanism_log_delta(mechanism, direction, high) > log_delta) {
        low = high;
        high *= 2;
        if (isinf(high))
            return INFINITY; /* mass where the other side has none */
    }
    high = fmin(high, supremum);
    while (high - low > 1e-14 * high) {
        double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high)
            break;
        if ((double)pld__mechanism_log_delta(mechanism, direction, middle) > log_delta)
            low = middle;
        else
            high = middle;
    }
    return high;
}

double pld__guarantee_epsilon(const pld_mechanism *mechanism, double log_delta) {
    if (mechanism->trivial || log_delta >= 0)
        return 0;
    return fmax(direction_epsilon(mechanism, PLD_REMOVE, log_delta), direction_epsilon(mechanism, PLD_ADD, log_delta));
}

pld_status pld__guarantee_gaussian(double mu, double log_delta, double *epsilon) {
    pld_mechanism *gaussian = NULL;
    if (mu == 0 || isinf(mu)) {
        *epsilon = mu;
        return PLD_OK;
    }
    pld_status status = pld_mechanism_create_gaussian(1, mu, &gaussian, NULL);
    if (status == PLD_OK)
        *epsilon = pld__guarantee_epsilon(gaussian, log_delta);
    pld_mechanism_free(gaussian);
    return status;
}

pld_status pld__guarantee_tight(const pld_mechanism *mechanism, double log_delta, double *epsilon) {
    *epsilon = pld__guarantee_epsilon(mechanism, log_delta);
    return PLD_OK;
}

double pld__log_share(double x) {
    return x < 0 ? x - log1p(exp(x)) : -log1p(exp(-x));
}

double pld__log_other_share(double x) {
    return pld__log_share(-x);
}
