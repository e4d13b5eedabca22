/* What a pair of Gaussian mixtures says of itself at a point. */
#ifndef TESTS_PAIR_MIXTURE_SUPPORT_H
#define TESTS_PAIR_MIXTURE_SUPPORT_H

#include "pair/mixture.h"

#include "support/dice.h"
#include "support/pairs.h"
#include "support/suite.h"

#include <math.h>

static inline double loss_at(const test_pair *pair, double x) {
    double slope, curvature;
    return pld__mixture_loss(pair->mechanism->pair, x, &slope, &curvature);
}

/* The accuracy promised at a point: that of a tiny bucket there. */
static inline pld__accuracy accuracy_at(const test_pair *pair, double x) {
    double p[4], q[4], unit;
    return pair->mechanism->operations->masses(pair->mechanism->pair, x, x + 1e-9 * (1 + fabs(x)), 4, loss_at(pair, x), p, q,
                                               &unit);
}

#endif
