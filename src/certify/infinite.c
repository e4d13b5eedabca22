/* Claim (T31): with m_i the mass at infinite loss of step i, the composition has 1 - prod (1 - m_i)^T_i, and delta(epsilon) is at
 * least that for every epsilon: the event that some step ends where the other distribution has no mass. Masses of discrete pairs
 * are within a factor 1 +- rho (pair/sparse.h), so 1 - 4 rho of them is below the truth; 1e-15 of the result covers the rounding
 * of a sum of logs and of expm1. */
#include "certify/infinite.h"

#include "base/base.h"
#include "kernel/laplace_few.h"
#include "pair/sparse.h"

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

/* Claim (T31): if delta is the mass m at infinite loss, delta(epsilon) = m + E_P (1 - e^(epsilon - L))_+ over the finite losses
 * is at most delta if and only if epsilon is not below any of these. One step of approx-dp has m = its own delta, a double, whose
 * neighbours are 2^-53 away or more, relative: two logs that are good to 2^-63 of their size each tell it from them as long as
 * that is less than 2^-56. */
bool pld__infinite_is_all(const pld_step *steps, size_t step_count, pld_direction direction, long double log_delta,
                          double *finite, double *error) {
    const pld_mechanism *mechanism = step_count == 1 && steps[0].count == 1 ? steps[0].mechanism : NULL;
    if (!mechanism || mechanism->traits.kind != PLD__KIND_APPROX_DP || mechanism->traits.sampling_rate != 1 ||
        !(mechanism->traits.delta > 0) || pld__sparse_of(mechanism)->count == 0)
        return false;
    const pld__sparse *pair = pld__sparse_of(mechanism);
    long double log_mass = logl((long double)mechanism->traits.delta);
    long double off = 0x1p-62L * (1 + fabsl(log_mass));
    if (!(off <= 0x1p-55L && fabsl(log_mass - log_delta) <= off))
        return false;
    *finite = (double)(direction == PLD_REMOVE ? pair->loss[pair->count - 1] : -pair->loss[0]);
    *error = pair->kappa + 4 * PLD__U * fabs(*finite);
    return true;
}

/* Where outcomes are left out, the losses of those that are listed are all that is known; those of a discrete Gaussian have no
 * end. */
static double known_loss(const pld_mechanism *mechanism, pld_direction direction) {
    double supremum = pld__mechanism_supremum_lower(mechanism, direction);
    bool partial = mechanism->sparse && mechanism->dropped > 0 && mechanism->infinity[direction] == 0 &&
                   mechanism->traits.kind != PLD__KIND_DISCRETE_GAUSSIAN;
    if (!partial)
        return supremum;
    const pld__sparse *pair = pld__sparse_of(mechanism);
    if (pair->count == 0)
        return 0;
    return (double)(direction == PLD_REMOVE ? pair->loss[pair->count - 1] : -pair->loss[0]);
}

/* A sum of n terms rounds by n units of 2^-64 of their sizes, and once more to a double. */
static double outward(long double sum, long double size, size_t terms, int sign) {
    if (!isfinite(sum))
        return (double)sum;
    long double moved = sum + sign * 0x1p-63L * (long double)(terms + 4) * size;
    return nextafter((double)moved, sign > 0 ? INFINITY : -INFINITY);
}

/* Of the composed loss (T32). */
void pld__infinite_suprema(const pld_step *steps, size_t step_count, pld_direction direction, double *known, double *supremum) {
    long double low = 0, high = 0, low_size = 0, high_size = 0;
    size_t terms = 0;
    for (size_t i = 0; i < step_count; i++) {
        const pld_mechanism *mechanism = steps[i].mechanism;
        if (mechanism->trivial)
            continue;
        long double count = (long double)steps[i].count, off = mechanism->sparse ? pld__sparse_of(mechanism)->kappa : 0;
        long double least = count * (known_loss(mechanism, direction) - off);
        long double most = count * (pld__mechanism_supremum_upper(mechanism, direction) + off);
        low += least;
        high += most;
        low_size += fabsl(least);
        high_size += fabsl(most);
        terms++;
    }
    *known = fmax(terms ? outward(low, low_size, terms, -1) : 0, 0); /* epsilon is not below 0 */
    *supremum = terms ? fmax(outward(high, high_size, terms, 1), 0) : 0;
}

/* log of the P-mass of the outcome of largest loss, and that loss, both from below; -INFINITY if there is none, or nothing is
 * known. Masses of discrete pairs are good to rho, losses to kappa; those of Laplace steps to the units of theirs. */
static void end_atom(const pld_mechanism *mechanism, pld_direction direction, long double *log_mass, long double *loss) {
    *log_mass = -INFINITY;
    *loss = 0;
    if (mechanism->sparse) {
        const pld__sparse *pair = pld__sparse_of(mechanism);
        if (pair->count == 0 || !(pair->rho < 1e-6))
            return;
        size_t last = direction == PLD_REMOVE ? pair->count - 1 : 0;
        *log_mass = logl(direction == PLD_REMOVE ? pair->p[last] : pair->q[last]) - 4 * (long double)pair->rho;
        *loss = (direction == PLD_REMOVE ? pair->loss[last] : -pair->loss[last]) - (long double)pair->kappa;
    } else if (mechanism->has_end_atoms && pld__kernel_takes(mechanism)) {
        pld__kernel_factor factor;
        pld__kernel_factor_fill(mechanism, direction, 1, &factor);
        if (!(factor.laplace.ratio > 0))
            return;
        pld__few_outcomes at = pld__kernel_few_outcomes(&factor.laplace);
        *log_mass = at.log_high - at.units * (1 + at.most);
        *loss = at.high - at.units * at.most;
    }
}

/* (T134). */
double pld__infinite_epsilon_lower(const pld_step *steps, size_t step_count, pld_direction direction, long double log_delta) {
    long double log_top = 0, top = 0, size = 0;
    for (size_t i = 0; i < step_count; i++) {
        long double log_mass, loss, count = (long double)steps[i].count;
        if (steps[i].mechanism->trivial)
            continue;
        end_atom(steps[i].mechanism, direction, &log_mass, &loss);
        log_top += count * log_mass;
        top += count * loss;
        size += count * (fabsl(log_mass) + fabsl(loss));
    }
    long double slack = 0x1p-60L * (long double)(step_count + 4) * (size + fabsl(log_delta) + 1),
                above = log_delta - log_top + slack;
    if (!(above < -slack))
        return 0;
    return fmax((double)((top + log1pl(-expl(above))) - 2 * slack) * (1 - 4 * PLD__U), 0);
}
