#include "plan/jumps.h"

#include "base/base.h"
#include "base/minimum.h"
#include "base/root.h"
#include "bound/hockey.h"
#include "plan/tuning.h"

#include <math.h>

bool pld__jumps_few_steps(const pld__sketch *sketch, pld_direction direction, double theta) {
    double second = 0, fourth = 0;
    if (sketch->count > MOST_JUMPING) /* looking would take longer than it saves */
        return false;
    for (size_t m = 0; m < sketch->count; m++) {
        pld__step_moments one = pld__saddle_step_moments(&sketch->steps[m], direction, theta, -INFINITY, INFINITY);
        second += sketch->steps[m].power * one.second;
        fourth += sketch->steps[m].power * one.fourth;
    }
    return second * second < FEW_EFFECTIVE_STEPS * fourth;
}

bool pld__jumps_strained(const pld__saddle *saddle) {
    return saddle->theta * saddle->deviation > STRAINED * sqrt(-2 * fmin(saddle->log_delta, -1));
}

/* Coefficient `jumps` of the product over steps of sum_i binom(T, i) e^((T - i) K_rest + i K_jump) x^i, as a log. */
double pld__jumps_log_moment(const pld__sketch *sketch, pld_direction direction, double cut, unsigned jumps, double lambda) {
    double product[PLD__MOST_JUMPS + 1] = {1}, scale = 0;
    for (size_t m = 0; m < sketch->count; m++) {
        double rest = pld__saddle_step_moments(&sketch->steps[m], direction, lambda, -INFINITY, cut).value;
        double jump = jumps > 0 ? pld__saddle_step_moments(&sketch->steps[m], direction, lambda, cut, INFINITY).value : -INFINITY;
        double logs[PLD__MOST_JUMPS + 1], largest = -INFINITY, next[PLD__MOST_JUMPS + 1], binomial = 0;
        for (unsigned i = 0; i <= jumps; i++) {
            double staying = sketch->steps[m].power - i;
            binomial += i > 0 ? log((staying + 1) / i) : 0;
            logs[i] = staying < 0 ? -INFINITY : binomial + (staying > 0 ? staying * rest : 0) + (i > 0 ? i * jump : 0);
            largest = fmax(largest, logs[i]);
        }
        if (largest == -INFINITY)
            return -INFINITY;
        for (unsigned j = 0; j <= jumps; j++) {
            next[j] = 0;
            for (unsigned i = 0; i <= j; i++)
                next[j] += product[j - i] * exp(logs[i] - largest);
        }
        scale += largest;
        for (unsigned j = 0; j <= jumps; j++)
            product[j] = next[j];
    }
    return log(product[jumps]) + scale;
}

typedef struct {
    const pld__sketch *sketch;
    pld_direction direction;
    double epsilon, cut;
} question;

static double log_bound(const question *ask, unsigned jumps, double theta, double *moment) {
    *moment = pld__jumps_log_moment(ask->sketch, ask->direction, ask->cut, jumps, theta);
    return *moment - theta * ask->epsilon + log(pld__bound_hockey_maximum(theta));
}

typedef struct {
    const question *ask;
    unsigned jumps;
} tilt_question;

static double log_bound_at_log(const void *context, double log_theta) {
    const tilt_question *of = context;
    double moment, bound = log_bound(of->ask, of->jumps, exp(log_theta), &moment);
    return isnan(bound) ? INFINITY : bound;
}

/* The tilt with the least bound: the bound is convex in theta. */
static pld__jump_term best_tilt(const question *ask, unsigned jumps, double low, double high, double precision) {
    const tilt_question of = {ask, jumps};
    double log_theta;
    (void)pld__minimum_between(log_bound_at_log, &of, low, high, precision, &log_theta);
    pld__jump_term term = {.jumps = jumps, .theta = exp(log_theta)};
    term.log_bound = log_bound(ask, jumps, term.theta, &term.log_moment);
    double least = term.log_bound;
    /* Periods go with 1/theta: where the bound hardly rises, as far to the right as that is cheap. */
    for (double theta = term.theta * NEXT_TILT; theta < exp(high); theta *= NEXT_TILT) {
        pld__jump_term next = {.jumps = jumps, .theta = theta};
        next.log_bound = log_bound(ask, jumps, theta, &next.log_moment);
        if (!(next.log_bound < least + AFFORDABLE))
            break;
        term = next;
    }
    return term;
}

