/* The pair of two Gaussian mixtures: losses, positions, masses, tails, and how accurate they are.
 *
 * Accuracy of a cell (hypotheses of the ledger term "cells"). On a panel of half-width r around c let D be the distance from c to
 * the farthest mean that matters there (share above 1e-22), and v = r sqrt(D^2 + 4).
 *
 *   Gauss-Legendre, n points: |error| <= g_n r^(2n) max|f^(2n)|, g_n = 2^(2n+1) (n!)^4 / ((2n+1) ((2n)!)^3) per unit half-width, and for
 *   a Gaussian |f^(2n)| = |He_2n(y)| f with |He_2n(y)| = |E (y + iZ)^2n| <= (y^2 + (E Z^2n)^(1/n))^n <= (y^2 + 4)^n, n <= 5, by Minkowski.
 *   With f varying by at most e^(v + r^2/2) over the panel the relative error is below g_n v^2n e^v / 2 * 1.1:
 *     n = 3, v <= 0.01:  g_3 = 6.4e-5 -> 4e-17;      n = 5, v <= 0.2:  g_5 = 8.0e-10 -> 6e-17.
 *   Means that do not matter contribute below count * 1e-22 * e^(5+5): r times the farthest mean is kept below 5.
 *   A cell that does not meet these hypotheses is halved.
 *
 * So quadrature costs less than u, and what is left is rounding, counted in accuracy(): libm's exp is assumed good to 1 ulp (the
 * README says so). Both masses use the same points, so that an error in the place of a point changes the ratio only through the
 * slope of the loss. */
#include "mechanism/mixture.h"

#include "base/base.h"
#include "base/normal.h"

#include <math.h>

static const double NARROW = 0.01, WIDE = 0.2;

static void mixture_free(void *object)
{
    pld__mixture_pair *pair = object;
    pld__side_free(&pair->p);
    pld__side_free(&pair->q);
    pld__free(pair);
}

/* log of the largest term: log w + a x - a^2/2. */
static double top_exponent(const pld__side *side, const pld__side_value *value, double x)
{
    double mean = side->mean[value->top];
    return side->log_weight[value->top] + mean * (x - mean / 2);
}

double pld__mixture_loss(const void *object, double x, double *slope)
{
    const pld__mixture_pair *pair = object;
    pld__side_value p = pld__side_evaluate(&pair->p, x), q = pld__side_evaluate(&pair->q, x);
    *slope = p.mean - q.mean;
    return (top_exponent(&pair->p, &p, x) - top_exponent(&pair->q, &q, x)) + (log(p.sum) - log(q.sum));
}

/* Safeguarded Newton: the root of loss(x) = target in [low, high] from a guess inside. */
static double invert_loss(const pld__mixture_pair *pair, double target, double low, double high, double guess, double *slope)
{
    double x = guess;
    for (int iteration = 0; iteration < 200; iteration++) {
        double residual = pld__mixture_loss(pair, x, slope) - target;
        if (fabs(residual) <= 4 * PLD__U * (1 + fabs(target)))
            return x;
        if (residual > 0)
            high = x;
        else
            low = x;
        double next = x - residual / *slope;
        /* A far jump is a sign of a nearly flat loss (the hard edge): halve instead. Written so that NaN halves too. */
        if (!(next > low && next < high))
            next = low + (high - low) / 2;
        if (fabs(next - x) <= 4 * PLD__U * (fabs(x) + 1))
            return next;
        x = next;
    }
    return x;
}

static void mixture_positions(const void *object, double first_loss, double width, size_t count, double *x)
{
    const pld__mixture_pair *pair = object;
    double low = pair->lowest_mean - PLD__MIXTURE_REACH, high = pair->highest_mean + PLD__MIXTURE_REACH, slope;
    double lowest = pld__mixture_loss(pair, low, &slope), highest = pld__mixture_loss(pair, high, &slope);
    double guess = (low + high) / 2;
    for (size_t i = 0; i < count; i++) {
        double target = first_loss + (double)i * width;
        if (target <= lowest)
            x[i] = -INFINITY;
        else if (target >= highest)
            x[i] = INFINITY;
        else {
            x[i] = invert_loss(pair, target, low, high, guess, &slope);
            low = x[i] - 8 * PLD__U * (fabs(x[i]) + 1);
            guess = fmin(x[i] + width / slope, x[i] + (high - x[i]) / 2);
        }
    }
}

/* Distance from x to the farthest mean that matters on a side. */
static double farthest(const pld__side *side, const pld__side_value *value, double x)
{
    return fmax(fabs(side->mean[value->low] - x), fabs(side->mean[value->high] - x));
}

static double reach_at(const pld__mixture_pair *pair, double x, const pld__side_value *p, const pld__side_value *q)
{
    double distance = fmax(farthest(&pair->p, p, x), farthest(&pair->q, q, x));
    return sqrt(distance * distance + 4);
}

