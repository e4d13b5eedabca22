/* How small a law's transform provably is over a range of frequencies (the theorems of bound/spectrum.h). */
#ifndef PLD_COMPOSE_DECAY_H
#define PLD_COMPOSE_DECAY_H

#include "law/law.h"

/* Of equally spaced neighbours among the nodes: mass, mean, and sums of w |x - mean|^k for k = 2, 4, 1, x in units of the
 * spacing. */
typedef struct pld__run {
    double mass, mean, second, fourth, reach;
} pld__run;

typedef struct pld__decay {
    double excess;  /* sum of the law's weights less 1 */
    double spacing; /* of the run, in loss; 0 if there is none */
    pld__run run;
    double middle; /* t* of the theorem (T18), over the spacing */
    double *high;  /* samples: bounds of |A| from angle k gap up to the last one */
    size_t samples;
    double gap, last;
} pld__decay;

/* For frequencies up to `highest` (over loss); borrows nothing. */
pld_status pld__decay_create(const pld__law *law, double highest, pld__decay *decay);
void pld__decay_free(pld__decay *decay);

/* An upper bound of log |A(t)| for all t from `from` to `highest`. */
double pld__decay_beyond(const pld__decay *decay, double from);

#endif
