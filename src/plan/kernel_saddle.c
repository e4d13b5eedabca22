#include "plan/kernel_saddle.h"

#include "base/base.h"
#include "base/root.h"

#include <math.h>

typedef struct {
    pld__kernel_moments_at *moments;
    void *context;
    double smallest, largest;
    pld__kernel_saddle *saddle;
} search;

/* Where theta is the saddle: epsilon, and delta by the first term of its expansion. */
static void look_at(const search *run, double theta) {
    pld__kernel_saddle *at = run->saddle;
    pld__kernel_moments moments = run->moments(run->context, theta);
    at->theta = theta;
    at->scale = moments.value;
    at->epsilon = moments.first - 1 / theta - 1 / (1 + theta);
    at->variance = moments.second + 1 / (theta * theta) + 1 / ((1 + theta) * (1 + theta));
    at->log_delta = moments.value - theta * at->epsilon - log(theta * (1 + theta)) - 0.5 * log(2 * PLD__PI * at->variance);
}

/* The next log theta to try after one: outward while only one side of the goal is known. */
static double next_tried(const pld__false_position *at, double tried) {
    if (isnan(at->at_low) || isnan(at->at_high))
        return isnan(at->at_low) ? fmax(tried - 1.5, at->low) : fmin(tried + 1.5, at->high);
    double next = pld__false_position_next(at);
    return isnan(next) ? (at->low + at->high) / 2 : next;
}

/* Regula falsi in log theta. */
static bool find(const search *run, bool for_epsilon, double goal) {
    const pld__kernel_saddle *at = run->saddle;
    pld__false_position between = {log(run->smallest), log(run->largest), NAN, NAN, 0};
    double short_of = INFINITY, tried = fmin(fmax(0, between.low), between.high);
    for (int iteration = 0; iteration < 60; iteration++) {
        look_at(run, exp(tried));
        short_of = for_epsilon ? goal - at->epsilon : at->log_delta - goal; /* falls with theta */
        if (!isfinite(short_of))
            short_of = tried > 0 ? -INFINITY : INFINITY;
        if (fabs(short_of) < (for_epsilon ? 1e-3 * fmax(goal, 1e-3) : 0.02))
            return true;
        pld__false_position_move(&between, tried, short_of, short_of >= 0);
        tried = next_tried(&between, tried);
        if (between.high - between.low < 1e-4 || (tried == between.low && isnan(between.at_low)) ||
            (tried == between.high && isnan(between.at_high)))
            break;
    }
    /* Near enough for what is under the peak; otherwise it jumps: no tilt has it. */
    return for_epsilon && fabs(short_of) < 0.05 * sqrt(at->variance);
}

bool pld__kernel_saddle_seek(pld__kernel_moments_at *moments, void *context, const pld__question *question, double sure,
                             double smallest, double largest, pld__kernel_saddle *saddle) {
    const search run = {moments, context, smallest, largest, saddle};
    if (question->for_delta)
        return find(&run, true, question->epsilon);
    double rest = sure > 0 ? -expm1(log(sure) - question->log_delta) : 1; /* of delta, without what is sure */
    if (!find(&run, false, question->log_delta + log(fmax(rest, 1e-15))))
        return false;
    return saddle->epsilon >= 0 || find(&run, true, 0);
}

pld__kernel_moments pld__kernel_atoms_moments(const pld__kernel_atoms *atoms, double theta) {
    if (atoms->sigma > 0) {
        double mean = (double)(atoms->shift / atoms->sigma), square = mean * mean;
        return (pld__kernel_moments){square * theta * (theta + 1) / 2, square * (theta + 0.5), square};
    }
    long double sum = 0, first = 0, second = 0, excess = -atoms->missing; /* masses may be too small for a double */
    for (size_t i = 0; i < atoms->count; i++) {
        long double loss = pld__kernel_atoms_loss(atoms, i), grown = expm1l((long double)theta * loss);
        long double weight = atoms->mass[i] * (1 + grown);
        excess += atoms->mass[i] * grown;
        sum += weight;
        first += weight * loss;
        second += weight * loss * loss;
    }
    first /= sum;
    return (pld__kernel_moments){(double)(fabsl(excess) < 0.5L ? log1pl(excess) : logl(sum)), (double)first,
                                 (double)fmaxl(second / sum - first * first, 0)};
}

double pld__kernel_atoms_busy(const pld__kernel_atoms *atoms, double theta) {
    if (atoms->sigma > 0)
        return 1;
    long double least = 1e-36L * expl((long double)pld__kernel_atoms_moments(atoms, theta).value);
    size_t busy = 0;
    for (size_t i = 0; i < atoms->count; i++)
        busy += atoms->mass[i] * expl((long double)theta * pld__kernel_atoms_loss(atoms, i)) >= least;
    return (double)busy;
}
