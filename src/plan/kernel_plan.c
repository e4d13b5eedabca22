#include "plan/kernel_plan.h"

#include "base/base.h"
#include "base/normal.h"
#include "bound/hockey.h"
#include "kernel/laplace.h"
#include "kernel/laplace_few.h"
#include "plan/kernel_cut.h"
#include "plan/kernel_groups.h"
#include "plan/kernel_nodes.h"
#include "plan/kernel_top.h"
#include "plan/tuning.h"

#include <math.h>

/* --- the saddle ----------------------------------------------------------------------------------------------------- */

static pld__kernel_moments moments_at(void *context, double theta) {
    pld__kernel_planning *at = context;
    double plain = (double)at->steps->plain + at->variance;
    pld__kernel_moments total = {plain * theta * (theta + 1) / 2, plain * (theta + 0.5), plain};
    for (size_t m = 0; m < at->steps->count + at->steps->atom_count; m++) {
        bool outcomes = m >= at->steps->count;
        const pld__kernel_atoms *atoms = outcomes ? &at->steps->atoms[m - at->steps->count] : NULL;
        double count = (double)(outcomes ? atoms->times : at->steps->factors[m].count);
        pld__kernel_moments one =
            outcomes ? pld__kernel_atoms_moments(atoms, theta) : pld__kernel_sketch_moments_at(&at->sketches[m], theta);
        total.value += count * one.value;
        total.first += count * one.first;
        total.second += count * one.second;
    }
    return total;
}

static bool seek(pld__kernel_planning *at, const pld__question *question) {
    double largest = at->aim->smooth > 0 ? SMOOTHED_STEEPEST : KERNEL_LARGEST_TILT;
    return pld__kernel_saddle_seek(moments_at, at, question, at->sure, KERNEL_SMALLEST_TILT, largest, &at->saddle);
}

/* --- period and aliases --------------------------------------------------------------------------------------------- */

/* How far from its epsilon a plan should still be good, and how much log delta falls on the way, about as under a bell. */
static double stretch_of(const pld__kernel_planning *at) {
    return fmax(at->aim->beside, at->aim->beside_log / at->saddle.theta);
}

static double fall_of(const pld__kernel_planning *at) {
    double beside = stretch_of(at);
    return at->saddle.theta * beside + beside * beside / (2 * at->saddle.variance);
}

/* Aliases are looked at where they are largest, at the far ends of that stretch. */
static bool choose_period(pld__kernel_planning *at, pld__kernel_plan *plan) {
    static const double more[] = {1.15, 1.3, 1.5, 1.75, 2, 2.5, 3, 4};
    double theta = at->saddle.theta, wanted = -at->saddle.log_delta - log(at->share), best = INFINITY;
    double beside = stretch_of(at);
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++) {
        double lambda = theta * more[i];
        double log_alias = moments_at(at, lambda).value - lambda * at->saddle.epsilon + log(pld__bound_hockey_maximum(lambda));
        double needed = (log_alias + wanted) / (lambda - theta) + beside;
        if (needed < 0.97 * best) {
            best = needed;
            plan->lambda = lambda;
        }
    }
    double period = fmax((wanted + fall_of(at)) / theta, best);
    int power;
    plan->spacing = floor(ldexp(frexp(2 * PLD__PI / period, &power), 24));
    plan->spacing = ldexp(plan->spacing, power - 24);
    return period > 0 && period < 1e100;
}

/* --- the last frequency --------------------------------------------------------------------------------------------- */

/* The best shift at t, near the one given. */
static double decay_at(pld__kernel_planning *at, size_t m, double t, double *shift) {
    double best = INFINITY, start = *shift;
    static const double steps[] = {1, 0.7, 1.4, 0.5, 2};
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        double found = pld__kernel_sketch_log_decay(&at->sketches[m], at->saddle.theta, t, start * steps[i]);
        if (found < best) {
            best = found;
            *shift = start * steps[i];
        } else if (i == 2 && *shift == start) {
            break;
        }
    }
    return best;
}

static double total_decay(pld__kernel_planning *at, double t, double *shifts) {
    double total = -((double)at->steps->plain + at->variance) * t * t / 2;
    for (size_t m = 0; m < at->steps->count; m++)
        total += fmin((double)at->steps->factors[m].count * decay_at(at, m, t, &shifts[m]), 0);
    return total;
}

