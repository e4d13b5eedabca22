#include "query/adjacency.h"

#include "base/base.h"

#include <string.h>

static const char *const names[] = {[PLD_ADJACENCY_ADD_REMOVE] = "add-remove",
                                    [PLD_ADJACENCY_REMOVE] = "remove",
                                    [PLD_ADJACENCY_ADD] = "add",
                                    [PLD_ADJACENCY_REPLACE] = "replace"};

enum { COUNT = sizeof names / sizeof names[0] };

const char *pld_adjacency_name(pld_adjacency adjacency) {
    return (size_t)adjacency < COUNT ? names[adjacency] : "";
}

pld_status pld__adjacency_parse(const char *text, pld_adjacency *adjacency, pld_error *error) {
    for (size_t i = 0; i < COUNT; i++)
        if (strcmp(text, names[i]) == 0) {
            *adjacency = (pld_adjacency)i;
            return PLD_OK;
        }
    return pld__error_argument(error, text, "add, remove, add-remove or replace", "'%s' is not a kind of adjacency", text);
}

pld_adjacency pld__adjacency_of(pld_direction direction) {
    return direction == PLD_REMOVE ? PLD_ADJACENCY_REMOVE : PLD_ADJACENCY_ADD;
}
