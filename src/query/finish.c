#include "query/finish.h"

#include "certify/join.h"
#include "estimate/estimate.h"

#include <math.h>

/* The estimate of one direction. By the buckets alone there is one only where the bracket is as narrow as asked: upper grid
 * errors are about twice the lower ones, so the truth is near a third of the way. A wider bracket, such as [0, U] of a direction
 * that does not decide, estimates nothing. */
static pld_status estimate(pld__inquiry *run, int d) {
    pld_direction_result *one = &run->result.directions[d];
    pld_bracket *bracket = &one->bracket;
    bracket->estimate = NAN;
    if (bracket->lower == bracket->upper)
        bracket->estimate = bracket->lower;
    else if (pld__inquiry_width(run, bracket) <= run->result.tolerance)
        bracket->estimate = pld__estimate_guess(bracket);
    if (run->estimate[d] >= bracket->lower && run->estimate[d] <= bracket->upper) {
        bracket->estimate = run->estimate[d];
        one->estimate_error = (bracket->upper - bracket->lower) / 2;
        return PLD_OK;
    }
    if (!run->open.asked[d] || !run->prepared)
        return PLD_OK;
    pld_status status = pld__inquiry_sketch(run);
    if (status != PLD_OK || run->sketch.grouped || run->sketch.enclosed || run->stopped)
        return status;
    size_t refused = pld__memory_limit_refusals(&run->limit);
    status = pld__estimate(&run->sketch, pld__direction_at(d), run->question, bracket, &one->estimate_error);
    bool stopped = pld__memory_limit_stopped(&run->limit, refused, status);
    run->limited |= stopped;
    return stopped ? PLD_OK : status;
}

/* The grid takes what the other terms leave of the distance from the estimate to each end. */
static void set_grid_terms(pld_direction_result *one) {
    pld_ledger *sides[] = {&one->lower, &one->upper};
    double guess = pld__estimate_guess(&one->bracket), gaps[] = {guess - one->bracket.lower, one->bracket.upper - guess};
    for (int side = 0; side < PLD__SIDES; side++) {
        double others = sides[side]->cells + sides[side]->tail + sides[side]->wraparound + sides[side]->roundoff;
        sides[side]->grid = fmax(gaps[side] - others, 0);
    }
}

pld_status pld__finish(pld__inquiry *inquiry) {
    pld_result *result = &inquiry->result;
    if (pld__join_contradicts(result->directions, inquiry->question->asked))
        return PLD_ERROR_CONTRADICTION;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        if (!inquiry->question->asked[d])
            continue;
        pld_status status = estimate(inquiry, d);
        if (status != PLD_OK)
            return status;
        set_grid_terms(&result->directions[d]);
    }
    pld__inquiry_combine(inquiry, inquiry->question->asked);
    result->tolerance_met = pld__inquiry_reached(inquiry) <= result->tolerance;
    inquiry->limited |= inquiry->stopped || pld__memory_limit_refusals(&inquiry->limit) > 0;
    result->memory_bound |= inquiry->limited && !result->tolerance_met;
    return PLD_OK;
}
