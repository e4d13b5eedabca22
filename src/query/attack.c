/* pld_query_attack, pld_query_tradeoff: the questions, checked, and their answers. */
#include "base/base.h"
#include "base/clock.h"
#include "base/plain.h"
#include "certify/curve_point.h"
#include "certify/question.h"
#include "query/attack_search.h"
#include "query/check.h"
#include "query/two_ends.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Below it, positions x a of thresholds would leave the range of doubles. */
static const double SMALLEST_RATE = 1e-200;

static pld_status check_rate(double rate, pld_error *error) {
    if (rate >= SMALLEST_RATE && rate < 1)
        return PLD_OK;
    char word[48];
    pld__plain_format(word, sizeof word, "%.17g", rate);
    return pld__error_argument(error, word, "a number above 0 (at least 1e-200) and below 1",
                               "the false-positive rate %s is out of range", word);
}

/* --- the goals of a question ---------------------------------------------------------------------------------------- */

static bool asks(pld_adjacency adjacency, pld__view view) {
    bool remove = pld_adjacency_asks(adjacency, PLD_REMOVE), add = pld_adjacency_asks(adjacency, PLD_ADD);
    return view == PLD__VIEW_REMOVE ? remove : view == PLD__VIEW_ADD ? add : remove && add;
}

/* Targets of all rates, and of the views below `views` that are asked; PLD__VIEWS places for each rate. */
static void set_goals(pld__attack_search *search, const double *rates, size_t rate_count, int views) {
    for (size_t i = 0; i < rate_count; i++)
        for (int view = 0; view < views; view++)
            if (asks(search->profile.options.adjacency, (pld__view)view))
                search->goals[search->goal_count++] = (pld__attack_goal){.view = (pld__view)view, .rate = rates[i], .group = i};
}

/* --- answers -------------------------------------------------------------------------------------------------------- */

/* What a search has in its bracket is an estimate only where that is as narrow as asked. */
static void take(const pld__attack_goal *goal, pld_attack *attack) {
    pld_attack_side *side = goal->view == PLD__VIEW_BOTH
                                ? &attack->symmetric
                                : &attack->directions[goal->view == PLD__VIEW_ADD ? PLD_ADD : PLD_REMOVE];
    pld_bracket power = goal->power;
    if (!goal->met)
        power.estimate = NAN;
    *side = (pld_attack_side){true, power, pld__complement(&power)};
    if (goal->view == PLD__VIEW_BOTH)
        return;
    pld_bracket *all = &attack->true_positive;
    *all = (pld_bracket){fmax(all->lower, power.lower), fmax(all->estimate, goal->power.estimate), fmax(all->upper, power.upper)};
    attack->tolerance = fmax(attack->tolerance, goal->tolerance);
}

/* One answer for each rate. */
static void fill(const pld__attack_search *search, const double *rates, size_t rate_count, double seconds, pld_attack *attacks) {
    for (size_t i = 0; i < rate_count; i++)
        attacks[i] = (pld_attack){
            .false_positive_rate = rates[i], .tolerance_met = true, .queries = search->profile.queries, .seconds = seconds};
    for (size_t i = 0; i < search->goal_count; i++) {
        pld_attack *attack = &attacks[search->goals[i].group];
        take(&search->goals[i], attack);
        attack->tolerance_met &= search->goals[i].met || !search->each;
    }
    for (size_t i = 0; i < rate_count; i++) {
        bool narrow = attacks[i].true_positive.upper - attacks[i].true_positive.lower <= attacks[i].tolerance;
        attacks[i].tolerance_met &= narrow;
        attacks[i].true_positive.estimate = narrow ? attacks[i].true_positive.estimate : NAN;
    }
}

static pld_status answer(const pld_step *steps, size_t step_count, const double *rates, size_t rate_count, bool each,
                         const pld_options *options, pld_curve_watcher *watcher, void *context, pld_attack *attacks,
                         pld_error *error) {
    double started = pld__seconds_now();
    pld_status status = pld__check_query(steps, step_count, options, error);
    for (size_t i = 0; i < rate_count && status == PLD_OK; i++)
        status = check_rate(rates[i], error);
    if (status != PLD_OK || rate_count == 0)
        return status;
    pld__attack_search search = {.each = each};
    pld__profile_start(steps, step_count, options, &search.profile);
    search.goals = pld__allocate(PLD__VIEWS * rate_count, sizeof *search.goals);
    status = search.goals ? PLD_OK : PLD_ERROR_MEMORY;
    if (status == PLD_OK) {
        set_goals(&search, rates, rate_count, each ? PLD__VIEWS : PLD__VIEW_BOTH);
        status = pld__attack_search_run(&search, watcher, context, error);
    }
    if (status == PLD_OK)
        fill(&search, rates, rate_count, pld__seconds_now() - started, attacks);
    pld__free(search.goals);
    pld__profile_free(&search.profile);
    return status;
}

