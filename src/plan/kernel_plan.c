#include "plan/kernel_plan.h"

#include "base/base.h"
#include "base/normal.h"
#include "bound/hockey.h"
#include "kernel/laplace.h"
#include "kernel/laplace_few.h"
#include "plan/kernel_cut.h"
#include "plan/kernel_sketch.h"
#include "plan/kernel_top.h"
#include "plan/tuning.h"

#include <math.h>

/* What planning carries along. */
typedef struct {
    const pld__kernel_steps *steps;
    pld__kernel_sketch sketches[PLD__KERNEL_FACTORS];
    pld__kernel_saddle saddle;
    double sure;  /* mass at infinite loss */
    double share; /* of delta that each error may be */
} planning;

/* --- the saddle ----------------------------------------------------------------------------------------------------- */

static pld__kernel_moments moments_at(void *context, double theta) {
    planning *at = context;
    double plain = (double)at->steps->plain;
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

static bool seek(planning *at, const pld__question *question) {
    return pld__kernel_saddle_seek(moments_at, at, question, at->sure, KERNEL_SMALLEST_TILT, KERNEL_LARGEST_TILT, &at->saddle);
}

/* --- period and aliases --------------------------------------------------------------------------------------------- */

static bool choose_period(planning *at, pld__kernel_plan *plan) {
    static const double more[] = {1.15, 1.3, 1.5, 1.75, 2, 2.5, 3, 4};
    double theta = at->saddle.theta, wanted = -at->saddle.log_delta - log(at->share), best = INFINITY;
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++) {
        double lambda = theta * more[i];
        double log_alias = moments_at(at, lambda).value - lambda * at->saddle.epsilon + log(pld__bound_hockey_maximum(lambda));
        double needed = (log_alias + wanted) / (lambda - theta);
        if (needed < 0.97 * best) {
            best = needed;
            plan->lambda = lambda;
        }
    }
    double period = fmax(wanted / theta, best);
    int power;
    plan->spacing = floor(ldexp(frexp(2 * PLD__PI / period, &power), 24));
    plan->spacing = ldexp(plan->spacing, power - 24);
    return period > 0 && period < 1e100;
}

/* --- the last frequency --------------------------------------------------------------------------------------------- */

