#include "plan/kernel_counts.h"

#include "base/base.h"
#include "bound/counts.h"
#include "kernel/log_gamma.h"
#include "plan/tuning.h"

#include <math.h>

/* With at most so many bits, rounded down. */
static double with_bits(double number, int bits) {
    int power;
    double scaled = floor(ldexp(frexp(number, &power), bits));
    return ldexp(scaled, power - bits);
}

/* --- grids ---------------------------------------------------------------------------------------------------------- */

/* A power r of M, and what is left of the count. */
typedef struct {
    double power, rest;
} tilt;

static double left_out(const pld__counts *powers, const tilt *at, double step, bool above, double end) {
    return (double)(above ? pld__allotted_above(powers, at->power, at->rest, step, end)
                          : pld__allotted_below(powers, at->power, at->rest, step, end));
}

/* The end of the nodes beyond which little is left; NAN if there is none. */
static double choose_end(const pld__counts *powers, const tilt *at, double step, double share, bool above) {
    double sign = above ? 1 : -1, from = log(at->rest), away = 1, near = 0;
    while (!(left_out(powers, at, step, above, from + sign * away) <= share)) {
        near = away;
        away *= 1.5;
        if (away > COUNTS_FARTHEST)
            return NAN;
    }
    for (int i = 0; i < 3; i++) {
        double middle = (near + away) / 2;
        *(left_out(powers, at, step, above, from + sign * middle) <= share ? &away : &near) = middle;
    }
    return from + sign * away;
}

static double choose_inner(const pld__kernel_allotment *allotment, double rest, double share) {
    double mean = (double)allotment->mean, step = 8 / sqrt(2 * COUNTS_DIGITS * (1 + rest * mean * mean));
    for (int i = 0; i < 60; i++, step *= 0.93) {
        double tried = with_bits(fmin(step, 2), 8);
        if (6 * (double)pld__bound_counts_inner(rest, (long double)mean, (long double)allotment->used, tried) <= share)
            return tried;
    }
    return NAN;
}

/* Ends and steps that serve some tilts, once the step in v is chosen; false if nothing suits. */
static bool fill_grid(const pld__kernel_allotment *allotment, const tilt *tilts, size_t count, double share, pld__counts *powers,
                      pld__counts_grid *grid) {
    double low = INFINITY, high = -INFINITY, most = 0;
    for (size_t i = 0; i < count; i++) {
        double below = choose_end(powers, &tilts[i], grid->step, share, false),
               above = choose_end(powers, &tilts[i], grid->step, share, true);
        if (isnan(below) || isnan(above))
            return false;
        low = fmin(low, below);
        high = fmax(high, above);
        most = fmax(most, tilts[i].rest);
    }
    grid->first = (int64_t)floor(low / grid->step);
    grid->last = (int64_t)ceil(high / grid->step);
    grid->inner = choose_inner(allotment, most, share);
    return !isnan(grid->inner);
}

/* --- sketches ------------------------------------------------------------------------------------------------------- */

static double power_of(const pld__kernel_allotment *allotment, double theta) {
    return allotment->inverse ? -theta : 1 + theta;
}

/* Which count of a table a tilt is read from. */
static double count_for(const pld__kernel_allotment *allotment, double theta) {
    return fmax(ceil(power_of(allotment, theta) + COUNTS_REST), 0);
}

pld_status pld__kernel_counts_sketch(const pld__kernel_allotment *allotment, double reach, pld__counts *counts) {
    *counts = (pld__counts){.allotment = *allotment};
    pld_status status = pld__counts_fill_powers(allotment, PLD__COUNTS_POWERS, counts);
    double most = fmin(COUNTS_REACH, COUNTS_MORE * reach / fmax((double)allotment->mean, 1));
    if (!allotment->inverse)
        most = fmin(most, fmax((double)counts->powers - 2, 0));
    double ends[] = {0, most};
    tilt tilts[2];
    pld__counts_grid grid = {.most = (unsigned)fmax(count_for(allotment, ends[0]), count_for(allotment, ends[1]))};
    for (int i = 0; i < 2; i++) {
        tilts[i].power = power_of(allotment, ends[i]);
        tilts[i].rest = count_for(allotment, ends[i]) - tilts[i].power;
    }
    grid.step = with_bits(2 * PLD__PI / sqrt(2 * COUNTS_SKETCH_DIGITS * fmax(tilts[0].rest, tilts[1].rest)), 20);
    if (status != PLD_OK || !fill_grid(allotment, tilts, 2, COUNTS_SKETCH_SHARE, counts, &grid))
        return status;
    return pld__counts_create(allotment, &grid, counts);
}

