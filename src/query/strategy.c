#include "query/strategy.h"

#include "base/base.h"
#include "certify/little_noise.h"
#include "certify/single.h"
#include "kernel/factor.h"
#include "law/cells.h"
#include "pair/enclosure.h"
#include "plan/tuning.h"
#include "query/attempt.h"
#include "query/explain.h"
#include "query/quadrature.h"
#include "query/smoothed.h"

#include <math.h>
#include <stdio.h>

/* What the ways before have done. */
typedef struct {
    bool transformed; /* transforms were run */
    bool answered;    /* frequencies answered: then only short transforms may do better */
    bool is_later;    /* what is asked for now is less than what was asked for before */
} trail;

typedef struct {
    pld_engine engine; /* PLD_ENGINE_AUTO: none, and whichever is asked for */
    bool (*applies)(const pld__inquiry *run, const trail *so_far);
    pld_status (*go)(pld__inquiry *run, trail *so_far);
    bool (*is_enough)(const pld__inquiry *run); /* NULL: whatever came of it, it is the last */
    const char *why;                            /* what it is for: "a single step" */
    enum { GIVEN, STEPS, SKETCH } needs;        /* steps as they are given, as they are composed, or a sketch of these */
} strategy;

static bool is_met(const pld__inquiry *run) {
    return run->result.tolerance_met;
}

static bool always(const pld__inquiry *run, const trail *so_far) {
    (void)run, (void)so_far;
    return true;
}

/* --- closed forms: ends from the steps alone ------------------------------------------------------------------------ */

/* Certified ends of one direction. */
typedef void closed_form(const pld__steps *steps, pld_direction direction, const pld__question *question,
                         pld__end ends[PLD__SIDES]);

static pld_status by_closed_form(pld__inquiry *run, closed_form *form) {
    const pld__saddle nowhere[PLD_DIRECTIONS] = {{.theta = 0}};
    pld__ends ends = {0};
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        if (run->open.asked[d])
            form(&run->steps, pld__direction_at(d), &run->open, ends.of[d]);
    run->result.method = PLD_METHOD_CLOSED_FORM;
    (void)pld__inquiry_keep(run, run->open.asked, &ends, nowhere);
    return PLD_OK;
}

/* A single step. */
static bool is_single(const pld__inquiry *run, const trail *so_far) {
    (void)so_far;
    const pld_mechanism *first = pld__steps_single(&run->steps) ? run->steps.list[0].mechanism : NULL;
    return first && !first->sparse && !pld__mechanism_enclosed(first);
}

static void single_form(const pld__steps *steps, pld_direction direction, const pld__question *question,
                        pld__end ends[PLD__SIDES]) {
    pld__single_answer(steps->list[0].mechanism, direction, question, ends);
}

static pld_status by_single(pld__inquiry *run, trail *so_far) {
    (void)so_far;
    return by_closed_form(run, single_form);
}

static bool is_met_or_single_atoms(const pld__inquiry *run) {
    return is_met(run) || run->steps.list[0].mechanism->has_end_atoms;
}

/* Discrete steps that have few outcomes together: all of them, one by one. */
static bool has_few_outcomes(const pld__inquiry *run, const trail *so_far) {
    (void)so_far;
    return pld__steps_single(&run->steps) && run->steps.list[0].mechanism->sparse;
}

/* Sampled steps with little noise, by the number of draws. */
static bool has_little_noise(const pld__inquiry *run, const trail *so_far) {
    (void)so_far;
    return !pld__inquiry_asks_for_buckets(run) && run->steps.count == 1 && pld__little_noise_applies(&run->steps.list[0]);
}

static void little_noise_form(const pld__steps *steps, pld_direction direction, const pld__question *question,
                              pld__end ends[PLD__SIDES]) {
    pld__little_noise_answer(&steps->list[0], direction, question, ends);
}

static pld_status by_little_noise(pld__inquiry *run, trail *so_far) {
    (void)so_far;
    return by_closed_form(run, little_noise_form);
}

