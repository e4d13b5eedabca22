#include "query/smoothed.h"

#include "base/binomial.h"
#include "certify/kernel_ends.h"
#include "pair/sparse.h"
#include "plan/kernel_plan.h"
#include "plan/tuning.h"
#include "query/kernel_result.h"
#include "query/shared.h"

#include <math.h>

/* The log of how many outcomes so many of one step have at most, their order apart. */
static double log_outcomes(const pld_step *step, double each) {
    double others = fmax(each - 1, 0);
    return (double)pld__log_choose((double)step->count + others, others);
}

bool pld__smoothed_takes(const pld__inquiry *inquiry, bool discrete) {
    bool lasting = false, all = inquiry->given_count <= SHARED_FACTORS && !pld__inquiry_asks_for_buckets(inquiry);
    double outcomes = 0;
    size_t sparse = 0;
    for (size_t i = 0; i < inquiry->given_count && all; i++) {
        const pld_mechanism *mechanism = inquiry->given[i].mechanism;
        if (mechanism->trivial)
            continue;
        all = mechanism->sparse || pld__kernel_takes(mechanism);
        lasting |= pld__mechanism_lasting(mechanism);
        if (mechanism->sparse && all) {
            all = pld__sparse_fill(mechanism) == PLD_OK && pld__sparse_of(mechanism)->count <= SMOOTHED_LISTED;
            outcomes += all ? log_outcomes(&inquiry->given[i], (double)pld__sparse_of(mechanism)->count) : 0;
            sparse++;
        } else {
            outcomes += SMOOTHED_OUTCOMES;
        }
    }
    return all && lasting && discrete == (sparse > 0) && (sparse == 0 || outcomes > SMOOTHED_OUTCOMES);
}

bool pld__smoothed_is_final(const pld__inquiry *inquiry) {
    double reached = pld__inquiry_reached(inquiry);
    return inquiry->result.rounds > 0 && isfinite(reached) && reached <= SMOOTHED_ENOUGH * inquiry->result.tolerance;
}

/* Where single losses have mass near the answer the bracket is wider than planned: then less is smoothed. */
static pld_status ask(const pld__kernel_steps *steps, const pld__question *question, bool relative, double asked,
                      pld__kernel_result *best) {
    pld__kernel_aim aim = {.effort = SMOOTHED_EFFORT, .finer = 1, .smooth = asked, .smooth_relative = relative};
    *best = (pld__kernel_result){.ends = pld__kernel_ends_of(NULL, question, 0)};
    for (int trial = 0; trial < SMOOTHED_TRIALS && aim.smooth > 0; trial++) {
        pld__kernel_result made = {.ends = pld__kernel_ends_of(NULL, question, 0)};
        bool blended;
        pld_status status = pld__kernel_ask_once(steps, question, &aim, &made, &blended);
        if (status != PLD_OK)
            return status;
        double width = pld__kernel_ends_width(&made.ends), before = pld__kernel_ends_width(&best->ends);
        double wanted = asked * (relative ? fmax(made.ends.of[PLD__LOWER].value, SMOOTHED_LEAST) : 1);
        if (width < before)
            *best = made;
        if (!(width > wanted && width < LEAST_PROGRESS * before && (double)made.frequencies < SMOOTHED_LAST))
            break;
        aim.smooth *= SMOOTHED_LESS * wanted / width;
    }
    return PLD_OK;
}

static void note(pld__inquiry *run, int d, const pld__kernel_result *made, pld__ends *ends, pld__saddle *saddle) {
    const pld__question *question = run->question;
    run->estimate[d] = made->ends.estimate;
    saddle->theta = made->tilt;
    saddle->epsilon = question->for_delta ? question->epsilon : fmax(made->ends.estimate, 0);
    ends->of[d][PLD__LOWER] = made->ends.of[PLD__LOWER];
    ends->of[d][PLD__UPPER] = made->ends.of[PLD__UPPER];
    pld_result *result = &run->result;
    result->frequencies = made->frequencies > result->frequencies ? made->frequencies : result->frequencies;
    result->memory = made->memory > (double)result->memory ? (size_t)made->memory : result->memory;
}

/* Are the listed numbers of both directions the same, so that they have one answer? */
static bool is_same_list(const pld__kernel_atoms *one, const pld__kernel_atoms *other) {
    bool same = one->count == other->count && one->times == other->times && one->infinite_high == other->infinite_high;
    for (size_t i = 0; i < one->count && same; i++) {
        size_t j = other->count - 1 - i;
        same = one->mass[i] == other->mass[j] && one->sign * one->loss[i] == other->sign * other->loss[j];
    }
    return same;
}

static bool is_same_law(const pld__kernel_steps *one, const pld__kernel_steps *other) {
    bool same = one->count == other->count && one->atom_count == other->atom_count;
    for (size_t m = 0; m < one->count && same; m++)
        same = pld__kernel_is_closed(&one->factors[m]) && pld__kernel_is_closed(&other->factors[m]);
    for (size_t m = 0; m < one->atom_count && same; m++)
        same = one->atoms[m].sigma > 0 ? other->atoms[m].sigma > 0 : is_same_list(&one->atoms[m], &other->atoms[m]);
    return same;
}

/* One direction; that of the other one, if it is known, and both laws are the same. */
static pld_status ask_direction(const pld__inquiry *run, int d, const pld__kernel_result *other, pld__kernel_result *made) {
    pld__kernel_steps factors, mirrored = {0};
    bool taken, relative = !run->question->for_delta && run->options->tolerance == 0;
    *made = (pld__kernel_result){.ends = pld__kernel_ends_of(NULL, &run->open, 0)};
    pld_status status = pld__kernel_steps_gather(run->given, run->given_count, pld__direction_at(d), &factors, &taken);
    if (status == PLD_OK && taken && other)
        status = pld__kernel_steps_gather(run->given, run->given_count, pld__direction_at(1 - d), &mirrored, &taken);
    if (status == PLD_OK && taken && other && is_same_law(&factors, &mirrored))
        *made = *other;
    else if (status == PLD_OK && taken)
        status = ask(&factors, &run->open, relative, run->asked, made);
    pld__kernel_steps_free(&mirrored);
    pld__kernel_steps_free(&factors);
    return status;
}

pld_status pld__smoothed(pld__inquiry *run) {
    pld__ends ends = {0};
    pld__saddle saddles[PLD_DIRECTIONS] = {{.theta = 0}};
    pld__kernel_result made[PLD_DIRECTIONS];
    bool found[PLD_DIRECTIONS] = {false};
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        if (!run->open.asked[d] || pld__inquiry_width(run, &run->result.directions[d].bracket) <= run->result.tolerance)
            continue;
        size_t refused = pld__memory_limit_refusals(&run->limit);
        pld_status status = ask_direction(run, d, d > 0 && found[0] ? &made[0] : NULL, &made[d]);
        if (pld__memory_limit_stopped(&run->limit, refused, status)) {
            run->limited = true;
            return PLD_OK;
        }
        if (status != PLD_OK)
            return status;
        found[d] = made[d].ends.found;
        if (found[d])
            note(run, d, &made[d], &ends, &saddles[d]);
    }
    if (!found[0] && !found[1])
        return PLD_OK;
    run->result.method = PLD_METHOD_QUADRATURE;
    (void)pld__inquiry_keep(run, found, &ends, saddles);
    return PLD_OK;
}
