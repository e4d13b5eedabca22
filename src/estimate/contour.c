#include "estimate/contour.h"

#include "base/base.h"
#include "base/root.h"
#include "base/complex.h"
#include "estimate/contour_nodes.h"

#include <math.h>

/* How far from its guess, in units of 1/c, an answer is believed. */
static const double FARTHEST = 3;

struct pld__contour {
    pld__contour_line line;
    double log_scale; /* K(c) */
    size_t nodes;
    double complex *power;  /* (phi(t_j) e^(-i t_j mean))^T / (s (s + 1)), all steps together */
    double complex *coarse; /* the same from every second point in x */
    double mean;            /* sum of the means of the tilted steps */
    double coarse_log_scale;
    double log_alias; /* bound of the log of the aliases, over e^(K(c) - c epsilon) */
};

void pld__contour_free(pld__contour *contour) {
    if (!contour)
        return;
    pld__free(contour->power);
    pld__free(contour->coarse);
    pld__free(contour);
}

/* The period W of the trapezoidal rule: aliases at epsilon - jW weigh e^(-jcW), those at epsilon + jW fall by Chernoff at lambda
 * > c. */
static double period(const pld__sketch *sketch, pld_direction direction, const pld__saddle *saddle, double log_delta) {
    double below = (PLD__CONTOUR_DIGITS - log_delta) / saddle->theta, above = INFINITY;
    for (double ratio = 0.02; ratio < 30; ratio *= 1.5) {
        double extra = ratio * saddle->theta;
        double moment_there = pld__saddle_moments(sketch, direction, saddle->theta + extra).value;
        double bound = moment_there - (saddle->theta + extra) * saddle->epsilon;
        above = fmin(above, fmax(bound - log_delta + PLD__CONTOUR_DIGITS, 0) / extra);
    }
    return fmax(below, above);
}

/* Moves the phase of the coarse mean onto the fine one, so that both sums use one angle. */
static void align(pld__contour *made, double coarse_mean) {
    for (size_t j = 0; j < made->nodes; j++) {
        double angle = (coarse_mean - made->mean) * (double)j * made->line.spacing;
        made->coarse[j] *= pld__complex(cos(angle), sin(angle));
    }
}

/* The line of nodes: through the saddle, and as close as its aliases ask. */
static pld_status choose_line(const pld__sketch *cut, pld_direction direction, double epsilon, double log_delta,
                              pld__contour_line *line) {
    pld__saddle saddle = pld__saddle_at_epsilon(cut, direction, epsilon, 0);
    double width = period(cut, direction, &saddle, log_delta);
    *line = (pld__contour_line){saddle.theta, 2 * PLD__PI / width};
    return width > 0 && isfinite(width) ? PLD_OK : PLD_ERROR_ARGUMENT;
}

/* Fine points, and once more from fewer of them. */
static pld_status integrate_twice(const pld__sketch *sketch, pld_direction direction, double epsilon, double log_delta,
                                  pld__contour *made) {
    pld_status status = PLD_OK;
    double coarse_mean = 0;
    for (int pass = 0; pass < 2 && status == PLD_OK; pass++) {
        pld__contour_points points;
        status = pld__contour_points_create(sketch, direction, log_delta, pass == 1, &points);
        if (status == PLD_OK && pass == 0)
            status = choose_line(&points.cut, direction, epsilon, log_delta, &made->line);
        if (status == PLD_OK && pass == 0)
            status = pld__contour_nodes(&points, &made->line, made->power, &made->log_scale, &made->mean, &made->nodes);
        size_t nodes = made->nodes;
        if (status == PLD_OK && pass == 1)
            status = pld__contour_nodes(&points, &made->line, made->coarse, &made->coarse_log_scale, &coarse_mean, &nodes);
        pld__contour_points_free(&points);
    }
    if (status == PLD_OK)
        align(made, coarse_mean);
    return status;
}

pld_status pld__contour_create(const pld__sketch *sketch, pld_direction direction, double epsilon, double log_delta,
                               pld__contour **contour) {
    *contour = NULL;
    pld__contour *made = pld__allocate(1, sizeof *made);
    if (!made)
        return PLD_ERROR_MEMORY;
    *made = (pld__contour){.log_alias = log_delta - PLD__CONTOUR_DIGITS + 1};
    made->power = pld__allocate(PLD__CONTOUR_NODES + 1, sizeof *made->power);
    made->coarse = pld__allocate(PLD__CONTOUR_NODES + 1, sizeof *made->coarse);
    pld_status status =
        made->power && made->coarse ? integrate_twice(sketch, direction, epsilon, log_delta, made) : PLD_ERROR_MEMORY;
    if (status == PLD_OK)
        *contour = made;
    else
        pld__contour_free(made);
    return status == PLD_ERROR_ARGUMENT ? PLD_OK : status; /* too many nodes: no contour */
}

/* The sum over nodes at epsilon, and the sum of its absolute values. */
static double node_sum(const pld__contour *contour, const double complex *power, double epsilon, double *absolute) {
    long double sum = 0, size = 0;
    for (size_t j = 0; j < contour->nodes; j++) {
        double angle = (contour->mean - epsilon) * (double)j * contour->line.spacing;
        double twice = j == 0 ? 1 : 2;
        sum += twice * creal(power[j] * pld__complex(cos(angle), sin(angle)));
        size += twice * cabs(power[j]);
    }
    *absolute = (double)size;
    return (double)sum;
}

double pld__contour_log_delta(const pld__contour *contour, double epsilon, double *error) {
    double absolute, other;
    double sum = node_sum(contour, contour->power, epsilon, &absolute),
           coarse = node_sum(contour, contour->coarse, epsilon, &other);
    double scale = contour->log_scale - contour->line.c * epsilon + log(contour->line.spacing / (2 * PLD__PI));
    if (!(sum > 0)) {
        *error = INFINITY;
        return NAN;
    }
    double log_delta = log(sum) + scale;
    /* Cancellation between nodes, the phases' own rounding, aliases, and what halving the points in x changes. */
    double angles = fabs(contour->mean - epsilon) * (double)contour->nodes * contour->line.spacing;
    double rounding = PLD__U * (64 + 4 * angles + fabs(scale)) * absolute / sum;
    double halving = fabs((sum - coarse) / sum) + fabs(contour->log_scale - contour->coarse_log_scale);
    *error = 4 * (rounding + halving) + exp(fmin(contour->log_alias - log_delta, 700));
    return log_delta;
}

static long double log_delta_at(const void *context, double epsilon) {
    double error, value = pld__contour_log_delta(context, epsilon, &error);
    return isfinite(error) ? value : NAN;
}

double pld__contour_epsilon(const pld__contour *contour, double log_delta, double guess, double *error) {
    double slope = contour->line.c, value_error;
    double found = pld__secant(log_delta_at, contour, log_delta, -INFINITY, guess, &slope);
    double value = pld__contour_log_delta(contour, found, &value_error);
    /* What is known of the aliases is known near the guess only. */
    bool near = fabs(found - guess) * contour->line.c < FARTHEST && fabs(value - log_delta) < 1e-9 * (1 + fabs(log_delta));
    *error = near ? value_error / slope : INFINITY;
    return near ? found : guess;
}
