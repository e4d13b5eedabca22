/* The memory limit of one query: what plans may take, and a budget that holds them to it. */
#ifndef PLD_QUERY_MEMORY_LIMIT_H
#define PLD_QUERY_MEMORY_LIMIT_H

#include "base/budget.h"

#include <pld/query.h>

typedef struct pld__memory_limit {
    double bytes;
    bool kept; /* it was given, or what the query is part of has one: the budget below refuses what is beyond it */
    pld__budget budget;
} pld__memory_limit;

/* The memory limit in bytes, as given or half of the machine's; not more than what the query is part of has left. */
double pld__memory_limit_bytes(const pld_options *options);

/* That of each of some queries that run side by side. It leaves a little for what they are asked by, so that what one is given
 * does not depend on what others hold just then. */
size_t pld__memory_limit_share(const pld_options *options, int queries);

/* Until it is closed again, on the same thread, what is allocated counts. */
void pld__memory_limit_open(const pld_options *options, pld__memory_limit *limit);
void pld__memory_limit_close(pld__memory_limit *limit);

/* What plans may take: what is held is held. */
double pld__memory_limit_room(const pld__memory_limit *limit);

/* How often an allocation was refused so far. */
size_t pld__memory_limit_refusals(const pld__memory_limit *limit);

/* Did the work fail because the limit has no room for it? So it did where memory was refused since there had been `before`
 * refusals. Where memory itself has ended this is an error like any other. */
bool pld__memory_limit_stopped(const pld__memory_limit *limit, size_t before, pld_status status);

#endif
