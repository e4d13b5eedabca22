#include "plan/kernel_nodes.h"

#include "base/base.h"
#include "kernel/laplace.h"
#include "plan/kernel_counts.h"
#include "plan/tuning.h"

#include <math.h>

static double kappa_of(const pld__kernel_planning *at, size_t m) {
    const pld__kernel_cut *cut = &at->sketches[m].cut;
    return cut->at < INFINITY ? 1 + 1 / (cut->softness * cut->softness) : 1;
}

/* log of the largest share of delta that quadrature of factor m may cost at a step. */
static double quadrature_cost(const pld__kernel_planning *at, size_t m, double last, double decay, double step) {
    const pld__kernel_factor *factor = &at->steps->factors[m];
    double worst = -INFINITY, count = (double)factor->count;
    static const double parts[] = {0, 0.25, 0.5, 0.75, 1};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        double t = parts[i] * last, fallen = fmin(at->saddle.variance * t * t / 2, -decay) / 2;
        double error = (double)pld__bound_trapezoid(&factor->ends, kappa_of(at, m), at->saddle.theta, t, step);
        worst = fmax(worst, log(count * error) - fmax(fallen, 0));
        if (count * error > 0.05)
            return INFINITY;
    }
    return worst;
}

static double choose_step(const pld__kernel_planning *at, size_t m, double last, double decay, double shift, double finer) {
    const pld__mean_ends *ends = &at->steps->factors[m].ends;
    double step = fmin(1, 2 * PLD__PI / (last * (double)(ends->p_high - ends->q_low) + 4));
    for (int i = 0; i < 60; i++, step *= 0.95) {
        double count = (double)at->steps->factors[m].count;
        double shown =
            (double)pld__bound_decay_trapezoid(&at->steps->factors[m].ends, kappa_of(at, m), at->saddle.theta, last, step, shift);
        bool shows = at->steps->factors[m].ends.p_low < at->steps->factors[m].ends.q_high || count * shown < 0.05;
        if (shows && quadrature_cost(at, m, last, decay, step) <= log(at->share))
            break;
    }
    int power;
    double scaled = floor(ldexp(frexp(step * finer, &power), 8));
    return ldexp(scaled, power - 8);
}

/* Of a Laplace step; how many there are. A closed form has none, but costs as much as some. */
static double choose_panels(const pld__kernel_planning *at, size_t m, double last, double finer, pld__kernel_panels *panels) {
    const pld__kernel_factor *factor = &at->steps->factors[m];
    double nodes = LAPLACE_CLOSED;
    *panels = (pld__kernel_panels){0};
    if (pld__kernel_is_closed(factor))
        return nodes;
    long double excess = expm1l(at->sketches[m].value); /* M(theta) - 1: what is of it in the tilted law is what matters */
    long double wanted = LAPLACE_SHARE * pow(finer, 16) / (double)factor->count * fmaxl(excess, 0);
    *panels = pld__kernel_laplace_panels(&factor->laplace, at->saddle.theta, last, wanted);
    for (size_t i = 0; i < panels->count; i++)
        nodes += panels->nodes[i];
    return nodes;
}

/* Of an epoch of random allocation: what falls is all plain steps and epochs but one. */
static double choose_counts(const pld__kernel_planning *at, size_t m, double last, double lambda, pld__counts_grid *grid) {
    const pld__kernel_steps *steps = at->steps;
    double fall = (double)(steps->plain - pld__allotted_fall(&steps->factors[m].allotment));
    for (size_t i = 0; i < steps->count; i++)
        if (steps->factors[i].allotment.batches > 0)
            fall += (double)(steps->factors[i].count * pld__allotted_fall(&steps->factors[i].allotment));
    const pld__counts_aim aim = {.theta = at->saddle.theta,
                                 .lambda = lambda,
                                 .last = last,
                                 .frequencies = at->frequencies,
                                 .count = (double)steps->factors[m].count,
                                 .fall = fmax(fall, 0),
                                 .share = at->share};
    return pld__kernel_counts_choose(&steps->factors[m].allotment, &aim, grid);
}

/* log of what the bells of a list have beyond x. */
static double log_left_out(const pld__kernel_list *list, double x, int sign) {
    double sum = exp(-x * x / 2);
    for (size_t j = 0; j < list->count; j++) {
        double away = sign * (x - (double)list->mean[j]);
        sum += (double)list->weight[j] * (away > 0 ? exp(-away * away / 2) : 1);
    }
    return log(sum);
}

/* How far out an end must be: beyond it the tilted laws and the bells are small. */
static double choose_end(const pld__kernel_planning *at, size_t m, double lambda, int sign) {
    const pld__kernel_sketch *sketch = &at->sketches[m];
    const pld__mean_ends *ends = &sketch->factor->ends;
    double count = (double)sketch->factor->count, small = log(at->share / count);
    for (size_t i = 0; i < sketch->count; i++) {
        size_t n = sign > 0 ? i : sketch->count - 1 - i;
        double x = sketch->x[n], away = sign * x;
        if (away < 3 || log_left_out(&sketch->factor->p, x, sign) > small - log(1 + at->saddle.theta) ||
            log_left_out(&sketch->factor->q, x, sign) > small - log(1 + at->saddle.theta))
            continue;
        bool good = true;
        for (int tilt = 0; tilt < 2 && good; tilt++) {
            double theta = tilt == 0 ? at->saddle.theta : lambda;
            double density =
                sketch->log_bell[n] + sketch->log_keep[n] + (1 + theta) * sketch->log_p[n] - theta * sketch->log_q[n];
            double distance = (double)pld__bound_fall(ends, theta, x, sign, sketch->p_mean[n], sketch->q_mean[n], sketch->cut.at,
                                                      sketch->cut.softness);
            good = distance > 0.2 && density < (tilt == 0 ? small - 2 : log(1e-4 / count));
        }
        if (good)
            return away;
    }
    return INFINITY;
}

double pld__kernel_choose_grid(const pld__kernel_planning *at, size_t m, double last, double decay, double finer, double lambda,
                               pld__kernel_grid *grid) {
    *grid = (pld__kernel_grid){.cut = {INFINITY, 1}};
    if (at->steps->factors[m].laplace.ratio > 0)
        return choose_panels(at, m, last, finer, &grid->panels);
    if (at->steps->factors[m].allotment.batches > 0)
        return choose_counts(at, m, last, lambda, &grid->counts);
    double step = choose_step(at, m, last, decay, at->shifts[m], finer);
    double low = choose_end(at, m, lambda, -1), high = choose_end(at, m, lambda, 1);
    if (!(low < INFINITY && high < INFINITY))
        return INFINITY;
    *grid = (pld__kernel_grid){.step = step,
                               .first = -(int64_t)ceil(low / step),
                               .last = (int64_t)ceil(high / step),
                               .shift = at->shifts[m],
                               .cut = at->sketches[m].cut};
    return (low + high) / step;
}
