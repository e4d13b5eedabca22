/* What holds of every estimate. */
#ifndef TESTS_SUPPORT_ESTIMATE_H
#define TESTS_SUPPORT_ESTIMATE_H

#include <math.h>
#include <pld/query.h>

/* Inside the bracket; missing only where that is wider than asked, which no narrow one is. */
static inline bool estimate_fits(const pld_bracket *bracket, double asked) {
    if (isnan(bracket->estimate))
        return bracket->upper - bracket->lower > asked;
    return bracket->lower <= bracket->estimate && bracket->estimate <= bracket->upper;
}

/* What holds of every result: ends in order, nothing in a ledger below 0, a width that was met or not as it says. */
static inline bool result_is_sane(const pld_result *result) {
    const pld_bracket *bracket = &result->bracket;
    bool good = bracket->lower >= 0 && estimate_fits(bracket, result->tolerance);
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        const pld_direction_result *one = &result->directions[d];
        if (one->asked) {
            good &= one->bracket.lower <= bracket->lower && one->bracket.upper <= bracket->upper &&
                    one->bracket.lower <= one->bracket.upper && estimate_fits(&one->bracket, result->tolerance);
            const pld_ledger *ledgers[] = {&one->lower, &one->upper};
            for (int side = 0; side < 2; side++) {
                const pld_ledger *ledger = ledgers[side];
                good &= ledger->cells >= 0 && ledger->grid >= 0 && ledger->tail >= 0 && ledger->wraparound >= 0 &&
                        ledger->roundoff >= 0;
            }
        }
    }
    return good &&
           result->tolerance_met == (bracket->upper - bracket->lower <= result->tolerance || bracket->upper == bracket->lower);
}

#endif
