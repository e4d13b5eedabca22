/* pld_query_cross_check: another engine, and whether it contradicts. */
#include "base/base.h"
#include "query/engine.h"
#include "query/explain.h"

#include <math.h>

/* The ones with most digits first. */
static const pld_engine ORDER[] = {PLD_ENGINE_CLOSED,      PLD_ENGINE_QUADRATURE, PLD_ENGINE_LATTICE,
                                   PLD_ENGINE_FREQUENCIES, PLD_ENGINE_TRANSFORMS, PLD_ENGINE_JUMPS};

enum { ORDER_COUNT = sizeof ORDER / sizeof ORDER[0] };

/* Wider than this a second opinion is quick by every engine, and tells all that is wrong in the digits that people print. */
static const double SECOND_TOLERANCE = 1e-6;

static bool made_an_end(const pld_result *result, pld_engine engine) {
    bool made = false;
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        made |= result->directions[d].asked && (result->engines[d].lower == engine || result->engines[d].upper == engine);
    return made;
}

/* Was anything computed? */
static bool is_computed(const pld_result *result) {
    bool computed = false;
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        computed |= result->directions[d].asked &&
                    (result->engines[d].lower != PLD_ENGINE_AUTO || result->engines[d].upper != PLD_ENGINE_AUTO);
    return computed;
}

static pld_options options_for(const pld_options *options, pld_engine engine) {
    pld_options other = *options;
    other.engine = engine;
    other.bucket_width = 0;
    other.buckets = 0;
    if (other.tolerance > 0)
        other.tolerance = fmax(other.tolerance, SECOND_TOLERANCE);
    else if (other.relative_tolerance > 0)
        other.relative_tolerance = fmax(other.relative_tolerance, SECOND_TOLERANCE);
    return other;
}

static bool is_disjoint(const pld_bracket *a, const pld_bracket *b) {
    return !(a->lower <= b->upper && b->lower <= a->upper);
}

pld_status pld_query_cross_check(const pld_step *steps, size_t step_count, long double given, const pld_options *options,
                                 const pld_result *first, pld_cross_check *check, pld_error *error) {
    pld_cross_check made = {.answered = false};
    for (size_t i = 0; i < ORDER_COUNT && is_computed(first) && !made.answered; i++) {
        pld_options other = options_for(options, ORDER[i]);
        pld_error refusal;
        if (made_an_end(first, ORDER[i]))
            continue;
        pld_status status = first->unit == PLD_UNIT_EPSILON
                                ? pld_query_epsilon(steps, step_count, given, &other, &made.result, &refusal)
                                : pld_query_delta(steps, step_count, (double)given, &other, &made.result, &refusal);
        if (status != PLD_OK && status != PLD_ERROR_ARGUMENT) {
            if (error)
                *error = refusal;
            return status;
        }
        made.answered = status == PLD_OK && is_computed(&made.result);
        made.engine = ORDER[i];
    }
    for (int d = 0; d < PLD_DIRECTIONS && made.answered; d++)
        made.contradicts[d] = first->directions[d].asked && made.result.directions[d].asked &&
                              is_disjoint(&first->directions[d].bracket, &made.result.directions[d].bracket);
    *check = made;
    return PLD_OK;
}
