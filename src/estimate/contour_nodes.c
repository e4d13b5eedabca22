#include "estimate/contour_nodes.h"

#include "base/base.h"
#include "base/complex.h"
#include "compose/phasors.h"

#include <math.h>

/* Points at either end with tilted weights below this are left out. */
static const double NEGLIGIBLE = 1e-25;

/* Every so many nodes it is seen whether the rest is negligible; the most nodes times points. */
enum { LOOK = 4, MOST_WORK = 400000 };

/* K(c) of one step: log1p of sum of p (e^(cL) - 1), as the p sum to 1. */
static double moment(const pld__contour_step *one, double c) {
    long double sum = 0;
    for (size_t i = 0; i < one->count; i++) {
        double exponent = c * pld__contour_loss(one, i), log_p = pld__contour_log_mass(one, i);
        sum += exponent < 300 ? exp(log_p) * expm1(exponent) : exp(log_p + exponent) - exp(log_p);
    }
    return (double)log1pl(sum);
}

/* Tilted weights and their losses. */
static void tilt(const pld__contour_step *one, double c, double log_moment, double *weight, double *losses) {
    for (size_t i = 0; i < one->count; i++) {
        losses[i] = pld__contour_loss(one, i);
        weight[i] = exp(pld__contour_log_mass(one, i) + c * losses[i] - log_moment);
    }
}

/* The bump of the tilted law around its highest point, and the weight outside. The other bumps may be far away and narrow;
 * frequencies then come back after they were negligible, like those of a lattice. Those of one bump do not. */
static void find_core(pld__contour_step *one, const double *weight) {
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
static pld_status turning_create(pld__contour_step *one, double c, double spacing, double *log_scale, double *mean,
                                 turning *made) {
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
static double falling_from(const pld__contour_step *one, double core_real, double core_imaginary) {
    return one->power * log(fmin(hypot(core_real, core_imaginary) + one->outside, 1));
}

/* T log phi at the next node, phi turned back by the mean: accurate because phi - 1 is summed as such, without what the weights
 * miss of 1, which the log moment has. */
static double complex log_power(const pld__contour_step *one, turning *at) {
    double real, imaginary;
    pld__phasors_next(&at->phasors, &real, &imaginary);
    real -= at->phasors.excess;
    return one->power * pld__complex(0.5 * log1p(real * (2 + real) + imaginary * imaginary), atan2(imaginary, 1 + real));
}

/* 1/(s (s + 1)) at node j. */
static double complex kernel_at(const pld__contour_line *line, size_t j) {
    double complex s = pld__complex(line->c, (double)j * line->spacing);
    return 1 / (s * (s + 1));
}

/* The integrand at node j, the next one. */
static double complex node_at(const pld__contour_step *steps, turning *turnings, size_t count, const pld__contour_line *line,
                              size_t j) {
    double complex sum = 0;
    for (size_t m = 0; m < count; m++)
        sum += log_power(&steps[m], &turnings[m]);
    return cexp(sum) * kernel_at(line, j);
}

/* What bounds it from node j on, the next of those that are looked at: the size of all factors that do not come back. */
static double bound_at(const pld__contour_step *steps, turning *turnings, size_t count, const pld__contour_line *line, size_t j) {
    double falling = 0, real, imaginary;
    for (size_t m = 0; m < count; m++)
        if (!steps[m].lasting) {
            pld__phasors_next(&turnings[m].core_turner, &real, &imaginary);
            falling += falling_from(&steps[m], 1 + real, imaginary);
        }
    return exp(falling) * cabs(kernel_at(line, j));
}

/* The bound that bound_at will find at a later node. */
static double bound_ahead(const pld__contour_step *steps, const turning *turnings, size_t count, const pld__contour_line *line,
                          size_t j) {
    double all_falling = 0;
    for (size_t m = 0; m < count; m++) {
        const pld__law *core = &turnings[m].core;
        double real = 0, imaginary = 0;
        for (size_t i = 0; i < core->count && !steps[m].lasting; i++) {
            double angle = (double)j * line->spacing * (core->losses[i] - (double)turnings[m].phasors.centre);
            real += core->weight[i] * cos(angle);
            imaginary += core->weight[i] * sin(angle);
        }
        all_falling += steps[m].lasting ? 0 : falling_from(&steps[m], real, imaginary);
    }
    return exp(all_falling) * cabs(kernel_at(line, j));
}

/* Nodes until they are negligible; as many as *nodes says if that is not 0. */
static pld_status fill_nodes(const pld__contour_step *steps, turning *turnings, size_t count, const pld__contour_line *line,
                             double complex *out, size_t *nodes) {
    size_t j = 0, fixed = *nodes, points = 0;
    for (size_t m = 0; m < count; m++)
        points += steps[m].count;
    size_t most = fixed ? fixed : MOST_WORK / (points + 1) < PLD__CONTOUR_NODES ? MOST_WORK / (points + 1) : PLD__CONTOUR_NODES;
    if (most < 8)
        return PLD_ERROR_ARGUMENT;
    most = fixed ? fixed : (most - 1) / LOOK * LOOK + 1; /* the last one is looked at */
    out[0] = node_at(steps, turnings, count, line, 0);
    double negligible = 1e-18 * cabs(out[0]);
    /* If it never ends it need not begin. */
    if (fixed == 0 && bound_ahead(steps, turnings, count, line, most - 1) > negligible)
        return PLD_ERROR_ARGUMENT;
    if (fixed == 0)
        (void)bound_at(steps, turnings, count, line, 0);
    for (j = 1; j < most; j++) {
        out[j] = node_at(steps, turnings, count, line, j);
        if (fixed ? j + 1 == fixed : j % LOOK == 0 && bound_at(steps, turnings, count, line, j) < negligible && j > 4)
            break;
    }
    *nodes = j + 1;
    return j < most ? PLD_OK : PLD_ERROR_ARGUMENT;
}

pld_status pld__contour_nodes(pld__contour_points *points, const pld__contour_line *line, double complex *out, double *log_scale,
                              double *mean, size_t *nodes) {
    size_t count = points->count, ready = 0;
    turning *turnings = pld__allocate(count, sizeof *turnings);
    pld_status status = turnings ? PLD_OK : PLD_ERROR_MEMORY;
    *log_scale = *mean = 0;
    for (; status == PLD_OK && ready < count; ready++)
        status = turning_create(&points->steps[ready], line->c, line->spacing, log_scale, mean, &turnings[ready]);
    if (status == PLD_OK)
        status = fill_nodes(points->steps, turnings, count, line, out, nodes);
    for (size_t m = 0; m < ready; m++)
        turning_free(&turnings[m]);
    pld__free(turnings);
    return status;
}