/* Where it is as good as numbers are, buckets are worse. */
static bool is_as_good_as_numbers(const pld__inquiry *run) {
    double size = run->question->for_delta ? 1 : run->result.bracket.lower;
    return is_met(run) || pld__inquiry_reached(run) < AS_GOOD_AS_NUMBERS * size ||
           pld__little_noise_is_final(&run->steps.list[0]);
}

/* --- exact kernels -------------------------------------------------------------------------------------------------- */

static bool has_kernels(const pld__inquiry *run, const trail *so_far) {
    bool all = !pld__inquiry_asks_for_buckets(run) && !run->steps.whole && run->steps.count > 0;
    (void)so_far;
    for (size_t i = 0; i < run->steps.count && all; i++)
        all = pld__kernel_takes(run->steps.list[i].mechanism);
    return all;
}

static pld_status by_quadrature(pld__inquiry *run, trail *so_far) {
    (void)so_far;
    return pld__quadrature(run, run->steps.list, run->steps.count);
}

/* How many of the steps that are given are discrete, and how many have other kernels; false if there are still others. */
static bool count_given(const pld__inquiry *run, size_t *discrete, size_t *others) {
    bool all = true;
    *discrete = *others = 0;
    for (size_t i = 0; i < run->given_count; i++) {
        const pld_mechanism *mechanism = run->given[i].mechanism;
        if (mechanism->trivial)
            continue;
        if (mechanism->sparse)
            ++*discrete;
        else if (pld__kernel_takes(mechanism))
            ++*others;
        else
            all = false;
    }
    return all && !pld__inquiry_asks_for_buckets(run);
}

/* Discrete steps alone. Whether they have a lattice shows when they are asked, unless nothing but that will do. */
static bool may_have_lattice(const pld__inquiry *run, const trail *so_far) {
    size_t discrete, others;
    (void)so_far;
    return count_given(run, &discrete, &others) && discrete > 0 && others == 0 &&
           (run->options->engine != PLD_ENGINE_LATTICE || pld__quadrature_finds_lattice(run->given, run->given_count));
}

/* Discrete steps beside others, which fall. */
static bool has_outcomes_beside(const pld__inquiry *run, const trail *so_far) {
    size_t discrete, others;
    (void)so_far;
    return count_given(run, &discrete, &others) && discrete > 0 && others > 0;
}

static pld_status by_outcomes(pld__inquiry *run, trail *so_far) {
    (void)so_far;
    return pld__quadrature(run, run->given, run->given_count);
}

/* By moments that last, smoothed: steps that have more outcomes together than are listed, */
static bool has_many_outcomes(const pld__inquiry *run, const trail *so_far) {
    (void)so_far;
    return pld__smoothed_takes(run, true);
}

/* and others, of which single losses have mass. */
static bool may_be_smoothed(const pld__inquiry *run, const trail *so_far) {
    (void)so_far;
    return pld__smoothed_takes(run, false);
}

static bool is_met_or_smooth(const pld__inquiry *run) {
    return is_met(run) || pld__smoothed_is_final(run);
}

static pld_status by_smoothed(pld__inquiry *run, trail *so_far) {
    (void)so_far;
    return pld__smoothed(run);
}

/* --- nothing -------------------------------------------------------------------------------------------------------- */

/* Does a step reach so far that buckets of it would be as wide as what they should tell apart? Then what is known without them is
 * the answer. */
static bool is_beyond_buckets(const pld__inquiry *run, const trail *so_far) {
    bool beyond = false;
    (void)so_far;
    for (size_t m = 0; m < run->sketch.count; m++) {
        const pld_mechanism *mechanism = run->sketch.steps[m].mechanism;
        beyond |= !mechanism->sparse && !(mechanism->operations->reach_above(mechanism->pair, LOG_MASS_BEYOND) < BEYOND_BUCKETS &&
                                          mechanism->operations->reach_below(mechanism->pair, LOG_MASS_BEYOND) < BEYOND_BUCKETS);
    }
    return beyond;
}

static pld_status by_nothing(pld__inquiry *run, trail *so_far) {
    (void)run, (void)so_far;
    return PLD_OK;
}

/* --- composing ------------------------------------------------------------------------------------------------------ */