pld__kernel_moments pld__kernel_counts_moments(const pld__counts *counts, double theta) {
    double power = power_of(&counts->allotment, theta), count = count_for(&counts->allotment, theta), rest = count - power;
    if (!counts->sound || count > counts->grid.most)
        return (pld__kernel_moments){NAN, NAN, NAN};
    size_t width = counts->grid.most + 1;
    long double top = -INFINITY, sum = 0, first = 0, second = 0, end[2] = {0, 0};
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < counts->nodes; i++) {
            long double v = ((long double)counts->grid.first + (long double)i) * counts->grid.step;
            long double log_weight = logl(counts->mass[i * width + (size_t)count]) - power * v;
            if (pass == 0) {
                top = fmaxl(top, log_weight);
                if (i == 0 || i + 1 == counts->nodes)
                    end[i > 0] = log_weight;
                continue;
            }
            long double weight = expl(log_weight - top);
            sum += weight;
            first += weight * v;
            second += weight * v * v;
        }
    first /= sum;
    long double beside = fmaxl(end[0], end[1]);
    if (beside - top > COUNTS_SKETCH_END)
        return (pld__kernel_moments){NAN, NAN, NAN};
    double digamma = log(rest) - 1 / (2 * rest) - 1 / (12 * rest * rest) + 1 / (120 * pow(rest, 4)),
           trigamma = 1 / rest + 1 / (2 * rest * rest) + 1 / (6 * pow(rest, 3)) - 1 / (30 * pow(rest, 5));
    double value =
        (double)(pld__log_gamma_at(count + 1, 0).real - pld__log_gamma_at(rest, 0).real + logl(sum * counts->grid.step) + top);
    double slope = digamma - (double)first;
    return (pld__kernel_moments){value, counts->allotment.inverse ? -slope : slope,
                                 fmax((double)(second / sum - first * first) - trigamma, 0)};
}

/* --- the grid of a plan --------------------------------------------------------------------------------------------- */

enum { PARTS = 5 };

/* log of what errors at a frequency count more than at 0: they are relative to M(theta), and divided by a gamma function that
 * falls; but what is composed falls too. */
static double loss_at(const pld__counts_aim *aim, double rest, double t) {
    return (double)(pld__log_gamma_at(rest, 0).real - pld__log_gamma_at(rest, t).real) - aim->fall * t * t / 2;
}

static double worst_loss(const pld__counts_aim *aim, double rest) {
    double worst = 0;
    for (int i = 1; i <= PARTS; i++)
        worst = fmax(worst, loss_at(aim, rest, aim->last * i / PARTS));
    return worst;
}

/* The least rest of a count with no more loss than some. */
static double choose_rest(const pld__counts_aim *aim, double most) {
    static const double losses[] = {3, 8, 13, 18};
    double rest = INFINITY;
    for (size_t i = 0; i < sizeof losses / sizeof losses[0] && rest > most; i++)
        for (rest = COUNTS_LEAST_REST; rest < PLD__COUNTS_MOST && worst_loss(aim, rest) > losses[i]; rest *= 1.08)
            ;
    return rest;
}

/* The step in v, with which errors at all frequencies are small. */
static double choose_step(const pld__counts_aim *aim, double rest) {
    double step = 12 / sqrt(2 * COUNTS_DIGITS * rest);
    for (int i = 0; i < 80; i++, step *= 0.95) {
        double tried = with_bits(fmin(step, 1), 20), worst = 0;
        for (int j = 0; j <= PARTS; j++) {
            double t = aim->last * j / PARTS;
            worst = fmax(worst, (double)pld__bound_counts_rule(rest, t, tried) * exp(loss_at(aim, rest, t)));
        }
        if (aim->count * worst <= aim->share)
            return tried;
    }
    return NAN;
}

double pld__kernel_counts_choose(const pld__kernel_allotment *allotment, const pld__counts_aim *aim, pld__counts_grid *grid) {
    pld__counts powers = {.allotment = *allotment};
    double power = power_of(allotment, aim->theta), far = power_of(allotment, aim->lambda);
    double least = fmax(choose_rest(aim, COUNTS_MANY) + power, fmax(power, far) + COUNTS_LEAST_REST);
    double count = ceil(fmax(least, 0)), rest = count - power;
    *grid = (pld__counts_grid){.most = (unsigned)fmin(count, PLD__COUNTS_MOST)};
    if (!(count <= PLD__COUNTS_MOST))
        return INFINITY;
    const tilt tilts[] = {{power, rest}, {far, count - far}};
    grid->step = choose_step(aim, fmax(rest, count - far));
    if (isnan(grid->step) || pld__counts_fill_powers(allotment, PLD__COUNTS_POWERS, &powers) != PLD_OK)
        return INFINITY;
    double worst = exp(worst_loss(aim, rest));
    if (!fill_grid(allotment, tilts, 2, aim->share / (aim->count * fmin(worst, 1e3)), &powers, grid))
        return INFINITY;
    return COUNTS_EACH * (double)(grid->last - grid->first + 1) + pld__counts_cost(allotment, grid) / fmax(aim->frequencies, 1);
}