static void mixture_bulk(const void *object, double *low, double *high)
{
    const pld__mixture_pair *pair = object;
    *low = pair->lowest_mean - 12;
    *high = pair->highest_mean + 12;
}

typedef struct {
    double p, q;
} density;

static density density_from(const pld__mixture_pair *pair, double x, const pld__side_value *p, const pld__side_value *q)
{
    double p_offset = x - pair->p.mean[p->top], q_offset = x - pair->q.mean[q->top];
    double p_bell = exp(-p_offset * p_offset / 2);
    /* The same bell for both makes its rounding cancel in the ratio. */
    double q_bell = p_offset == q_offset ? p_bell : exp(-q_offset * q_offset / 2);
    static const double inverse_root = 0.39894228040143267794;
    return (density){inverse_root * pair->p.weight[p->top] * p_bell * p->sum,
                     inverse_root * pair->q.weight[q->top] * q_bell * q->sum};
}

static density density_at(const pld__mixture_pair *pair, double x)
{
    pld__side_value p = pld__side_evaluate(&pair->p, x), q = pld__side_evaluate(&pair->q, x);
    return density_from(pair, x, &p, &q);
}

static density cell_mass(const pld__mixture_pair *pair, double low, double high)
{
    double radius = (high - low) / 2, centre = low + radius;
    pld__side_value p = pld__side_evaluate(&pair->p, centre), q = pld__side_evaluate(&pair->q, centre);
    double variation = radius * reach_at(pair, centre, &p, &q);
    double any = fmax(fabs(pair->lowest_mean - centre), fabs(pair->highest_mean - centre));
    if (variation > WIDE || radius * any > 5) { /* hypothesis not met: halve */
        density left = cell_mass(pair, low, centre), right = cell_mass(pair, centre, high);
        return (density){left.p + right.p, left.q + right.q};
    }
    density middle = density_from(pair, centre, &p, &q);
    if (variation <= NARROW) {
        static const double node = 0.77459666924148337704;
        density left = density_at(pair, centre - radius * node), right = density_at(pair, centre + radius * node);
        return (density){radius * (8 * middle.p + 5 * (left.p + right.p)) / 9, radius * (8 * middle.q + 5 * (left.q + right.q)) / 9};
    }
    static const double node[2] = {0.53846931010568309104, 0.90617984593866399280};
    static const double weight[3] = {0.56888888888888888889, 0.47862867049936646804, 0.23692688505618908751};
    density sum = {weight[0] * middle.p, weight[0] * middle.q};
    for (int k = 0; k < 2; k++) {
        density left = density_at(pair, centre - radius * node[k]), right = density_at(pair, centre + radius * node[k]);
        sum.p += weight[k + 1] * (left.p + right.p);
        sum.q += weight[k + 1] * (left.q + right.q);
    }
    return (density){radius * sum.p, radius * sum.q};
}

static void mixture_masses(const void *object, const double *x, size_t count, double *p_mass, double *q_mass)
{
    for (size_t i = 0; i < count; i++) {
        density mass = cell_mass(object, x[i], x[i + 1]);
        p_mass[i] = mass.p;
        q_mass[i] = mass.q;
    }
}

/* In units of u: 32 covers quadrature, weights, sums and products; the terms behind the largest one carry the rounding of their
 * exponents; different bells carry (x - a)^2 each; a point or position is off by a few ulps of x, times the slope. */
static pld__accuracy mixture_accuracy(const void *object, double x)
{
    const pld__mixture_pair *pair = object;
    if (!isfinite(x))
        x = x < 0 ? pair->lowest_mean - PLD__MIXTURE_REACH : pair->highest_mean + PLD__MIXTURE_REACH;
    pld__side_value p = pld__side_evaluate(&pair->p, x), q = pld__side_evaluate(&pair->q, x);
    double p_mean = pair->p.mean[p.top], q_mean = pair->q.mean[q.top];
    double p_offset = x - p_mean, q_offset = x - q_mean;
    double bells = p_mean == q_mean ? 0 : 3 * (p_offset * p_offset + q_offset * q_offset);
    double exponents = fabs(p_mean * x) + fabs(q_mean * x) + p_mean * p_mean + q_mean * q_mean;
    if (p_mean != q_mean)
        exponents += fabs(pair->p.log_weight[p.top]) + fabs(pair->q.log_weight[q.top]);
    double slope = fabs(p.mean - q.mean);
    double kappa = 32 + 4 * (p.exponential + q.exponential) + bells + 4 * exponents + 16 * slope * (fabs(x) + 1);
    double rho = 32 + 4 * (p.exponential + q.exponential) + 4 * (fmax(p_offset * p_offset, q_offset * q_offset) + fabs(x));
    return (pld__accuracy){.rho = rho * PLD__U, .kappa = kappa * PLD__U};
}

