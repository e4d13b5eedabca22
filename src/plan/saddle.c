#include "plan/saddle.h"

#include "base/base.h"
#include "base/root.h"
#include "plan/tuning.h"

#include <math.h>

pld__step_moments pld__saddle_step_moments(const pld__sketch_step *step, pld_direction direction, double lambda, double low,
                                           double high) {
    double sign = direction == PLD_REMOVE ? 1 : -1, highest = step->highest[direction], scale = -INFINITY;
    double sum = 0, powers[4] = {0}, origin = 0;
    size_t stride = step->stride ? step->stride : 1;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < step->point_count; i += stride) {
            const pld__sketch_point *point = &step->points[i];
            /* The lattice laws keep what lies beyond the end at their last node. */
            double loss = sign * point->loss < highest ? sign * point->loss : highest;
            if (!(loss > low && loss <= high))
                continue;
            double exponent = (direction == PLD_REMOVE ? point->log_p : point->log_q) + lambda * loss;
            if (pass == 0 && exponent > scale) {
                scale = exponent;
                origin = loss; /* moments are taken from here: it is near the mean, so that nothing cancels */
            }
            if (pass == 1 && exponent - scale > -MOMENT_RANGE) {
                double term = exp(exponent - scale), away = loss - origin;
                sum += term;
                for (int k = 0; k < 4; k++)
                    powers[k] += (term *= away);
            }
        }
    if (!(sum > 0))
        return (pld__step_moments){-INFINITY, 0, 0, 0};
    for (int k = 0; k < 4; k++)
        powers[k] /= sum;
    double mean = powers[0], square = mean * mean;
    double fourth = powers[3] - 4 * mean * powers[2] + 6 * square * powers[1] - 3 * square * square;
    return (pld__step_moments){log(sum * (double)stride) + scale, origin + mean, fmax(powers[1] - square, 0), fmax(fourth, 0)};
}

pld__moments pld__saddle_moments(const pld__sketch *sketch, pld_direction direction, double lambda) {
    pld__moments total = {0, 0, 0};
    for (size_t m = 0; m < sketch->count; m++) {
        pld__step_moments one = pld__saddle_step_moments(&sketch->steps[m], direction, lambda, -INFINITY, INFINITY);
        total.value += sketch->steps[m].power * one.value;
        total.first += sketch->steps[m].power * one.first;
        total.second += sketch->steps[m].power * one.second;
    }
    return total;
}

/* The saddle of e^(K(s) - s epsilon)/(s (s + 1)): K'(theta) = epsilon + 1/theta + 1/(theta + 1). */
pld__saddle pld__saddle_at_theta(const pld__sketch *sketch, pld_direction direction, double theta) {
    pld__moments moments = pld__saddle_moments(sketch, direction, theta);
    double epsilon = moments.first - 1 / theta - 1 / (theta + 1);
    double variance = moments.second + 1 / (theta * theta) + 1 / ((theta + 1) * (theta + 1));
    double log_delta = moments.value - theta * epsilon - log(theta) - log1p(theta) - 0.5 * log(2 * PLD__PI * variance);
    return (pld__saddle){theta, epsilon, log_delta, moments.value, sqrt(moments.second)};
}

/* The tilt whose saddle has the wanted epsilon or delta: epsilon rises with theta, delta falls. Newton's method in log theta,
 * where both derivatives are known from the variance V of the integrand: theta V and -theta^2 V; halving where that leaves the
 * bracket. */
static pld__saddle search(const pld__sketch *sketch, pld_direction direction, bool by_delta, double wanted, double start) {
    double low = log(LEAST_TILT), high = log(MOST_TILT), at = start > 0 ? log(start) : 0;
    pld__saddle saddle = {0};
    for (int iteration = 0; iteration < MOST_NEWTON_SADDLE && high - low > SADDLE_DIGITS; iteration++) {
        double theta = exp(at);
        saddle = pld__saddle_at_theta(sketch, direction, theta);
        double variance = saddle.deviation * saddle.deviation + 1 / (theta * theta) + 1 / ((theta + 1) * (theta + 1));
        double miss = by_delta ? wanted - saddle.log_delta : saddle.epsilon - wanted;
        double step = -miss / (by_delta ? theta * theta * variance : theta * variance);
        if (miss > 0 || isnan(saddle.log_delta))
            high = at;
        else
            low = at;
        if (fabs(step) < SADDLE_STEP)
            break;
        at = pld__newton_next(at, step, low, high);
    }
    return saddle;
}

pld__saddle pld__saddle_at_epsilon(const pld__sketch *sketch, pld_direction direction, double epsilon, double start) {
    return search(sketch, direction, false, epsilon, start);
}

pld__saddle pld__saddle_at_delta(const pld__sketch *sketch, pld_direction direction, double log_delta, double start) {
    pld__saddle saddle = search(sketch, direction, true, log_delta, start);
    return saddle.epsilon >= 0 ? saddle : pld__saddle_at_epsilon(sketch, direction, 0, saddle.theta);
}
