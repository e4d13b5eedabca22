#include "query/options.h"
#include "query/solve.h"

#include "base/base.h"
#include "base/clock.h"
#include "query/chernoff.h"
#include "query/coupling.h"
#include "query/estimate.h"
#include "query/infinite.h"
#include "query/limit.h"
#include "query/little_noise.h"
#include "query/round.h"
#include "query/single.h"
#include "query/targets.h"

#include <math.h>
#include <stdio.h>

enum { MOST_ROUNDS = 6 };

/* The grid should take this share of the tolerance; the rest is for the other ledger terms and for the prediction being off. */
static const double GRID_SHARE = 0.82;

/* And this share of that where few steps decide: there the tilted law costs less than the one that delta is about. */
static const double FEW_SHARE = 0.4;

/* What the rounding of cells costs, a step: nothing to plan for below millions of steps. */
static const double CELLS_COST = 3e-14;

/* Below this log delta single steps do not decide. */
static const double WORTH_COUPLING = -7;

/* A plan that takes more than 1/this times what it is predicted to take is given up. */
static const double LEAST_TRUST = 1.0 / 64;

/* No grid is planned for more digits of epsilon than this: it would reach nothing. */
static const double FINEST = 1e-10;

/* Everything one query carries along. */
typedef struct {
    const pld__question *question;
    const pld_options *options;
    pld__targets targets;
    double infinite[PLD_DIRECTIONS]; /* log of a mass at infinite loss, or less */
    bool is_all[PLD_DIRECTIONS];     /* delta is that mass itself: the answer is `finite`, within its error */
    double finite[PLD_DIRECTIONS], finite_error[PLD_DIRECTIONS];
    double known[PLD_DIRECTIONS];    /* a loss that the composition reaches or comes near to */
    double supremum[PLD_DIRECTIONS]; /* of the composed loss, or more */
    double coupled[PLD_DIRECTIONS];  /* log of delta at epsilon = 0, or more; 0 if that was not looked at */
    bool no_lower[PLD_DIRECTIONS];   /* nothing may be claimed from below */
    pld__limit limit;
    bool stopped;    /* the limit has no room for anything but what is known without buckets */
    double loosened; /* plans are for so many times the tolerance */
    bool limited;    /* the memory limit made a difference to some plan */
    pld_result *result;
} query;

/* Whatever the mechanism is. */
static bool asks_for_buckets(const pld_options *options) {
    return options->bucket_width > 0 || options->buckets > 0;
}

static bool has_jumps(const pld__question *pending, const pld__plan *plan) {
    bool has = false;
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        has |= pending->asked[d] && plan->directions[d].jumps.cut < INFINITY;
    return has;
}

/* Do few steps decide, so that the grid will cost more than the tilted law tells? */
static bool is_strained(const query *run, const pld__question *pending, const pld__plan *plan) {
    bool strained = plan->must_jump;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        const pld__aim *aim = &plan->directions[d].aim;
        strained |= pending->asked[d] && pld__jumps_strained(aim) &&
                    pld__jumps_few_steps(run->targets.all, run->targets.count, d == 0 ? PLD_REMOVE : PLD_ADD, aim->theta);
    }
    return strained;
}

/* How far out atoms for aiming go, in standard deviations: tails of mass delta end sqrt(-2 log delta) out; a question for delta may be about
 * any. */
static double aiming_reach(const pld__question *question) {
    return question->for_delta || question->log_delta == -INFINITY ? INFINITY : 14 + sqrt(-2 * question->log_delta);
}

/* What all steps together say of the answer. */
static void sum_ends(const pld_step *steps, size_t step_count, query *run) {
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        pld_direction direction = d == 0 ? PLD_REMOVE : PLD_ADD;
        run->infinite[d] = pld__infinite_log_lower(steps, step_count, direction);
        pld__infinite_suprema(steps, step_count, direction, &run->known[d], &run->supremum[d]);
        run->is_all[d] =
            !run->question->for_delta && pld__infinite_is_all(steps, step_count, direction, run->question->exact_log_delta,
                                                              &run->finite[d], &run->finite_error[d]);
        bool single = step_count == 1 && steps[0].count == 1; /* has a closed form */
        if (!single && run->question->asked[d] && !run->question->for_delta && run->question->log_delta > WORTH_COUPLING)
            run->coupled[d] = pld__coupling_log_upper(steps, step_count, direction);
        for (size_t i = 0; i < step_count; i++)
            run->no_lower[d] |= !steps[i].mechanism->trivial && steps[i].mechanism->no_lower[d];
    }
}

