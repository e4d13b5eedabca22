/* Tails of moments of Gaussian mixtures.
 *
 * Claim (T49). For f = p^(1+t) q^-t, t >= 0, the log of f has the slope (1 + t) m_p(x) - t m_q(x) - x, m_p and m_q the posterior
 * means of the components at x, which increase. With C = (1 + t) p_max - t m_q(X) the integral of f beyond X is at most f(X) / (X
 * - C) if X > C, and f(X) sqrt(2 pi) e^((C - X)^2/2) always; below X likewise with C = (1 + t) p_min - t m_q(X), signs turned. */
#include "base/base.h"
#include "pair/mixture.h"

#include <math.h>

/* log of a mixture over the standard normal density, and how far it is off. */
static double log_ratio(const pld__mixture_density *of, const pld__mixture_density_value *at, double x, double *error) {
    double mean = of->mean[at->top], weight = of->log_weight[at->top], exponent = mean * (x - mean / 2), sum = log(at->sum);
    *error += 16 * PLD__U * (fabs(weight) + fabs(mean) * (fabs(x) + fabs(mean)) + sum + 1 + (double)of->count + at->exponential);
    return weight + exponent + sum;
}

double pld__mixture_log_tail_upper(const void *context, pld_direction direction, double t, double x) {
    const pld__mixture_pair *pair = context;
    bool remove = direction == PLD_REMOVE;
    const pld__mixture_density *p = remove ? &pair->p : &pair->q, *q = remove ? &pair->q : &pair->p;
    if (!(t >= 0) || !isfinite(x))
        return INFINITY;
    pld__mixture_density_value at_p = pld__mixture_density_evaluate(p, x), at_q = pld__mixture_density_evaluate(q, x);
    double error_p = 0, error_q = 0, farthest = remove ? p->mean[p->count - 1] : p->mean[0];
    double log_p = log_ratio(p, &at_p, x, &error_p), log_q = log_ratio(q, &at_q, x, &error_q);
    /* The posterior mean is off by what its shares are, relative. */
    double size = (1 + t) * fabs(farthest) + t * fmax(fabs(q->mean[0]), fabs(q->mean[q->count - 1])) + fabs(x);
    double centre = (1 + t) * farthest - t * at_q.mean, beyond = remove ? x - centre : centre - x;
    beyond -= (1e-13 + 16 * PLD__U * ((double)q->count + at_q.exponential)) * size;
    double log_f = (1 + t) * log_p - t * log_q - x * x / 2 - 0.9189;
    double error = (1 + t) * error_p + t * error_q + 16 * PLD__U * ((1 + t) * fabs(log_p) + t * fabs(log_q) + x * x + 1);
    double log_length = beyond > 0 ? fmin(-log(beyond), 0.91894 + beyond * beyond / 2) : 0.91894 + beyond * beyond / 2;
    double bound = log_f + error + log_length + 1e-12;
    return isnan(bound) ? INFINITY : bound;
}
