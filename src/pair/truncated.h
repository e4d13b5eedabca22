/* Poisson samples that are cut to a largest size. */
#ifndef PLD_PAIR_TRUNCATED_H
#define PLD_PAIR_TRUNCATED_H

#include "base/base.h"

#include <stdbool.h>
#include <stdint.h>

/* What a record meets (T104). Others that reach the cap: `cut` = Pr[Bin(N-1, q) >= B], `uncut` the rest. Then it is in the batch
 * with probability `kept`, `left_out` the rest; whatever the others do, with probability `drawn`. */
typedef struct pld__truncated {
    long double cut, uncut, kept, left_out, drawn;
    double error;        /* of all of them, relative */
    long double missing; /* above 0: cut or uncut is not 0 but less than this, and taken as 0 */
} pld__truncated;

/* N >= 2 records below 2^50, 0 < q < 1, 1 <= B < N. */
pld__truncated pld__truncated_of(uint64_t population, double rate, uint64_t cap);

#endif
