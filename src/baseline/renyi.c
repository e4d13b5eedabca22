/* Renyi divergences: D_a(P||Q) = log E_P e^((a - 1) L) / (a - 1). They add up over independent steps (Mironov 2017). Every family
 * is served by its log_moment alone. */
#include "baseline/renyi.h"

#include "base/base.h"
#include "base/plain.h"
#include "base/platform.h"
#include "pair/enclosure.h"
#include "family/discrete_gaussian.h"
#include <math.h>
#include <stdio.h>

double pld__renyi_log_moment(const pld_mechanism *mechanism, pld_direction direction, double s) {
    if (pld__mechanism_enclosed(mechanism)) /* its moments are not known */
        return INFINITY;
    double real = INFINITY, imaginary = 0;
    if (pld_mechanism_log_moment(mechanism, direction, s, 0, &real, &imaginary) != PLD_OK || isnan(real))
        return INFINITY;
    /* Outcomes that a discrete pair leaves out count at high orders. */
    if (mechanism->traits.kind == PLD__KIND_DISCRETE_GAUSSIAN && s > 0 && !mechanism->trivial &&
        pld__discrete_gaussian_log_beyond(mechanism, direction, s) > real - 35)
        return mechanism->traits.zcdp > 0 ? s * (s + 1) * mechanism->traits.zcdp : INFINITY;
    return real;
}

/* K'(0) and K''(0) of K(s) = log_moment from central differences at t and t/2, extrapolated: the error is of order t^4. K is good
 * relatively, so that dividing by t loses nothing of the mean. */
pld__loss_moments pld__renyi_loss_moments(const pld_mechanism *mechanism, pld_direction direction) {
    double scale = pld__renyi_log_moment(mechanism, direction, 1), mean[2], variance[2];
    double t = 1e-3 / (1 + (isfinite(scale) ? fabs(scale) : 0));
    for (int i = 0; i < 2; i++, t /= 2) {
        double up = pld__renyi_log_moment(mechanism, direction, t);
        if (isinf(up)) /* mass where the other side has none */
            return (pld__loss_moments){INFINITY, INFINITY};
        double down = pld__renyi_log_moment(mechanism, direction, -t);
        mean[i] = (up - down) / (2 * t);
        variance[i] = (up + down) / (t * t);
    }
    return (pld__loss_moments){(4 * mean[1] - mean[0]) / 3, fmax(0, (4 * variance[1] - variance[0]) / 3)};
}

double pld__renyi_step(const pld_mechanism *mechanism, pld_direction direction, double order) {
    if (mechanism->trivial)
        return 0;
    if (isinf(order))
        return pld_mechanism_loss_supremum(mechanism, direction);
    if (mechanism->sparse && order >= 1 && mechanism->infinity[direction] > 0)
        return INFINITY;
    if (order == 1)
        return pld__renyi_loss_moments(mechanism, direction).mean;
    return pld__renyi_log_moment(mechanism, direction, order - 1) / (order - 1);
}

static double all_steps(const pld_step *steps, size_t step_count, pld_direction direction, double order) {
    double sum = 0;
    for (size_t i = 0; i < step_count; i++)
        sum += (double)steps[i].count * pld__renyi_step(steps[i].mechanism, direction, order);
    return sum;
}

double pld__renyi_largest(const pld__baseline_question *question, double order) {
    double largest = 0;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        pld_direction direction = d ? PLD_ADD : PLD_REMOVE;
        if (pld_adjacency_asks(question->adjacency, direction))
            largest = fmax(largest, all_steps(question->steps, question->step_count, direction, order));
    }
    return largest;
}

pld_status pld_renyi_divergence(const pld_step *steps, size_t step_count, pld_direction direction, double order,
                                double *divergence, pld_error *error) {
    if (!(order > 0)) {
        char word[32];
        pld__plain_format(word, sizeof word, "%g", order);
        return pld__error_argument(error, word, "a number above 0, 1 and infinity included", "the order %s is not above 0", word);
    }
    pld_status status = pld__platform_check(error);
    if (status == PLD_OK)
        *divergence = all_steps(steps, step_count, direction, order);
    return status;
}
