/* One round: cells, laws, compositions and the four answers for one plan. */
#ifndef PLD_QUERY_ROUND_H
#define PLD_QUERY_ROUND_H

#include "query/plan.h"

enum { PLD__LOWER = 0, PLD__UPPER = 1, PLD__SIDES = 2 };

/* One certified end of one direction's bracket. */
typedef struct pld__end {
    double value;      /* epsilon or log delta, rounded outward */
    pld_ledger ledger; /* without grid, which only both ends together show */
} pld__end;

typedef struct pld__round {
    pld__end ends[PLD_DIRECTIONS][PLD__SIDES];
    size_t frequencies; /* the most in a Fourier sum, 0 without Fourier sums */
    bool certified;     /* false: the plan's lists and low frequencies will not do, the ends are not set */
} pld__round;

pld_status pld__round_run(const pld__target *targets, size_t count, const pld__question *question, const pld__plan *plan,
                          unsigned threads, pld__round *round);

#endif
