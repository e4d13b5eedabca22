/* Outcomes that only one of the two distributions has: their loss is infinite, whatever the rest of the composition does. */
#ifndef PLD_QUERY_INFINITE_H
#define PLD_QUERY_INFINITE_H

#include "query/aim.h"

/* log of a lower bound on the mass at infinite loss of all steps together; -INFINITY if there is none. */
double pld__infinite_log_lower(const pld__target *targets, size_t count, pld_direction direction);

#endif
