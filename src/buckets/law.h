/* A law of the privacy loss on a lattice: mass[i] at the loss offset + (first + i) * width, and an atom at infinity. */
#ifndef PLD_BUCKETS_LAW_H
#define PLD_BUCKETS_LAW_H

#include "buckets/cells.h"

typedef struct pld__law {
    double width, offset; /* offset is a multiple of width/16 below width, so that labels are exact */
    int64_t first;
    size_t count;
    double *mass;
    long double infinity;
} pld__law;

void pld__law_free(pld__law *law);

/* spread.c: an upper law, its D is >= the true D everywhere. */
pld_status pld__law_spread(const pld__cells *cells, pld_direction direction, pld__law **law);

/* merge.c: a lower law, its D is <= the true D everywhere. Of `phases` offsets (a divisor of 16) it keeps the one with the largest
 * moment at theta: every choice is valid, this one is tightest. */
pld_status pld__law_merge(const pld__cells *cells, pld_direction direction, double theta, unsigned phases, pld__law **law);

double pld__law_loss(const pld__law *law, size_t index);

/* log sum of mass e^(lambda loss) over the finite part, with a relative error of the sum below pld__law_moment_error. */
double pld__law_log_moment(const pld__law *law, double lambda);
double pld__law_moment_error(const pld__law *law, double lambda);

/* Weights mass e^(theta loss - log_moment) and that log_moment, from the same floats: the identity between them holds to a relative
 * error of pld__law_moment_error per weight. */
long double pld__law_tilt(const pld__law *law, double theta, double *weight);

/* Total finite mass. */
long double pld__law_mass(const pld__law *law);

#endif
