/* Moments of the loss of two Gaussian mixtures by the trapezoidal rule in x, whose error falls exponentially with 1/step: these
 * aim and cross-check, the buckets certify.
 *
 * With the integrand analytic in |Im x| < y (no zeros of either mixture there: y below pi / (range of means)), a step of
 * 2 pi / (D/y + |Im s| range) leaves about e^-D. */
#include "base/base.h"
#include "base/complex.h"
#include "pair/mixture.h"

#include <math.h>

static double largest_range(const pld__mixture_pair *pair) {
    double p_range = pair->p.mean[pair->p.count - 1] - pair->p.mean[0],
           q_range = pair->q.mean[pair->q.count - 1] - pair->q.mean[0];
    return fmax(p_range, q_range);
}

static double trapezoid_step(const pld__mixture_pair *pair, double complex s) {
    double range = largest_range(pair);
    double half_width = fmin(4, 0.9 * PLD__PI / fmax(range, 1e-300));
    double slope = pair->highest_mean - pair->lowest_mean;
    return 2 * PLD__PI / (40 / half_width + (fabs(cimag(s)) + fabs(creal(s)) * 0.25) * slope);
}

double pld__mixture_log_density(const pld__mixture_density *side, const pld__mixture_density_value *value, double x) {
    double offset = x - side->mean[value->top];
    return side->log_weight[value->top] - offset * offset / 2 - 0.91893853320467274178 + log(value->sum);
}

static double loss_at(const pld__mixture_pair *pair, double x, double *log_p) {
    pld__mixture_density_value p = pld__mixture_density_evaluate(&pair->p, x), q = pld__mixture_density_evaluate(&pair->q, x);
    *log_p = pld__mixture_log_density(&pair->p, &p, x);
    return *log_p - pld__mixture_log_density(&pair->q, &q, x);
}

/* The integral of p (e^(sL) - 1), infinite where that overflows, and the largest exponent of p e^(sL) for scaling. */
static double complex trapezoid(const pld__mixture_pair *pair, double complex s, double low, double step, size_t count,
                                double *largest) {
    double complex sum = 0;
    for (size_t i = 0; i < count; i++) {
        double log_p, loss = loss_at(pair, low + (double)i * step, &log_p);
        double phase = cimag(s) * loss, half = sin(phase / 2), grown = creal(s) * loss;
        *largest = fmax(*largest, log_p + grown);
        if (grown < 600) {
            double growth = expm1(grown);
            sum += exp(log_p) * pld__complex(growth * cos(phase) - 2 * half * half, (1 + growth) * sin(phase));
        } else {
            sum += exp(log_p + grown) * pld__complex(cos(phase), sin(phase)) - exp(log_p);
        }
    }
    return sum * step;
}

double complex pld__mixture_log_moment(const void *object, double complex s) {
    const pld__mixture_pair *pair = object;
    double order = creal(s), low = INFINITY, high = -INFINITY;
    if (cimag(s) == 0)
        return pld__mixture_real_log_moment(pair, order);
    /* p^(1+s) q^(-s) is a bell of width 1 around (1+s)a - s b for every pair of dominating components. */
    for (int corner = 0; corner < 4; corner++) {
        double a = pair->p.mean[corner & 1 ? pair->p.count - 1 : 0], b = pair->q.mean[corner & 2 ? pair->q.count - 1 : 0];
        double centre = (1 + order) * a - order * b;
        low = fmin(low, fmin(centre, fmin(a, b)));
        high = fmax(high, fmax(centre, fmax(a, b)));
    }
    low -= 14;
    high += 14;
    double step = trapezoid_step(pair, s);
    size_t count = (size_t)ceil((high - low) / step) + 1;
    step = (high - low) / (double)(count - 1);
    double largest = -INFINITY;
    double complex tiny = trapezoid(pair, s, low, step, count, &largest);
    /* When the moment is near 1 the sum of p (e^(sL) - 1) keeps its digits; otherwise scaled terms. */
    if (cabs(tiny) < 0.5) {
        double real = creal(tiny), imaginary = cimag(tiny);
        return pld__complex(0.5 * log1p(real * (2 + real) + imaginary * imaginary), atan2(imaginary, 1 + real));
    }
    double complex sum = 0;
    for (size_t i = 0; i < count; i++) {
        double log_p, loss = loss_at(pair, low + (double)i * step, &log_p);
        double phase = cimag(s) * loss;
        sum += exp(log_p + order * loss - largest) * pld__complex(cos(phase), sin(phase));
    }
    return largest + clog(sum * step);
}

pld_status pld__mixture_sketch_points(const void *object, double reach, unsigned refinement, pld__sketch_point **points,
                                      size_t *point_count) {
    const pld__mixture_pair *pair = object;
    reach = fmin(reach, PLD__MIXTURE_REACH);
    double low = pair->lowest_mean - reach, high = pair->highest_mean + reach;
    /* Bells have width 1; the loss bends within 1/spacing. */
    double spacing = pair->p.spacing + pair->q.spacing;
    double step = fmax(0.25 / fmax(1, spacing), (high - low) / 20000) / refinement;
    size_t count = (size_t)ceil((high - low) / step) + 1;
    step = (high - low) / (double)count;
    pld__sketch_point *made = pld__allocate(count, sizeof *made);
    if (!made)
        return PLD_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++) {
        double x = low + ((double)i + 0.5) * step;
        pld__mixture_density_value p = pld__mixture_density_evaluate(&pair->p, x), q = pld__mixture_density_evaluate(&pair->q, x);
        double log_p = pld__mixture_log_density(&pair->p, &p, x), log_q = pld__mixture_log_density(&pair->q, &q, x);
        made[i] = (pld__sketch_point){log_p + log(step), log_q + log(step), log_p - log_q};
    }
    *points = made;
    *point_count = count;
    return PLD_OK;
}