/* The least tilt below that of a term whose bound is still `enough`: what does not matter need not be tilted well, and a lattice
 * follows a small tilt better. */
static pld__jump_term least_tilt(const question *ask, const pld__jump_term *from, double low, double enough) {
    pld__jump_term term = *from;
    double high = log(term.theta);
    while (high - low > ANY_TILT) {
        pld__jump_term next = {.jumps = term.jumps, .theta = exp((low + high) / 2)};
        next.log_bound = log_bound(ask, next.jumps, next.theta, &next.log_moment);
        bool good = next.log_bound < enough;
        term = good ? next : term;
        *(good ? &high : &low) = (low + high) / 2;
    }
    return term;
}

/* log of a bound on the mass with more than `jumps` jumps. */
static double log_rest(const question *ask, unsigned jumps) {
    double mean = 0, log_total = 0;
    for (size_t m = 0; m < ask->sketch->count; m++)
        mean += ask->sketch->steps[m].power *
                exp(pld__saddle_step_moments(&ask->sketch->steps[m], ask->direction, 0, ask->cut, INFINITY).value);
    double z = fmax((jumps + 1) / fmax(mean, 1e-300), 1);
    log_total = -(jumps + 1.0) * log(z);
    for (size_t m = 0; m < ask->sketch->count; m++) {
        double mass = exp(pld__saddle_step_moments(&ask->sketch->steps[m], ask->direction, 0, ask->cut, INFINITY).value);
        log_total += ask->sketch->steps[m].power * log1p((z - 1) * mass);
    }
    return log_total;
}

/* Tilts for all numbers of jumps at one cut. count is 0 if there would be too many. */
static void try_cut(const question *ask, double log_allowed, double precision, pld__jumps *made) {
    *made = (pld__jumps){.cut = ask->cut, .epsilon = ask->epsilon, .log_total = -INFINITY};
    double range = 1e-300;
    for (size_t m = 0; m < ask->sketch->count; m++)
        range = fmax(range, ask->sketch->steps[m].highest[PLD_REMOVE] + ask->sketch->steps[m].highest[PLD_ADD]);
    double low = log(LEAST_JUMP_TILT), high = fmax(log(fmin(MOST_JUMP_RANGE / range, MOST_TILT)), low + 1);
    for (unsigned jumps = 0;; jumps++) {
        if (jumps > PLD__MOST_JUMPS) {
            made->count = 0;
            return;
        }
        pld__jump_term term = best_tilt(ask, jumps, low, high, precision);
        if (term.log_bound < log_allowed - SAFETY && ask->cut < INFINITY)
            term = least_tilt(ask, &term, low, log_allowed - SAFETY);
        made->terms[made->count++] = term;
        if (term.log_bound > made->terms[made->leading].log_bound)
            made->leading = jumps;
        made->log_total = fmax(made->log_total, term.log_bound) + log1p(exp(-fabs(made->log_total - term.log_bound)));
        if (ask->cut == INFINITY || log_rest(ask, jumps) < log_allowed)
            return;
    }
}

/* A sketch with fewer points, equally spaced as all are that have no mass by themselves: enough for what is rough. */
static const pld__sketch *thin(const pld__sketch *sketch, pld__sketch *thinned, pld__sketch_step steps[MOST_JUMPING]) {
    if (sketch->count > MOST_JUMPING)
        return sketch;
    for (size_t m = 0; m < sketch->count; m++) {
        steps[m] = sketch->steps[m];
        steps[m].stride = pld__mechanism_lasting(steps[m].mechanism) ? 1 : THIN_POINTS;
    }
    *thinned = *sketch;
    thinned->steps = steps;
    return thinned;
}

static double highest_loss(const pld__sketch *sketch, pld_direction direction) {
    double highest = 0;
    for (size_t m = 0; m < sketch->count; m++)
        highest = fmax(highest, sketch->steps[m].highest[direction]);
    return highest;
}