static pld__mass mixture_mass(const pld__mixture_pair *pair, double x, int sign)
{
    pld__mass mass = {0, 0};
    for (size_t i = 0; i < pair->p.count; i++)
        mass.p += pair->p.weight[i] * pld__normal_tail(sign * (x - pair->p.mean[i]));
    for (size_t i = 0; i < pair->q.count; i++)
        mass.q += pair->q.weight[i] * pld__normal_tail(sign * (x - pair->q.mean[i]));
    return mass;
}

static pld__mass mixture_mass_below(const void *pair, double x) { return mixture_mass(pair, x, -1); }

static pld__mass mixture_mass_above(const void *pair, double x) { return mixture_mass(pair, x, 1); }

static double log_tail(const pld__side *side, double x, int sign)
{
    double best = -INFINITY, sum = 0;
    for (size_t i = 0; i < side->count; i++)
        best = fmax(best, side->log_weight[i] + pld__normal_log_tail(sign * (x - side->mean[i])));
    for (size_t i = 0; i < side->count; i++)
        sum += exp(side->log_weight[i] + pld__normal_log_tail(sign * (x - side->mean[i])) - best);
    return best + log(sum);
}

/* The loss where the tail of a side has this mass: bisection in x, where the tail is monotone. */
static double reach(const pld__mixture_pair *pair, const pld__side *side, double log_mass, int sign)
{
    double low = pair->lowest_mean - PLD__MIXTURE_REACH, high = pair->highest_mean + PLD__MIXTURE_REACH, slope;
    for (int iteration = 0; iteration < 60 && high - low > 1e-3; iteration++) {
        double middle = (low + high) / 2;
        bool beyond = log_tail(side, middle, sign) <= log_mass;
        if (beyond == (sign > 0))
            high = middle;
        else
            low = middle;
    }
    return fmax(0, sign * pld__mixture_loss(pair, sign > 0 ? high : low, &slope));
}

static double mixture_reach_above(const void *object, double log_mass)
{
    const pld__mixture_pair *pair = object;
    return reach(pair, &pair->p, log_mass, 1);
}

static double mixture_reach_below(const void *object, double log_mass)
{
    const pld__mixture_pair *pair = object;
    return reach(pair, &pair->q, log_mass, -1);
}

static const pld__pair_operations MIXTURE_OPERATIONS = {
    .positions = mixture_positions,
    .loss = pld__mixture_loss,
    .bulk = mixture_bulk,
    .masses = mixture_masses,
    .accuracy = mixture_accuracy,
    .mass_below = mixture_mass_below,
    .mass_above = mixture_mass_above,
    .reach_above = mixture_reach_above,
    .reach_below = mixture_reach_below,
    .atoms = pld__mixture_atoms,
    .log_moment = pld__mixture_log_moment,
    .free = mixture_free,
};

static bool same_sides(const pld__side *p, const pld__side *q)
{
    if (p->count != q->count)
        return false;
    for (size_t i = 0; i < p->count; i++)
        if (p->mean[i] != q->mean[i] || p->weight[i] != q->weight[i])
            return false;
    return true;
}

pld_status pld__mixture_mechanism(size_t p_count, const long double *p_weight, const double *p_mean, size_t q_count,
                                  const long double *q_weight, const double *q_mean, const char *resolved, const char *note,
                                  pld_mechanism **mechanism, pld_error *error)
{
    pld__mixture_pair *pair = pld__allocate(1, sizeof *pair);
    if (!pair)
        return PLD_ERROR_MEMORY;
    *pair = (pld__mixture_pair){0};
    long double dropped = 0;
    pld_status status = pld__side_create(p_count, p_weight, p_mean, &pair->p, &dropped);
    if (status == PLD_OK)
        status = pld__side_create(q_count, q_weight, q_mean, &pair->q, &dropped);
    if (status != PLD_OK) {
        mixture_free(pair);
        return status;
    }
    const pld__side *p = &pair->p, *q = &pair->q;
    pair->lowest_mean = fmin(p->mean[0], q->mean[0]);
    pair->highest_mean = fmax(p->mean[p->count - 1], q->mean[q->count - 1]);
    bool trivial = same_sides(p, q);
    if (!trivial && !pld__mixture_monotone(pair)) {
        mixture_free(pair);
        return pld__error_argument(error, resolved, "every mean of P at or above every mean of Q, or weights whose ratio rises with the mean",
                                   "the loss of '%s' is not increasing in x, so it has no buckets", resolved);
    }
    double infimum = p->mean[0] == q->mean[0] ? p->log_weight[0] - q->log_weight[0] : -INFINITY;
    double supremum = p->mean[p->count - 1] == q->mean[q->count - 1]
                          ? p->log_weight[p->count - 1] - q->log_weight[q->count - 1]
                          : INFINITY;
    pld_mechanism made = {.operations = &MIXTURE_OPERATIONS,
                          .pair = pair,
                          .loss_infimum = trivial ? 0 : infimum,
                          .loss_supremum = trivial ? 0 : supremum,
                          .trivial = trivial,
                          .dropped = dropped,
                          .note = note};
    return pld__mechanism_create(&made, resolved, mechanism);
}