/* The same for what (T57) leaves, of one Laplace step. */
static double choose_last_few(const pld__kernel_planning *at, const pld__laplace_ends *ends, double spacing, double most) {
    double level =
        log(at->share) + at->saddle.log_delta - (at->saddle.scale - at->saddle.theta * at->saddle.epsilon) + log(PLD__PI);
    const pld__kernel_factor *factor = &at->steps->factors[0];
    for (double t = fmax(at->saddle.theta, spacing); t < most; t *= 1.1)
        if ((double)pld__kernel_few_log_behind(factor, ends, at->saddle.theta, t) - at->saddle.scale <= level + log(t))
            return t;
    return 0;
}

/* The first frequency from which on what is dropped is small; the shifts that show it. */
static double choose_last(pld__kernel_planning *at, double spacing, double most, double *decay) {
    double *shifts = at->shifts;
    double level =
        log(at->share) + at->saddle.log_delta - (at->saddle.scale - at->saddle.theta * at->saddle.epsilon) + log(PLD__PI);
    double low = 0, high = 0, t = fmax(6 / sqrt(at->saddle.variance), spacing);
    for (size_t m = 0; m < at->steps->count; m++) {
        double slope = fmax(pld__kernel_sketch_slope(&at->sketches[m]), 1e-300);
        shifts[m] = t * slope / (1 + t * t * slope * slope);
    }
    for (int i = 0; i < 80 && t < most; i++, t *= 1.5) {
        *decay = total_decay(at, t, shifts);
        if (*decay <= level + log(t)) {
            high = t;
            break;
        }
        low = t;
        for (size_t m = 0; m < at->steps->count; m++)
            shifts[m] *= 1.2;
    }
    for (int i = 0; i < 4 && high > 0 && low > 0; i++) {
        double middle = sqrt(low * high), *kept = at->kept;
        for (size_t m = 0; m < at->steps->count; m++)
            kept[m] = shifts[m];
        double found = total_decay(at, middle, kept);
        if (found > level + log(middle)) {
            low = middle;
            continue;
        }
        high = middle;
        *decay = found;
        for (size_t m = 0; m < at->steps->count; m++)
            shifts[m] = kept[m];
    }
    return high;
}

/* --- all together --------------------------------------------------------------------------------------------------- */

static void close_sketches(pld__kernel_planning *at) {
    for (size_t m = 0; m < at->steps->count; m++)
        pld__kernel_sketch_free(&at->sketches[m]);
}

/* Room for all lists, and for the grids of the plan. */
static pld_status make_room(pld__kernel_planning *at, pld__kernel_plan *plan) {
    size_t count = at->steps->count + 1;
    at->sketches = pld__allocate(count, sizeof *at->sketches);
    at->shifts = pld__allocate(2 * count, sizeof *at->shifts);
    at->grids = pld__allocate(count, sizeof *at->grids);
    plan->grids = pld__allocate(count, sizeof *plan->grids);
    if (!at->sketches || !at->shifts || !at->grids || !plan->grids)
        return PLD_ERROR_MEMORY;
    at->kept = at->shifts + count;
    for (size_t m = 0; m < count; m++)
        at->sketches[m] = (pld__kernel_sketch){0};
    return PLD_OK;
}

static void free_room(pld__kernel_planning *at) {
    pld__free(at->sketches);
    pld__free(at->shifts);
    pld__free(at->grids);
}

static pld_status open_sketches(pld__kernel_planning *at, double tilt) {
    for (size_t m = 0; m < at->steps->count; m++) {
        const pld__mean_ends *ends = &at->steps->factors[m].ends;
        double highest = (double)fmaxl(ends->p_high, ends->q_high) + 13 +
                         tilt * (double)fmaxl(fmaxl(ends->p_high, 0), (ends->p_high - ends->q_low) / 8);
        pld_status status = pld__kernel_sketch_create(
            &at->steps->factors[m], fmin(highest, tilt < INFINITY ? KERNEL_FARTHEST : 70), tilt, &at->sketches[m]);
        if (status != PLD_OK)
            return status;
    }
    return PLD_OK;
}

/* --- cuts ----------------------------------------------------------------------------------------------------------- */

/* Does the tilted law live where the law itself has nothing that matters? Then a cut brings it back. */
static bool needs_cut(const pld__kernel_planning *at, size_t m, double where) {
    double beyond = 0;
    for (size_t n = 0; n < at->sketches[m].count; n++)
        beyond += at->sketches[m].x[n] > where ? at->sketches[m].mass[n] : 0;
    return beyond > 1e-8;
}

