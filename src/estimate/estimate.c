#include "estimate/estimate.h"

#include "base/root.h"
#include "certify/single.h"
#include "estimate/contour.h"

#include <math.h>

static const double GOOD_ENOUGH = 1e-9;

/* Is log delta of one step above a level? */
typedef struct {
    const pld_mechanism *mechanism;
    pld_direction direction;
    double log_delta;
} level;

static bool is_above(const void *context, double epsilon) {
    const level *ask = context;
    return pld__mechanism_log_delta(ask->mechanism, ask->direction, epsilon) > ask->log_delta;
}

/* One step: the closed form, inverted by halving inside the bracket. */
static double single_step(const pld_mechanism *mechanism, pld_direction direction, const pld__question *question,
                          const pld_bracket *bracket, double *error) {
    if (question->for_delta) {
        if (mechanism->sparse) {
            *error = 1e-11;
            return (double)pld__mechanism_log_delta(mechanism, direction, question->epsilon);
        }
        pld__log_bounds found = pld__single_log_delta(mechanism, direction, question->epsilon);
        *error = (double)(found.upper - found.lower) / 2 + 1e-15;
        return (double)((found.upper + found.lower) / 2);
    }
    const level asked = {mechanism, direction, question->log_delta};
    double low = bracket->lower, high = bracket->upper;
    pld__halve(is_above, &asked, 1e-15, &low, &high);
    *error = fmax(1e-11 * fmax(1, high), (bracket->upper - bracket->lower) / 2);
    return high;
}

static pld_status by_contour(const pld__sketch *sketch, pld_direction direction, const pld__question *question,
                             const pld_bracket *bracket, double *value, double *error) {
    double epsilon = question->for_delta ? question->epsilon : (bracket->lower + bracket->upper) / 2;
    double log_delta = question->for_delta ? (bracket->lower + bracket->upper) / 2 : question->log_delta;
    pld__contour *contour;
    pld_status status = pld__contour_create(sketch, direction, epsilon, log_delta, &contour);
    *error = INFINITY;
    if (status != PLD_OK || !contour)
        return status;
    *value = question->for_delta ? pld__contour_log_delta(contour, epsilon, error)
                                 : pld__contour_epsilon(contour, log_delta, epsilon, error);
    pld__contour_free(contour);
    return PLD_OK;
}

pld_status pld__estimate(const pld__sketch *sketch, pld_direction direction, const pld__question *question, pld_bracket *bracket,
                         double *error) {
    double value = 0, found = INFINITY;
    *error = INFINITY;
    bool usable = isfinite(bracket->lower) && isfinite(bracket->upper) && bracket->lower < bracket->upper;
    if (!usable || (!question->for_delta && !(bracket->lower > 0)))
        return PLD_OK;
    bool infinite = false; /* the integral is about the finite part alone */
    for (size_t m = 0; m < sketch->count; m++)
        infinite |= sketch->steps[m].mechanism->infinity[direction] > 0;
    if (sketch->count == 1 && sketch->steps[0].power == 1) {
        value = single_step(sketch->steps[0].mechanism, direction, question, bracket, &found);
    } else if (!infinite) {
        pld_status status = by_contour(sketch, direction, question, bracket, &value, &found);
        if (status != PLD_OK)
            return status;
    }
    double allowed = GOOD_ENOUGH * (question->for_delta ? 1 : fmax(1, value));
    if (!(found <= allowed))
        return PLD_OK;
    if (value < bracket->lower - allowed || value > bracket->upper + allowed)
        return PLD_ERROR_CONTRADICTION;
    *error = found;
    bracket->estimate = fmin(fmax(value, bracket->lower), bracket->upper);
    return PLD_OK;
}

double pld__estimate_guess(const pld_bracket *bracket) {
    if (!isnan(bracket->estimate))
        return bracket->estimate;
    if (!isfinite(bracket->upper) || !isfinite(bracket->lower))
        return isfinite(bracket->lower) ? bracket->lower : bracket->upper;
    return bracket->lower + (bracket->upper - bracket->lower) / 3;
}
