#include "plan/kernel_saddle.h"

#include "base/base.h"

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

/* Regula falsi in log theta, halving the weight of an end that stays. */
static bool find(const search *run, bool for_epsilon, double goal) {
    const pld__kernel_saddle *at = run->saddle;
    double found = INFINITY, low = log(run->smallest), high = log(run->largest), tried = fmin(fmax(0, low), high), at_low = NAN,
           at_high = NAN;
    int stayed = 0;
    for (int iteration = 0; iteration < 60; iteration++) {
        look_at(run, exp(tried));
        found = for_epsilon ? at->epsilon - goal : goal - at->log_delta; /* rises with theta */
        if (!isfinite(found))
            found = tried > 0 ? 1e300 : -1e300;
        if (fabs(found) < (for_epsilon ? 1e-3 * fmax(goal, 1e-3) : 0.02))
            return true;
        if (found > 0) {
            high = tried;
            at_high = found;
            if (stayed > 0 && !isnan(at_low))
                at_low /= 2;
            stayed = 1;
        } else {
            low = tried;
            at_low = found;
            if (stayed < 0 && !isnan(at_high))
                at_high /= 2;
            stayed = -1;
        }
        bool both = !isnan(at_low) && !isnan(at_high) && fabs(at_low) < 1e200 && fabs(at_high) < 1e200;
        if (both)
            tried = low + (high - low) * at_low / (at_low - at_high);
        else if (isnan(at_low) || isnan(at_high))
            tried = isnan(at_low) ? fmax(tried - 1.5, low) : fmin(tried + 1.5, high);
        else
            tried = (low + high) / 2;
        if (high - low < 1e-4 || (tried == low && isnan(at_low)) || (tried == high && isnan(at_high)))
            break;
    }
    /* Near enough for what is under the peak; otherwise it jumps: no tilt has it. */
    return for_epsilon && fabs(found) < 0.05 * sqrt(at->variance);
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
