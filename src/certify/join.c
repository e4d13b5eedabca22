#include "certify/join.h"

#include <math.h>

void pld__join_ends(const pld__end ends[PLD__SIDES], bool no_lower, pld_direction_result *kept) {
    if (!no_lower && ends[PLD__LOWER].value >= kept->bracket.lower) {
        kept->bracket.lower = ends[PLD__LOWER].value;
        kept->lower = ends[PLD__LOWER].ledger;
    }
    if (ends[PLD__UPPER].value <= kept->bracket.upper) {
        kept->bracket.upper = ends[PLD__UPPER].value;
        kept->upper = ends[PLD__UPPER].ledger;
    }
}

pld_bracket pld__join_directions(const pld_direction_result directions[PLD_DIRECTIONS], const bool asked[PLD_DIRECTIONS]) {
    pld_bracket all = {0, 0, 0};
    bool first = true;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        const pld_bracket *one = &directions[d].bracket;
        if (!asked[d])
            continue;
        all = first ? *one
                    : (pld_bracket){fmax(all.lower, one->lower), fmax(all.estimate, one->estimate), fmax(all.upper, one->upper)};
        first = false;
    }
    return all;
}

bool pld__join_contradicts(const pld_direction_result directions[PLD_DIRECTIONS], const bool asked[PLD_DIRECTIONS]) {
    bool crossed = false;
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        crossed |= asked[d] && !(directions[d].bracket.lower <= directions[d].bracket.upper);
    return crossed;
}
