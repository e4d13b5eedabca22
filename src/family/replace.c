/* Adjacencies "replace", one record has another value, and "zero-out", one record contributes 0. The row of a family says which
 * pair is valid then, or why none is known. */
#include "base/base.h"
#include "family/family.h"

pld_status pld__replace_refuse(const pld_mechanism *mechanism, const char *why, pld_error *error) {
    return pld__error_argument(error, mechanism->resolved, "--adjacency add, remove or add-remove",
                               "no valid pair is known for '%s' when a record is replaced: %s", mechanism->resolved, why);
}

pld_status pld__whole_replace(const pld_mechanism *mechanism, pld_mechanism **replaced, pld_error *error) {
    return mechanism->traits.sampling_rate != 1 ? pld__replace_refuse(mechanism, PLD__NOT_TWO_ENDS, error)
                                                : pld__whole_group(mechanism, 2, replaced, error);
}

pld_status pld__zero_refuse(const pld_mechanism *mechanism, const char *why, pld_error *error) {
    return pld__error_argument(error, mechanism->resolved, "--adjacency add, remove or add-remove",
                               "no valid pair is known for '%s' when a record stays and contributes 0: %s", mechanism->resolved,
                               why);
}

pld_status pld__presence_refuse(const pld_mechanism *mechanism, const char *why, pld_error *error) {
    return pld__error_argument(error, mechanism->resolved, "--adjacency zero-out or replace",
                               "no valid pair is known for '%s' when a record is added or removed: %s", mechanism->resolved, why);
}

/* One is removed and another added. */
pld_status pld__chain_replace(const pld_mechanism *mechanism, pld_mechanism **replaced, pld_error *error) {
    if (mechanism->traits.sampling_rate != 1)
        return pld__replace_refuse(mechanism, PLD__NOT_TWO_ENDS, error);
    return mechanism->traits.whole_sensitivity != 1 ? pld__replace_refuse(mechanism, PLD__SEVERAL_ALREADY, error)
                                                    : mechanism->traits.family->create_chain(mechanism, 2, 1, replaced, error);
}

/* What was made from a mechanism says where that came from. Frees it on failure. */
static pld_status follow(const pld_mechanism *from, pld_mechanism *made, pld_mechanism **mechanism) {
    pld_status status = from->origin ? pld__mechanism_derive(made, from->origin) : PLD_OK;
    if (status == PLD_OK)
        *mechanism = made;
    else
        pld_mechanism_free(made);
    return status;
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
    for (size_t i = 0; i < made->attained_count; i++)
        made->attained[i]->replaced = true;
    return follow(mechanism, made, replaced);
}

pld_status pld_mechanism_create_zeroed(const pld_mechanism *mechanism, pld_mechanism **zeroed, pld_error *error) {
    const pld__family *family = pld__family_of(&mechanism->traits);
    pld_mechanism *made = NULL;
    if (mechanism->replaced)
        return pld__zero_refuse(mechanism, "its pair is that of a record that is replaced", error);
    if (family->zero_as_removed) {
        if (mechanism->traits.removed + mechanism->traits.added > 1)
            return pld__zero_refuse(mechanism, "it is one of several records", error);
        *zeroed = pld__mechanism_share(mechanism);
        return PLD_OK;
    }
    if (!family->zero)
        return pld__zero_refuse(mechanism, family->no_zero, error);
    pld_status status = family->zero(mechanism, &made, error);
    if (status != PLD_OK)
        return status;
    made->zeroed = true;
    for (size_t i = 0; i < made->attained_count; i++)
        made->attained[i]->zeroed = true;
    return follow(mechanism, made, zeroed);
}

pld_status pld__two_ends_join(pld_status status, pld_mechanism *dominating, pld_mechanism *const *attained, size_t count,
                              const char *gap, pld_mechanism **mechanism) {
    for (size_t i = 0; i < count; i++) {
        if (status == PLD_OK)
            dominating->attained[dominating->attained_count++] = attained[i];
        else
            pld_mechanism_free(attained[i]);
    }
    if (status == PLD_OK) {
        dominating->gap = gap;
        *mechanism = dominating;
    } else {
        pld_mechanism_free(dominating);
    }
    return status;
}
