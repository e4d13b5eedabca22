/* A question, and the certified ends of its answer. */
#ifndef PLD_CERTIFY_QUESTION_H
#define PLD_CERTIFY_QUESTION_H

#include "pair/pair.h"

#include <pld/query.h>

typedef struct pld__question {
    bool for_delta;              /* epsilon is given and delta asked; otherwise delta is given */
    double log_delta;            /* given */
    long double exact_log_delta; /* the same, to all digits that it was given with */
    double epsilon;              /* given */
    bool asked[PLD_DIRECTIONS];
} pld__question;

/* The direction of an index of [PLD_DIRECTIONS]. */
static inline pld_direction pld__direction_at(int index) {
    return index == PLD_REMOVE ? PLD_REMOVE : PLD_ADD;
}

/* The log of the given delta, which is the nearest double to what was asked: smaller for an upper end, larger for a lower one. */
long double pld__log_delta_outward(const pld__question *question, bool upper);

enum { PLD__LOWER = 0, PLD__UPPER = 1, PLD__SIDES = 2 };

/* One certified end of one direction's bracket. */
typedef struct pld__end {
    double value;      /* epsilon or log delta, rounded outward */
    pld_ledger ledger; /* without grid, which only both ends together show */
} pld__end;

/* Both ends of every direction that was asked. */
typedef struct pld__ends {
    pld__end of[PLD_DIRECTIONS][PLD__SIDES];
} pld__ends;

/* log delta as an end: the bound of one side, rounded to a double outward. */
double pld__log_delta_end(pld__log_bounds bounds, bool upper);

/* The ledger of ends that no grid widens: each takes half of what is between them. */
void pld__ends_share_width(pld__end ends[PLD__SIDES]);

#endif