/* The width asked, in epsilon: relative tolerances by what is known of the answer so far, or (planning) by what is aimed at. */
static double tolerance_in_epsilon(const query *run, const pld__plan *plan, bool planning) {
    const pld_options *options = run->options;
    if (run->question->for_delta) {
        double theta = 0;
        for (int d = 0; d < PLD_DIRECTIONS; d++)
            if (run->question->asked[d])
                theta = fmax(theta, plan->directions[d].aim.theta);
        return run->result->tolerance / fmax(theta, 1e-6);
    }
    if (options->tolerance > 0)
        return options->tolerance;
    double answer = fmax(run->result->bracket.lower, 0);
    for (int d = 0; d < PLD_DIRECTIONS && (planning || !(run->result->bracket.lower > 0)); d++)
        if (run->question->asked[d])
            answer = fmax(answer, fmin(plan->directions[d].aim.epsilon, run->result->directions[d].bracket.upper));
    return (options->relative_tolerance > 0 ? options->relative_tolerance : 1e-4) * fmax(1, answer);
}

/* Keeps the better ends of two valid brackets. */
static void absorb(query *run, const pld__question *done, const pld__plan *plan, const pld__round *round) {
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        pld_direction_result *one = &run->result->directions[d];
        if (!done->asked[d])
            continue;
        const pld__end *ends = round->ends[d];
        one->tilt = plan->directions[d].aim.theta;
        if (!run->no_lower[d] && ends[PLD__LOWER].value >= one->bracket.lower) {
            one->bracket.lower = ends[PLD__LOWER].value;
            one->lower = ends[PLD__LOWER].ledger;
        }
        if (ends[PLD__UPPER].value <= one->bracket.upper) {
            one->bracket.upper = ends[PLD__UPPER].value;
            one->upper = ends[PLD__UPPER].ledger;
        }
    }
    run->result->rounds++;
    run->result->planned_width = plan->aimed;
    run->result->frequencies = round->frequencies;
    run->result->jumps = 0;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        const pld__jumps *jumps = &plan->directions[d].jumps;
        if (done->asked[d] && plan->listed && jumps->cut < INFINITY && jumps->count - 1 > run->result->jumps)
            run->result->jumps = (unsigned)(jumps->count - 1);
    }
    run->result->bucket_width = plan->width;
    run->result->buckets = plan->longest;
    run->result->memory_bound = plan->memory_bound && (plan->limited || run->options->buckets > 0);
    if (plan->memory > (double)run->result->memory)
        run->result->memory = (size_t)plan->memory;
}

/* Width of a bracket; for delta a relative one. */
static double width_of(const query *run, const pld_bracket *bracket) {
    if (bracket->upper == bracket->lower)
        return 0;
    return run->question->for_delta ? -expm1(bracket->lower - bracket->upper) : bracket->upper - bracket->lower;
}

/* The largest of the directions. A direction without an estimate may have the largest truth: it has not where its upper end is below another
 * estimate, and it makes no difference where all of it is within the tolerance. */
static void combine(query *run) {
    pld_bracket *all = &run->result->bracket;
    double unknown = -INFINITY;
    bool first = true;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        const pld_bracket *one = &run->result->directions[d].bracket;
        if (!run->question->asked[d])
            continue;
        *all =
            first ? *one
                  : (pld_bracket){fmax(all->lower, one->lower), fmax(all->estimate, one->estimate), fmax(all->upper, one->upper)};
        unknown = isnan(one->estimate) ? fmax(unknown, one->upper) : unknown;
        first = false;
    }
    bool narrow = width_of(run, all) <= run->result->tolerance;
    if (unknown > all->estimate && !narrow)
        all->estimate = NAN;
    else if (narrow) /* max(a, b) of what there is may be below the other lower end; with no estimate at all, the ends tell it */
        all->estimate = fmax(pld__estimate_guess(all), all->lower);
}

