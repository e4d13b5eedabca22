#include "query/kernel_answer.h"

#include "base/base.h"
#include "query/kernel_plan.h"

#include <math.h>

/* A plan whose nodes cost more than this share of delta is made again, with closer ones. */
static const double COSTLY = 1e-11;
enum { MOST_TRIALS = 3 };

/* The share of delta that lies between the ends, in the terms of a ledger; `slope` is that of log delta. */
static pld_ledger ledger_of(const pld__kernel_bounds *at, double slope, bool upper) {
    return (pld_ledger){.cells = at->terms / slope,
                        .tail = (at->dropped + (upper ? at->lost : 0)) / slope,
                        .wraparound = upper ? 0 : at->aliases / slope,
                        .roundoff = at->rounded / slope};
}

/* Where the sum, as it is, has this log delta, from a guess: secants. Returns the slope there, without sign. */
static double find_crossing(const pld__kernel_sum *sum, long double log_delta, double *epsilon) {
    double at = *epsilon, slope = sum->theta, before = NAN;
    long double value_before = 0;
    for (int i = 0; i < 60; i++) {
        long double value = pld__kernel_log_delta(sum, at).value;
        if (!isfinite(value)) { /* where the sum is not positive it says nothing: back towards the guess */
            at = isnan(before) ? at : (at + before) / 2;
            if (isnan(before))
                return sum->theta;
            continue;
        }
        if (!isnan(before) && at != before) {
            double found = (double)((value_before - value) / (at - before));
            slope = found > 0 && isfinite(found) ? fmin(fmax(found, slope / 4), 4 * slope) : slope;
        }
        before = at;
        value_before = value;
        double next = fmax(at + (double)(value - log_delta) / slope, 0);
        if (fabs(next - at) <= 1e-16 * at || next == at)
            break;
        at = next;
        if (fabsl(value - log_delta) < 1e-13L)
            break;
    }
    *epsilon = at;
    return slope;
}

/* The first epsilon, going outward from a guess, at which the bound of one side is on its side of the level. */
static double find_end(const pld__kernel_sum *sum, long double level, double guess, double step, bool upper, double slope,
                       pld__end *end) {
    for (int i = 0; i < 60; i++, step *= 2) {
        double at = upper ? guess + step : fmax(guess - step, 0);
        pld__kernel_bounds found = pld__kernel_log_delta(sum, at);
        bool certified = upper ? found.log_delta.upper <= level : found.log_delta.lower > level;
        if (certified || at == 0) {
            *end = (pld__end){.value = certified ? at : upper ? INFINITY : 0, .ledger = ledger_of(&found, slope, upper)};
            return end->value;
        }
    }
    *end = (pld__end){.value = upper ? INFINITY : 0};
    return end->value;
}

static void answer_epsilon(const pld__kernel_sum *sum, const pld__question *question, double guess, pld__kernel_answer *answer) {
    long double log_delta = question->log_delta, slack = 2 * PLD__U * (fabsl(log_delta) + 1);
    double slope = find_crossing(sum, log_delta, &guess);
    pld__kernel_bounds there = pld__kernel_log_delta(sum, guess);
    if (!isfinite(there.value))
        return;
    double share = there.terms + there.dropped + there.rounded;
    double nearest = 4 * PLD__U * guess + (double)slack / slope + 1e-300;
    answer->estimate = guess;
    if (guess == 0 && there.log_delta.upper <= log_delta - slack) {
        answer->ends[PLD__UPPER] = answer->ends[PLD__LOWER] = (pld__end){.value = 0};
    } else {
        (void)find_end(sum, log_delta - slack, guess, 1.1 * (share + there.lost) / slope + nearest, true, slope,
                       &answer->ends[PLD__UPPER]);
        (void)find_end(sum, log_delta + slack, guess, 1.1 * (share + there.aliases) / slope + nearest, false, slope,
                       &answer->ends[PLD__LOWER]);
    }
    answer->found = true;
}

static void answer_delta(const pld__kernel_sum *sum, const pld__question *question, pld__kernel_answer *answer) {
    pld__kernel_bounds found = pld__kernel_log_delta(sum, question->epsilon);
    double lower = (double)found.log_delta.lower, upper = (double)found.log_delta.upper;
    if (!isfinite(found.value))
        return;
    answer->ends[PLD__LOWER] = (pld__end){.value = lower - 4 * PLD__U * fabs(lower), .ledger = ledger_of(&found, 1, false)};
    answer->ends[PLD__UPPER] =
        (pld__end){.value = fmin(upper + 4 * PLD__U * fabs(upper), 0), .ledger = ledger_of(&found, 1, true)};
    answer->estimate = (double)found.value;
    answer->found = true;
}

/* Nodes with what is kept beside them, and terms. */
static double memory_of(const pld__kernel_plan *plan, size_t count) {
    double nodes = 0, each = sizeof(pld__kernel_node) + sizeof(pld__kernel_weight) + 4 * sizeof(long double);
    for (size_t m = 0; m < count; m++)
        nodes += (double)(plan->grids[m].last - plan->grids[m].first + 1);
    return nodes * each + 4 * sizeof(long double) * (double)(plan->frequencies + 1);
}

static pld_status ask_once(const pld__kernel_steps *steps, const pld__question *question, double effort, double finer,
                           pld__kernel_answer *answer, double *cost) {
    pld__kernel_plan *plan = pld__allocate(1, sizeof *plan);
    pld__kernel_sum sum = {0};
    bool possible = false;
    pld_status status = plan ? PLD_OK : PLD_ERROR_MEMORY;
    if (status == PLD_OK)
        status = pld__kernel_plan_make(steps, question, effort, finer, plan, &possible);
    if (status == PLD_OK && possible)
        status = pld__kernel_sum_create(steps, plan, &sum);
    *cost = 0;
    if (status == PLD_OK && possible && sum.usable) {
        if (question->for_delta)
            answer_delta(&sum, question, answer);
        else
            answer_epsilon(&sum, question, plan->guess, answer);
        *cost = pld__kernel_log_delta(&sum, question->for_delta ? question->epsilon : answer->estimate).terms;
        answer->tilt = plan->theta;
        answer->frequencies = plan->frequencies;
        answer->memory = memory_of(plan, steps->count);
    }
    pld__kernel_sum_free(&sum);
    pld__free(plan);
    return status;
}

static pld__kernel_answer nothing(const pld__question *question) {
    pld__kernel_answer answer = {.estimate = NAN};
    answer.ends[PLD__LOWER].value = question->for_delta ? -INFINITY : 0;
    answer.ends[PLD__UPPER].value = question->for_delta ? 0 : INFINITY;
    return answer;
}

pld_status pld__kernel_ask(const pld_step *steps, size_t step_count, pld_direction direction, const pld__question *question,
                           double effort, pld__kernel_answer *answer) {
    pld__kernel_steps made;
    *answer = nothing(question);
    pld_status status = pld__kernel_steps_create(step_count, &made);
    bool taken = status == PLD_OK;
    for (size_t i = 0; i < step_count && taken; i++)
        taken = pld__kernel_steps_add(&made, steps[i].mechanism, direction, steps[i].count);
    if (!taken) {
        pld__kernel_steps_free(&made);
        return status;
    }
    double finer = 1, cost = 1;
    for (int trial = 0; trial < MOST_TRIALS && status == PLD_OK && cost > COSTLY; trial++, finer *= 0.75) {
        *answer = nothing(question);
        status = ask_once(&made, question, effort, finer, answer, &cost);
    }
    pld__kernel_steps_free(&made);
    return status;
}
