/* The loss of two Gaussian mixtures, and where it takes a value. */
#include "base/base.h"
#include "pair/mixture.h"

#include <math.h>

/* log of the largest term: log w + a x - a^2/2. */
static double top_exponent(const pld__mixture_density *side, const pld__mixture_density_value *value, double x) {
    double mean = side->mean[value->top];
    return side->log_weight[value->top] + mean * (x - mean / 2);
}

double pld__mixture_loss(const void *object, double x, double *slope, double *curvature) {
    const pld__mixture_pair *pair = object;
    pld__mixture_density_value p = pld__mixture_density_evaluate(&pair->p, x), q = pld__mixture_density_evaluate(&pair->q, x);
    *slope = p.mean - q.mean;
    *curvature = p.variance - q.variance;
    return (top_exponent(&pair->p, &p, x) - top_exponent(&pair->q, &q, x)) + log(p.sum / q.sum);
}

/* Safeguarded Newton: the root of loss(x) = target in [low, high], where the loss rises, from a guess inside. */
static double invert_loss(const pld__mixture_pair *pair, double target, double low, double high, double guess, double *slope,
                          double *curvature) {
    double x = guess, range = pair->highest_mean - pair->lowest_mean;
    for (int iteration = 0; iteration < 200; iteration++) {
        double residual = pld__mixture_loss(pair, x, slope, curvature) - target;
        if (fabs(residual) <= 4 * PLD__U * (1 + fabs(target)))
            return x;
        if (residual > 0)
            high = x;
        else
            low = x;
        double step = -residual / *slope, next = x + step;
        /* A far jump is a sign of a nearly flat loss (the hard edge): halve instead. Written so that NaN halves too. So are many
         * jumps from one side to the other and back, each a little shorter. */
        bool jumps = iteration >= 8 && iteration % 2 == 0;
        if (jumps || !(next > low && next < high)) {
            next = low + (high - low) / 2;
            step = next - x;
        } else if (step * step * fabs(*curvature) <= PLD__U && fabs(step) * range <= 1e-6) {
            /* By Taylor the residual after this step is at most half of that product plus |step|^3/6 times the third derivative,
             * a difference of third cumulants of means within a range: below 1e-18. */
            return next;
        }
        if (fabs(step) <= 4 * PLD__U * (fabs(x) + 1))
            return next;
        x = next;
    }
    return x;
}

void pld__mixture_positions(const void *object, const double *loss, size_t count, double *x) {
    const pld__mixture_pair *pair = object;
    double low = pair->lowest_mean - PLD__MIXTURE_REACH, high = pair->highest_mean + PLD__MIXTURE_REACH, slope, curvature;
    double lowest = pld__mixture_loss(pair, low, &slope, &curvature), highest = pld__mixture_loss(pair, high, &slope, &curvature);
    double guess = (low + high) / 2;
    /* At a hard edge the loss is flat: what is within rounding of it is the edge. */
    if (pair->p.mean[0] == pair->q.mean[0])
        lowest += 4 * PLD__U * (1 + fabs(lowest));
    if (pair->p.mean[pair->p.count - 1] == pair->q.mean[pair->q.count - 1])
        highest -= 4 * PLD__U * (1 + fabs(highest));
    for (size_t i = 0; i < count; i++) {
        double target = loss[i];
        if (target <= lowest)
            x[i] = -INFINITY;
        else if (target >= highest)
            x[i] = INFINITY;
        else {
            x[i] = invert_loss(pair, target, low, high, guess, &slope, &curvature);
            low = x[i] - 8 * PLD__U * (fabs(x[i]) + 1);
            /* The next root by the first two terms of the inverse function. */
            double step = i + 1 < count ? (loss[i + 1] - target) / slope : 0;
            double bend = fmin(fmax(step * curvature / slope / 2, -0.5), 0.5);
            guess = fmin(x[i] + step * (1 - bend), x[i] + (high - x[i]) / 2);
        }
    }
}

double pld__mixture_position_between(const pld__mixture_pair *pair, double target, double low, double high, double guess) {
    double slope, curvature;
    guess = guess > low && guess < high ? guess : low + (high - low) / 2;
    return invert_loss(pair, target, low, high, guess, &slope, &curvature);
}
