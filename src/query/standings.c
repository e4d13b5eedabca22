#include "query/standings.h"

pld__standings pld__standings_join(pld__standings a, pld__standings b) {
    return (pld__standings){.restricted = a.restricted || b.restricted,
                            .unproven = a.unproven || b.unproven,
                            .given = a.given || b.given,
                            .dominates = a.dominates || b.dominates};
}

pld__standings pld__standings_of(const pld_step *steps, size_t count) {
    pld__standings all = {.given = false};
    for (size_t i = 0; i < count; i++) {
        pld__standing standing = pld__traits_standing(&steps[i].mechanism->traits);
        all = pld__standings_join(all, (pld__standings){.restricted = standing == PLD__STANDING_RESTRICTED,
                                                        .unproven = standing == PLD__STANDING_ATTAINED,
                                                        .given = standing == PLD__STANDING_GIVEN,
                                                        .dominates = standing == PLD__STANDING_DOMINATES});
    }
    return all;
}
