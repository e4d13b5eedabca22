#include "plan/lattice_plan.h"

#include "base/base.h"
#include "bound/hockey.h"
#include "plan/kernel_saddle.h"
#include "plan/tuning.h"

#include <math.h>

typedef struct {
    const pld__kernel_steps *steps;
    const pld__kernel_lattice *lattice;
    pld__kernel_saddle saddle;
} planning;

static pld__kernel_moments moments_at(void *context, double theta) {
    const pld__kernel_steps *steps = ((const planning *)context)->steps;
    pld__kernel_moments total = {0, 0, 0};
    for (size_t m = 0; m < steps->atom_count; m++) {
        double times = (double)steps->atoms[m].times;
        pld__kernel_moments one = pld__kernel_atoms_moments(&steps->atoms[m], theta);
        total.value += times * one.value;
        total.first += times * one.first;
        total.second += times * one.second;
    }
    return total;
}

/* A tilt beyond which neighbouring lattice points tell nothing of each other, and weights are out of range. */
static double largest_tilt(const planning *at) {
    double furthest = 0;
    for (size_t m = 0; m < at->steps->atom_count; m++) {
        const pld__kernel_atoms *atoms = &at->steps->atoms[m];
        for (size_t i = 0; i<atoms->count; i += atoms->count> 1 ? atoms->count - 1 : 1)
            furthest = fmax(furthest, fabs((double)pld__kernel_atoms_loss(atoms, i)));
    }
    double most = fmin(LATTICE_LARGEST_TILT, LATTICE_STEEPEST / (double)at->lattice->spacing);
    return furthest > 0 ? fmin(most, LATTICE_FARTHEST / furthest) : most;
}

/* Aliases: the shorter of what a larger tilt shows, and of what reaches beyond the last loss. */
static double choose_period(planning *at, pld__lattice_plan *plan) {
    static const double more[] = {1.15, 1.3, 1.5, 1.75, 2, 2.5, 3, 4, 8};
    const pld__kernel_saddle *saddle = &at->saddle;
    double theta = saddle->theta, wanted = -saddle->log_delta - log(KERNEL_SHARE), best = INFINITY;
    double h = (double)at->lattice->spacing, last = (double)(at->lattice->offset + at->lattice->last * at->lattice->spacing);
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++) {
        double lambda = theta * more[i];
        double log_alias = moments_at(at, lambda).value - lambda * saddle->epsilon + log(pld__bound_hockey_maximum(lambda));
        double needed = (log_alias + wanted) / (lambda - theta);
        if (needed < 0.97 * best) {
            best = needed;
            plan->lambda = lambda;
        }
    }
    best = fmin(best, fmax(last - fmin(saddle->epsilon, last), 0) + 4 * h);
    return fmax(fmax(wanted, 40) / theta, best);
}

/* The first frequency from which on what is dropped is small; half of the period if there is none. */
static int64_t choose_last(const planning *at, const pld__kernel_tilted_atoms *tilted, int64_t count) {
    const pld__kernel_saddle *saddle = &at->saddle;
    double h = (double)at->lattice->spacing, theta = saddle->theta;
    double level = log(KERNEL_SHARE) + saddle->log_delta + theta * saddle->epsilon, low = 0, high = (double)(count / 2);
    while (high - low > fmax(1, 0.02 * high)) {
        double middle = floor((low + high) / 2),
               total = theta * h + log(sinh(h / 2) / (PLD__PI * tan(PLD__PI * middle / (double)count)));
        for (size_t m = 0; m < at->steps->atom_count; m++)
            total += (double)(at->steps->atoms[m].times * pld__kernel_atoms_log_decay(&tilted[m], (int64_t)middle, count));
        *(total > level ? &low : &high) = middle;
    }
    return (int64_t)high;
}

static bool choose(planning *at, const pld__kernel_tilted_atoms *tilted, pld__lattice_plan *plan) {
    double period = choose_period(at, plan), points = ceil(period / (double)at->lattice->spacing) + 1, outcomes = 0;
    if (!(points < LATTICE_MOST_POINTS))
        return false;
    plan->count = (int64_t)points;
    plan->theta = at->saddle.theta;
    plan->guess = fmax(at->saddle.epsilon, 0);
    plan->frequencies = choose_last(at, tilted, plan->count);
    plan->frequencies = plan->frequencies < 1 ? 1 : plan->frequencies;
    for (size_t m = 0; m < at->steps->atom_count; m++)
        outcomes += pld__kernel_atoms_busy(&at->steps->atoms[m], plan->theta);
    double kept = (double)plan->frequencies, products = kept * outcomes;
    plan->listed = products > points && points < LATTICE_MOST_LISTED;
    double work = kept * LATTICE_TERM + (plan->listed ? products + LATTICE_TURN * points : LATTICE_TURN * products);
    return kept <= LATTICE_MOST_FREQUENCIES && work <= LATTICE_EFFORT;
}

pld_status pld__lattice_plan_make(const pld__kernel_steps *steps, const pld__kernel_lattice *lattice,
                                  const pld__question *question, pld__lattice_plan *plan, bool *possible) {
    planning at = {.steps = steps, .lattice = lattice};
    long double sure, lost;
    *possible = false;
    pld__kernel_steps_infinite(steps, &sure, &lost);
    /* Where no tilt suits, as next to the last loss, the last one that was tried is as good as any. */
    (void)pld__kernel_saddle_seek(moments_at, &at, question, (double)sure, LATTICE_SMALLEST_TILT, largest_tilt(&at), &at.saddle);
    if (!question->for_delta)
        at.saddle.log_delta = fmin(at.saddle.log_delta, question->log_delta);
    if (!isfinite(at.saddle.log_delta) || !isfinite(at.saddle.epsilon))
        return PLD_OK;
    pld__kernel_tilted_atoms *tilted = pld__allocate(steps->atom_count + 1, sizeof *tilted);
    pld_status status = tilted ? PLD_OK : PLD_ERROR_MEMORY;
    size_t made = 0;
    for (; made < steps->atom_count && status == PLD_OK; made++)
        status = pld__kernel_atoms_tilt(&steps->atoms[made], at.saddle.theta, &tilted[made]);
    if (status == PLD_OK)
        *possible = choose(&at, tilted, plan);
    for (size_t m = 0; m < made; m++)
        pld__kernel_tilted_atoms_free(&tilted[m]);
    pld__free(tilted);
    return status;
}
