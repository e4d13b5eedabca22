#include "family/monotone.h"

#include "family/spec.h"

#include <string.h>

const char *pld__spec_not_monotone(const char *spec, const char *key) {
    const pld__key *known = NULL;
    if (strcmp(key, "count") == 0)
        return NULL; /* PLD__MONOTONE_PARTS */
    bool found = pld__spec_key(spec, key, &known, NULL) == PLD_OK && known;
    bool theorem = found && known->monotone != PLD__MONOTONE_UNKNOWN;
    for (size_t i = 0; i < sizeof known->unless / sizeof known->unless[0] && theorem; i++)
        theorem = !(known->unless[i] && pld__spec_has(spec, known->unless[i]));
    if (theorem)
        return NULL;
    return found && known->not_monotone ? known->not_monotone : "no theorem says that spending only grows or only falls with it";
}
