#include "query/contour.h"

#include "base/base.h"
#include "base/complex.h"
#include "compose/phasors.h"

#include <math.h>

/* Digits aimed at, as a log; how far from its guess, in units of 1/c, an answer is believed; the most nodes, and nodes times points; and the finest grid in x relative
 * to that of the aiming points. */
static const double DIGITS = 32, FARTHEST = 3;

/* Points at either end with tilted weights below this are left out. */
static const double NEGLIGIBLE = 1e-25;
enum { LOOK = 4 }; /* every so many nodes it is seen whether the rest is negligible */
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
    pld__sketch_point *points;
    size_t count;
    double power, sign;
    bool remove;
    size_t core, core_end; /* points of the highest bump */
    double outside;
    bool lasting; /* single losses have mass: its frequencies may come back, however small they were */
} fine;

static double log_mass(const fine *one, size_t i) {
    return one->remove ? one->points[i].log_p : one->points[i].log_q;
}

static double loss(const fine *one, size_t i) {
    return one->sign * one->points[i].loss;
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

/* Tilted weights and their losses. */
static void tilt(const fine *one, double c, double log_moment, double *weight, double *losses) {
    for (size_t i = 0; i < one->count; i++) {
        losses[i] = loss(one, i);
        weight[i] = exp(log_mass(one, i) + c * losses[i] - log_moment);
    }
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

/* The tilted points of one step, turning from node to node, and those of its core by themselves. */
typedef struct {
    double *weight, *losses;
    pld__law all, core;
    pld__phasors phasors, core_turner;
} turning;

static void turning_free(turning *made) {
    pld__phasors_free(&made->phasors);
    pld__phasors_free(&made->core_turner);
    pld__free(made->weight);
    pld__free(made->losses);
}

/* Tilts a step by c. Adds its log moment and its mean, as often as it is taken. On failure there is still something to free. */
static pld_status turning_create(fine *one, double c, double spacing, double *log_scale, double *mean, turning *made) {
    *made = (turning){.weight = pld__allocate(one->count, sizeof(double)), .losses = pld__allocate(one->count, sizeof(double))};
    if (!made->weight || !made->losses)
        return PLD_ERROR_MEMORY;
    double log_moment = moment(one, c);
    tilt(one, c, log_moment, made->weight, made->losses);
    find_core(one, made->weight);
    size_t from = 0, to = one->count;
    while (from < one->core && made->weight[from] < NEGLIGIBLE)
        from++;
    while (to > one->core_end && made->weight[to - 1] < NEGLIGIBLE)
        to--;
    made->all = (pld__law){.count = to - from, .weight = made->weight + from, .losses = made->losses + from};
    made->core =
        (pld__law){.count = one->core_end - one->core, .weight = made->weight + one->core, .losses = made->losses + one->core};
    pld_status status = pld__phasors_create(&made->all, spacing, &made->phasors);
    if (status == PLD_OK && !one->lasting)
        status = pld__phasors_create(&made->core, LOOK * spacing, &made->core_turner);
    *log_scale += one->power * log_moment;
    *mean += one->power * (double)made->phasors.centre;
    return status;
}

/* T log of a bound of |phi| from some node on, by the core there. */
static double falling_from(const fine *one, double core_real, double core_imaginary) {
    return one->power * log(fmin(hypot(core_real, core_imaginary) + one->outside, 1));
}

/* T log phi at the next node, phi turned back by the mean: accurate because phi - 1 is summed as such, without what the weights miss of 1, which the
 * log moment has. */
static double complex log_power(const fine *one, turning *at) {
    double real, imaginary;
    pld__phasors_next(&at->phasors, &real, &imaginary);
    real -= at->phasors.excess;
    return one->power * pld__complex(0.5 * log1p(real * (2 + real) + imaginary * imaginary), atan2(imaginary, 1 + real));
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
        one->points[i].log_p += factor;
        one->points[i].log_q += factor;
    }
}

/* Every second point, each for two. */
static void thin(fine *one) {
    size_t kept = 0;
    for (size_t i = 0; i < one->count; i += 2) {
        one->points[kept] = one->points[i];
        one->points[kept].log_p += PLD__LN_2;
        one->points[kept++].log_q += PLD__LN_2;
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
    pld_status status = mechanism->operations->sketch_points(mechanism->pair, reach, refinement, &one->points, &one->count);
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
        cut[m].points = steps[m].points;
        cut[m].point_count = steps[m].count;
        cut[m].highest[direction] = INFINITY;
    }
    return PLD_OK;
}

static void free_points(fine *steps, size_t count) {
    for (size_t m = 0; steps && m < count; m++)
        pld__free(steps[m].points);
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

/* 1/(s (s + 1)) at node j. */
static double complex kernel_at(const pld__contour *made, size_t j) {
    double complex s = pld__complex(made->c, (double)j * made->spacing);
    return 1 / (s * (s + 1));
}

/* The integrand at node j, the next one. */
static double complex node_at(const fine *steps, turning *turnings, size_t count, const pld__contour *made, size_t j) {
    double complex sum = 0;
    for (size_t m = 0; m < count; m++)
        sum += log_power(&steps[m], &turnings[m]);
    return cexp(sum) * kernel_at(made, j);
}

/* What bounds it from node j on, the next of those that are looked at: the size of all factors that do not come back. */
static double bound_at(const fine *steps, turning *turnings, size_t count, const pld__contour *made, size_t j) {
    double falling = 0, real, imaginary;
    for (size_t m = 0; m < count; m++)
        if (!steps[m].lasting) {
            pld__phasors_next(&turnings[m].core_turner, &real, &imaginary);
            falling += falling_from(&steps[m], 1 + real, imaginary);
        }
    return exp(falling) * cabs(kernel_at(made, j));
}

/* The bound that bound_at will find at a later node. */
static double bound_ahead(const fine *steps, const turning *turnings, size_t count, const pld__contour *made, size_t j) {
    double all_falling = 0;
    for (size_t m = 0; m < count; m++) {
        const pld__law *core = &turnings[m].core;
        double real = 0, imaginary = 0;
        for (size_t i = 0; i < core->count && !steps[m].lasting; i++) {
            double angle = (double)j * made->spacing * (core->losses[i] - (double)turnings[m].phasors.centre);
            real += core->weight[i] * cos(angle);
            imaginary += core->weight[i] * sin(angle);
        }
        all_falling += steps[m].lasting ? 0 : falling_from(&steps[m], real, imaginary);
    }
    return exp(all_falling) * cabs(kernel_at(made, j));
}

/* Nodes until they are negligible; as many as *nodes says if that is not 0. */
static pld_status fill_nodes(const fine *steps, turning *turnings, size_t count, pld__contour *made, double complex *out,
                             size_t *nodes) {
    size_t j = 0, fixed = *nodes, points = 0;
    for (size_t m = 0; m < count; m++)
        points += steps[m].count;
    size_t most = fixed ? fixed : MOST_WORK / (points + 1) < MOST_NODES ? MOST_WORK / (points + 1) : MOST_NODES;
    if (most < 8)
        return PLD_ERROR_ARGUMENT;
    most = fixed ? fixed : (most - 1) / LOOK * LOOK + 1; /* the last one is looked at */
    out[0] = node_at(steps, turnings, count, made, 0);
    double negligible = 1e-18 * cabs(out[0]);
    /* If it never ends it need not begin. */
    if (fixed == 0 && bound_ahead(steps, turnings, count, made, most - 1) > negligible)
        return PLD_ERROR_ARGUMENT;
    if (fixed == 0)
        (void)bound_at(steps, turnings, count, made, 0);
    for (j = 1; j < most; j++) {
        out[j] = node_at(steps, turnings, count, made, j);
        if (fixed ? j + 1 == fixed : j % LOOK == 0 && bound_at(steps, turnings, count, made, j) < negligible && j > 4)
            break;
    }
    *nodes = j + 1;
    return j < most ? PLD_OK : PLD_ERROR_ARGUMENT;
}

/* All nodes from points of one fineness. */
static pld_status integrate(fine *steps, size_t count, pld__contour *made, double complex *out, double *log_scale, double *mean,
                            size_t *nodes) {
    turning *turnings = pld__allocate(count, sizeof *turnings);
    pld_status status = turnings ? PLD_OK : PLD_ERROR_MEMORY;
    *log_scale = *mean = 0;
    size_t ready = 0;
    for (; status == PLD_OK && ready < count; ready++)
        status = turning_create(&steps[ready], made->c, made->spacing, log_scale, mean, &turnings[ready]);
    if (status == PLD_OK)
        status = fill_nodes(steps, turnings, count, made, out, nodes);
    for (size_t m = 0; m < ready; m++)
        turning_free(&turnings[m]);
    pld__free(turnings);
    return status;
}

/* Moves the phase of the coarse mean onto the fine one, so that both sums use one angle. */
static void align(pld__contour *made, double coarse_mean) {
    for (size_t j = 0; j < made->nodes; j++) {
        double angle = (coarse_mean - made->mean) * (double)j * made->spacing;
        made->coarse[j] *= pld__complex(cos(angle), sin(angle));
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