/* Estimates and the grid term. By the buckets alone there is an estimate only where the bracket is as narrow as asked: upper grid errors are
 * about twice the lower ones, so the truth is near a third of the way. A wider bracket, such as [0, U] of a direction that does not decide,
 * estimates nothing. `open` says which directions needed buckets. */
static pld_status finish(query *run, const pld__question *open) {
    pld_status status = PLD_OK;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        pld_direction_result *one = &run->result->directions[d];
        pld_bracket *bracket = &one->bracket;
        if (!run->question->asked[d])
            continue;
        bracket->estimate = NAN;
        if (bracket->lower == bracket->upper)
            bracket->estimate = bracket->lower;
        else if (width_of(run, bracket) <= run->result->tolerance)
            bracket->estimate = pld__estimate_guess(bracket);
        if (open->asked[d] && !run->targets.grouped && !run->stopped) {
            size_t refused = pld__limit_refusals(&run->limit);
            status = pld__estimate(run->targets.all, run->targets.count, d == 0 ? PLD_REMOVE : PLD_ADD, run->question, bracket,
                                   &one->estimate_error);
            bool stopped = pld__limit_stopped(&run->limit, refused, status);
            run->limited |= stopped;
            if (status != PLD_OK && !stopped)
                return status;
        }
        pld_ledger *sides[] = {&one->lower, &one->upper};
        double guess = pld__estimate_guess(bracket), gaps[] = {guess - bracket->lower, bracket->upper - guess};
        for (int side = 0; side < 2; side++) {
            double others = sides[side]->cells + sides[side]->tail + sides[side]->wraparound + sides[side]->roundoff;
            sides[side]->grid = fmax(gaps[side] - others, 0);
        }
    }
    combine(run);
    return PLD_OK;
}

/* Width reached against width asked; for delta both are relative. */
static double width_reached(const query *run) {
    return width_of(run, &run->result->bracket);
}

/* Directions that keep the combined bracket from being narrower: no other one needs another round. */
static bool relevant(const query *run, int d) {
    const pld_result *result = run->result;
    if (!run->question->asked[d])
        return false;
    return !(result->directions[d].bracket.upper <= result->bracket.lower + 0.5 * result->tolerance);
}

/* Of the width of those directions, what no finer grid removes. */
static double floor_reached(const query *run) {
    double most = 0;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        const pld_ledger *low = &run->result->directions[d].lower, *high = &run->result->directions[d].upper;
        if (relevant(run, d))
            most = fmax(most, low->cells + low->wraparound + low->roundoff + high->cells + high->wraparound + high->roundoff +
                                  high->tail);
    }
    return most;
}

/* Where to tilt next: the middle of a narrow bracket; in a wide one the aim, moved inside. */
static void guess_from(const query *run, const pld__plan *plan, double *guess) {
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        const pld_bracket *one = &run->result->directions[d].bracket;
        bool narrow = one->upper - one->lower < 0.1 * one->upper;
        guess[d] = narrow ? (one->lower + one->upper) / 2 : fmin(fmax(plan->directions[d].aim.epsilon, one->lower), one->upper);
    }
}

/* The largest epsilon aimed at. */
static double largest_aim(const pld__question *pending, const pld__plan *plan) {
    double largest = 0;
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        largest = pending->asked[d] ? fmax(largest, plan->directions[d].aim.epsilon) : largest;
    return largest;
}

/* What to multiply widths with next: the grid's part of the error falls with their square. */
static double next_factor(double reached, double asked, double base) {
    double grid = fmax(reached - base, 0.1 * reached);
    double factor = sqrt(GRID_SHARE * fmax(asked - fmin(base, asked / 2), 0) / grid);
    return fmin(fmax(factor, 0.1), base > 0.3 * asked ? 1 : 0.85);
}

