/* Adjacency "replace": one record has another value. The row of a family says which pair is valid then, or why none is known. */
#include "base/base.h"
#include "family/family.h"

pld_status pld__replace_refuse(const pld_mechanism *mechanism, const char *why, pld_error *error) {
    return pld__error_argument(error, mechanism->resolved, "--adjacency add, remove or add-remove",
                               "no valid pair is known for '%s' when a record is replaced: %s", mechanism->resolved, why);
}

pld_status pld_mechanism_create_replaced(const pld_mechanism *mechanism, pld_mechanism **replaced, pld_error *error) {
    const pld__family *family = pld__family_of(&mechanism->traits);
    pld_mechanism *made = NULL;
    if (!family->replace)
        return pld__replace_refuse(mechanism, family->no_replace, error);
    pld_status status = family->replace(mechanism, &made, error);
    if (status != PLD_OK)
        return status;
    made->replaced = true;
    *replaced = made;
    return PLD_OK;
}