/* The best shift at t, near the one given. */
static double decay_at(planning *at, size_t m, double t, double *shift) {
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

static double total_decay(planning *at, double t, double *shifts) {
    double total = -(double)at->steps->plain * t * t / 2;
    for (size_t m = 0; m < at->steps->count; m++)
        total += fmin((double)at->steps->factors[m].count * decay_at(at, m, t, &shifts[m]), 0);
    return total;
}

/* The same for what (T57) leaves, of one Laplace step. */
static double choose_last_few(const planning *at, double spacing, double most) {
    double level =
        log(at->share) + at->saddle.log_delta - (at->saddle.scale - at->saddle.theta * at->saddle.epsilon) + log(PLD__PI);
    for (double t = fmax(at->saddle.theta, spacing); t < most; t *= 1.1)
        if ((double)pld__kernel_few_log_behind(&at->steps->factors[0], at->saddle.theta, t) - at->saddle.scale <= level + log(t))
            return t;
    return 0;
}

/* The first frequency from which on what is dropped is small; the shifts that show it. */
static double choose_last(planning *at, double spacing, double most, double *shifts, double *decay) {
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
        double middle = sqrt(low * high), kept[PLD__KERNEL_FACTORS];
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

/* --- nodes ---------------------------------------------------------------------------------------------------------- */

static double kappa_of(const planning *at, size_t m) {
    const pld__kernel_cut *cut = &at->sketches[m].cut;
    return cut->at < INFINITY ? 1 + 1 / (cut->softness * cut->softness) : 1;
}

/* log of the largest share of delta that quadrature of factor m may cost at a step. */
static double quadrature_cost(const planning *at, size_t m, double last, double decay, double step) {
    const pld__kernel_factor *factor = &at->steps->factors[m];
    double worst = -INFINITY, count = (double)factor->count;
    static const double parts[] = {0, 0.25, 0.5, 0.75, 1};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        double t = parts[i] * last, fallen = fmin(at->saddle.variance * t * t / 2, -decay) / 2;
        double error = (double)pld__bound_trapezoid(&factor->ends, kappa_of(at, m), at->saddle.theta, t, step);
        worst = fmax(worst, log(count * error) - fmax(fallen, 0));
        if (count * error > 0.05)
            return INFINITY;
    }
    return worst;
}

static double choose_step(const planning *at, size_t m, double last, double decay, double shift, double finer) {
    const pld__mean_ends *ends = &at->steps->factors[m].ends;
    double step = fmin(1, 2 * PLD__PI / (last * (double)(ends->p_high - ends->q_low) + 4));
    for (int i = 0; i < 60; i++, step *= 0.95) {
        double count = (double)at->steps->factors[m].count;
        double shown =
            (double)pld__bound_decay_trapezoid(&at->steps->factors[m].ends, kappa_of(at, m), at->saddle.theta, last, step, shift);
        bool shows = at->steps->factors[m].ends.p_low < at->steps->factors[m].ends.q_high || count * shown < 0.05;
        if (shows && quadrature_cost(at, m, last, decay, step) <= log(at->share))
            break;
    }
    int power;
    double scaled = floor(ldexp(frexp(step * finer, &power), 8));
    return ldexp(scaled, power - 8);
}

/* Of a Laplace step; how many there are. A closed form has none, but costs as much as some. */
static double choose_panels(const planning *at, size_t m, double last, double finer, pld__kernel_panels *panels) {
    const pld__kernel_factor *factor = &at->steps->factors[m];
    double nodes = LAPLACE_CLOSED;
    *panels = (pld__kernel_panels){0};
    if (pld__kernel_is_closed(factor))
        return nodes;
    double wanted = LAPLACE_SHARE * pow(finer, 16) / (double)factor->count * fmin(1, at->sketches[m].value);
    *panels = pld__kernel_laplace_panels(&factor->laplace, at->saddle.theta, last, wanted);
    for (size_t i = 0; i < panels->count; i++)
        nodes += panels->nodes[i];
    return nodes;
}

/* log of what the bells of a list have beyond x. */
static double log_left_out(const pld__kernel_list *list, double x, int sign) {
    double sum = exp(-x * x / 2);
    for (size_t j = 0; j < list->count; j++) {
        double away = sign * (x - (double)list->mean[j]);
        sum += (double)list->weight[j] * (away > 0 ? exp(-away * away / 2) : 1);
    }
    return log(sum);
}

/* How far out an end must be: beyond it the tilted laws and the bells are small. */
static double choose_end(const planning *at, size_t m, double lambda, int sign) {
    const pld__kernel_sketch *sketch = &at->sketches[m];
    const pld__mean_ends *ends = &sketch->factor->ends;
    double count = (double)sketch->factor->count, small = log(at->share / count);
    for (size_t i = 0; i < sketch->count; i++) {
        size_t n = sign > 0 ? i : sketch->count - 1 - i;
        double x = sketch->x[n], away = sign * x;
        if (away < 3 || log_left_out(&sketch->factor->p, x, sign) > small - log(1 + at->saddle.theta) ||
            log_left_out(&sketch->factor->q, x, sign) > small - log(1 + at->saddle.theta))
            continue;
        bool good = true;
        for (int tilt = 0; tilt < 2 && good; tilt++) {
            double theta = tilt == 0 ? at->saddle.theta : lambda;
            double density =
                sketch->log_bell[n] + sketch->log_keep[n] + (1 + theta) * sketch->log_p[n] - theta * sketch->log_q[n];
            double distance = (double)pld__bound_fall(ends, theta, x, sign, sketch->p_mean[n], sketch->q_mean[n], sketch->cut.at,
                                                      sketch->cut.softness);
            good = distance > 0.2 && density < (tilt == 0 ? small - 2 : log(1e-4 / count));
        }
        if (good)
            return away;
    }
    return INFINITY;
}

/* --- all together --------------------------------------------------------------------------------------------------- */

static void close_sketches(planning *at) {
    for (size_t m = 0; m < at->steps->count; m++)
        pld__kernel_sketch_free(&at->sketches[m]);
}

static pld_status open_sketches(planning *at, double tilt) {
    for (size_t m = 0; m < at->steps->count; m++) {
        const pld__mean_ends *ends = &at->steps->factors[m].ends;
        double highest = (double)fmaxl(ends->p_high, ends->q_high) + 13 +
                         tilt * (double)fmaxl(fmaxl(ends->p_high, 0), (ends->p_high - ends->q_low) / 8);
        pld_status status = pld__kernel_sketch_create(&at->steps->factors[m],
                                                      fmin(highest, tilt < INFINITY ? KERNEL_FARTHEST : 70), &at->sketches[m]);
        if (status != PLD_OK)
            return status;
    }
    return PLD_OK;
}

/* --- cuts ----------------------------------------------------------------------------------------------------------- */

/* Does the tilted law live where the law itself has nothing that matters? Then a cut brings it back. */
static bool needs_cut(const planning *at, size_t m, double where) {
    double beyond = 0;
    for (size_t n = 0; n < at->sketches[m].count; n++)
        beyond += at->sketches[m].x[n] > where ? at->sketches[m].mass[n] : 0;
    return beyond > 1e-8;
}

/* On every factor that needs one at a tilt above theta's; where no tilt was found, on all. */
static bool lay_cuts(planning *at, double log_delta, double softness, bool found) {
    bool any = false;
    if (found)
        (void)moments_at(at, 1.2 * at->saddle.theta);
    for (size_t m = 0; m < at->steps->count; m++) {
        if (at->steps->factors[m].laplace.ratio > 0)
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

static bool choose(planning *at, double effort, double finer, pld__kernel_plan *plan) {
    double decay = 0, shifts[PLD__KERNEL_FACTORS] = {0}, nodes = nodes_of_outcomes(at->steps, at->saddle.theta);
    if (!choose_period(at, plan))
        return false;
    (void)moments_at(at, at->saddle.theta);
    double last = choose_last(at, plan->spacing, plan->spacing * fmin(effort / 20, 1e7), shifts, &decay);
    plan->frequencies = (size_t)ceil(last / plan->spacing);
    if (plan->frequencies < 1)
        return false;
    for (size_t m = 0; m < at->steps->count; m++) {
        const pld__kernel_factor *factor = &at->steps->factors[m];
        if (factor->laplace.ratio > 0) {
            plan->grids[m] = (pld__kernel_grid){.cut = {INFINITY, 1}};
            nodes += choose_panels(at, m, last, finer, &plan->grids[m].panels);
            continue;
        }
        double step = choose_step(at, m, last, decay, shifts[m], finer);
        double low = choose_end(at, m, plan->lambda, -1), high = choose_end(at, m, plan->lambda, 1);
        if (!(low < INFINITY && high < INFINITY))
            return false;
        plan->grids[m] = (pld__kernel_grid){.step = step,
                                            .first = -(int64_t)ceil(low / step),
                                            .last = (int64_t)ceil(high / step),
                                            .shift = shifts[m],
                                            .cut = at->sketches[m].cut};
        nodes += (low + high) / step;
    }
    plan->few = false;
    plan->theta = at->saddle.theta;
    plan->guess = fmax(at->saddle.epsilon, 0);
    return nodes * (double)plan->frequencies <= effort;
}

/* One Laplace step, the two parts of (T57) apart. */
static bool choose_parts(planning *at, double effort, pld__kernel_plan *plan) {
    if (!pld__kernel_may_be_few(at->steps))
        return false;
    if (!choose_period(at, plan))
        return false;
    double last = choose_last_few(at, plan->spacing, plan->spacing * effort / LAPLACE_CLOSED);
    plan->frequencies = (size_t)ceil(last / plan->spacing);
    plan->grids[0] = (pld__kernel_grid){.cut = {INFINITY, 1}};
    plan->few = true;
    plan->theta = at->saddle.theta;
    plan->guess = fmax(at->saddle.epsilon, 0);
    return plan->frequencies >= 1;
}

/* Nodes times frequencies of a plan. */
static double cost_of(const pld__kernel_plan *plan, const pld__kernel_steps *steps) {
    double nodes = nodes_of_outcomes(steps, plan->theta);
    for (size_t m = 0; m < steps->count; m++)
        nodes += pld__kernel_grid_nodes(&plan->grids[m]);
    return nodes * (double)plan->frequencies;
}

/* Without cuts: the cheaper of all frequencies and of those of (T57). */
static bool choose_cheaper(planning *at, double effort, double finer, pld__kernel_plan *plan) {
    bool all = choose(at, effort, finer, plan);
    pld__kernel_plan parts;
    if (choose_parts(at, all ? LAPLACE_CLOSED * (double)plan->frequencies / LAPLACE_PARTS : effort, &parts)) {
        *plan = parts;
        return true;
    }
    return all;
}

/* A plan with cuts of some softness that is cheaper than `best`. */
static double choose_with_cuts(planning *at, const pld__question *question, double best, double finer, pld__kernel_plan *plan) {
    static const double softness[] = {0.5, 0.2, 0.08};
    bool found = seek(at, question);
    double log_delta = question->for_delta ? at->saddle.log_delta : question->log_delta;
    for (size_t i = 0; i < sizeof softness / sizeof softness[0]; i++) {
        pld__kernel_plan made;
        for (size_t m = 0; m < at->steps->count && i > 0; m++)
            pld__kernel_sketch_cut(&at->sketches[m], (pld__kernel_cut){INFINITY, 1});
        if (!lay_cuts(at, log_delta, softness[i], found) || !seek(at, question) || !choose(at, best, finer, &made))
            continue;
        best = cost_of(&made, at->steps);
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

/* One plan, with errors of this share. */
static pld_status make(const pld__kernel_steps *steps, const pld__question *question, double effort, double finer, double share,
                       pld__kernel_plan *plan, bool *possible) {
    long double sure, lost;
    pld__kernel_steps_infinite(steps, &sure, &lost);
    planning *at = pld__allocate(1, sizeof *at);
    pld_status status = at ? PLD_OK : PLD_ERROR_MEMORY;
    /* Sketches that reach far enough for the tilts they are asked about. */
    double reach = 8, cost = effort;
    for (int trial = 0; trial < 2 && status == PLD_OK && !*possible; trial++, reach *= 3) {
        *at = (planning){.steps = steps, .sure = (double)sure, .share = share};
        status = open_sketches(at, reach);
        if (status == PLD_OK && seek(at, question) && choose_cheaper(at, effort, finer, plan)) {
            *possible = true;
            cost = cost_of(plan, steps);
        }
        close_sketches(at);
    }
    if (status == PLD_OK && !(*possible && cost <= KERNEL_CHEAP)) {
        *at = (planning){.steps = steps, .sure = (double)sure, .share = share};
        status = open_sketches(at, INFINITY);
        double cheaper = status == PLD_OK ? choose_with_cuts(at, question, cost, finer, plan) : cost;
        *possible |= cheaper < cost;
        close_sketches(at);
    }
    pld__free(at);
    return status;
}

pld_status pld__kernel_plan_aimed(const pld__kernel_steps *steps, const pld__question *question, const pld__kernel_aim *aim,
                                  pld__kernel_plan *plan, bool *possible) {
    *possible = false;
    if (!is_in_reach(steps))
        return PLD_OK;
    *possible = pld__kernel_plan_top(steps, question, plan);
    if (*possible)
        return PLD_OK;
    pld_status status = make(steps, question, aim->effort, aim->finer, aim->share, plan, possible);
    if (status == PLD_OK && !*possible && aim->loose > aim->share)
        status = make(steps, question, aim->last_effort, aim->finer, aim->loose, plan, possible);
    return status;
}

pld_status pld__kernel_plan_make(const pld__kernel_steps *steps, const pld__question *question, double effort, double finer,
                                 pld__kernel_plan *plan, bool *possible) {
    const pld__kernel_aim aim = {effort, finer, KERNEL_SHARE, KERNEL_SHARE, effort};
    return pld__kernel_plan_aimed(steps, question, &aim, plan, possible);
}
