/* A proof that the loss of two Gaussian mixtures increases in x (T29), or false.
 *
 * Claim 1. If w/v (weights of P over weights of Q at the same mean, infinite where only P has one, zero where only Q has one) is
 * non-decreasing in the mean, the loss is non-decreasing: the Gaussian kernel is totally positive of order 2, and such kernels
 * keep the monotone likelihood ratio (Karlin 1968, chapter 1).
 *
 * Claim 2. Otherwise L'(x) = m_P(x) - m_Q(x), the posterior means, and each of them is non-decreasing in x (its derivative is a
 * posterior variance, between 0 and range^2/4). So on [x0, x1], L' >= m_P(x0) - m_Q(x1); left of x0 L' >= min a - m_Q(x0), right
 * of x1 L' >= m_P(x1) - max b. Intervals where this is not positive are halved; an interval that stays undecided at 1e-6 of the
 * means' range refutes (or is too close to call, which is refused as well).
 *
 * Rounding. Claim 1 compares logs of weights that are off by an ulp or so: what it lets pass is within a factor 1 +- 4u of a pair
 * whose loss increases, and masses are not claimed to be better than that (accuracy_from in mixture.c). Claim 2 asks for more
 * than the error of the means: shares are off by (4 `exponential` + n + 16) u, means by as much of the range and by 4 u of their
 * size. */
#include "base/base.h"
#include "pair/mixture.h"

#include <math.h>

static bool likelihood_ratio_rises(const pld__mixture_density *p, const pld__mixture_density *q) {
    double previous = -INFINITY;
    size_t i = 0, j = 0;
    while (i < p->count || j < q->count) {
        double log_ratio;
        if (j == q->count || (i < p->count && p->mean[i] < q->mean[j])) {
            log_ratio = INFINITY;
            i++;
        } else if (i == p->count || q->mean[j] < p->mean[i]) {
            log_ratio = -INFINITY;
            j++;
        } else {
            log_ratio = p->log_weight[i++] - q->log_weight[j++];
        }
        if (log_ratio < previous)
            return false;
        previous = log_ratio;
    }
    return true;
}

/* The posterior mean at x, from below (sign -1) or above (1). */
static double posterior_mean(const pld__mixture_density *side, double x, int sign) {
    pld__mixture_density_value value = pld__mixture_density_evaluate(side, x);
    double first = side->mean[0], last = side->mean[side->count - 1];
    double slack =
        PLD__U * ((last - first) * (4 * value.exponential + (double)side->count + 16) + 4 * fmax(fabs(first), fabs(last)));
    return fmin(fmax(value.mean + sign * slack, first), last);
}

static bool rises_between(const pld__mixture_pair *pair, double low, double high, double smallest) {
    if (posterior_mean(&pair->p, low, -1) - posterior_mean(&pair->q, high, 1) > 0)
        return true;
    double middle = low + (high - low) / 2;
    if (high - low < smallest || posterior_mean(&pair->p, middle, -1) <= posterior_mean(&pair->q, middle, 1))
        return false;
    return rises_between(pair, low, middle, smallest) && rises_between(pair, middle, high, smallest);
}

bool pld__mixture_monotone(const pld__mixture_pair *pair) {
    const pld__mixture_density *p = &pair->p, *q = &pair->q;
    if (likelihood_ratio_rises(p, q))
        return true;
    double range = pair->highest_mean - pair->lowest_mean;
    double low = pair->lowest_mean, high = pair->highest_mean;
    for (int doubling = 0; doubling < 40; doubling++) {
        bool left = p->mean[0] - posterior_mean(q, low, 1) > 0;
        bool right = posterior_mean(p, high, -1) - q->mean[q->count - 1] > 0;
        if (left && right)
            return rises_between(pair, low, high, 1e-6 * range);
        if (!left)
            low -= range * ldexp(1, doubling);
        if (!right)
            high += range * ldexp(1, doubling);
    }
    return false;
}
