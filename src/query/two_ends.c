/* Theorem (T103). Let every step i be dominated by a pair U_i at all x >= 0, in a direction, and let every pair of a list A_i be
 * attained by some data sets. Then delta of the whole is at most that of the product of the U_i, and at least that of the product
 * of any choice of a pair from each A_i. The first is T1. For the second the adversary who chooses the other records' and the
 * protected record's contributions in each step by itself, as every family with such pairs allows, makes the steps independent
 * with just these pairs, in the same order of P and Q. So the largest lower end is one, in each direction and over both. */
#include "query/two_ends.h"

#include "base/base.h"
#include "base/clock.h"
#include "certify/chernoff.h"
#include "plan/tuning.h"
#include "query/answer.h"
#include "query/attained_search.h"

#include <math.h>

enum { MOST_CHOICES = 16 };

bool pld__steps_have_gap(const pld_step *steps, size_t step_count) {
    bool any = false;
    for (size_t i = 0; i < step_count; i++)
        any |= steps[i].mechanism && steps[i].mechanism->attained_count > 0;
    return any;
}

static const pld_mechanism *attained(const pld_mechanism *mechanism, size_t choice) {
    size_t count = mechanism->attained_count;
    return count == 0 ? mechanism : mechanism->attained[choice < count ? choice : count - 1];
}

pld_status pld__alternatives_create(const pld_step *steps, size_t step_count, pld__alternatives *made) {
    size_t product = 1, most = 1;
    *made = (pld__alternatives){.step_count = step_count};
    if (!pld__steps_have_gap(steps, step_count))
        return PLD_OK;
    for (size_t i = 0; i < step_count; i++) {
        size_t own = steps[i].mechanism->attained_count;
        most = own > most ? own : most;
        product *= product <= MOST_CHOICES && own > 1 ? own : 1;
    }
    bool all = product <= MOST_CHOICES;
    made->count = all ? product : most;
    made->steps = pld__allocate(made->count * step_count, sizeof *made->steps);
    if (!made->steps)
        return PLD_ERROR_MEMORY;
    for (size_t choice = 0; choice < made->count; choice++) {
        size_t rest = choice;
        for (size_t i = 0; i < step_count; i++) {
            size_t own = steps[i].mechanism->attained_count;
            made->steps[choice * step_count + i] = (pld_step){attained(steps[i].mechanism, all && own > 1 ? rest % own
                                                                                           : all          ? 0
                                                                                                          : choice),
                                                              steps[i].count};
            rest = all && own > 1 ? rest / own : rest;
        }
    }
    return PLD_OK;
}

void pld__alternatives_free(pld__alternatives *alternatives) {
    pld__free(alternatives->steps);
    *alternatives = (pld__alternatives){0};
}

pld_status pld__dominating_create(const pld_step *steps, size_t step_count, bool pairs_alone, pld__dominating *made) {
    *made = (pld__dominating){0};
    if (!pld__steps_have_gap(steps, step_count))
        return PLD_OK;
    made->steps = pld__allocate(step_count, sizeof *made->steps);
    made->mechanisms = pld__allocate(step_count, sizeof *made->mechanisms);
    if (!made->steps || !made->mechanisms) {
        pld__dominating_free(made);
        return PLD_ERROR_MEMORY;
    }
    for (size_t i = 0; i < step_count; i++) {
        made->mechanisms[i] = *steps[i].mechanism;
        made->mechanisms[i].attained_count = 0;
        if (pairs_alone)
            made->mechanisms[i].moment_upper = NULL;
        made->steps[i] = (pld_step){&made->mechanisms[i], steps[i].count};
    }
    return PLD_OK;
}

void pld__dominating_free(pld__dominating *dominating) {
    pld__free(dominating->steps);
    pld__free(dominating->mechanisms);
    *dominating = (pld__dominating){0};
}

/* Keeps the better lower ends of an answer about pairs that are attained. */
static void keep_lower(const pld_result *below, pld_result *result) {
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        pld_direction_result *to = &result->directions[d];
        if (!to->asked || !(below->directions[d].bracket.lower > to->bracket.lower))
            continue;
        to->bracket.lower = below->directions[d].bracket.lower;
        to->lower = below->directions[d].lower;
        result->engines[d].lower = below->engines[d].lower;
    }
    result->bracket.lower = fmax(result->bracket.lower, below->bracket.lower);
    result->memory_bound |= below->memory_bound;
}

/* A first look at each choice, to see which of them may decide. */
static pld_options first_look(const pld_options *options) {
    pld_options loose = *options;
    loose.tolerance *= FIRST_LOOK_LOOSER;
    loose.relative_tolerance =
        fmax(FIRST_LOOK_LOOSER * options->relative_tolerance, options->tolerance > 0 ? 0 : FIRST_LOOK_WIDTH);
    return loose;
}

/* The pairs that are attained, the best of them: lower ends into `result`, which has none; *close says whether they are within
 * the tolerance of the largest value. Choices that a first look tells to be below another are not looked at again. */