/* The ways to compose: by few frequencies of laws on lists of edges; by transforms of laws on equal buckets; by frequencies with the laws taken
 * apart by jumps and smoothed more; or smoothed as much as it takes. */
typedef enum { BY_FREQUENCIES, BY_TRANSFORMS, BY_JUMPS, BY_SMOOTHING } way;

/* Compositions of so few steps are better served by transforms, if these are short. */
static const double FEW_STEPS = 400;
enum { SHORT = 1 << 19, QUITE_SHORT = 1 << 21 };

static double all_steps(const query *run) {
    double steps = 0;
    for (size_t m = 0; m < run->targets.count; m++)
        steps += run->targets.all[m].power;
    return steps;
}

/* Was a direction tilted for an epsilon so far from its bracket that this, not the grid, makes it wide? */
static bool missed(const query *run, const pld__question *done, const pld__plan *plan) {
    bool far = false;
    for (int d = 0; d < PLD_DIRECTIONS && !run->question->for_delta; d++) {
        const pld_bracket *one = &run->result->directions[d].bracket;
        const pld__aim *aim = &plan->directions[d].aim;
        double away = fmax(one->lower - aim->epsilon, aim->epsilon - one->upper);
        far |= done->asked[d] && relevant(run, d) && away * aim->theta > 0.2;
    }
    return far;
}

/* What the rounds of one way carry along. */
typedef struct {
    way way;
    pld__question pending; /* directions that still matter */
    double guess[PLD_DIRECTIONS];
    bool guessed;
    bool strained;                /* what is once known to be hard is not planned for as easy */
    double width, share, sharpen; /* of equal buckets; of the tolerance, for the grid; of the tolerance, for windows */
    double previous;              /* width reached */
    double trusted;               /* of the room that the limit leaves, what a plan may be predicted to take */
    pld__plan plan;
} attempt;

/* Bytes that a plan may be predicted to take. */
static double plan_memory(const query *run, const attempt *try) {
    return try->trusted * pld__limit_room(&run->limit);
}

/* Aims, and makes the plan of a round. */
static pld_status make_plan(query *run, attempt *try, bool *possible) {
    const pld_options *options = run->options;
    pld__plan *plan = &try->plan;
    const double *guess = try->guessed ? try->guess : NULL;
    double tolerance = options->tolerance > 0 && !run->question->for_delta ? options->tolerance : 1e-4, aimed = 0;
    for (int pass = 0; pass < 2 && tolerance != aimed; pass++) { /* it may depend on the aim and the aim (weakly) on it */
        aimed = tolerance;
        pld__plan_aim(run->targets.all, run->targets.count, &try->pending, tolerance * try->sharpen, guess, plan);
        tolerance = fmax(run->loosened * tolerance_in_epsilon(run, plan, true), FINEST * largest_aim(&try->pending, plan));
    }
    *possible = true;
    if (try->way == BY_TRANSFORMS) {
        if (options->bucket_width > 0)
            try->width = options->bucket_width;
        else if (try->width == 0)
            try->width = pld__plan_width(run->targets.all, run->targets.count, &try->pending, GRID_SHARE * tolerance, plan);
        plan->aimed = tolerance * try->share;
        pld_status planned = pld__plan_windows(run->targets.all, run->targets.count, &try->pending, tolerance * try->sharpen,
                                               try->width, plan_memory(run, try), options->buckets, plan);
        run->limited |= plan->limited;
        *possible = !plan->endless;
        return planned;
    }
    plan->must_jump = try->way == BY_JUMPS;
    plan->smooth = try->way == BY_SMOOTHING;
    try->strained |= is_strained(run, &try->pending, plan);
    double aimed_at = tolerance * try->share * (try->strained ? FEW_SHARE : 1);
    plan->aimed = fmax(aimed_at - CELLS_COST * all_steps(run), 0.3 * aimed_at);
    pld__plan_jumps(run->targets.all, run->targets.count, &try->pending, tolerance * try->sharpen, guess, plan);
    if (has_jumps(&try->pending, plan) && !run->targets.refined) { /* once more, with closer atoms */
        pld_status refined = pld__targets_refine(&run->targets);
        if (refined != PLD_OK)
            return refined;
        pld__plan_jumps(run->targets.all, run->targets.count, &try->pending, tolerance * try->sharpen, guess, plan);
    }
    pld_status status = pld__plan_lists(run->targets.all, run->targets.count, &try->pending, tolerance * try->sharpen,
                                        plan->aimed, plan_memory(run, try), plan);
    run->limited |= status == PLD_OK && plan->limited;
    *possible = plan->listed;
    return status;
}

