/* What neighbours differ by, as text and as directions. */
#ifndef PLD_QUERY_ADJACENCY_H
#define PLD_QUERY_ADJACENCY_H

#include <pld/query.h>

PLD_WARN_UNUSED pld_status pld__adjacency_parse(const char *text, pld_adjacency *adjacency, pld_error *error);

/* The one that asks for this direction alone. */
pld_adjacency pld__adjacency_of(pld_direction direction);

#endif