static pld_status ask_below(const pld_step *steps, size_t step_count, const pld__alternatives *all, const pld__question *question,
                            const pld_options *options, pld_result *result, bool *limited, bool *close, pld_error *error) {
    double upper[MOST_CHOICES], highest = -INFINITY, tolerance = 0;
    pld_options loose = first_look(options);
    pld_unit unit = question->for_delta ? PLD_UNIT_LOG_DELTA : PLD_UNIT_EPSILON;
    bool shares = pld__steps_have_shares(steps, step_count); /* then a first look will do: there are better ones */
    for (int pass = all->count > 1 ? 0 : 1; pass < (shares ? 1 : 2); pass++)
        for (size_t choice = 0; choice < all->count; choice++) {
            pld_result own;
            bool own_limited = false;
            if (pld_bracket_width(&result->bracket, unit) <= result->tolerance) { /* no choice can be better */
                *close = true;
                return PLD_OK;
            }
            if (pass == 1 && all->count > 1 && upper[choice] <= result->bracket.lower)
                continue;
            pld_status status = pld__answer(all->steps + choice * all->step_count, all->step_count, question,
                                            pass == 0 ? &loose : options, NULL, &own, &own_limited, error);
            if (status != PLD_OK)
                return status;
            keep_lower(&own, result);
            upper[choice] = own.bracket.upper;
            tolerance = fmax(tolerance, pass == 1 ? own.tolerance : 0);
            *limited |= own_limited;
        }
    for (size_t choice = 0; choice < all->count && !shares; choice++)
        highest = fmax(highest, upper[choice]);
    if (shares) {
        pld_result found[2];
        pld_status status = pld__attained_search(steps, step_count, question, options, found, limited, error);
        for (int i = 0; i < 2 && status == PLD_OK; i++) {
            keep_lower(&found[i], result);
            tolerance = fmax(tolerance, found[i].tolerance);
            highest = fmax(highest, found[i].bracket.upper);
        }
        if (status != PLD_OK)
            return status;
    }
    const pld_bracket value = {result->bracket.lower, NAN, highest};
    *close = pld_bracket_width(&value, unit) <= tolerance;
    return PLD_OK;
}

/* Forgets what the pair that dominates says from below. */
static void drop_lower(const pld__question *question, pld_result *result) {
    double nothing = question->for_delta ? -INFINITY : 0;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        result->directions[d].bracket.lower = nothing;
        result->directions[d].lower = (pld_ledger){0};
    }
    result->bracket.lower = nothing;
}

/* What is known of steps beyond their pairs lowers upper ends (T171). Where that is below what the pairs compose to, a lower end
 * of the pairs says nothing any more: without others, the answer is about this bound itself. */
static void lower_upper(const pld_step *steps, size_t step_count, const pld__question *question, pld_result *result) {
    double highest = -INFINITY, slack = 1e-9;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        pld_direction_result *one = &result->directions[d];
        if (!one->asked)
            continue;
        double upper = question->for_delta
                           ? pld__moments_log_delta_upper(steps, step_count, pld__direction_at(d), question->epsilon)
                           : pld__moments_epsilon_upper(steps, step_count, pld__direction_at(d), question->log_delta);
        if (upper < one->bracket.upper) {
            one->bracket =
                (pld_bracket){fmin(one->bracket.lower, question->for_delta ? upper - slack : upper * (1 - slack)), upper, upper};
            one->upper = (pld_ledger){0};
            one->estimate_error = INFINITY;
            result->engines[d].upper = PLD_ENGINE_CLOSED;
        }
        highest = fmax(highest, one->bracket.upper);
    }
    if (highest < result->bracket.upper)
        result->bracket = (pld_bracket){
            fmin(result->bracket.lower, question->for_delta ? highest - slack : highest * (1 - slack)), highest, highest};
}

pld_status pld__answer_two_ends(const pld_step *steps, size_t step_count, const pld__question *question,
                                const pld_options *options, pld__shelf *shelf, pld_result *result, bool *limited,
                                pld_error *error) {
    double started = pld__seconds_now();
    pld__alternatives all = {0};
    pld_result answer;
    bool close = true, any_limited = false;
    pld_status status = pld__answer(steps, step_count, question, options, shelf, &answer, &any_limited, error);
    if (status == PLD_OK && pld__moments_are_known(steps, step_count))
        lower_upper(steps, step_count, question, &answer);
    if (status == PLD_OK && pld__steps_have_gap(steps, step_count)) {
        status = pld__alternatives_create(steps, step_count, &all);
        drop_lower(question, &answer);
        if (status == PLD_OK)
            status = ask_below(steps, step_count, &all, question, options, &answer, &any_limited, &close, error);
        for (int d = 0; d < PLD_DIRECTIONS && status == PLD_OK; d++) {
            pld_bracket *one = &answer.directions[d].bracket;
            one->estimate = NAN;
            answer.directions[d].estimate_error = INFINITY;
            if (answer.directions[d].asked && !(one->lower <= one->upper))
                status = PLD_ERROR_CONTRADICTION;
        }
        answer.bracket.estimate = NAN;
        answer.theory_gap = true;
        answer.tolerance_met &= close;
        answer.seconds = pld__seconds_now() - started;
    }
    pld__alternatives_free(&all);
    if (status != PLD_OK)
        return status;
    *result = answer;
    *limited = any_limited;
    return PLD_OK;
}