/* Keeps what a round answered. Returns the width reached. */
static double take(query *run, const pld__question *done, const pld__plan *plan, const pld__round *round) {
    absorb(run, done, plan, round);
    combine(run);
    if (!run->question->for_delta)
        run->result->tolerance = tolerance_in_epsilon(run, plan, false);
    double reached = width_reached(run);
    run->result->tolerance_met = reached <= run->result->tolerance;
    return reached;
}

/* Keeps what a round answered; true if that is enough, or all that this way gives. */
static bool judge(query *run, attempt *try, const pld__round *round, int round_number) {
    const pld__plan *plan = &try->plan;
    bool outcomes = run->targets.whole != NULL || (run->targets.count == 1 && run->targets.all[0].power == 1);
    run->result->method = try->way == BY_TRANSFORMS ? PLD_METHOD_TRANSFORMS
                          : outcomes                ? PLD_METHOD_OUTCOMES
                                                    : PLD_METHOD_FREQUENCIES;
    double reached = take(run, &try->pending, plan, round), asked = run->result->tolerance, base = floor_reached(run);
    bool stuck = reached > 0.9 * try->previous && round_number > 1;
    bool fixed = run->options->bucket_width > 0 && round_number > 0;
    if (reached <= run->loosened * asked || stuck || fixed || (plan->memory_bound && base < 0.3 * asked))
        return true;
    /* Next: tilt at what is known now; tighter windows if they are what is wide; a finer grid. */
    try->previous = reached;
    try->guessed = !run->question->for_delta;
    guess_from(run, plan, try->guess);
    bool again = missed(run, &try->pending, plan);
    if (base > 0.3 * asked && !again)
        try->sharpen *= 0.1;
    double next = next_factor(reached, asked, base);
    next = again ? fmax(next, 0.5) : next;
    try->width = plan->width * next;
    try->share *= next * next;
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        try->pending.asked[d] = relevant(run, d);
    return false;
}

/* What an earlier way has settled stays settled. */
static attempt first_attempt(const query *run, way chosen) {
    attempt try = {.way = chosen, .share = GRID_SHARE, .sharpen = 1, .previous = INFINITY, .trusted = 1};
    try.pending = *run->question;
    for (int d = 0; d < PLD_DIRECTIONS && run->result->rounds > 0; d++)
        try.pending.asked[d] = relevant(run, d);
    return try;
}

/* One round; one that the limit stopped is not possible. Threads work side by side where there is room for twice what they are predicted to
 * take: then no round is stopped for being run by several. */
static pld_status run_round(query *run, attempt *try, bool planned, bool *possible, pld__round *round) {
    if (pld__query_stopped(run->options))
        return PLD_ERROR_STOPPED;
    size_t refused = pld__limit_refusals(&run->limit);
    *possible = true;
    pld_status status = planned ? PLD_OK : make_plan(run, try, possible);
    unsigned threads = 2 * try->plan.memory_together > pld__limit_room(&run->limit) ? 1 : run->options->threads;
    if (status == PLD_OK && *possible)
        status = pld__round_run(run->targets.all, run->targets.count, &try->pending, &try->plan, threads, round);
    if (!pld__limit_stopped(&run->limit, refused, status))
        return status;
    run->limited = true;
    *possible = false;
    return PLD_OK;
}

/* Rounds of one way, until the width is met or nothing helps; *usable is false if it could not go on. The first plan may be made already.
 * Transforms that the limit stopped are planned for less of it. */
