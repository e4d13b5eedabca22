#include "plan/outlook.h"

#include "base/base.h"
#include "plan/tuning.h"

#include <math.h>

/* --- saddles -------------------------------------------------------------------------------------------------------- */

void pld__outlook_cut(pld__sketch *sketch, const pld__outlook *outlook) {
    for (size_t m = 0; m < sketch->count; m++) {
        pld__sketch_step *step = &sketch->steps[m];
        const pld_mechanism *mechanism = step->mechanism;
        double log_mass = outlook->log_budget - log(step->power * (double)sketch->count);
        double above = mechanism->operations->reach_above(mechanism->pair, log_mass);
        double below = mechanism->operations->reach_below(mechanism->pair, log_mass);
        step->highest[PLD_REMOVE] = fmin(above, mechanism->loss_supremum);
        step->highest[PLD_ADD] = fmin(below, -mechanism->loss_infimum);
    }
}

static bool is_pure(const pld__sketch *sketch, pld_direction direction) {
    bool pure = true;
    for (size_t m = 0; m < sketch->count; m++)
        pure &= isfinite(pld_mechanism_loss_supremum(sketch->steps[m].mechanism, direction));
    return pure;
}

/* Of one direction alone whose losses are bounded: a step whose loss is so far below the largest that all the others cannot make
 * up for it adds nothing to delta, and how far below it is makes no difference. Where many are close to the largest, as where
 * little noise is added to what few are drawn for, that leaves a narrow grid. */
static void cut_hopeless(pld__sketch *sketch, const pld__question *question, const pld__outlook *outlook) {
    int d = question->asked[PLD_REMOVE] ? PLD_REMOVE : PLD_ADD;
    double most = 0, epsilon = question->for_delta ? question->epsilon : outlook->saddles[d].epsilon;
    if (question->asked[PLD_REMOVE] == question->asked[PLD_ADD] || !is_pure(sketch, pld__direction_at(d)))
        return;
    for (size_t m = 0; m < sketch->count; m++)
        most += sketch->steps[m].power * sketch->steps[m].highest[d];
    double lacking = HOPELESS * fmax(most - epsilon, 0);
    for (size_t m = 0; m < sketch->count && lacking > 0; m++) {
        double *lowest = &sketch->steps[m].highest[d == PLD_REMOVE ? PLD_ADD : PLD_REMOVE];
        *lowest = fmin(*lowest, lacking - sketch->steps[m].highest[d]);
    }
}

/* The saddle of a direction, from the last one on; near the end of a bounded loss no steeper than the tolerance can tell. */
static pld__saddle find_saddle(const pld__sketch *sketch, pld_direction direction, const pld__question *question,
                               double tolerance, const double *guess, double start) {
    pld__saddle saddle;
    if (question->for_delta || guess)
        saddle = pld__saddle_at_epsilon(sketch, direction, question->for_delta ? question->epsilon : guess[direction], start);
    else
        saddle = pld__saddle_at_delta(sketch, direction, question->log_delta, start);
    if (saddle.theta * tolerance > STEEPEST_TOLERANCE && is_pure(sketch, direction))
        saddle = pld__saddle_at_theta(sketch, direction, STEEPEST_TOLERANCE / tolerance);
    return saddle;
}

void pld__outlook_saddles(pld__sketch *sketch, const pld__question *question, double tolerance, const double *guess,
                          pld__outlook *outlook) {
    double next =
        question->for_delta ? UNCUT : question->log_delta + log(TAIL_SHARE * fmin(tolerance, 1)); /* delta: not cut at all */
    for (int round = 0; round < TRUNCATION_ROUNDS; round++) {
        outlook->log_budget = next;
        pld__outlook_cut(sketch, outlook);
        next = INFINITY;
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            if (!question->asked[d])
                continue;
            pld__saddle *saddle = &outlook->saddles[d];
            *saddle = find_saddle(sketch, pld__direction_at(d), question, tolerance, guess, saddle->theta);
            double log_delta =
                question->for_delta || saddle->log_delta < question->log_delta ? saddle->log_delta : question->log_delta;
            next = fmin(next, log_delta + log(TAIL_SHARE * fmin(tolerance * saddle->theta, 1)));
        }
        if (fabs(next - outlook->log_budget) < TRUNCATION_SETTLED)
            break;
    }
    cut_hopeless(sketch, question, outlook);
}

