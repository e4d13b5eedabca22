#include "query/contour.h"

#include "base/base.h"

#include <complex.h>
#include <math.h>

/* Digits aimed at, as a log; how far from its guess, in units of 1/c, an answer is believed; the most nodes, and nodes times points; and the finest grid in x relative
 * to that of the aiming atoms. */
static const double DIGITS = 32, FARTHEST = 3;
enum { MOST_NODES = 2000, MOST_WORK = 400000, REFINEMENTS = 4 };

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
    size_t core, core_end; /* points of the highest bump */
    double outside;
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

/* The bump of the tilted law around its highest point, and the weight outside. The other bumps may be far away and narrow; frequencies then come
 * back after they were negligible, like those of a lattice. Those of one bump do not. */
static void find_core(fine *one, const double *weight) {
    const double shallow = 1e-4;
    size_t top = 0;
    for (size_t i = 0; i < one->count; i++)
        top = weight[i] > weight[top] ? i : top;
    for (one->core = top; one->core > 0 && weight[one->core - 1] > shallow * weight[top];)
        one->core--;
    for (one->core_end = top; one->core_end < one->count && weight[one->core_end] > shallow * weight[top];)
        one->core_end++;
    double inside = 0;
    for (size_t i = one->core; i < one->core_end; i++)
        inside += weight[i];
    one->outside = fmax(1 - inside, 0);
}