static pld_status run_rounds(query *run, attempt *try, bool planned, bool *usable) {
    *usable = false;
    for (int round_number = 0; round_number < MOST_ROUNDS; round_number++) {
        bool possible = true;
        pld__round round;
        pld_status status = run_round(run, try, planned && round_number == 0, &possible, &round);
        while (status == PLD_OK && !possible && try->way == BY_TRANSFORMS && try->trusted > LEAST_TRUST) {
            try->trusted /= 2;
            status = run_round(run, try, false, &possible, &round);
        }
        if (status != PLD_OK || !possible || !round.certified)
            return status;
        if (judge(run, try, &round, round_number))
            break;
    }
    *usable = true;
    return PLD_OK;
}

static pld_status run_way(query *run, way chosen, bool *usable) {
    attempt try = first_attempt(run, chosen);
    return run_rounds(run, &try, false, usable);
}

/* BY_TRANSFORMS, if these would start no longer than `longest` and could do as asked. */
static pld_status run_short_transforms(query *run, size_t longest, bool *done) {
    attempt try = first_attempt(run, BY_TRANSFORMS);
    bool possible, usable;
    *done = false;
    size_t refused = pld__limit_refusals(&run->limit);
    pld_status status = make_plan(run, &try, &possible);
    if (pld__limit_stopped(&run->limit, refused, status)) {
        run->limited = true;
        return PLD_OK;
    }
    if (status != PLD_OK || !possible || try.plan.memory_bound || try.plan.longest > longest)
        return status;
    *done = true;
    return run_rounds(run, &try, true, &usable);
}

/* A single step by its closed form. */
static void run_single(query *run) {
    const pld_mechanism *mechanism = run->targets.all[0].mechanism;
    pld__plan plan = {0};
    pld__round round = {.certified = true};
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        if (run->question->asked[d])
            pld__single_answer(mechanism, d == 0 ? PLD_REMOVE : PLD_ADD, run->question, round.ends[d]);
    run->result->method = PLD_METHOD_CLOSED_FORM;
    (void)take(run, run->question, &plan, &round);
}

/* Sampled steps with little noise, by the number of draws. */
static void run_little_noise(query *run) {
    const pld_step step = {run->targets.all[0].mechanism, (uint64_t)run->targets.all[0].power};
    pld__plan plan = {0};
    pld__round round = {.certified = true};
    for (int d = 0; d < PLD_DIRECTIONS; d++)
        if (run->question->asked[d])
            pld__little_noise_answer(&step, d == 0 ? PLD_REMOVE : PLD_ADD, run->question, round.ends[d]);
    run->result->method = PLD_METHOD_CLOSED_FORM;
    (void)take(run, run->question, &plan, &round);
}

/* Do most steps end next to a hard edge, as they do where there is little noise? The few others are then better told apart by transforms, with
 * buckets that are wide for so many steps. */
static bool clings_to_edge(const query *run) {
    const double near = 1e-6; /* of the range of losses */
    for (size_t m = 0; m < run->targets.count; m++) {
        const pld__target *target = &run->targets.all[m];
        const pld_mechanism *mechanism = target->mechanism;
        double beside = 0, offset = pld__cells_offset(mechanism);
        if (mechanism->sparse || !pld__mechanism_hard_edge(mechanism) || target->atom_count == 0)
            return false;
        double range = target->atoms[target->atom_count - 1].loss - target->atoms[0].loss;
        for (size_t i = 0; i < target->atom_count; i++)
            if (fabs(target->atoms[i].loss - offset) < near * range)
                beside += exp(target->atoms[i].log_q);
        if (beside < 0.5)
            return false;
    }
    return run->targets.count > 0;
}

/* Frequencies that last: where their number keeps the width from being met, plans for less may do better. */
static pld_status refine_lasting(query *run) {
    pld_status status = PLD_OK;
    for (run->loosened = 1; run->loosened < 2e4 && status == PLD_OK; run->loosened *= 10) {
        bool usable;
        status = run_way(run, BY_FREQUENCIES, &usable);
        if (status == PLD_OK && !usable)
            status = run_way(run, BY_SMOOTHING, &usable);
        if (width_reached(run) <= 3 * run->loosened * run->result->tolerance)
            break;
    }
    return status;
}

