#include "query/contour.h"

#include "base/base.h"

#include <complex.h>
#include <math.h>

/* Digits aimed at, as a log; how far from its guess, in units of 1/c, an answer is believed; the most nodes; and the finest grid in x relative
 * to that of the aiming atoms. */
static const double DIGITS = 32, FARTHEST = 3;
enum { MOST_NODES = 2000, REFINEMENTS = 4 };

struct pld__contour {
    double c, spacing, log_scale; /* log_scale is K(c) */
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

/* One mechanism on a fine grid in x: probabilities and losses in the direction asked for. */
typedef struct {
    pld__atom *atoms;
    size_t count;
    double power, sign;
    bool remove;
    bool lasting; /* single losses have mass: its frequencies may come back, however small they were */
} fine;

static double log_mass(const fine *one, size_t i) {
    return one->remove ? one->atoms[i].log_p : one->atoms[i].log_q;
}

static double loss(const fine *one, size_t i) {
    return one->sign * one->atoms[i].loss;
}

/* K(c) of one step: log1p of sum of p (e^(cL) - 1), as the p sum to 1. */
static double moment(const fine *one, double c) {
    long double sum = 0;
    for (size_t i = 0; i < one->count; i++) {
        double exponent = c * loss(one, i), log_p = log_mass(one, i);
        sum += exponent < 300 ? exp(log_p) * expm1(exponent) : exp(log_p + exponent) - exp(log_p);
    }
    return (double)log1pl(sum);
}

/* Tilted weights and their mean. */
static double tilt(const fine *one, double c, double log_moment, double *weight) {
    long double mean = 0;
    for (size_t i = 0; i < one->count; i++) {
        weight[i] = exp(log_mass(one, i) + c * loss(one, i) - log_moment);
        mean += weight[i] * loss(one, i);
    }
    return (double)mean;
}

/* T log phi(t), phi turned back by the mean: accurate because phi - 1 is summed as such. */
static double complex log_power(const fine *one, const double *weight, double mean, double t) {
    double real = 0, imaginary = 0;
    for (size_t i = 0; i < one->count; i++) {
        if (!(weight[i] > 1e-25))
            continue;
        double half = 0.5 * t * (loss(one, i) - mean), s = sin(half);
        real -= 2 * weight[i] * s * s;
        imaginary += 2 * weight[i] * s * cos(half);
    }
    return one->power * CMPLX(0.5 * log1p(real * (2 + real) + imaginary * imaginary), atan2(imaginary, 1 + real));
}

/* Takes the law off smoothly where losses pass `highest`, over some points: the trapezoidal rule does not forgive a sharp end. */
static void fade(fine *one, double highest) {
    const double width = 6, shift = 4;
    size_t edge = 0;
    while (edge < one->count && (loss(one, one->remove ? edge : one->count - 1 - edge) <= highest))
        edge++;
    for (size_t i = 0; i < one->count && edge < one->count; i++) {
        double beyond = ((double)(one->remove ? i : one->count - 1 - i) - (double)edge - shift) / width;
        if (beyond < -6)
            continue;
        double factor = beyond > 20 ? -INFINITY : log(0.5 * erfc(beyond));
        one->atoms[i].log_p += factor;
        one->atoms[i].log_q += factor;
    }
}

static pld_status make_fine(const pld__target *target, pld_direction direction, double reach, unsigned refinement, fine *one) {
    const pld_mechanism *mechanism = target->mechanism;
    *one = (fine){.power = target->power,
                  .remove = direction == PLD_REMOVE,
                  .sign = direction == PLD_REMOVE ? 1 : -1,
                  .lasting = mechanism->sparse || mechanism->atoms};
    pld_status status = mechanism->operations->atoms(mechanism->pair, reach, refinement, &one->atoms, &one->count);
    if (status == PLD_OK && !one->lasting)
        fade(one, target->highest[direction]);
    return status;
}

/* The targets cut off where nothing is left that delta could see to all digits. Without a cut, losses far beyond epsilon, however
 * rare, come back as aliases e^(cW) times as large. */
static pld__target *cut_targets(const pld__target *targets, size_t count, pld_direction direction, double log_delta) {
    pld__target *cut = pld__allocate(count, sizeof *cut);
    for (size_t m = 0; cut && m < count; m++) {
        const pld_mechanism *mechanism = targets[m].mechanism;
        double log_mass = log_delta - DIGITS - log(targets[m].power * (double)count);
        cut[m] = targets[m];
        cut[m].highest[direction] = direction == PLD_REMOVE ? mechanism->operations->reach_above(mechanism->pair, log_mass)
                                                            : mechanism->operations->reach_below(mechanism->pair, log_mass);
    }
    return cut;
}

/* The period W of the trapezoidal rule: aliases at epsilon - jW weigh e^(-jcW), those at epsilon + jW fall by Chernoff at lambda > c. */
static double period(const pld__target *targets, size_t count, pld_direction direction, const pld__aim *aim, double log_delta) {
    double below = (DIGITS - log_delta) / aim->theta, above = INFINITY;
    for (double ratio = 0.02; ratio < 30; ratio *= 1.5) {
        double extra = ratio * aim->theta;
        double moment_there = pld__aim_moments(targets, count, direction, aim->theta + extra).value;
        double bound = moment_there - (aim->theta + extra) * aim->epsilon;
        above = fmin(above, fmax(bound - log_delta + DIGITS, 0) / extra);
    }
    return fmax(below, above);
}

/* The integrand at node j, and what bounds it from there on: the size of all factors that do not come back. */
static double complex node_at(const fine *steps, size_t count, double **weights, const double *means, const pld__contour *made,
                              size_t j, double *bound) {
    double t = (double)j * made->spacing;
    double complex sum = 0, falling = 0, s = CMPLX(made->c, t);
    for (size_t m = 0; m < count; m++) {
        double complex one = log_power(&steps[m], weights[m], means[m], t);
        sum += one;
        falling += steps[m].lasting ? 0 : one;
    }
    *bound = exp(creal(falling)) / cabs(s * (s + 1));
    return cexp(sum) / (s * (s + 1));
}

/* Nodes until they are negligible; as many as *nodes says if that is not 0. */
static pld_status fill_nodes(const fine *steps, size_t count, double **weights, const double *means, pld__contour *made,
                             double complex *out, size_t *nodes) {
    size_t j = 0, fixed = *nodes;
    double bound;
    out[0] = node_at(steps, count, weights, means, made, 0, &bound);
    double negligible = 1e-18 * cabs(out[0]);
    /* A look ahead: if it never ends it need not begin. */
    (void)node_at(steps, count, weights, means, made, MOST_NODES - 1, &bound);
    if (fixed == 0 && bound > negligible)
        return PLD_ERROR_ARGUMENT;
    for (j = 1; j < MOST_NODES; j++) {
        out[j] = node_at(steps, count, weights, means, made, j, &bound);
        if (fixed ? j + 1 == fixed : j > 4 && bound < negligible)
            break;
    }
    *nodes = j + 1;
    return j < MOST_NODES ? PLD_OK : PLD_ERROR_ARGUMENT;
}

/* All nodes from points of one fineness. */
static pld_status integrate(const pld__target *cut, size_t count, pld_direction direction, double reach, unsigned refinement,
                            pld__contour *made, double complex *out, double *log_scale, double *mean, size_t *nodes) {
    fine *steps = pld__allocate(count, sizeof *steps);
    double **weights = pld__allocate(count, sizeof *weights), *means = pld__allocate(count, sizeof *means);
    pld_status status = steps && weights && means ? PLD_OK : PLD_ERROR_MEMORY;
    *log_scale = *mean = 0;
    size_t ready = 0;
    while (status == PLD_OK && ready < count) {
        fine *one = &steps[ready];
        status = make_fine(&cut[ready], direction, reach, refinement, one);
        if (status != PLD_OK)
            break;
        weights[ready] = pld__allocate(one->count, sizeof(double));
        ready++;
        if (!weights[ready - 1]) {
            status = PLD_ERROR_MEMORY;
            break;
        }
        double log_moment = moment(one, made->c);
        means[ready - 1] = tilt(one, made->c, log_moment, weights[ready - 1]);
        *log_scale += one->power * log_moment;
        *mean += one->power * means[ready - 1];
    }
    if (status == PLD_OK)
        status = fill_nodes(steps, count, weights, means, made, out, nodes);
    for (size_t m = 0; m < ready; m++) {
        pld__free(steps[m].atoms);
        pld__free(weights[m]);
    }
    pld__free(steps);
    pld__free(weights);
    pld__free(means);
    return status;
}

/* Moves the phase of the coarse mean onto the fine one, so that both sums use one angle. */
static void align(pld__contour *made, double coarse_mean) {
    for (size_t j = 0; j < made->nodes; j++) {
        double angle = (coarse_mean - made->mean) * (double)j * made->spacing;
        made->coarse[j] *= CMPLX(cos(angle), sin(angle));
    }
}

pld_status pld__contour_create(const pld__target *targets, size_t count, pld_direction direction, double epsilon,
                               double log_delta, pld__contour **contour) {
    *contour = NULL;
    pld__contour *made = pld__allocate(1, sizeof *made);
    pld__target *cut = cut_targets(targets, count, direction, log_delta);
    pld_status status = made && cut ? PLD_OK : PLD_ERROR_MEMORY;
    if (made)
        *made = (pld__contour){0};
    if (status != PLD_OK)
        goto cleanup;
    pld__aim aim = pld__aim_at_epsilon(cut, count, direction, epsilon, 0);
    double width = period(cut, count, direction, &aim, log_delta);
    if (!isfinite(width) || !(width > 0))
        goto cleanup;
    *made = (pld__contour){.c = aim.theta, .spacing = 2 * PLD__PI / width, .log_alias = log_delta - DIGITS + 1};
    made->power = pld__allocate(MOST_NODES + 1, sizeof *made->power);
    made->coarse = pld__allocate(MOST_NODES + 1, sizeof *made->coarse);
    if (!made->power || !made->coarse)
        status = PLD_ERROR_MEMORY;
    double reach = 14 + sqrt(fmax(-2 * log_delta, 0)), coarse_mean = 0;
    if (status == PLD_OK)
        status =
            integrate(cut, count, direction, reach, REFINEMENTS, made, made->power, &made->log_scale, &made->mean, &made->nodes);
    size_t nodes = made->nodes;
    if (status == PLD_OK)
        status = integrate(cut, count, direction, reach, REFINEMENTS / 2, made, made->coarse, &made->coarse_log_scale,
                           &coarse_mean, &nodes);
    if (status == PLD_OK) {
        align(made, coarse_mean);
        *contour = made;
        made = NULL;
    } else if (status == PLD_ERROR_ARGUMENT) {
        status = PLD_OK; /* too many nodes: no contour */
    }
cleanup:
    pld__free(cut);
    pld__contour_free(made);
    return status;
}

/* The sum over nodes at epsilon, and the sum of its absolute values. */
static double node_sum(const pld__contour *contour, const double complex *power, double epsilon, double *absolute) {
    long double sum = 0, size = 0;
    for (size_t j = 0; j < contour->nodes; j++) {
        double angle = (contour->mean - epsilon) * (double)j * contour->spacing;
        double twice = j == 0 ? 1 : 2;
        sum += twice * creal(power[j] * CMPLX(cos(angle), sin(angle)));
        size += twice * cabs(power[j]);
    }
    *absolute = (double)size;
    return (double)sum;
}

double pld__contour_log_delta(const pld__contour *contour, double epsilon, double *error) {
    double absolute, other;
    double sum = node_sum(contour, contour->power, epsilon, &absolute),
           coarse = node_sum(contour, contour->coarse, epsilon, &other);
    double scale = contour->log_scale - contour->c * epsilon + log(contour->spacing / (2 * PLD__PI));
    if (!(sum > 0)) {
        *error = INFINITY;
        return NAN;
    }
    double log_delta = log(sum) + scale;
    /* Cancellation between nodes, the phases' own rounding, aliases, and what halving the points in x changes. */
    double angles = fabs(contour->mean - epsilon) * (double)contour->nodes * contour->spacing;
    double rounding = PLD__U * (64 + 4 * angles + fabs(scale)) * absolute / sum;
    double halving = fabs((sum - coarse) / sum) + fabs(contour->log_scale - contour->coarse_log_scale);
    *error = 4 * (rounding + halving) + exp(fmin(contour->log_alias - log_delta, 700));
    return log_delta;
}

double pld__contour_epsilon(const pld__contour *contour, double log_delta, double guess, double *error) {
    double step = 0.05 / contour->c, low = guess - step, high = guess + step, low_error, high_error;
    double low_value = pld__contour_log_delta(contour, low, &low_error),
           high_value = pld__contour_log_delta(contour, high, &high_error);
    for (int iteration = 0; iteration < 60; iteration++) {
        if (!(isfinite(low_error) && isfinite(high_error)) || !(low_value > high_value)) {
            *error = INFINITY;
            return guess;
        }
        /* The secant on log delta, which is nearly straight. */
        double slope = (high_value - low_value) / (high - low), next = high + (log_delta - high_value) / slope, next_error;
        double value = pld__contour_log_delta(contour, next, &next_error);
        if (!(fabs(next - guess) * contour->c < FARTHEST)) /* what is known of the aliases is known near the guess only */
            break;
        *error = next_error / fabs(slope);
        if (fabs(value - log_delta) <= 1e-14 * (1 + fabs(log_delta)) || fabs(next - high) <= 1e-15 * fabs(next))
            return next;
        bool keep_high = fabs(high_value - log_delta) < fabs(low_value - log_delta);
        if (keep_high) {
            low = high;
            low_value = high_value;
        }
        high = next;
        high_value = value;
        high_error = next_error;
        if (low > high) {
            double held = low, held_value = low_value;
            low = high;
            low_value = high_value;
            high = held;
            high_value = held_value;
        }
        if (high - low <= 1e-15 * fabs(high))
            return next;
    }
    *error = INFINITY;
    return guess;
}
