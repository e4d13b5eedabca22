/* The spine. One answer is made like this:
 *
 *   facts       what single steps say without composing anything (certify/facts.h); a direction may be settled by that
 *   strategies  one way after the other; those for discrete steps go before anything is made of them
 *   steps       those that are composed; all as one where a theorem allows it (certify/steps.h)
 *   sketch      coarse points of every step, for planning only (plan/sketch.h)
 *   strategies  the other ways: plan (plan/plan.h), run the plan (certify/run.h), keep the better ends; the next
 *               plan is finer, while the answer is wider than asked and gets narrower (query/strategy.c, query/attempt.c)
 *   finish      estimates by another method (estimate/), which must not contradict what is certified
 *
 * Only what certify/ says gets into a bracket. */
#include "query/answer.h"

#include "base/clock.h"
#include "certify/chernoff.h"
#include "plan/tuning.h"
#include "query/check.h"
#include "query/engine_choice.h"
#include "query/explain.h"
#include "query/finish.h"
#include "query/strategy.h"

#include <math.h>

/* Facts of every direction asked; those that they do not settle are open. */
static void gather_facts(pld__inquiry *run) {
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        pld_direction_result *one = &run->result.directions[d];
        one->asked = run->question->asked[d];
        one->estimate_error = INFINITY;
        if (!one->asked)
            continue;
        run->facts[d] = pld__facts_of(run->given, run->given_count, run->question, pld__direction_at(d));
        one->bracket = run->facts[d].bracket;
        run->open.asked[d] = !run->facts[d].settled;
    }
}

/* However far out epsilon is, there is a bound of delta. */
static void bound_far_delta(pld__inquiry *run) {
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        pld_bracket *bracket = &run->result.directions[d].bracket;
        if (run->open.asked[d])
            bracket->upper = fmin(bracket->upper, pld__chernoff_log_upper(run->given, run->given_count, pld__direction_at(d),
                                                                          run->question->epsilon));
    }
}

/* The strategies, where they have something to do. */
static pld_status try_strategies(pld__inquiry *run, pld_error *error) {
    bool taken = true;
    if (!pld__inquiry_is_open(run)) {
        pld__explain(run->options, "facts: single steps say it all, nothing has to be composed");
        return PLD_OK;
    }
    pld_status status = pld__strategies_try(run, &taken);
    return status == PLD_OK && !taken ? pld__engine_refuse(run, error) : status;
}

static pld_status answer(pld__inquiry *run, pld_error *error) {
    gather_facts(run);
    pld__memory_limit_open(run->options, &run->limit);
    pld__work_open(&run->work, run->options->watcher, run->options->context, WORK_LIMIT);
    run->result.tolerance_met = true;
    run->estimate[PLD_REMOVE] = run->estimate[PLD_ADD] = NAN;
    pld_status status = try_strategies(run, error);
    if (status == PLD_OK && run->question->for_delta && !run->result.tolerance_met)
        bound_far_delta(run);
    if (status == PLD_OK)
        status = pld__finish(run);
    pld__inquiry_free(run);
    pld__work_close(&run->work);
    pld__memory_limit_close(&run->limit);
    return status;
}

pld_status pld__answer(const pld_step *steps, size_t step_count, const pld__question *question, const pld_options *options,
                       pld__shelf *shelf, pld_result *result, bool *limited, pld_error *error) {
    double started = pld__seconds_now(), tolerance = options->tolerance > 0 ? options->tolerance : options->relative_tolerance;
    pld_status status = pld__check_query(steps, step_count, options, error);
    if (status != PLD_OK)
        return status;
    pld__inquiry run = {
        .given = steps, .given_count = step_count, .question = question, .options = options, .shelf = shelf, .open = *question};
    run.result.tolerance = run.asked = tolerance > 0 ? tolerance : DEFAULT_WIDTH;
    status = answer(&run, error);
    if (status != PLD_OK)
        return status;
    run.result.seconds = pld__seconds_now() - started;
    *result = run.result;
    *limited = run.limited;
    return PLD_OK;
}