/* On every factor that needs one at a tilt above theta's; where no tilt was found, on all. */
static bool lay_cuts(pld__kernel_planning *at, double log_delta, double softness, bool found) {
    bool any = false;
    if (found)
        (void)moments_at(at, 1.2 * at->saddle.theta);
    for (size_t m = 0; m < at->steps->count; m++) {
        if (!pld__kernel_is_mixture(&at->steps->factors[m]))
            continue;
        pld__kernel_cut cut = pld__kernel_cut_choose(&at->steps->factors[m], log_delta, softness);
        if (found && !needs_cut(at, m, cut.at))
            continue;
        pld__kernel_sketch_cut(&at->sketches[m], cut);
        any = true;
    }
    return any;
}

/* What discrete steps add to the nodes. */
static double nodes_of_outcomes(const pld__kernel_steps *steps, double theta) {
    double nodes = 0;
    for (size_t m = 0; m < steps->atom_count; m++)
        nodes += OUTCOME_NODES * pld__kernel_atoms_busy(&steps->atoms[m], theta);
    return nodes;
}

/* Nodes of a sampled Laplace step up to where ends serve, to a share of its moment; what nodes and ends cost. */
static double choose_nodes_and_ends(const pld__kernel_planning *at, size_t m, const pld__laplace_ends *ends, double last,
                                    double share, pld__kernel_plan *plan) {
    double from = fmin(pld__laplace_ends_from(ends, plan->theta, share / (double)at->steps->factors[m].count), last);
    pld__kernel_grid *grid = &plan->grids[m];
    double nodes = pld__kernel_choose_grid(at, m, from, 0, at->aim->finer, plan->lambda, grid);
    grid->by_ends = (size_t)fmax(floor(from / plan->spacing), 1);
    return nodes * (double)grid->by_ends + LAPLACE_PARTS * LAPLACE_CLOSED * (double)plan->frequencies;
}

/* Of one factor; smoothed plans go far. */
static double choose_factor(const pld__kernel_planning *at, size_t m, double last, double decay, double finer,
                            pld__kernel_plan *plan) {
    const pld__kernel_laplace *laplace = &at->steps->factors[m].laplace;
    if (at->variance == 0 || !(laplace->ratio > 0 && laplace->rate < 1))
        return pld__kernel_choose_grid(at, m, last, decay, finer, plan->lambda, &plan->grids[m]) * (double)plan->frequencies;
    pld__laplace_ends ends;
    pld__laplace_ends_fill(laplace, &ends);
    return choose_nodes_and_ends(at, m, &ends, last, at->share, plan);
}

static bool choose(pld__kernel_planning *at, double effort, double finer, pld__kernel_plan *plan) {
    double decay = 0, cost = nodes_of_outcomes(at->steps, at->saddle.theta) * (at->variance > 0 ? SMOOTHED_WALK : 1);
    if (!choose_period(at, plan))
        return false;
    (void)moments_at(at, at->saddle.theta);
    double last =
        choose_last(at, plan->spacing, plan->spacing * fmin(effort / 20, at->variance > 0 ? SMOOTHED_FREQUENCIES : 1e7), &decay);
    plan->frequencies = (size_t)ceil(last / plan->spacing);
    if (plan->frequencies < 1)
        return false;
    at->frequencies = (double)plan->frequencies;
    plan->few = false;
    plan->variance = at->variance;
    plan->stride = plan->frequencies > KERNEL_MANY || at->aim->quick ? KERNEL_STRIDE : 1;
    plan->theta = at->saddle.theta;
    plan->guess = fmax(at->saddle.epsilon, 0);
    cost *= (double)plan->frequencies;
    for (size_t m = 0; m < at->steps->count && cost < INFINITY; m++)
        cost += choose_factor(at, m, last, decay, finer, plan);
    return cost <= effort;
}

