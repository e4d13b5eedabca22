/* Tails of two Gaussian mixtures, and how far out they have a given mass. */
#include "base/normal.h"
#include "pair/mixture.h"

#include <math.h>

/* log Pr[Z > x] of a side: exact tails where they are numbers, logs where they are not. */
static long double log_tail(const pld__mixture_density *side, double x, int sign) {
    long double sum = 0;
    if (isinf(x) && sign * x > 0)
        return -INFINITY;
    for (size_t i = 0; i < side->count; i++)
        sum += (side->weight[i] < PLD__MIXTURE_LIGHT ? expl((long double)side->log_weight[i]) : side->weight[i]) *
               pld__normal_tail(sign * (x - side->mean[i]));
    if (sum > 1e-4800L)
        return logl(sum);
    double best = -INFINITY;
    for (size_t i = 0; i < side->count; i++)
        best = fmax(best, side->log_weight[i] + pld__normal_log_tail(sign * (x - side->mean[i])));
    for (size_t i = 0; i < side->count; i++)
        sum += exp(side->log_weight[i] + pld__normal_log_tail(sign * (x - side->mean[i])) - best);
    return best + logl(sum);
}

pld__log_mass pld__mixture_mass_below(const void *object, double x) {
    const pld__mixture_pair *pair = object;
    return (pld__log_mass){log_tail(&pair->p, x, -1), log_tail(&pair->q, x, -1)};
}

pld__log_mass pld__mixture_mass_above(const void *object, double x) {
    const pld__mixture_pair *pair = object;
    return (pld__log_mass){log_tail(&pair->p, x, 1), log_tail(&pair->q, x, 1)};
}

/* The loss where the tail of a side has this mass: bisection in x, where the tail is monotone. */
static double reach(const pld__mixture_pair *pair, const pld__mixture_density *side, double log_mass, int sign) {
    double low = pair->lowest_mean - PLD__MIXTURE_REACH, high = pair->highest_mean + PLD__MIXTURE_REACH, slope, curvature;
    for (int iteration = 0; iteration < 60 && high - low > 1e-3; iteration++) {
        double middle = (low + high) / 2;
        bool beyond = log_tail(side, middle, sign) <= log_mass;
        if (beyond == (sign > 0))
            high = middle;
        else
            low = middle;
    }
    return fmax(0, sign * pld__mixture_loss(pair, sign > 0 ? high : low, &slope, &curvature));
}

double pld__mixture_reach_above(const void *object, double log_mass) {
    const pld__mixture_pair *pair = object;
    return reach(pair, &pair->p, log_mass, 1);
}

double pld__mixture_reach_below(const void *object, double log_mass) {
    const pld__mixture_pair *pair = object;
    return reach(pair, &pair->q, log_mass, -1);
}
