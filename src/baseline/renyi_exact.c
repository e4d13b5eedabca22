/* Renyi divergences of discrete pairs: sums over the outcomes, between two certified sides.
 *
 * With t = a - 1 and K(t) = log of the sum of p e^(t L), D_a = K(t)/t. Masses are within a factor 1 +- rho and losses within
 * kappa, so K moves by 2 rho + |t| kappa (2 rho: log1p(-rho) for rho <= 1/2); summing in long double by 2^-60 times the
 * exponents. Beside that:
 *
 *   mass where Q = 0: D_a is infinite for a >= 1, and nothing is added to the sum for a < 1.
 *   outcomes left out (mass d of P and of Q at most): for a < 1 they add at most d, by Hoelder's inequality; for a > 1 the lower
 * end does without them and the upper end is infinite, but for the discrete Gaussian, whose tail is known, and which is (a D^2/(2
 * sigma^2))-private of order a (Canonne, Kamath and Steinke 2020, without sampling). a = 1: the sum of p L, likewise. Divergences
 * rise with a, so the upper end of a slightly larger order will do where outcomes are left out. a infinite: the largest loss. */
#include "base/base.h"
#include "baseline/renyi.h"
#include "family/discrete_gaussian.h"
#include "pair/sparse.h"

#include <math.h>

static const double ABOVE_ONE = 1e-6; /* an order above 1 that will do for 1 */

/* The outcomes as one direction sees them. */
typedef struct {
    const pld_mechanism *mechanism;
    const pld__sparse *pair;
    pld_direction direction;
} side;

static long double mass_at(const side *of, size_t i) {
    return of->direction == PLD_REMOVE ? of->pair->p[i] : of->pair->q[i];
}

static long double loss_at(const side *of, size_t i) {
    return of->direction == PLD_REMOVE ? of->pair->loss[i] : -of->pair->loss[i];
}

/* K(t), and how far it may be off. */
static long double log_moment(const side *of, long double t, long double *error) {
    long double largest = -INFINITY, exponents = 0, sum = 0;
    for (size_t i = 0; i < of->pair->count; i++) {
        long double log_mass = logl(mass_at(of, i)), grown = t * loss_at(of, i);
        largest = fmaxl(largest, log_mass + grown);
        exponents = fmaxl(exponents, fabsl(log_mass) + fabsl(grown));
    }
    for (size_t i = 0; i < of->pair->count; i++)
        sum += expl(logl(mass_at(of, i)) + t * loss_at(of, i) - largest);
    *error = 2 * (long double)of->pair->rho + fabsl(t) * of->pair->kappa +
             0x1p-60L * (4 + 2 * exponents + (long double)of->pair->count / 16);
    return of->pair->count > 0 ? largest + logl(sum) : -INFINITY;
}

/* log(e^a + e^b). */
static long double log_add(long double a, long double b) {
    long double top = fmaxl(a, b);
    return isinf(top) ? top : top + log1pl(expl(fminl(a, b) - top));
}

/* log of what outcomes that are left out may add to the sum. */
static long double log_beyond(const side *of, double t) {
    if (of->mechanism->dropped == 0)
        return -INFINITY;
    if (t < 0)
        return logl(of->mechanism->dropped);
    return of->mechanism->traits.kind == PLD__KIND_DISCRETE_GAUSSIAN
               ? pld__discrete_gaussian_log_beyond(of->mechanism, of->direction, t)
               : INFINITY;
}

static void bracket_at(const side *of, double t, double *lower, double *upper) {
    long double error, moment = log_moment(of, t, &error), all = log_add(moment + error, log_beyond(of, t));
    if (t > 0 && of->mechanism->infinity[of->direction] > 0) {
        *lower = *upper = INFINITY;
        return;
    }
    /* For t < 0 the larger sum is the smaller divergence. */
    long double low = (t > 0 ? moment - error : all) / t, high = (t > 0 ? all : moment - error) / t;
    *lower = (double)fmaxl(low - 0x1p-52L * fabsl(low), 0);
    *upper = (double)(high + 0x1p-52L * fabsl(high));
    double concentrated = of->mechanism->traits.zcdp;
    if (t > 0 && concentrated > 0)
        *upper = fmin(*upper, (1 + t) * concentrated * (1 + 8 * PLD__U));
    *upper = fmax(*upper, 0);
}

/* The sum of p L. */
static void bracket_at_one(const side *of, double *lower, double *upper) {
    long double sum = 0, size = 0;
    if (of->mechanism->infinity[of->direction] > 0) {
        *lower = *upper = INFINITY;
        return;
    }
    if (of->mechanism->dropped > 0) {
        double unused;
        bracket_at(of, -ABOVE_ONE, lower, &unused);
        bracket_at(of, ABOVE_ONE, &unused, upper);
        return;
    }
    for (size_t i = 0; i < of->pair->count; i++) {
        sum += mass_at(of, i) * loss_at(of, i);
        size += mass_at(of, i) * fabsl(loss_at(of, i));
    }
    long double error = size * (2 * (long double)of->pair->rho + 0x1p-60L * (4 + (long double)of->pair->count)) +
                        2 * (long double)of->pair->kappa;
    *lower = (double)fmaxl((sum - error) * (1 - 0x1p-52L), 0);
    *upper = (double)fmaxl((sum + error) * (1 + 0x1p-52L), 0);
}

void pld__renyi_exact(const pld_mechanism *mechanism, pld_direction direction, double order, double *lower, double *upper) {
    side of = {mechanism, pld__sparse_of(mechanism), direction};
    if (pld__sparse_fill(mechanism) != PLD_OK) {
        *lower = 0;
        *upper = INFINITY;
        return;
    }
    if (!isinf(order)) {
        if (order == 1)
            bracket_at_one(&of, lower, upper);
        else
            bracket_at(&of, order - 1, lower, upper);
        return;
    }
    double supremum = pld_mechanism_loss_supremum(mechanism, direction), slack = of.pair->kappa + 8 * PLD__U * fabs(supremum);
    *lower = supremum - slack;
    *upper = supremum + slack;
    if (isinf(supremum)) {
        bool known = mechanism->infinity[direction] > 0 || mechanism->traits.kind == PLD__KIND_DISCRETE_GAUSSIAN;
        double largest = of.pair->count > 0 ? (double)loss_at(&of, direction == PLD_REMOVE ? of.pair->count - 1 : 0) : 0;
        *lower = known ? INFINITY : largest - of.pair->kappa - 8 * PLD__U * fabs(largest);
        *upper = INFINITY;
    }
}
