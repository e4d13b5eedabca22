/* What neighbours differ by, as text and as directions. */
#ifndef PLD_QUERY_ADJACENCY_H
#define PLD_QUERY_ADJACENCY_H

#include <pld/query.h>

PLD_WARN_UNUSED pld_status pld__adjacency_parse(const char *text, pld_adjacency *adjacency, pld_error *error);

/* Is the pair of a mechanism one of this adjacency? PLD_ERROR_ARGUMENT with the reason if it is not. */
PLD_WARN_UNUSED pld_status pld__adjacency_check(const pld_mechanism *mechanism, pld_adjacency adjacency, pld_error *error);

/* The mechanism as questions about this adjacency take it. Takes the one that was made plainly, also on failure. */
PLD_WARN_UNUSED pld_status pld__adjacency_adapt(pld_mechanism *plain, pld_adjacency adjacency, pld_mechanism **mechanism,
                                                pld_error *error);

/* The one that asks for this direction alone. */
pld_adjacency pld__adjacency_of(pld_direction direction);

#endif