int pld__outlook_leader(const pld__question *question, const pld__outlook *outlook) {
    if (!question->asked[PLD_REMOVE] || !question->asked[PLD_ADD])
        return question->asked[PLD_REMOVE] ? PLD_REMOVE : PLD_ADD;
    const pld__saddle *remove = &outlook->saddles[PLD_REMOVE], *add = &outlook->saddles[PLD_ADD];
    bool add_leads = question->for_delta ? add->log_delta > remove->log_delta : add->epsilon > remove->epsilon;
    return add_leads ? PLD_ADD : PLD_REMOVE;
}

double pld__outlook_epsilon(const pld__question *question, const pld__outlook *outlook) {
    double largest = 0;
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        largest = question->asked[d] ? fmax(largest, outlook->saddles[d].epsilon) : largest;
    return largest;
}

double pld__outlook_log_allowed(const pld__question *question, const pld__saddle *saddle, double tolerance) {
    double log_delta = question->for_delta ? saddle->log_delta : fmin(question->log_delta, saddle->log_delta);
    return log_delta + log(WINDOW_SHARE * fmin(tolerance * saddle->theta, 1));
}

/* Another tilt, without jumps. */
void pld__outlook_limit_tilts(const pld__sketch *sketch, const pld__question *question, double steepest, pld__outlook *outlook) {
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        if (question->asked[d] && outlook->saddles[d].theta > steepest) {
            outlook->saddles[d] = pld__saddle_at_theta(sketch, pld__direction_at(d), steepest);
            outlook->jumps[d] = pld__outlook_no_jumps(&outlook->saddles[d]);
        }
}

/* --- jumps ---------------------------------------------------------------------------------------------------------- */

pld__jumps pld__outlook_no_jumps(const pld__saddle *saddle) {
    return (pld__jumps){.cut = INFINITY,
                        .count = 1,
                        .epsilon = saddle->epsilon,
                        .terms = {{.theta = saddle->theta, .log_moment = saddle->log_scale}}};
}

/* One term without jumps, or the terms that serve better where few steps decide; these move the saddle. */
static void choose_jumps(const pld__sketch *sketch, pld_direction direction, const pld__question *question, double tolerance,
                         const double *guess, bool must, pld__outlook *outlook) {
    pld__saddle *saddle = &outlook->saddles[direction];
    pld__jumps found = outlook->jumps[direction];
    outlook->jumps[direction] = pld__outlook_no_jumps(saddle);
    if (found.count == 0)
        found.cut = INFINITY;
    if (!must && !pld__jumps_few_steps(sketch, direction, saddle->theta))
        return;
    double log_allowed = pld__outlook_log_allowed(question, saddle, tolerance);
    double epsilon = question->for_delta ? question->epsilon : guess ? guess[direction] : 0;
    if (!must && !guess && !question->for_delta &&
        !pld__jumps_may_gain(sketch, direction, question->log_delta, log_allowed, saddle->theta))
        return;
    if (!(epsilon > 0) && !question->for_delta)
        epsilon = pld__jumps_epsilon(sketch, direction, question->log_delta, log_allowed, FARTHEST_JUMP * saddle->epsilon);
    pld__jumps_choose(sketch, direction, epsilon, log_allowed, must, &found);
    if (found.cut == INFINITY || found.count == 0)
        return;
    outlook->jumps[direction] = found;
    const pld__jump_term *leading = &found.terms[found.leading];
    *saddle = (pld__saddle){.theta = leading->theta,
                            .epsilon = epsilon,
                            .log_delta = question->for_delta ? found.log_total - 1 : question->log_delta,
                            .log_scale = leading->log_moment,
                            .deviation = saddle->deviation};
}

void pld__outlook_jumps(const pld__sketch *sketch, const pld__question *question, double tolerance, const double *guess,
                        bool must, pld__outlook *outlook) {
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        if (question->asked[d])
            choose_jumps(sketch, pld__direction_at(d), question, tolerance, guess, must, outlook);
}

bool pld__outlook_has_jumps(const pld__question *question, const pld__outlook *outlook) {
    bool has = false;
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        has |= question->asked[d] && outlook->jumps[d].cut < INFINITY;
    return has;
}

bool pld__outlook_is_strained(const pld__sketch *sketch, const pld__question *question, const pld__outlook *outlook) {
    bool strained = false;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        const pld__saddle *saddle = &outlook->saddles[d];
        strained |= question->asked[d] && pld__jumps_strained(saddle) &&
                    pld__jumps_few_steps(sketch, pld__direction_at(d), saddle->theta);
    }
    return strained;
}