/* Does a step reach so far that buckets of it would be as wide as what they should tell apart? Then what is known without them is the answer. */
static bool is_beyond_buckets(const query *run) {
    const double farthest = 1e14, log_mass = -40;
    bool beyond = false;
    for (size_t m = 0; m < run->targets.count; m++) {
        const pld_mechanism *mechanism = run->targets.all[m].mechanism;
        beyond |= !mechanism->sparse && !(mechanism->operations->reach_above(mechanism->pair, log_mass) < farthest &&
                                          mechanism->operations->reach_below(mechanism->pair, log_mass) < farthest);
    }
    return beyond;
}

/* One way after the other until the width is met. Where Fourier sums answer at all, only short transforms may do better. */
static pld_status refine(query *run) {
    bool usable, transformed = false;
    pld_status status;
    run->result->tolerance_met = false;
    bool single = run->targets.count == 1 && run->targets.all[0].power == 1 && !run->targets.all[0].mechanism->sparse;
    if (single)
        run_single(run);
    if (single && (run->result->tolerance_met || run->targets.all[0].mechanism->atoms))
        return PLD_OK;
    const pld_step whole = {run->targets.count == 1 ? run->targets.all[0].mechanism : NULL, 1};
    if (!asks_for_buckets(run->options) && run->targets.count == 1 && !run->targets.grouped &&
        pld__little_noise_applies(&whole)) {
        run_little_noise(run);
        /* Where this is as good as numbers are, buckets are worse. */
        double reached = width_reached(run);
        if (run->result->tolerance_met || reached < 0.1 * (run->question->for_delta ? 1 : run->result->bracket.lower))
            return PLD_OK;
    }
    if (is_beyond_buckets(run))
        return PLD_OK;
    if (run->targets.atoms)
        return refine_lasting(run);
    if (asks_for_buckets(run->options))
        return run_way(run, BY_TRANSFORMS, &usable);
    bool few = all_steps(run) < FEW_STEPS, clings = !few && clings_to_edge(run);
    if (few || clings) {
        status = run_short_transforms(run, clings ? QUITE_SHORT : SHORT, &transformed);
        if (status != PLD_OK || run->result->tolerance_met)
            return status;
    }
    status = run_way(run, BY_FREQUENCIES, &usable);
    if (status != PLD_OK || run->result->tolerance_met)
        return status;
    if (!transformed) {
        status = run_short_transforms(run, usable ? SHORT : QUITE_SHORT, &transformed);
        if (status != PLD_OK || run->result->tolerance_met)
            return status;
    }
    if (usable)
        return PLD_OK;
    status = run_way(run, BY_JUMPS, &usable);
    if (status != PLD_OK || usable || transformed)
        return status;
    return run_way(run, BY_TRANSFORMS, &usable);
}

/* log(1 - e^x) for x < 0, good to a few units of 2^-63 of itself, also where it is nearly 0. */
static double log_one_less(long double x) {
    return (double)(x < -0.7L ? log1pl(-expl(x)) : logl(-expm1l(x)));
}

/* Are there no steps that tell anything? Where the limit kept them from being listed nobody knows. */
static bool loses_nothing(const query *run) {
    return run->targets.count == 0 && !run->stopped;
}

