#include "certify/facts.h"

#include "base/base.h"
#include "certify/coupling.h"
#include "certify/infinite.h"

#include <math.h>

/* Below this log delta single steps do not decide, and are not asked. */
static const double WORTH_COUPLING = -7;

/* Two ends this near, relatively, are one number. */
static const double AS_NEAR_AS_NUMBERS = 1e-14;

/* log(1 - e^x) for x < 0, good to a few units of 2^-63 of itself, also where it is nearly 0. */
static double log_one_less(long double x) {
    return (double)(x < -0.7L ? log1pl(-expl(x)) : logl(-expm1l(x)));
}

/* Are there no steps that tell anything? */
static bool loses_nothing(const pld_step *steps, size_t step_count) {
    bool nothing = true;
    for (size_t i = 0; i < step_count; i++)
        nothing &= steps[i].mechanism->trivial;
    return nothing;
}

static bool claims_no_lower(const pld_step *steps, size_t step_count, pld_direction direction) {
    bool none = false;
    for (size_t i = 0; i < step_count; i++)
        none |= !steps[i].mechanism->trivial && steps[i].mechanism->no_lower[direction];
    return none;
}

/* log delta at the given epsilon. */
static void know_delta(const pld_step *steps, size_t step_count, const pld__question *question, pld_direction direction,
                       pld__facts *facts) {
    double infinite = pld__infinite_log_lower(steps, step_count, direction), known, supremum;
    pld__infinite_suprema(steps, step_count, direction, &known, &supremum);
    facts->bracket = (pld_bracket){infinite, infinite, 0};
    if (loses_nothing(steps, step_count) || question->epsilon >= supremum) {
        facts->bracket.upper = -INFINITY;
        facts->settled = true;
        return;
    }
    /* P[L > epsilon] of the losses exceed epsilon, by no more than the supremum does: delta <= 1 - e^(epsilon - supremum) (T32).
     */
    if (isfinite(supremum))
        facts->bracket.upper = log_one_less((long double)question->epsilon - supremum) * (1 - 4 * PLD__U);
}

/* Is a large delta enough for any epsilon? A single step has a closed form, which knows better. */
static bool any_epsilon_will_do(const pld_step *steps, size_t step_count, double log_delta, pld_direction direction) {
    bool single = step_count == 1 && steps[0].count == 1;
    return !single && log_delta > WORTH_COUPLING &&
           pld__coupling_log_upper(steps, step_count, direction) <= log_delta * (1 + 4 * PLD__U);
}

/* What the largest loss says (T134): for deltas that are far below its mass, that is the answer. */
static void know_top(const pld_step *steps, size_t step_count, const pld__question *question, pld_direction direction,
                     pld__facts *facts) {
    pld_bracket *bracket = &facts->bracket;
    bracket->lower =
        fmax(bracket->lower, pld__infinite_epsilon_lower(steps, step_count, direction, pld__log_delta_outward(question, false)));
    facts->settled = isfinite(bracket->upper) && bracket->upper - bracket->lower <= AS_NEAR_AS_NUMBERS * bracket->upper;
}

/* epsilon at the given delta. */
static void know_epsilon(const pld_step *steps, size_t step_count, const pld__question *question, pld_direction direction,
                         pld__facts *facts) {
    double known, supremum, finite, error;
    facts->bracket = (pld_bracket){0, 0, INFINITY};
    facts->settled = true;
    if (loses_nothing(steps, step_count) || any_epsilon_will_do(steps, step_count, question->log_delta, direction)) {
        facts->bracket.upper = 0;
        return;
    }
    if (pld__infinite_is_all(steps, step_count, direction, question->exact_log_delta, &finite, &error)) {
        facts->bracket = (pld_bracket){fmax(finite - error, 0), 0, finite + error};
        return;
    }
    if (pld__infinite_log_lower(steps, step_count, direction) > question->log_delta * (1 - 4 * PLD__U)) {
        facts->bracket = (pld_bracket){INFINITY, INFINITY, INFINITY};
        return;
    }
    pld__infinite_suprema(steps, step_count, direction, &known, &supremum);
    if (isfinite(supremum))
        facts->bracket.upper = supremum;
    facts->settled = question->log_delta == -INFINITY;
    if (facts->settled)
        facts->bracket.lower = facts->no_lower ? 0 : known;
    else if (!facts->no_lower)
        know_top(steps, step_count, question, direction, facts);
}

pld__facts pld__facts_of(const pld_step *steps, size_t step_count, const pld__question *question, pld_direction direction) {
    pld__facts facts = {.no_lower = claims_no_lower(steps, step_count, direction)};
    if (question->for_delta)
        know_delta(steps, step_count, question, direction, &facts);
    else
        know_epsilon(steps, step_count, question, direction, &facts);
    return facts;
}