/* Do single losses have mass? */
static bool is_lasting(const pld__inquiry *run, const trail *so_far) {
    (void)so_far;
    return run->sketch.lasting;
}

/* Frequencies that last: where their number keeps the width from being met, plans for more may do better, unless such were made
 * before; and where it was nearly met, a plan for less. */
static pld_status by_lasting_frequencies(pld__inquiry *run, trail *so_far) {
    pld_status status = PLD_OK;
    double loosest = so_far->is_later ? LOOSER : LOOSEST_PLAN;
    for (double loosened = 1; loosened < loosest && status == PLD_OK; loosened *= LOOSER) {
        status = pld__attempt(run, PLD__BY_FREQUENCIES, loosened, &so_far->answered);
        if (status == PLD_OK && !so_far->answered)
            status = pld__attempt(run, PLD__BY_SMOOTHING, loosened, &so_far->answered);
        if (pld__inquiry_reached(run) <= LOOSE_ENOUGH * loosened * run->result.tolerance)
            break;
    }
    bool worth_it = run->asked > MANY_DIGITS / LOOSE_ENOUGH && pld__inquiry_reached(run) <= LOOSER * run->result.tolerance;
    for (double tighter = LOOSE_ENOUGH; tighter < TIGHTEST_PLAN && worth_it && status == PLD_OK && !is_met(run);
         tighter *= LOOSE_ENOUGH)
        status = pld__attempt(run, PLD__BY_FREQUENCIES, 1 / tighter, &so_far->answered);
    return status;
}

static pld_status by_few_outcomes(pld__inquiry *run, trail *so_far) {
    pld_status status = pld__inquiry_sketch(run);
    return status == PLD_OK && !run->stopped ? by_lasting_frequencies(run, so_far) : status;
}

static bool asks_for_buckets(const pld__inquiry *run, const trail *so_far) {
    (void)so_far;
    return pld__inquiry_asks_for_buckets(run);
}

static bool has_few_steps(const pld__inquiry *run, const trail *so_far) {
    (void)so_far;
    return pld__sketch_powers(&run->sketch) < FEW_STEPS;
}

/* Does a step end next to its hard edge, more often than not? */
static bool step_clings(const pld__sketch_step *step) {
    double beside = 0, offset = pld__cells_offset(step->mechanism);
    if (step->mechanism->sparse || !pld__mechanism_hard_edge(step->mechanism) || step->point_count == 0)
        return false;
    double range = step->points[step->point_count - 1].loss - step->points[0].loss;
    for (size_t i = 0; i < step->point_count; i++)
        if (fabs(step->points[i].loss - offset) < BESIDE_EDGE * range)
            beside += exp(step->points[i].log_q);
    return !(beside < MOST_BESIDE);
}

/* Do most steps end next to a hard edge, as they do where there is little noise? The few others are then better told apart by
 * transforms, with buckets that are wide for so many steps. */
static bool clings_to_edge(const pld__inquiry *run, const trail *so_far) {
    bool clings = run->sketch.count > 0 && !has_few_steps(run, so_far);
    for (size_t m = 0; m < run->sketch.count && clings; m++)
        clings = step_clings(&run->sketch.steps[m]);
    return clings;
}

static pld_status by_short_transforms(pld__inquiry *run, trail *so_far) {
    return pld__attempt_short(run, SHORT, &so_far->transformed);
}

static pld_status by_quite_short_transforms(pld__inquiry *run, trail *so_far) {
    return pld__attempt_short(run, QUITE_SHORT, &so_far->transformed);
}

static pld_status by_frequencies(pld__inquiry *run, trail *so_far) {
    return pld__attempt(run, PLD__BY_FREQUENCIES, 1, &so_far->answered);
}

static bool is_not_transformed(const pld__inquiry *run, const trail *so_far) {
    (void)run;
    return !so_far->transformed;
}

static pld_status by_transforms_if_short(pld__inquiry *run, trail *so_far) {
    return so_far->answered ? by_short_transforms(run, so_far) : by_quite_short_transforms(run, so_far);
}

static bool is_not_answered(const pld__inquiry *run, const trail *so_far) {
    return !so_far->answered && !run->sketch.lasting;
}

