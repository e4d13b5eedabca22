/* Claim: with m_i the mass at infinite loss of step i, the composition has 1 - prod (1 - m_i)^T_i, and delta(epsilon) is at least that for every
 * epsilon: the event that some step ends where the other distribution has no mass. Masses of discrete pairs are within a factor 1 +- rho
 * (mechanism/sparse.h), so 1 - 4 rho of them is below the truth; 1e-15 of the result covers the rounding of a sum of logs and of expm1. */
#include "query/infinite.h"

#include "mechanism/sparse.h"

#include <math.h>

double pld__infinite_log_lower(const pld__target *targets, size_t count, pld_direction direction) {
    long double log_finite = 0;
    for (size_t m = 0; m < count; m++) {
        const pld_mechanism *mechanism = targets[m].mechanism;
        long double mass = mechanism->infinity[direction];
        if (mass > 0 && mechanism->sparse)
            log_finite += targets[m].power * log1pl(-mass * (1 - 4 * (long double)pld__sparse_of(mechanism)->rho));
    }
    return log_finite < 0 ? (double)(logl(-expm1l(log_finite)) - 1e-15L * (1 + fabsl(logl(-expm1l(log_finite))))) : -INFINITY;
}
