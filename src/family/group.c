/* Groups: k records that are all added or all removed. The row of a family says which pair is the worst case for them, or why
 * none is known: sampling would need the mixture over how many of the group are drawn, and a guarantee or a pair that was given
 * says nothing about more records than it was given for. */
#include "base/base.h"
#include "family/check.h"
#include "family/family.h"

pld_status pld__group_refuse(const pld_mechanism *mechanism, const char *why, pld_error *error) {
    return pld__error_argument(error, mechanism->resolved, "a mechanism whose pair for a group is known, for one record each",
                               "no pair for a group of records is known for '%s': %s", mechanism->resolved, why);
}

pld_status pld__whole_group(const pld_mechanism *mechanism, uint64_t k, pld_mechanism **group, pld_error *error) {
    const pld__traits *traits = &mechanism->traits;
    if (traits->sampling_rate != 1)
        return pld__group_refuse(mechanism, PLD__SEVERAL_DRAWN, error);
    /* at most 1e5 times 1e4 */
    return traits->family->create_whole(traits->scale, k * traits->whole_sensitivity, 1, group, error);
}

pld_status pld__chain_group(const pld_mechanism *mechanism, uint64_t k, pld_mechanism **group, pld_error *error) {
    if (mechanism->traits.sampling_rate != 1)
        return pld__group_refuse(mechanism, PLD__SEVERAL_DRAWN, error);
    return mechanism->traits.whole_sensitivity != 1 ? pld__group_refuse(mechanism, PLD__SEVERAL_ALREADY, error)
                                                    : mechanism->traits.family->create_chain(mechanism, k, k, group, error);
}

pld_status pld_mechanism_create_group(const pld_mechanism *mechanism, uint64_t k, pld_mechanism **group, pld_error *error) {
    const pld__family *family = pld__family_of(&mechanism->traits);
    pld_status status = pld__check_range("k", (double)k, 1, PLD__LARGEST_GROUP, error);
    if (status != PLD_OK)
        return status;
    if (mechanism->replaced || mechanism->zeroed)
        return pld__group_refuse(mechanism,
                                 mechanism->replaced ? "its pair is that of a record that is replaced"
                                                     : "its pair is that of one record that stays and contributes 0",
                                 error);
    return family->group ? family->group(mechanism, k, group, error) : pld__group_refuse(mechanism, family->no_group, error);
}
