/* Laws of discrete pairs on a lattice, for transforms: from cells that are outcomes (T95), and what only one distribution has at
 * infinity, as in (T38). */
#include "base/base.h"
#include "law/law.h"
#include "pair/sparse.h"

#include <math.h>

/* The mass at infinity, and what is left for the rest. */
static void set_infinity(const pld_mechanism *mechanism, pld_direction direction, bool upper, pld__law *law) {
    const pld__sparse *pair = pld__sparse_of(mechanism);
    const long double *masses = direction == PLD_REMOVE ? pair->p : pair->q;
    long double sum = 0, slack = 4 * (long double)pair->rho + 1e-17L;
    for (size_t i = 0; i < pair->count; i++)
        sum += masses[i];
    law->infinity += mechanism->infinity[direction] * (upper ? 1 + slack : fmaxl(1 - slack, 0));
    if (!upper)
        law->finite = fmaxl(sum * (1 - slack), 0);
}

pld_status pld__law_outcomes(const pld_mechanism *mechanism, const pld__cells *cells, pld_direction direction, double theta,
                             unsigned phases, bool upper, pld__law **created) {
    pld__law *law = NULL;
    pld_status status =
        upper ? pld__law_spread(cells, direction, theta, &law) : pld__law_merge(cells, direction, theta, phases, &law);
    if (status != PLD_OK)
        return status;
    double off = 0;
    for (size_t b = 0; b < cells->buckets && upper; b++)
        off = fmax(off, cells->kappa[b]);
    law->label_error += off;
    set_infinity(mechanism, direction, upper, law);
    *created = law;
    return PLD_OK;
}
