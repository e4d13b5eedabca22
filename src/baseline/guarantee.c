/* The smallest epsilon of a single step at a given delta, by bisection of its closed form, from above: a method that is called a
 * bound must be one. At the end of the loss it is that end, to an ulp or two. */
#include "baseline/guarantee.h"

#include "baseline/crossing.h"
#include "certify/single.h"
#include <math.h>

typedef struct {
    const pld_mechanism *mechanism;
    pld_direction direction;
} side;

static double log_delta_at(const void *context, double epsilon) {
    const side *of = context;
    return (double)pld__mechanism_log_delta(of->mechanism, of->direction, epsilon);
}

/* The same from above. */
static double log_delta_upper(const side *of, double epsilon) {
    if (!of->mechanism->sparse)
        return (double)pld__single_log_delta(of->mechanism, of->direction, epsilon).upper;
    double found = log_delta_at(of, epsilon); /* good to 1e-15 and 1e-16 of itself */
    return found + 1e-14 + 1e-15 * fabs(found);
}

static double direction_epsilon(const pld_mechanism *mechanism, pld_direction direction, double log_delta) {
    side of = {mechanism, direction};
    double low = 0, high = 1, supremum = pld_mechanism_loss_supremum(mechanism, direction); /* to an ulp or two */
    if (log_delta == -INFINITY)
        return fmax(0, supremum);
    if (log_delta_upper(&of, 0) <= log_delta)
        return 0;
    while (high < supremum && log_delta_at(&of, high) > log_delta) {
        low = high;
        high *= 2;
        if (isinf(high))
            return INFINITY; /* mass where the other side has none */
    }
    double found = pld__crossing(log_delta_at, &of, log_delta, low, fmin(high, supremum), 1e-14);
    /* Where the crossing is next to 0 the first steps are small, but never nothing. */
    for (double step = fmax(1e-14 * found, 1e-250); found < supremum && log_delta_upper(&of, found) > log_delta; step *= 8)
        found = fmin(found + step, supremum);
    return found;
}

double pld__guarantee_epsilon(const pld_mechanism *mechanism, double log_delta) {
    if (mechanism->trivial || log_delta >= 0)
        return 0;
    return fmax(direction_epsilon(mechanism, PLD_REMOVE, log_delta), direction_epsilon(mechanism, PLD_ADD, log_delta));
}

pld_status pld__guarantee_gaussian(double mu, double log_delta, double *epsilon) {
    /* What a mechanism may have; a curve is below that of a larger mu. */
    const double least = 1e-75, most = 1e75;
    pld_mechanism *gaussian = NULL;
    if (mu == 0 || mu > most) {
        *epsilon = mu == 0 ? 0 : INFINITY;
        return PLD_OK;
    }
    mu = fmax(mu, least);
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
