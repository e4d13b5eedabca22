#include "query/adjacency.h"

#include "base/base.h"
#include "base/suggest.h"
#include "family/family.h"

#include <string.h>

static const char *const names[] = {[PLD_ADJACENCY_ADD_REMOVE] = "add-remove",
                                    [PLD_ADJACENCY_REMOVE] = "remove",
                                    [PLD_ADJACENCY_ADD] = "add",
                                    [PLD_ADJACENCY_REPLACE] = "replace",
                                    [PLD_ADJACENCY_ZERO_OUT] = "zero-out"};

enum { COUNT = sizeof names / sizeof names[0] };

const char *pld_adjacency_name(pld_adjacency adjacency) {
    return (size_t)adjacency < COUNT ? names[adjacency] : "";
}

pld_status pld__adjacency_parse(const char *text, pld_adjacency *adjacency, pld_error *error) {
    pld__suggestion nearest = pld__suggestion_start(text);
    char hint[64];
    for (size_t i = 0; i < COUNT; i++) {
        if (strcmp(text, names[i]) == 0) {
            *adjacency = (pld_adjacency)i;
            return PLD_OK;
        }
        pld__suggestion_consider(&nearest, names[i]);
    }
    pld__suggestion_text(&nearest, hint, sizeof hint);
    return pld__error_argument(error, text, "add, remove, add-remove, replace or zero-out", "'%s' is not a kind of adjacency%s",
                               text, hint);
}

pld_adjacency pld__adjacency_of(pld_direction direction) {
    return direction == PLD_REMOVE ? PLD_ADJACENCY_REMOVE : PLD_ADJACENCY_ADD;
}

const char *pld_adjacency_direction_name(pld_adjacency adjacency, pld_direction direction) {
    bool remove = direction == PLD_REMOVE;
    switch (adjacency) {
    case PLD_ADJACENCY_REPLACE:
        return remove ? "forward" : "reverse";
    case PLD_ADJACENCY_ZERO_OUT:
        return remove ? "zeroed" : "restored";
    default:
        return pld_direction_name(direction);
    }
}

pld_status pld__adjacency_check(const pld_mechanism *mechanism, pld_adjacency adjacency, pld_error *error) {
    const pld__family *family = pld__family_of(&mechanism->traits);
    const char *is = mechanism->replaced ? "replaced" : mechanism->zeroed ? "left with a contribution of 0" : "added or removed";
    const char *asked = "", *maker = "";
    bool fits = !mechanism->replaced && !mechanism->zeroed;
    if (adjacency == PLD_ADJACENCY_REPLACE) {
        fits = mechanism->replaced;
        asked = "replaced";
        maker = "what pld_mechanism_create_replaced made";
    } else if (adjacency == PLD_ADJACENCY_ZERO_OUT) {
        fits = mechanism->zeroed || (fits && family->zero_as_removed);
        asked = "left with a contribution of 0";
        maker = "what pld_mechanism_create_zeroed made";
    } else if (fits && family->no_presence) {
        return pld__presence_refuse(mechanism, family->no_presence, error);
    } else {
        fits = true; /* direction by direction any pair may be asked about */
    }
    return fits ? PLD_OK
                : pld__error_argument(error, mechanism->resolved, maker,
                                      "'%s' is the pair of a record that is %s, not of one that is %s", mechanism->resolved, is,
                                      asked);
}

pld_status pld__adjacency_adapt(pld_mechanism *plain, pld_adjacency adjacency, pld_mechanism **mechanism, pld_error *error) {
    bool replace = adjacency == PLD_ADJACENCY_REPLACE && !plain->replaced,
         zero = adjacency == PLD_ADJACENCY_ZERO_OUT && !plain->zeroed;
    if (!replace && !zero) {
        *mechanism = plain;
        return PLD_OK;
    }
    pld_status status =
        replace ? pld_mechanism_create_replaced(plain, mechanism, error) : pld_mechanism_create_zeroed(plain, mechanism, error);
    pld_mechanism_free(plain);
    return status;
}
