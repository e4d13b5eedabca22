/* Short ways to look into discrete pairs. */
#ifndef TESTS_PAIR_SPARSE_SUPPORT_H
#define TESTS_PAIR_SPARSE_SUPPORT_H

#include "pair/sparse.h"

#include "support/discrete.h"
#include "support/suite.h"

#include <math.h>

/* Does the mechanism's delta of one step agree with the reference, in both directions and at many epsilons? */
static inline void check_single(const char *what, const pld_mechanism *mechanism, const discrete_pair *reference,
                                long double cut) {
    discrete_pair pairs[PLD_DIRECTIONS] = {*reference, *reference};
    discrete_swap(&pairs[PLD_ADD]);
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        for (double epsilon = 0; epsilon < 12; epsilon += 0.37) {
            double found = pld_mechanism_delta(mechanism, (pld_direction)d, epsilon);
            long double truth = discrete_delta(&pairs[d], 1, epsilon);
            CHECK(fabsl(found - truth) <= 1e-15L * truth + 1e-17L * expl(epsilon) + cut, "%s %d, epsilon %g: %.17g, not %.17Lg",
                  what, d, epsilon, found, truth);
        }
}

/* Sums of masses, finite and infinite, are 1 within what is left out; losses increase and are the logs of the ratios within kappa
 * and what the masses may be off by. */
static inline void check_shape(const char *what, const pld_mechanism *mechanism) {
    const pld__sparse *pair = pld__sparse_of(mechanism);
    long double p = mechanism->infinity[PLD_REMOVE], q = mechanism->infinity[PLD_ADD];
    CU_ASSERT_FATAL(mechanism->sparse && pld__sparse_fill(mechanism) == PLD_OK);
    for (size_t i = 0; i < pair->count; i++) {
        p += pair->p[i];
        q += pair->q[i];
        CHECK(pair->p[i] > 0 && pair->q[i] > 0 && (i == 0 || pair->loss[i] > pair->loss[i - 1]), "%s: outcome %zu", what, i);
        CHECK(fabsl(logl(pair->p[i] / pair->q[i]) - pair->loss[i]) <= pair->kappa + 2.5L * pair->rho, "%s: loss %zu", what, i);
    }
    long double allowed = mechanism->dropped + (pair->rho + 1e-18L) * (1 + (long double)pair->count);
    CHECK(fabsl(p - 1) <= allowed && fabsl(q - 1) <= allowed, "%s: masses are %.20Lg and %.20Lg", what, p, q);
    CHECK(pair->rho < 1e-12 && pair->kappa < 1e-9, "%s: rho %g, kappa %g", what, pair->rho, pair->kappa);
}

/* What every discrete constructor must make of its numbers: the pair of `plain`, sampled at `rate`. Returns what was made, for
 * more to be looked at. */
static inline pld_mechanism *check_constructed(const char *what, pld_status status, pld_mechanism *made,
                                               const discrete_pair *plain, double rate, long double cut) {
    discrete_pair pair = *plain;
    CU_ASSERT_EQUAL_FATAL(status, PLD_OK);
    discrete_sample(&pair, rate);
    check_shape(what, made);
    check_single(what, made, &pair, cut);
    CU_ASSERT_EQUAL(made->traits.sampling_rate, rate);
    return made;
}

#endif