/* Answers that need no buckets. Returns true if the direction is settled. */
static bool settle(const query *run, int d, pld_bracket *bracket) {
    const pld__question *question = run->question;
    double supremum = run->supremum[d], infinite = run->infinite[d];
    if (question->for_delta) {
        *bracket = (pld_bracket){infinite, infinite, 0};
        if (loses_nothing(run) || question->epsilon >= supremum) {
            bracket->upper = -INFINITY;
            return true;
        }
        /* P[L > epsilon] of the losses exceed epsilon, by no more than the supremum does: delta <= 1 - e^(epsilon - supremum) (T32). */
        if (isfinite(supremum))
            bracket->upper = log_one_less((long double)question->epsilon - supremum) * (1 - 4 * PLD__U);
        return false;
    }
    *bracket = (pld_bracket){0, 0, INFINITY};
    if (loses_nothing(run)) {
        bracket->upper = 0;
        return true;
    }
    /* A large delta may be enough for any epsilon, and then no composition need be looked at. */
    if (question->log_delta > WORTH_COUPLING && run->coupled[d] <= question->log_delta * (1 + 4 * PLD__U)) {
        bracket->upper = 0;
        return true;
    }
    if (run->is_all[d]) {
        *bracket = (pld_bracket){fmax(run->finite[d] - run->finite_error[d], 0), 0, run->finite[d] + run->finite_error[d]};
        return true;
    }
    if (infinite > question->log_delta * (1 - 4 * PLD__U)) {
        *bracket = (pld_bracket){INFINITY, INFINITY, INFINITY};
        return true;
    }
    if (isfinite(supremum))
        bracket->upper = supremum;
    if (question->log_delta == -INFINITY) {
        bracket->lower = run->no_lower[d] ? 0 : run->known[d];
        return true;
    }
    return false;
}

/* Both ends are proven, so they cannot cross: if they do, something is broken, and no number is better than a wrong one. */
static bool contradicts(const query *run) {
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        const pld_bracket *one = &run->result->directions[d].bracket;
        if (run->question->asked[d] && !(one->lower <= one->upper))
            return true;
    }
    return false;
}

pld_status pld__solve(const pld_step *steps, size_t step_count, const pld__question *question, const pld_options *options,
                      pld_result *result, bool *limited, pld_error *error) {
    double started = pld__seconds_now();
    pld_status status = pld__solve_check(steps, step_count, options, error);
    if (status != PLD_OK)
        return status;
    pld_result made = {0};
    pld__question open = *question;
    query run = {.question = &open, .options = options, .loosened = 1, .result = &made};
    made.tolerance = options->tolerance > 0 ? options->tolerance : options->relative_tolerance;
    if (!(made.tolerance > 0))
        made.tolerance = question->for_delta ? 1e-3 : 1e-4;
    sum_ends(steps, step_count, &run);
    pld__limit_open(options, &run.limit);
    status = pld__targets_create(steps, step_count, aiming_reach(question), !asks_for_buckets(options), &run.targets);
    run.stopped = pld__limit_stopped(&run.limit, 0, status);
    if (status == PLD_OK || run.stopped) {
        status = PLD_OK;
        bool left = false;
        for (int d = 0; d < PLD_DIRECTIONS; d++) {
            made.directions[d].asked = question->asked[d];
            made.directions[d].estimate_error = INFINITY;
            open.asked[d] = question->asked[d] && !settle(&run, d, &made.directions[d].bracket);
            left |= open.asked[d];
        }
        made.tolerance_met = true;
        if (left && !run.stopped)
            status = refine(&run);
        for (int d = 0; d < PLD_DIRECTIONS && status == PLD_OK && !made.tolerance_met; d++)
            if (question->for_delta && open.asked[d])
                made.directions[d].bracket.upper =
                    fmin(made.directions[d].bracket.upper,
                         pld__chernoff_log_upper(steps, step_count, d == 0 ? PLD_REMOVE : PLD_ADD, question->epsilon));
        run.question = question;
        if (status == PLD_OK && contradicts(&run))
            status = PLD_ERROR_CONTRADICTION;
        if (status == PLD_OK)
            status = finish(&run, &open);
        made.tolerance_met = width_reached(&run) <= made.tolerance;
        run.limited |= run.stopped || pld__limit_refusals(&run.limit) > 0;
        made.memory_bound |= run.limited && !made.tolerance_met;
    }
    pld__targets_free(&run.targets);
    pld__limit_close(&run.limit);
    if (status != PLD_OK)
        return status;
    made.seconds = pld__seconds_now() - started;
    *result = made;
    *limited = run.limited;
    return PLD_OK;
}
