/* Laws of losses in plain numbers: masses of P at losses, a law from above or one from below, and products of them (T86). All
 * terms are positive, so that rounding is a factor, which is counted. */
#ifndef PLD_VERIFY_LOSS_LAW_H
#define PLD_VERIFY_LOSS_LAW_H

#include <stdbool.h>
#include <stddef.h>

typedef enum pld__verify_end { PLD__VERIFY_LOWER = 0, PLD__VERIFY_UPPER, PLD__VERIFY_ENDS } pld__verify_end;

/* Losses increase. Mass at infinite loss is apart. */
typedef struct pld__verify_law {
    size_t count, room;
    double *loss, *mass;
    double infinite;
} pld__verify_law;

/* Where bins begin; the last one has no end. */
typedef struct pld__verify_edges {
    size_t count;
    double *loss;
} pld__verify_edges;

void pld__verify_law_clear(pld__verify_law *law);

/* All mass at loss 0: the law of no step. False without memory. */
bool pld__verify_law_one(pld__verify_law *law);

/* False without memory; then there is nothing to clear. */
bool pld__verify_law_copy(const pld__verify_law *law, pld__verify_law *copy);

/* One more, in any order; false without memory. Mass 0 is left out. */
bool pld__verify_law_add(pld__verify_law *law, double loss, double mass);

/* Sorts what was added and makes one of equal losses; false without memory. */
bool pld__verify_law_sort(pld__verify_law *law, pld__verify_end end);

/* The product of two laws, brought back to the edges: from above by spreading each bin to its edges, from below by making one
 * loss of each. Couples of less mass than `least`, which is above 1e-290, go to infinity, or nowhere. False without memory; then
 * there is nothing to clear. */
bool pld__verify_law_product(const pld__verify_law *a, const pld__verify_law *b, const pld__verify_edges *edges,
                             pld__verify_end end, double least, pld__verify_law *made);

/* delta(epsilon) of the product, from above or below. False without memory. */
bool pld__verify_law_delta(const pld__verify_law *a, const pld__verify_law *b, double epsilon, pld__verify_end end, double least,
                           double *delta);

#endif
