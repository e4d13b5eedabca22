#include "plan/kernel_sketch.h"

#include "base/base.h"
#include "base/normal.h"
#include "kernel/laplace.h"
#include "plan/kernel_counts.h"
#include "plan/tuning.h"

#include <math.h>

void pld__kernel_sketch_free(pld__kernel_sketch *sketch) {
    pld__free(sketch->x);
    pld__counts_free(&sketch->counts);
    *sketch = (pld__kernel_sketch){0};
}

/* log r and the posterior mean at x. */
static double log_density(const pld__kernel_list *list, double x, double *mean) {
    double y = 0, sum = 0, moment = 0, top = -INFINITY;
    for (size_t j = 0; j < list->count; j++)
        top = fmax(top, (double)list->mean[j] * (x - (double)list->mean[j] / 2));
    for (size_t j = 0; j < list->count; j++) {
        double m = (double)list->mean[j], z = m * (x - m / 2), weight = (double)list->weight[j], term = weight * exp(z - top);
        sum += term;
        moment += term * m;
        y += m == 0 ? 0 : weight * expm1(z);
    }
    *mean = moment / sum;
    return fabs(y) < 0.5 ? log1p(y) : log(sum) + top;
}

static const double POINTS_MOST = 1e9;

/* Room for `count` points, without a cut. */
static pld_status make_room(const pld__kernel_factor *factor, double step, size_t count, pld__kernel_sketch *sketch) {
    *sketch = (pld__kernel_sketch){.factor = factor, .step = step, .cut = {INFINITY, 1}};
    double *room = pld__allocate(count * 8, sizeof *room);
    if (!room)
        return PLD_ERROR_MEMORY;
    sketch->count = count;
    double **arrays[] = {&sketch->x,      &sketch->log_bell, &sketch->log_p, &sketch->log_q,
                         &sketch->p_mean, &sketch->q_mean,   &sketch->mass,  &sketch->log_keep};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        *arrays[i] = room + i * sketch->count;
    for (size_t i = 0; i < 8 * count; i++)
        room[i] = 0;
    return PLD_OK;
}

/* The nodes of a Laplace step. */
static pld_status sketch_laplace(const pld__kernel_factor *factor, pld__kernel_sketch *sketch) {
    pld__kernel_nodes nodes;
    unsigned points = LAPLACE_SKETCH + (unsigned)fmin(LAPLACE_SKETCH_MORE * (double)factor->laplace.ratio, LAPLACE_SKETCH_MOST);
    const pld__kernel_panels one = {.count = 1, .nodes = {points}};
    *sketch = (pld__kernel_sketch){0};
    pld_status status = pld__kernel_laplace_nodes(&factor->laplace, &one, &nodes);
    if (status == PLD_OK)
        status = make_room(factor, 1, nodes.count, sketch);
    for (size_t n = 0; n < sketch->count; n++) {
        const pld__kernel_node *node = &nodes.all[n];
        sketch->x[n] = (double)node->x;
        sketch->log_bell[n] = (double)node->log_bell;
        sketch->log_p[n] = (double)node->p.log;
        sketch->log_q[n] = (double)node->q.log;
    }
    pld__kernel_nodes_free(&nodes);
    return status;
}

static bool is_allotted(const pld__kernel_sketch *sketch) {
    return sketch->factor->allotment.batches > 0;
}

pld_status pld__kernel_sketch_create(const pld__kernel_factor *factor, double highest, double tilt, pld__kernel_sketch *sketch) {
    if (factor->allotment.batches > 0) {
        *sketch = (pld__kernel_sketch){.factor = factor, .cut = {INFINITY, 1}};
        return pld__kernel_counts_sketch(&factor->allotment, tilt, &sketch->counts);
    }
    if (factor->laplace.ratio > 0)
        return sketch_laplace(factor, sketch);
    const pld__mean_ends *ends = &factor->ends;
    double spread = (double)fmaxl(ends->p_high - ends->p_low, ends->q_high - ends->q_low);
    double step = 0.25 * fmin(1, 3 / fmax(spread, 1e-300)), low = (double)fminl(fminl(ends->p_low, ends->q_low), 0) - 13;
    double points = (highest - low) / step; /* where there are too many to be counted, two of them tell as little */
    pld_status status = make_room(factor, step, points < POINTS_MOST ? (size_t)points + 2 : 2, sketch);
    for (size_t n = 0; n < sketch->count; n++) {
        double x = low + (double)n * step;
        sketch->x[n] = x;
        sketch->log_bell[n] = -x * x / 2 - 0.91893853320467274178;
        sketch->log_p[n] = log_density(&factor->p, x, &sketch->p_mean[n]);
        sketch->log_q[n] = log_density(&factor->q, x, &sketch->q_mean[n]);
    }
    return status;
}

void pld__kernel_sketch_cut(pld__kernel_sketch *sketch, pld__kernel_cut cut) {
    sketch->cut = cut;
    for (size_t n = 0; n < sketch->count; n++) {
        double z = cut.at < INFINITY ? (sketch->x[n] - cut.at) / cut.softness : -INFINITY;
        sketch->log_keep[n] = z < -9 ? 0 : pld__normal_log_tail(z);
    }
}

