/* Claim: with m_i the mass at infinite loss of step i, the composition has 1 - prod (1 - m_i)^T_i, and delta(epsilon) is at least that for every
 * epsilon: the event that some step ends where the other distribution has no mass. Masses of discrete pairs are within a factor 1 +- rho
 * (mechanism/sparse.h), so 1 - 4 rho of them is below the truth; 1e-15 of the result covers the rounding of a sum of logs and of expm1. */
#include "query/infinite.h"

#include "mechanism/sparse.h"

#include <math.h>

double pld__infinite_log_lower(const pld_step *steps, size_t step_count, pld_direction direction) {
    long double log_finite = 0;
    for (size_t i = 0; i < step_count; i++) {
        const pld_mechanism *mechanism = steps[i].mechanism;
        long double mass = mechanism->infinity[direction];
        if (mass > 0 && mechanism->sparse)
            log_finite += (long double)steps[i].count * log1pl(-mass * (1 - 4 * (long double)pld__sparse_of(mechanism)->rho));
    }
    return log_finite < 0 ? (double)(logl(-expm1l(log_finite)) - 1e-15L * (1 + fabsl(logl(-expm1l(log_finite))))) : -INFINITY;
}

/* Where outcomes are left out, the losses of those that are listed are all that is known; those of a discrete Gaussian have no end. */
static double known_loss(const pld_mechanism *mechanism, pld_direction direction) {
    double supremum = pld_mechanism_loss_supremum(mechanism, direction);
    bool partial = mechanism->sparse && mechanism->dropped > 0 && mechanism->infinity[direction] == 0 &&
                   mechanism->traits.kind != PLD__KIND_DISCRETE_GAUSSIAN;
    if (!partial)
        return supremum;
    const pld__sparse *pair = pld__sparse_of(mechanism);
    if (pair->count == 0)
        return 0;
    return (double)(direction == PLD_REMOVE ? pair->loss[pair->count - 1] : -pair->loss[0]);
}

void pld__infinite_suprema(const pld_step *steps, size_t step_count, pld_direction direction, double *known, double *supremum) {
    *known = *supremum = 0;
    for (size_t i = 0; i < step_count; i++) {
        if (steps[i].mechanism->trivial)
            continue;
        const pld_mechanism *mechanism = steps[i].mechanism;
        double count = (double)steps[i].count, off = mechanism->sparse ? pld__sparse_of(mechanism)->kappa : 0;
        *known += count * (known_loss(mechanism, direction) - off);
        *supremum += count * (pld_mechanism_loss_supremum(mechanism, direction) + off);
    }
    *known = fmax(*known, 0); /* epsilon is not below 0 */
}
