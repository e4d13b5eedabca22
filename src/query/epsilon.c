/* pld_query_epsilon and pld_query_delta: the questions, checked. */
#include "base/base.h"
#include "query/answer.h"
#include "query/two_ends.h"

#include <math.h>
#include <stdio.h>

/* Deltas are kept in long double, which ends at 1e-4932. */
static const double SMALLEST_LOG_DELTA = -4300 * PLD__LN_10;

static void set_directions(pld_adjacency adjacency, pld__question *question) {
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        question->asked[d] = pld_adjacency_asks(adjacency, pld__direction_at(d));
}

pld_status pld__answer_epsilon(const pld_step *steps, size_t step_count, long double log_delta, const pld_options *options,
                               pld__shelf *shelf, pld_result *result, bool *limited, pld_error *error) {
    if (!(log_delta < 0))
        return pld__error_argument(error, "delta", "a number from 0 up to, but not including, 1",
                                   "delta must be at least 0 and below 1");
    if (log_delta < (long double)SMALLEST_LOG_DELTA && isfinite(log_delta))
        return pld__error_argument(error, "delta", "0, or at least 1e-4300",
                                   "delta is too small: it must be 0 or at least 1e-4300");
    pld__question question = {.log_delta = (double)log_delta, .exact_log_delta = log_delta};
    set_directions(options->adjacency, &question);
    return pld__answer_two_ends(steps, step_count, &question, options, shelf, result, limited, error);
}

pld_status pld_query_epsilon(const pld_step *steps, size_t step_count, long double log_delta, const pld_options *options,
                             pld_result *result, pld_error *error) {
    bool limited;
    return pld__answer_epsilon(steps, step_count, log_delta, options, NULL, result, &limited, error);
}

pld_status pld__answer_delta(const pld_step *steps, size_t step_count, double epsilon, const pld_options *options,
                             pld__shelf *shelf, pld_result *result, bool *limited, pld_error *error) {
    if (!(epsilon >= 0 && isfinite(epsilon)))
        return pld__error_argument(error, "epsilon", "a finite number of at least 0", "epsilon must be finite and at least 0");
    pld__question question = {.for_delta = true, .epsilon = epsilon};
    set_directions(options->adjacency, &question);
    pld_status status = pld__answer_two_ends(steps, step_count, &question, options, shelf, result, limited, error);
    if (status == PLD_OK)
        result->unit = PLD_UNIT_LOG_DELTA;
    return status;
}

pld_status pld_query_delta(const pld_step *steps, size_t step_count, double epsilon, const pld_options *options,
                           pld_result *result, pld_error *error) {
    bool limited;
    return pld__answer_delta(steps, step_count, epsilon, options, NULL, result, &limited, error);
}