/* T log phi(t), phi turned back by the mean: accurate because phi - 1 is summed as such. *falling is T log of a bound of |phi| from t on. */
static double complex log_power(const fine *one, const double *weight, double mean, double t, double *falling) {
    double real = 0, imaginary = 0, core_real = 0, core_imaginary = 0;
    for (size_t i = 0; i < one->count; i++) {
        if (i == one->core) {
            core_real = real;
            core_imaginary = imaginary;
        }
        if (weight[i] > 1e-25) {
            double half = 0.5 * t * (loss(one, i) - mean), s = sin(half);
            real -= 2 * weight[i] * s * s;
            imaginary += 2 * weight[i] * s * cos(half);
        }
        if (i + 1 == one->core_end) {
            core_real = real - core_real;
            core_imaginary = imaginary - core_imaginary;
        }
    }
    double core = hypot(1 - one->outside + core_real, core_imaginary);
    *falling = one->lasting ? 0 : one->power * log(fmin(core + one->outside, 1));
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

/* Every second point, each for two. */
static void thin(fine *one) {
    size_t kept = 0;
    for (size_t i = 0; i < one->count; i += 2) {
        one->atoms[kept] = one->atoms[i];
        one->atoms[kept].log_p += PLD__LN_2;
        one->atoms[kept++].log_q += PLD__LN_2;
    }
    one->count = kept;
}

/* The points of one target; fewer if `coarse`, to see how much that changes. */
static pld_status make_fine(const pld__target *target, pld_direction direction, double reach, bool coarse, fine *one) {
    const pld_mechanism *mechanism = target->mechanism;
    *one = (fine){.power = target->power,
                  .remove = direction == PLD_REMOVE,
                  .sign = direction == PLD_REMOVE ? 1 : -1,
                  .lasting = pld__mechanism_lasting(mechanism)};
    unsigned refinement = one->lasting && coarse ? REFINEMENTS / 2 : REFINEMENTS;
    pld_status status = mechanism->operations->atoms(mechanism->pair, reach, refinement, &one->atoms, &one->count);
    if (status != PLD_OK || one->lasting)
        return status;
    /* At a hard edge the loss is flat, and ends by itself. */
    double supremum = pld_mechanism_loss_supremum(mechanism, direction);
    if (target->highest[direction] < supremum - 1e-9 * fabs(supremum))
        fade(one, target->highest[direction]);
    if (coarse)
        thin(one);
    return PLD_OK;
}

/* Where losses may end without delta noticing to all digits. Without an end, losses far beyond epsilon, however rare, come back as aliases
 * e^(cW) times as large. */
static double last_loss(const pld__target *target, size_t count, pld_direction direction, double log_delta) {
    const pld_mechanism *mechanism = target->mechanism;
    double log_mass = log_delta - DIGITS - log(target->power * (double)count);
    return direction == PLD_REMOVE ? mechanism->operations->reach_above(mechanism->pair, log_mass)
                                   : mechanism->operations->reach_below(mechanism->pair, log_mass);
}

/* The points of all targets, and targets that consist of just these: what is aimed at must be what is integrated. */
static pld_status make_points(const pld__target *targets, size_t count, pld_direction direction, double log_delta, bool coarse,
                              fine *steps, pld__target *cut) {
    double reach = 14 + sqrt(fmax(-2 * log_delta, 0));
    for (size_t m = 0; m < count; m++) {
        cut[m] = targets[m];
        cut[m].highest[direction] = last_loss(&targets[m], count, direction, log_delta);
        pld_status status = make_fine(&cut[m], direction, reach, coarse, &steps[m]);
        if (status != PLD_OK)
            return status;
        cut[m].atoms = steps[m].atoms;
        cut[m].atom_count = steps[m].count;
        cut[m].highest[direction] = INFINITY;
    }
    return PLD_OK;
}

static void free_points(fine *steps, size_t count) {
    for (size_t m = 0; steps && m < count; m++)
        pld__free(steps[m].atoms);
    pld__free(steps);
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
    double complex sum = 0, s = CMPLX(made->c, t);
    double all_falling = 0, falling;
    for (size_t m = 0; m < count; m++) {
        sum += log_power(&steps[m], weights[m], means[m], t, &falling);
        all_falling += falling;
    }
    *bound = exp(all_falling) / cabs(s * (s + 1));
    return cexp(sum) / (s * (s + 1));
}

/* Nodes until they are negligible; as many as *nodes says if that is not 0. */
static pld_status fill_nodes(const fine *steps, size_t count, double **weights, const double *means, pld__contour *made,
                             double complex *out, size_t *nodes) {
    size_t j = 0, fixed = *nodes, points = 0;
    double bound;
    for (size_t m = 0; m < count; m++)
        points += steps[m].count;
    size_t most = fixed ? fixed : MOST_WORK / (points + 1) < MOST_NODES ? MOST_WORK / (points + 1) : MOST_NODES;
    if (most < 8)
        return PLD_ERROR_ARGUMENT;
    out[0] = node_at(steps, count, weights, means, made, 0, &bound);
    double negligible = 1e-18 * cabs(out[0]);
    /* A look ahead: if it never ends it need not begin. */
    (void)node_at(steps, count, weights, means, made, most - 1, &bound);
    if (fixed == 0 && bound > negligible)
        return PLD_ERROR_ARGUMENT;
    for (j = 1; j < most; j++) {
        out[j] = node_at(steps, count, weights, means, made, j, &bound);
        if (fixed ? j + 1 == fixed : j > 4 && bound < negligible)
            break;
    }
    *nodes = j + 1;
    return j < most ? PLD_OK : PLD_ERROR_ARGUMENT;
}

/* All nodes from points of one fineness. */
static pld_status integrate(fine *steps, size_t count, pld__contour *made, double complex *out, double *log_scale, double *mean,
                            size_t *nodes) {
    double **weights = pld__allocate(count, sizeof *weights), *means = pld__allocate(count, sizeof *means);
    pld_status status = weights && means ? PLD_OK : PLD_ERROR_MEMORY;
    *log_scale = *mean = 0;
    size_t ready = 0;
    for (; status == PLD_OK && ready < count; ready++) {
        fine *one = &steps[ready];
        weights[ready] = pld__allocate(one->count, sizeof(double));
        if (!weights[ready]) {
            status = PLD_ERROR_MEMORY;
            break;
        }
        double log_moment = moment(one, made->c);
        means[ready] = tilt(one, made->c, log_moment, weights[ready]);
        *log_scale += one->power * log_moment;
        *mean += one->power * means[ready];
        find_core(one, weights[ready]);
    }
    if (status == PLD_OK)
        status = fill_nodes(steps, count, weights, means, made, out, nodes);
    for (size_t m = 0; m < ready; m++)
        pld__free(weights[m]);
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

/* Fine points, and once more from fewer of them. */
static pld_status integrate_twice(const pld__target *targets, size_t count, pld_direction direction, double epsilon,
                                  double log_delta, pld__contour *made) {
    pld_status status = PLD_OK;
    double coarse_mean = 0;
    size_t nodes = 0;
    for (int pass = 0; pass < 2 && status == PLD_OK; pass++) {
        fine *steps = pld__allocate(count, sizeof *steps);
        pld__target *cut = pld__allocate(count, sizeof *cut);
        status = steps && cut ? PLD_OK : PLD_ERROR_MEMORY;
        for (size_t m = 0; steps && m < count; m++)
            steps[m] = (fine){0};
        if (status == PLD_OK)
            status = make_points(targets, count, direction, log_delta, pass == 1, steps, cut);
        if (status == PLD_OK && pass == 0) {
            pld__aim aim = pld__aim_at_epsilon(cut, count, direction, epsilon, 0);
            double width = period(cut, count, direction, &aim, log_delta);
            made->c = aim.theta;
            made->spacing = 2 * PLD__PI / width;
            if (!(width > 0 && isfinite(width)))
                status = PLD_ERROR_ARGUMENT;
        }
        if (status == PLD_OK && pass == 0)
            status = integrate(steps, count, made, made->power, &made->log_scale, &made->mean, &made->nodes);
        nodes = made->nodes;
        if (status == PLD_OK && pass == 1)
            status = integrate(steps, count, made, made->coarse, &made->coarse_log_scale, &coarse_mean, &nodes);
        free_points(steps, count);
        pld__free(cut);
    }
    if (status == PLD_OK)
        align(made, coarse_mean);
    return status;
}

pld_status pld__contour_create(const pld__target *targets, size_t count, pld_direction direction, double epsilon,
                               double log_delta, pld__contour **contour) {
    *contour = NULL;
    pld__contour *made = pld__allocate(1, sizeof *made);
    if (!made)
        return PLD_ERROR_MEMORY;
    *made = (pld__contour){.log_alias = log_delta - DIGITS + 1};
    made->power = pld__allocate(MOST_NODES + 1, sizeof *made->power);
    made->coarse = pld__allocate(MOST_NODES + 1, sizeof *made->coarse);
    pld_status status =
        made->power && made->coarse ? integrate_twice(targets, count, direction, epsilon, log_delta, made) : PLD_ERROR_MEMORY;
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