void pld__jumps_choose(const pld__sketch *sketch, pld_direction direction, double epsilon, double log_allowed, bool must,
                       pld__jumps *jumps) {
    question ask = {sketch, direction, epsilon, INFINITY};
    pld__jumps tried;
    if (jumps->cut < INFINITY && fabs(jumps->epsilon - epsilon) < NEARBY * epsilon) { /* as before */
        ask.cut = jumps->cut;
        try_cut(&ask, log_allowed, FINE_TILT, &tried);
        if (tried.count > 0) {
            *jumps = tried;
            return;
        }
    }
    pld__sketch thinned;
    pld__sketch_step steps[MOST_JUMPING];
    ask.cut = INFINITY;
    ask.sketch = thin(sketch, &thinned, steps);
    try_cut(&ask, log_allowed, ROUGH_TILT, jumps);
    double best = must ? INFINITY : jumps->terms[jumps->leading].log_bound - JUMP_GAIN;
    ask.cut = FIRST_CUT * fmin(epsilon, highest_loss(sketch, direction));
    for (int i = 0; i < CUTS && ask.cut > 0; i++, ask.cut *= NEXT_CUT) {
        try_cut(&ask, log_allowed, ROUGH_TILT, &tried);
        if (tried.count > 0 && tried.terms[tried.leading].log_bound < best) {
            *jumps = tried;
            best = tried.terms[tried.leading].log_bound;
        }
    }
    ask.cut = jumps->cut;
    ask.sketch = sketch;
    try_cut(&ask, log_allowed, FINE_TILT, jumps);
}

double pld__jumps_epsilon(const pld__sketch *sketch, pld_direction direction, double log_delta, double log_allowed,
                          double highest) {
    double low = 0, high = highest, largest = highest_loss(sketch, direction);
    pld__sketch thinned;
    pld__sketch_step steps[MOST_JUMPING];
    sketch = thin(sketch, &thinned, steps);
    for (int step = 0; step < JUMP_HALVINGS; step++) {
        question ask = {sketch, direction, (low + high) / 2, INFINITY};
        ask.cut = ONLY_CUT * fmin(ask.epsilon, largest);
        pld__jumps tried;
        try_cut(&ask, log_allowed, ROUGH_TILT, &tried);
        if (tried.count == 0 || tried.log_total > log_delta)
            low = ask.epsilon;
        else
            high = ask.epsilon;
    }
    return (low + high) / 2;
}

/* The bound of a single tilt at its best epsilon, K'(theta) + log(theta/(theta + 1)), is K - theta K' - log(theta + 1), and falls
 * with theta. Where it is as far above delta as jumps must gain, all terms together must be below delta, or there the answer is
 * farther out and the gain less. */
bool pld__jumps_may_gain(const pld__sketch *sketch, pld_direction direction, double log_delta, double log_allowed, double start) {
    double wanted = log_delta + JUMP_GAIN - JUMP_SPARE, low = log(LEAST_TILT), high = log(MOST_TILT), at = log(start);
    pld__moments moments = {0};
    pld__sketch thinned;
    pld__sketch_step steps[MOST_JUMPING];
    sketch = thin(sketch, &thinned, steps);
    for (int iteration = 0; iteration < MOST_NEWTON && high - low > GAIN_DIGITS; iteration++) {
        double theta = exp(at);
        moments = pld__saddle_moments(sketch, direction, theta);
        double miss = moments.value - theta * moments.first - log1p(theta) - wanted;
        double step = miss / (theta * (theta * moments.second + 1 / (1 + theta)));
        *(miss > 0 ? &low : &high) = at;
        if (fabs(step) < GAIN_DIGITS)
            break;
        at = pld__newton_next(at, step, low, high);
    }
    question ask = {sketch, direction, moments.first + log(exp(at) / (1 + exp(at))), INFINITY};
    ask.cut = ONLY_CUT * fmin(ask.epsilon, highest_loss(sketch, direction));
    pld__jumps tried;
    if (!(ask.cut > 0))
        return true;
    try_cut(&ask, log_allowed, ROUGH_TILT, &tried);
    return tried.count == 0 || tried.log_total < log_delta;
}
