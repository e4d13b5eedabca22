/* The one number of an answer that may be reported as a guarantee. */
#ifndef PLD_STATEMENT_REPORTED_H
#define PLD_STATEMENT_REPORTED_H

#include "base/decimal.h"
#include <pld/query.h>

/* The upper end, rounded up to five digits; `reason` says why there is none and is NULL where there is one. */
typedef struct pld__reported {
    const char *reason;
    char number[PLD__DECIMAL_SIZE];
    double value; /* the number as a double that is not below the upper end */
} pld__reported;

/* Under the notes of the steps the number is a guarantee: each pair is proven to bound its mechanism, both directions are in it,
 * and it is finite (a delta: below 1). How wide the bracket is and whether its ends are of one pair changes nothing about that.
 */
pld__reported pld__reported_of(const pld_step *steps, size_t count, pld_adjacency adjacency, const pld_result *result);

#endif
