/* From a sketch, a question and a goal to a plan: lattice, windows, tilts, frequencies, and what that will need in memory. */
#ifndef PLD_PLAN_PLAN_H
#define PLD_PLAN_PLAN_H

#include "plan/outlook.h"

/* The ways to compose. */
typedef enum pld__way {
    PLD__BY_FREQUENCIES, /* few frequencies of laws on lists of edges */
    PLD__BY_TRANSFORMS,  /* transforms of laws on equal buckets */
    PLD__BY_JUMPS,       /* frequencies, with the laws taken apart by jumps and smoothed more */
    PLD__BY_SMOOTHING    /* frequencies, smoothed as much as it takes */
} pld__way;

/* The width asked of an answer, and what is known of it already. */
typedef struct pld__width_asked {
    double of_delta; /* relative width of delta, if delta is asked for */
    double absolute; /* width of epsilon; 0: the next */
    double relative; /* width of epsilon, times max(1, epsilon) */
    double lower;    /* certified of the largest epsilon, */
    double upper[PLD_DIRECTIONS];
} pld__width_asked;

/* The width asked in epsilon, where `expected` epsilons are aimed at. */
double pld__width_in_epsilon(const pld__width_asked *asked, const pld__saddle expected[PLD_DIRECTIONS]);

typedef struct pld__goal {
    pld__way way;
    pld__width_asked asked;
    double loosened;            /* plan for so many times that */
    double share, sharpen;      /* of the tolerance, for the grid; of the tolerance, for windows */
    const pld__outlook *before; /* of the plan before; NULL: there is none */
    const double *guess;        /* an epsilon of each direction, known from plans before; NULL: not known */
    double width;               /* of equal buckets; 0: to be chosen */
    double memory;              /* bytes that the plan may be predicted to take */
    size_t most_buckets;        /* of a window; 0: any */
} pld__goal;

/* Changes nothing but *outlook and *plan; the first is set also on a failure, which is PLD_ERROR_MEMORY. Its kind is
 * PLD__PLAN_NONE where there is no plan worth running, and where outlook->wants_closer. Free it with pld__plan_free. */
PLD_WARN_UNUSED pld_status pld__plan_make(const pld__sketch *sketch, const pld__question *question, const pld__goal *goal,
                                          pld__outlook *outlook, pld__plan *plan);

#endif
