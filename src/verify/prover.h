/* Is delta(epsilon) of a direction above or below a number? */
#ifndef PLD_VERIFY_PROVER_H
#define PLD_VERIFY_PROVER_H

#include "verify/bins.h"
#include "verify/contour.h"

enum { PLD__PROVER_CONTOURS = 3 };

/* One direction of a composition. */
typedef struct pld__prover {
    const pld__exact_steps *steps;
    pld_direction direction;
    pld__hint hint;                              /* given, to be tried first; tilt 0: none */
    pld__hint used;                              /* of the contour that last told something; tilt 0: none had to be */
    uint64_t precision;                          /* the most bits that were needed so far; 0: only doubles */
    bool doubles;                                /* was something told by bins? */
    pld__contour contours[PLD__PROVER_CONTOURS]; /* of earlier questions: another epsilon close by is answered by them */
    size_t contour_count;
    pld__verify_bins bins; /* likewise; no edges: none yet */
    double log_width;      /* about the log of the bracket's width: how closely to look at first */
    double work;           /* of all contours so far */
    const char *reason;    /* why the last question was not answered */
} pld__prover;

void pld__prover_init(pld__prover *prover, const pld__exact_steps *steps, pld_direction direction, const pld__hint *hint);
void pld__prover_clear(pld__prover *prover);

/* Where delta(epsilon) is just the target, epsilon > 0: is it above it for every smaller epsilon? False: not known (T69). */
bool pld__prover_is_first(const pld__prover *prover, double epsilon, const arb_t target);

/* -1: delta(epsilon) < target; 0: both are the same; 1: delta(epsilon) > target; 2: not known. `delta` is the enclosure that says
 * so, or the best there was. epsilon >= 0, finite or infinite. */
int pld__prover_compare(pld__prover *prover, double epsilon, const arb_t target, arb_t delta);

#endif