/* One Laplace step, the two parts of (T57) apart. */
static bool choose_parts(pld__kernel_planning *at, double effort, pld__kernel_plan *plan) {
    if (!pld__kernel_may_be_few(at->steps))
        return false;
    if (!choose_period(at, plan))
        return false;
    (void)moments_at(at, at->saddle.theta);
    pld__laplace_ends own, *ends = NULL;
    if (!pld__kernel_is_closed(&at->steps->factors[0])) {
        pld__laplace_ends_fill(&at->steps->factors[0].laplace, &own);
        ends = &own;
    }
    double last = choose_last_few(at, ends, plan->spacing, plan->spacing * effort / LAPLACE_CLOSED);
    plan->frequencies = (size_t)ceil(last / plan->spacing);
    plan->grids[0] = (pld__kernel_grid){.cut = {INFINITY, 1}};
    plan->few = true;
    plan->stride = ends && plan->frequencies > KERNEL_MANY ? KERNEL_STRIDE : 1;
    plan->theta = at->saddle.theta;
    plan->guess = fmax(at->saddle.epsilon, 0);
    return plan->frequencies >= 1 && (!ends || choose_nodes_and_ends(at, 0, ends, last, LAPLACE_ENDS_SHARE, plan) <= effort);
}

/* Nodes times frequencies of a plan. */
static double cost_of(const pld__kernel_plan *plan, const pld__kernel_steps *steps) {
    double nodes = nodes_of_outcomes(steps, plan->theta), ends = 0;
    for (size_t m = 0; m < steps->count; m++) {
        const pld__kernel_grid *grid = &plan->grids[m];
        bool by_ends = grid->by_ends > 0 && grid->by_ends <= plan->frequencies;
        ends += by_ends ? pld__kernel_grid_nodes(grid) * (double)(plan->frequencies - grid->by_ends) : 0;
        nodes += pld__kernel_grid_nodes(grid);
    }
    return nodes * (double)plan->frequencies - ends;
}

/* Without cuts: the cheaper of all frequencies and of those of (T57). */
static bool choose_cheaper(pld__kernel_planning *at, double effort, double finer, pld__kernel_plan *plan) {
    bool all = choose(at, effort, finer, plan), closed = at->steps->count == 1 && pld__kernel_is_closed(&at->steps->factors[0]);
    pld__kernel_plan parts = {.grids = at->grids};
    double most = !all ? effort : closed ? LAPLACE_CLOSED * (double)plan->frequencies / LAPLACE_PARTS : cost_of(plan, at->steps);
    if (choose_parts(at, most, &parts)) {
        at->grids = plan->grids;
        *plan = parts;
        return true;
    }
    return all;
}

/* A plan with cuts of some softness that is cheaper than `best`. */
static double choose_with_cuts(pld__kernel_planning *at, const pld__question *question, double best, double finer,
                               pld__kernel_plan *plan) {
    static const double softness[] = {0.5, 0.2, 0.08};
    bool found = seek(at, question);
    double log_delta = (question->for_delta ? at->saddle.log_delta : question->log_delta) - fall_of(at);
    for (size_t i = 0; i < sizeof softness / sizeof softness[0]; i++) {
        pld__kernel_plan made = {.grids = at->grids};
        for (size_t m = 0; m < at->steps->count && i > 0; m++)
            pld__kernel_sketch_cut(&at->sketches[m], (pld__kernel_cut){INFINITY, 1});
        if (!lay_cuts(at, log_delta, softness[i], found) || !seek(at, question) || !choose(at, best, finer, &made))
            continue;
        best = cost_of(&made, at->steps);
        at->grids = plan->grids;
        *plan = made;
    }
    return best;
}

/* Are all means where nodes may be? */
static bool is_in_reach(const pld__kernel_steps *steps) {
    for (size_t m = 0; m < steps->count; m++) {
        const pld__mean_ends *ends = &steps->factors[m].ends;
        if (!(fminl(ends->p_low, ends->q_low) >= -KERNEL_FARTHEST && fmaxl(ends->p_high, ends->q_high) <= KERNEL_FARTHEST))
            return false;
    }
    return true;
}

/* One plan, with errors of this share: *possible says whether there is one. Sketches reach far enough for the tilts that they are
 * asked about. */
static pld_status try_plans(pld__kernel_planning *at, const pld__question *question, double effort, pld__kernel_plan *plan,
                            bool *possible) {
    double reach = 8, cost = effort, finer = at->aim->finer;
    pld_status status = PLD_OK;
    for (int trial = 0; trial < 2 && status == PLD_OK && !*possible; trial++, reach *= 3) {
        status = open_sketches(at, reach);
        if (status == PLD_OK && seek(at, question) && choose_cheaper(at, effort, finer, plan)) {
            *possible = true;
            cost = cost_of(plan, at->steps);
        }
        close_sketches(at);
    }
    if (status == PLD_OK && !(*possible && cost <= KERNEL_CHEAP)) {
        status = open_sketches(at, INFINITY);
        double cheaper = status == PLD_OK ? choose_with_cuts(at, question, cost, finer, plan) : cost;
        *possible |= cheaper < cost;
        close_sketches(at);
    }
    return status;
}

