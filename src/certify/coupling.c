/* Claim (T33): with d_i = delta_i(0) the total variation distance of step i, the composition has delta(0) <= 1 - prod (1 -
 * d_i)^T_i. For there is a coupling of the two outputs of a step that makes them differ with probability d_i; couple all steps
 * independently of each other: all outputs agree with probability prod (1 - d_i)^T_i, and the total variation distance is at most
 * the probability that they do not. delta does not increase with epsilon. Upper ends of d_i are certified (certify/single.h);
 * 1e-15 of each term and of the result covers the rounding of a sum of logs, of log1p and of expm1 in long double. */
#include "certify/coupling.h"

#include "certify/single.h"

#include <math.h>

double pld__coupling_log_upper(const pld_step *steps, size_t step_count, pld_direction direction) {
    const pld__question question = {.for_delta = true, .epsilon = 0};
    long double log_agree = 0;
    for (size_t i = 0; i < step_count; i++) {
        const pld_mechanism *mechanism = steps[i].mechanism;
        pld__end ends[PLD__SIDES];
        if (mechanism->trivial)
            continue;
        if (mechanism->sparse)
            return 0;
        pld__single_answer(mechanism, direction, &question, ends);
        long double apart = expl((long double)ends[PLD__UPPER].value) * (1 + 1e-15L);
        if (!(apart < 1))
            return 0;
        log_agree += (long double)steps[i].count * log1pl(-apart) * (1 + 1e-15L);
    }
    double log_upper = (double)logl(-expm1l(log_agree));
    return log_agree < 0 ? fmin(log_upper + 1e-15 * (1 + fabs(log_upper)), 0) : -INFINITY;
}