static pld_status by_jumps(pld__inquiry *run, trail *so_far) {
    return pld__attempt(run, PLD__BY_JUMPS, 1, &so_far->answered);
}

static bool is_nothing_left(const pld__inquiry *run, const trail *so_far) {
    (void)run;
    return !so_far->answered && !so_far->transformed;
}

static pld_status by_transforms(pld__inquiry *run, trail *so_far) {
    so_far->transformed = true;
    return pld__attempt(run, PLD__BY_TRANSFORMS, 1, &so_far->answered);
}

/* --- all of them ---------------------------------------------------------------------------------------------------- */

static const strategy STRATEGIES[] = {
    {PLD_ENGINE_LATTICE, may_have_lattice, by_outcomes, is_met, "discrete steps whose losses are on a lattice", GIVEN},
    {PLD_ENGINE_QUADRATURE, has_outcomes_beside, by_outcomes, is_met, "discrete steps beside mixtures of Gaussians", GIVEN},
    {PLD_ENGINE_QUADRATURE, has_many_outcomes, by_smoothed, is_met_or_smooth,
     "discrete steps that have too many outcomes together to list", GIVEN},
    {PLD_ENGINE_CLOSED, is_single, by_single, is_met_or_single_atoms, "a single step that is no list of outcomes", STEPS},
    {PLD_ENGINE_CLOSED, has_little_noise, by_little_noise, is_as_good_as_numbers, "one sampled Gaussian with little noise",
     STEPS},
    {PLD_ENGINE_CLOSED, has_few_outcomes, by_few_outcomes, NULL, "discrete steps with few outcomes together", STEPS},
    {PLD_ENGINE_QUADRATURE, has_kernels, by_quadrature, is_met,
     "mixtures of Gaussians, Laplace steps, epochs of random allocation", STEPS},
    {PLD_ENGINE_QUADRATURE, may_be_smoothed, by_smoothed, is_met_or_smooth, "different Laplace steps", GIVEN},
    {PLD_ENGINE_AUTO, is_beyond_buckets, by_nothing, NULL, "losses too far for buckets", SKETCH},
    {PLD_ENGINE_FREQUENCIES, is_lasting, by_lasting_frequencies, NULL, "steps whose single losses have mass", SKETCH},
    {PLD_ENGINE_TRANSFORMS, asks_for_buckets, by_transforms, NULL, "buckets that were asked for", SKETCH},
    {PLD_ENGINE_TRANSFORMS, has_few_steps, by_short_transforms, is_met, "few steps", SKETCH},
    {PLD_ENGINE_TRANSFORMS, clings_to_edge, by_quite_short_transforms, is_met, "steps that mostly end beside a hard edge",
     SKETCH},
    {PLD_ENGINE_FREQUENCIES, always, by_frequencies, is_met, "any steps", SKETCH},
    {PLD_ENGINE_TRANSFORMS, is_not_transformed, by_transforms_if_short, is_met, "what is not transformed yet, if that is short",
     SKETCH},
    {PLD_ENGINE_JUMPS, is_not_answered, by_jumps, is_met, "smooth losses that frequencies alone did not answer", SKETCH},
    {PLD_ENGINE_TRANSFORMS, is_nothing_left, by_transforms, NULL, "what nothing else answered", SKETCH},
};

/* Does an engine make plans, one after the other? */
static bool makes_plans(pld_engine engine) {
    return engine == PLD_ENGINE_JUMPS || engine == PLD_ENGINE_FREQUENCIES || engine == PLD_ENGINE_TRANSFORMS;
}

enum { STRATEGY_COUNT = sizeof STRATEGIES / sizeof STRATEGIES[0] };

/* Is a row one of those that may be gone? */
static bool is_considered(const strategy *row, pld_engine asked) {
    return asked == PLD_ENGINE_AUTO || row->engine == PLD_ENGINE_AUTO || row->engine == asked;
}

