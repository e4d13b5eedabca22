/* What is proven of the pairs of a whole composition. */
#ifndef PLD_QUERY_STANDINGS_H
#define PLD_QUERY_STANDINGS_H

#include "family/standing.h"
#include <pld/query.h>

/* A product of pairs is a bound if each of them is one, and as bad as the mechanism if each of them is. Adding up what is
 * missing: */
typedef struct pld__standings {
    bool restricted; /* a pair is a bound under a restriction only, that of its family */
    bool unproven;   /* a pair is attained, but not proven to be a bound */
    bool given;      /* a pair was given as it is */
    bool dominates;  /* a pair is a bound only: no lower end is one of the mechanism */
} pld__standings;

pld__standings pld__standings_of(const pld_step *steps, size_t count);

/* Those of either. */
pld__standings pld__standings_join(pld__standings a, pld__standings b);

#endif