/* --- from two pairs ------------------------------------------------------------------------------------------------- */

static void raise_lower(const pld_bracket *below, pld_bracket *bracket) {
    bracket->lower = fmax(bracket->lower, below->lower);
}

static void raise_side(const pld_attack_side *below, pld_attack_side *side) {
    raise_lower(&below->true_positive, &side->true_positive);
    side->false_negative = pld__complement(&side->true_positive);
}

/* Forgets what is claimed from below, or says that nothing is an estimate. */
static void open_side(pld_attack_side *side) {
    side->true_positive.lower = 0;
    side->true_positive.estimate = NAN;
}

static pld_status raise_attacks(const pld__alternatives *all, const double *rates, size_t rate_count, bool each,
                                const pld_options *options, pld_attack *attacks, pld_error *error) {
    pld_attack *below = pld__allocate(rate_count ? rate_count : 1, sizeof *below);
    pld_status status = below ? PLD_OK : PLD_ERROR_MEMORY;
    for (size_t choice = 0; choice < all->count && status == PLD_OK; choice++) {
        status = answer(all->steps + choice * all->step_count, all->step_count, rates, rate_count, each, options, NULL, NULL,
                        below, error);
        for (size_t i = 0; i < rate_count && status == PLD_OK; i++) {
            for (int d = 0; d < PLD_DIRECTIONS; d++)
                raise_side(&below[i].directions[d], &attacks[i].directions[d]);
            raise_side(&below[i].symmetric, &attacks[i].symmetric);
            raise_lower(&below[i].true_positive, &attacks[i].true_positive);
            attacks[i].tolerance_met &= below[i].tolerance_met;
            attacks[i].queries += below[i].queries;
            attacks[i].seconds += below[i].seconds;
        }
    }
    pld__free(below);
    return status;
}

/* The most that the best test can do by the pairs that dominate, the least by the best of those that are attained (T103): power
 * of tests is ordered as delta is (T36). */
static pld_status answer_two_ends(const pld_step *steps, size_t step_count, const double *rates, size_t rate_count, bool each,
                                  const pld_options *options, pld_curve_watcher *watcher, void *context, pld_attack *attacks,
                                  pld_error *error) {
    pld__dominating dominating;
    pld__alternatives all = {0};
    pld_attack *made = NULL;
    pld_status status = pld__dominating_create(steps, step_count, true, &dominating);
    if (status != PLD_OK || !dominating.steps)
        return status != PLD_OK ? status
                                : answer(steps, step_count, rates, rate_count, each, options, watcher, context, attacks, error);
    made = pld__allocate(rate_count ? rate_count : 1, sizeof *made);
    status = made ? pld__alternatives_create(steps, step_count, &all) : PLD_ERROR_MEMORY;
    if (status == PLD_OK)
        status = answer(dominating.steps, step_count, rates, rate_count, each, options, watcher, context, made, error);
    for (size_t i = 0; i < rate_count && status == PLD_OK; i++) {
        for (int d = 0; d < PLD_DIRECTIONS; d++)
            open_side(&made[i].directions[d]);
        open_side(&made[i].symmetric);
        made[i].true_positive.lower = 0;
        made[i].true_positive.estimate = NAN;
        made[i].theory_gap = true;
    }
    if (status == PLD_OK)
        status = raise_attacks(&all, rates, rate_count, each, options, made, error);
    if (status == PLD_OK && rate_count > 0)
        memcpy(attacks, made, rate_count * sizeof *attacks);
    pld__free(made);
    pld__alternatives_free(&all);
    pld__dominating_free(&dominating);
    return status;
}

pld_status pld_query_attack(const pld_step *steps, size_t step_count, double false_positive_rate, const pld_options *options,
                            pld_attack *attack, pld_error *error) {
    return answer_two_ends(steps, step_count, &false_positive_rate, 1, false, options, NULL, NULL, attack, error);
}

pld_status pld_query_tradeoff(const pld_step *steps, size_t step_count, const double *rates, size_t rate_count,
                              const pld_options *options, pld_curve_watcher *watcher, void *context, pld_attack *attacks,
                              pld_error *error) {
    return answer_two_ends(steps, step_count, rates, rate_count, true, options, watcher, context, attacks, error);
}
