#include "study/directions.h"

#include "query/adjacency.h"

#include <math.h>

bool pld__direction_is_close(pld_unit unit, const pld_result *result, int direction) {
    return result->theory_gap || pld_bracket_width(&result->directions[direction].bracket, unit) <= result->tolerance;
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

pld_status pld__directions_complete(const pld_step *steps, size_t step_count, pld_unit unit, double given,
                                    const pld_options *options, pld_result *result, pld_error *error) {
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        pld_options own = *options;
        pld_result answer;
        bool alone = !result->directions[PLD_DIRECTIONS - 1 - d].asked;
        if (!result->directions[d].asked || alone || pld__direction_is_close(unit, result, d)) {
            continue;
        }
        own.adjacency = pld__adjacency_of((pld_direction)d);
        own.tolerance = unit == PLD_UNIT_EPSILON ? result->tolerance : 0;
        own.relative_tolerance = unit == PLD_UNIT_EPSILON ? 0 : result->tolerance;
        pld_status status = unit == PLD_UNIT_EPSILON ? pld_query_epsilon(steps, step_count, given, &own, &answer, error)
                                                     : pld_query_delta(steps, step_count, given, &own, &answer, error);
        if (status != PLD_OK) {
            return status;
        }
        take(&answer.directions[d], &result->directions[d]);
    }
    return PLD_OK;
}