bool pld__strategies_take(const pld__inquiry *inquiry, pld_engine engine) {
    const trail none = {.transformed = false};
    bool taken = false;
    for (size_t i = 0; i < STRATEGY_COUNT && !taken; i++)
        taken = STRATEGIES[i].engine == engine && STRATEGIES[i].applies(inquiry, &none);
    return taken;
}

void pld__strategies_why(pld_engine engine, char *text, size_t size) {
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < STRATEGY_COUNT && length < size; i++)
        if (STRATEGIES[i].engine == engine)
            length += (size_t)snprintf(text + length, size - length, "%s%s", length > 0 ? ", or " : "", STRATEGIES[i].why);
}

/* Goes one way; *last: no other one is needed. */
static pld_status go(const strategy *row, pld__inquiry *run, trail *so_far, bool *last) {
    pld__explanation before = pld__explain_start(run);
    run->engine = row->engine;
    pld_status status = row->go(run, so_far);
    *last = !row->is_enough || row->is_enough(run);
    if (pld__work_is_spent(&run->work)) { /* what there is by now is the answer */
        status = status == PLD_ERROR_STOPPED ? PLD_OK : status;
        *last = true;
        pld__explain(run->options, "the work that a question may take is done: no narrower bracket is looked for");
    }
    if (status == PLD_OK)
        pld__explain_gone(run, &before, row->why);
    return status;
}

/* All rows that need no plans, or all that do, until one is enough. */
static pld_status try_rows(pld__inquiry *run, bool composing, trail so_far, bool *taken, bool *last) {
    pld_status status = PLD_OK;
    *last = false;
    for (size_t i = 0; i < STRATEGY_COUNT && status == PLD_OK && !*last; i++) {
        const strategy *next = &STRATEGIES[i];
        if (!is_considered(next, run->options->engine) || makes_plans(next->engine) != composing)
            continue;
        if (next->needs != GIVEN)
            status = next->needs == STEPS ? pld__inquiry_prepare(run) : pld__inquiry_sketch(run);
        if (status != PLD_OK || run->stopped) {
            *taken = *last = true;
            break;
        }
        if (!next->applies(run, &so_far)) {
            pld__explain_passed(run, next->engine, next->why);
            continue;
        }
        *taken = true;
        status = go(next, run, &so_far, last);
    }
    return status;
}

/* One step of the next function; nothing if the width is met already. */
static pld_status try_step(pld__inquiry *run, double step, bool is_later, bool *taken) {
    bool last;
    pld__inquiry_ask(run, step);
    if (run->result.tolerance_met)
        return PLD_OK;
    pld__explain(run->options, "plans for a width of %.3g:", run->result.tolerance);
    return try_rows(run, true, (trail){.is_later = is_later}, taken, &last);
}

/* Plans are made for a wide bracket first, then for ever narrower ones, in steps that do not depend on what is asked for in the
 * end: so whoever asks for more gets all that one who asks for less gets. Where two steps in a row fail, or one for many digits,
 * the next would too, and take longer. */
static pld_status try_plans(pld__inquiry *run, bool *taken) {
    double asked = run->asked;
    bool fixed = run->options->bucket_width > 0 || run->options->buckets > 0, failed = false, given_up = false;
    pld_status status = PLD_OK;
    for (double step = FIRST_STEP; step > asked * (1 + 1e-9) && !fixed && status == PLD_OK && !given_up; step /= NEXT_STEP) {
        status = try_step(run, step, step < FIRST_STEP, taken);
        given_up = !run->result.tolerance_met && (failed || step < MANY_DIGITS);
        failed = !run->result.tolerance_met;
        given_up |= pld__work_is_spent(&run->work);
    }
    if (status == PLD_OK && !given_up)
        return try_step(run, asked, asked < FIRST_STEP && !fixed, taken);
    pld__inquiry_ask(run, asked);
    return status;
}

pld_status pld__strategies_try(pld__inquiry *inquiry, bool *taken) {
    bool last = false;
    inquiry->result.tolerance_met = *taken = false;
    pld_status status = try_rows(inquiry, false, (trail){.transformed = false}, taken, &last);
    return status == PLD_OK && !last && !pld__work_is_spent(&inquiry->work) ? try_plans(inquiry, taken) : status;
}
