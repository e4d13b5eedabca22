/* The hockey-stick curve of a lattice law in long double, and the cells and true curve it is compared with. */
#ifndef PLD_TESTS_CURVES_H
#define PLD_TESTS_CURVES_H

#include "law/law.h"
#include "support/pairs.h"

typedef struct law_curve {
    const pld__law *law;
    long double *p, *q; /* p[i], q[i]: P- and Q-mass of the nodes i and above, infinity left out; one more than there are nodes */
} law_curve;

law_curve curve_create(const pld__law *law);
void curve_free(law_curve *curve);
/* D(e^epsilon) = E_P (1 - e^(epsilon - loss))_+ of the law. */
long double curve_delta(const law_curve *curve, long double epsilon);

/* Cells out to where P[L > l] and Q[L < -l] fall to e^log_mass, made by one thread. Failure is a fatal assertion. */
pld__cells *curve_cells(const test_pair *pair, double width, double log_mass);
pld__law *curve_spread(const pld__cells *cells, pld_direction direction, double theta);
pld__law *curve_merge(const pld__cells *cells, pld_direction direction, double theta, unsigned phases);

/* A point of the true curve of one step. */
typedef struct true_point {
    long double epsilon, delta;
    long double p; /* P-mass of the losses above epsilon: what delta is small beside */
} true_point;

/* By the x of its threshold, and by its epsilon (with the ends of the support, where delta is 1 - e^epsilon or 0). */
true_point curve_truth_at(const test_pair *pair, pld_direction direction, long double x);
true_point curve_truth(const test_pair *pair, pld_direction direction, long double epsilon);

/* log E e^(theta L) of the direction by quadrature. */
long double curve_log_moment(const test_pair *pair, pld_direction direction, long double theta);

#endif