/* One smoothed plan, about as wide as may be, or wider if that takes too much. The two sides are v theta (theta + 1) of delta
 * apart where the law falls about like an exponential. */
static bool choose_smoothed(pld__kernel_planning *at, const pld__question *question, pld__kernel_plan *plan) {
    double theta = at->saddle.theta,
           width = at->aim->smooth * (at->aim->smooth_relative ? fmax(at->saddle.epsilon, SMOOTHED_LEAST) : 1);
    double relative = fmin(width * (question->for_delta ? 1 : theta), 1);
    at->share = fmax(KERNEL_SHARE, SMOOTHED_ERRORS * relative);
    at->variance = SMOOTHED_PART * relative / (theta * (theta + 1));
    for (int trial = 0; trial < SMOOTHED_TRIALS && at->variance > 0; trial++, at->variance *= SMOOTHED_MORE) {
        at->variance = fmin(at->variance, MOST_VARIANCE);
        if (choose(at, SMOOTHED_EFFORT, at->aim->finer, plan))
            return true;
    }
    return false;
}

static pld_status try_smoothed(pld__kernel_planning *at, const pld__question *question, pld__kernel_plan *plan, bool *possible) {
    pld_status status = PLD_OK;
    double reach = 8;
    for (int trial = 0; trial < 2 && status == PLD_OK && !*possible; trial++, reach *= 3) {
        at->variance = 0;
        status = open_sketches(at, reach);
        *possible = status == PLD_OK && seek(at, question) && choose_smoothed(at, question, plan);
        close_sketches(at);
    }
    return status;
}

static pld_status make(const pld__kernel_steps *steps, const pld__question *question, const pld__kernel_aim *aim, double effort,
                       double share, pld__kernel_plan *plan, bool *possible) {
    long double sure, lost;
    pld__kernel_steps_infinite(steps, &sure, &lost);
    pld__kernel_planning at = {.steps = steps, .sure = (double)sure, .share = share, .aim = aim};
    pld__kernel_plan_free(plan);
    pld_status status = make_room(&at, plan);
    if (status == PLD_OK)
        status = aim->smooth > 0 ? try_smoothed(&at, question, plan, possible) : try_plans(&at, question, effort, plan, possible);
    free_room(&at);
    return status;
}

pld_status pld__kernel_plan_aimed(const pld__kernel_steps *steps, const pld__question *question, const pld__kernel_aim *aim,
                                  pld__kernel_plan *plan, bool *possible) {
    *possible = false;
    *plan = (pld__kernel_plan){0};
    if (!is_in_reach(steps))
        return PLD_OK;
    *possible = aim->smooth == 0 && pld__kernel_plan_top(steps, question, plan);
    if (*possible)
        return PLD_OK;
    if (steps->count > KERNEL_GROUPS)
        return pld__kernel_groups_plan(steps, question, aim, plan, possible);
    pld_status status = make(steps, question, aim, aim->effort, aim->share, plan, possible);
    if (status == PLD_OK && !*possible && aim->loose > aim->share && aim->smooth == 0)
        status = make(steps, question, aim, aim->last_effort, aim->loose, plan, possible);
    return status;
}

bool pld__kernel_may_be_finer(const pld__kernel_steps *steps) {
    bool may = false;
    for (size_t m = 0; m < steps->count; m++)
        may |= pld__kernel_is_mixture(&steps->factors[m]) ||
               (steps->factors[m].allotment.batches == 0 && !pld__kernel_is_closed(&steps->factors[m]));
    return may;
}

pld_status pld__kernel_plan_make(const pld__kernel_steps *steps, const pld__question *question, double effort, double finer,
                                 pld__kernel_plan *plan, bool *possible) {
    const pld__kernel_aim aim = {
        .effort = effort, .finer = finer, .share = KERNEL_SHARE, .loose = KERNEL_SHARE, .last_effort = effort};
    return pld__kernel_plan_aimed(steps, question, &aim, plan, possible);
}
