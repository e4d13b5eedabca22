#include "cli/directions.h"

#include <math.h>

bool pld__direction_is_close(pld__question question, const pld_result *result, int direction) {
    return pld__report_width(question, &result->directions[direction].bracket) <= result->tolerance;
}

/* Two true brackets of the same number: the better ends, and the estimate of the narrower one if it is still inside. */
static void take(const pld_direction_result *answer, pld_direction_result *known) {
    pld_bracket both = {fmax(known->bracket.lower, answer->bracket.lower), answer->bracket.estimate,
                        fmin(known->bracket.upper, answer->bracket.upper)};
    if (!isnan(both.estimate)) {
        both.estimate = fmin(fmax(both.estimate, both.lower), both.upper);
    }
    *known = *answer;
    known->bracket = both;
}

pld_status pld__directions_complete(const pld_step *steps, size_t step_count, pld__question question, double given,
                                    const pld_options *options, pld_result *result, pld_error *error) {
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        pld_options own = *options;
        pld_result answer;
        bool alone = !result->directions[PLD_DIRECTIONS - 1 - d].asked;
        if (!result->directions[d].asked || alone || pld__direction_is_close(question, result, d)) {
            continue;
        }
        own.adjacency = d == PLD_REMOVE ? PLD_ADJACENCY_REMOVE : PLD_ADJACENCY_ADD;
        own.tolerance = question == PLD__ASKS_EPSILON ? result->tolerance : 0;
        own.relative_tolerance = question == PLD__ASKS_EPSILON ? 0 : result->tolerance;
        pld_status status = question == PLD__ASKS_EPSILON ? pld_query_epsilon(steps, step_count, given, &own, &answer, error)
                                                          : pld_query_delta(steps, step_count, given, &own, &answer, error);
        if (status != PLD_OK) {
            return status;
        }
        take(&answer.directions[d], &result->directions[d]);
    }
    return PLD_OK;
}