pld__kernel_moments pld__kernel_sketch_moments_at(pld__kernel_sketch *sketch, double theta) {
    if (is_allotted(sketch)) {
        pld__kernel_moments found = pld__kernel_counts_moments(&sketch->counts, theta);
        sketch->value = found.value;
        return found;
    }
    double top = -INFINITY, sum = 0, first = 0, second = 0, excess = 0;
    for (size_t n = 0; n < sketch->count; n++) {
        sketch->mass[n] = sketch->log_bell[n] + sketch->log_keep[n] + (1 + theta) * sketch->log_p[n] - theta * sketch->log_q[n];
        top = fmax(top, sketch->mass[n]);
    }
    double unit = fmax(top, 0);
    for (size_t n = 0; n < sketch->count; n++) {
        double loss = sketch->log_p[n] - sketch->log_q[n], rho = sketch->mass[n] - sketch->log_bell[n] - sketch->log_keep[n];
        double mass = sketch->mass[n] > top - 60 ? sketch->step * exp(sketch->mass[n] - unit) : 0;
        if (unit == 0 && fabs(rho) < 0.5 &&
            sketch->log_keep[n] == 0) { /* of second order: M - 1 = sum of g (e^rho - 1 - rho + ..) */
            double y_p = expm1(sketch->log_p[n]), y_q = expm1(sketch->log_q[n]);
            excess += sketch->step * exp(sketch->log_bell[n]) *
                      (expm1(rho) - rho + (1 + theta) * (sketch->log_p[n] - y_p) - theta * (sketch->log_q[n] - y_q));
        } else if (unit == 0) {
            double p = exp(sketch->log_bell[n] + sketch->log_p[n]), q = exp(sketch->log_bell[n] + sketch->log_q[n]);
            excess += mass - sketch->step * ((1 + theta) * p - theta * q);
        }
        sketch->mass[n] = mass;
        sum += mass;
        first += mass * loss;
        second += mass * loss * loss;
    }
    first /= sum;
    for (size_t n = 0; n < sketch->count; n++)
        sketch->mass[n] /= sum;
    sketch->value = unit == 0 ? log1p(excess) : log(sum) + unit;
    return (pld__kernel_moments){sketch->value, first, fmax(second / sum - first * first, 0)};
}

double pld__kernel_sketch_slope(const pld__kernel_sketch *sketch) {
    double sum = 0;
    for (size_t n = 0; n < sketch->count; n++)
        sum += sketch->mass[n] * (sketch->p_mean[n] - sketch->q_mean[n]);
    return sum;
}

/* r(x + ia)/r(x): log of its modulus and its angle. */
static void turned(const pld__kernel_list *list, double x, const double *versines, const double *sines, double base,
                   double *log_size, double *angle) {
    double real = 0, imaginary = 0, sum = 0, top = -INFINITY;
    if (list->count == 1) {
        *log_size = 0;
        *angle = base;
        return;
    }
    for (size_t j = 0; j < list->count; j++)
        top = fmax(top, (double)list->mean[j] * (x - (double)list->mean[j] / 2));
    for (size_t j = 0; j < list->count; j++) {
        double m = (double)list->mean[j], term = (double)list->weight[j] * exp(m * (x - m / 2) - top);
        real -= term * versines[j];
        imaginary += term * sines[j];
        sum += term;
    }
    double a = real / sum, b = imaginary / sum;
    *log_size = log1p(a * (2 + a) + b * b) / 2;
    *angle = atan2(imaginary, sum + real) + base;
}

double pld__kernel_sketch_log_decay(const pld__kernel_sketch *sketch, double theta, double t, double shift) {
    if (sketch->factor->laplace.ratio > 0)
        return (double)pld__kernel_laplace_log_behind(&sketch->factor->laplace, theta, t, sketch->value) - sketch->value;
    if (is_allotted(sketch))
        return -(double)pld__allotted_fall(&sketch->factor->allotment) * t * t / 2;
    const pld__kernel_list *lists[] = {&sketch->factor->p, &sketch->factor->q};
    double eta = shift / sketch->cut.softness;
    double versines[2][PLD__KERNEL_COMPONENTS], sines[2][PLD__KERNEL_COMPONENTS], base[2], excess = 0;
    if (!pld__bound_cone(&sketch->factor->ends, shift) || sketch->factor->ends.p_low < sketch->factor->ends.q_high)
        return INFINITY;
    for (int side = 0; side < 2; side++) {
        base[side] = shift * (double)lists[side]->mean[0];
        for (size_t j = 0; j < lists[side]->count; j++) {
            double half = sin((shift * (double)(lists[side]->mean[j] - lists[side]->mean[0])) / 2);
            versines[side][j] = 2 * half * half; /* 1 - cos */
            sines[side][j] = sin(shift * (double)(lists[side]->mean[j] - lists[side]->mean[0]));
        }
    }
    for (size_t n = 0; n < sketch->count; n++) {
        double log_p, log_q, angle_p, angle_q;
        if (sketch->mass[n] < 1e-17)
            continue;
        turned(lists[0], sketch->x[n], versines[0], sines[0], base[0], &log_p, &angle_p);
        turned(lists[1], sketch->x[n], versines[1], sines[1], base[1], &log_q, &angle_q);
        double z = (sketch->x[n] - sketch->cut.at) / sketch->cut.softness, more = 0; /* -INFINITY without a cut */
        if (z > -9)
            more = log1p(eta * exp(fmin(eta * eta / 2 - z * z / 2 - sketch->log_keep[n], 700)) * 0.3989422804);
        excess += sketch->mass[n] *
                  expm1(more + shift * shift / 2 + (1 + theta) * log_p - theta * log_q - t * fmax(angle_p - angle_q, 0));
    }
    return log1p(excess);
}
