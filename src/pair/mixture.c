/* The pair of two Gaussian mixtures: losses, positions, masses, tails, and how accurate they are.
 *
 * Accuracy of a cell (T30), the hypotheses of the ledger term "cells". Let D be the distance from x to the farthest mean that matters there (share
 * above 1e-22). For a Gaussian |f^(m)| = |He_m(y)| f, and |He_2n(y)| = |E (y + iZ)^2n| <= (y^2 + (E Z^2n)^(1/n))^n <= (y^2 + 4)^n for n <= 5, by
 * Minkowski; so derivatives are bounded through sqrt(D^2 + 4).
 *
 *   Series. On [x, x + w], v = w sqrt(D^2 + 4) <= 0.03: Taylor's formula with 8 terms leaves at most v^8/8! e^(2v) = 2e-17, relative;
 *   the terms are integrated exactly.
 *   Gauss-Legendre with 5 points on a panel of half-width r around x, v = r sqrt(D^2 + 4) <= 0.2: the error is at most
 *   g r^10 max|f^(10)|, g = 2^11 (5!)^4 / (11 (10!)^3) = 8.0e-10 per unit of half-width, so relative g v^10 e^v / 2 * 1.1 = 6e-17.
 *   Means that do not matter contribute below count * 1e-22 * e^10, as the half-width times the farthest mean is kept below 5.
 *   What meets neither hypothesis is halved.
 *
 * So quadrature costs less than u, and what is left is rounding, counted in accuracy_from(): libm's exp is assumed good to 1 ulp (the
 * README says so). Both masses use the same points, so that an error in the place of a point changes the ratio only through the
 * slope of the loss. */
#include "pair/mixture.h"

#include "base/base.h"
#include "base/normal.h"

#include <float.h>
#include <math.h>

static const double SERIES_REACH = 0.03, PANEL_REACH = 0.2;
static const double USELESS = 0.25;                        /* masses that are off by more: see bound/cells.h */
static const double INVERSE_ROOT = 0.39894228040143267794; /* 1/sqrt(2 pi) */

static void mixture_free(void *object) {
    pld__mixture_pair *pair = object;
    pld__mixture_density_free(&pair->p);
    pld__mixture_density_free(&pair->q);
    pld__free(pair);
}

/* log of the largest term: log w + a x - a^2/2. */
static double top_exponent(const pld__mixture_density *side, const pld__mixture_density_value *value, double x) {
    double mean = side->mean[value->top];
    return side->log_weight[value->top] + mean * (x - mean / 2);
}

double pld__mixture_loss(const void *object, double x, double *slope, double *curvature) {
    const pld__mixture_pair *pair = object;
    pld__mixture_density_value p = pld__mixture_density_evaluate(&pair->p, x), q = pld__mixture_density_evaluate(&pair->q, x);
    *slope = p.mean - q.mean;
    *curvature = p.variance - q.variance;
    return (top_exponent(&pair->p, &p, x) - top_exponent(&pair->q, &q, x)) + log(p.sum / q.sum);
}

/* Safeguarded Newton: the root of loss(x) = target in [low, high] from a guess inside. */
static double invert_loss(const pld__mixture_pair *pair, double target, double low, double high, double guess, double *slope,
                          double *curvature) {
    double x = guess, range = pair->highest_mean - pair->lowest_mean;
    for (int iteration = 0; iteration < 200; iteration++) {
        double residual = pld__mixture_loss(pair, x, slope, curvature) - target;
        if (fabs(residual) <= 4 * PLD__U * (1 + fabs(target)))
            return x;
        if (residual > 0)
            high = x;
        else
            low = x;
        double step = -residual / *slope, next = x + step;
        /* A far jump is a sign of a nearly flat loss (the hard edge): halve instead. Written so that NaN halves too. */
        if (!(next > low && next < high)) {
            next = low + (high - low) / 2;
            step = next - x;
        } else if (step * step * fabs(*curvature) <= PLD__U && fabs(step) * range <= 1e-6) {
            /* By Taylor the residual after this step is at most half of that product plus |step|^3/6 times the third derivative,
             * a difference of third cumulants of means within a range: below 1e-18. */
            return next;
        }
        if (fabs(step) <= 4 * PLD__U * (fabs(x) + 1))
            return next;
        x = next;
    }
    return x;
}

void pld__mixture_positions(const void *object, const double *loss, size_t count, double *x) {
    const pld__mixture_pair *pair = object;
    double low = pair->lowest_mean - PLD__MIXTURE_REACH, high = pair->highest_mean + PLD__MIXTURE_REACH, slope, curvature;
    double lowest = pld__mixture_loss(pair, low, &slope, &curvature), highest = pld__mixture_loss(pair, high, &slope, &curvature);
    double guess = (low + high) / 2;
    /* At a hard edge the loss is flat: what is within rounding of it is the edge. */
    if (pair->p.mean[0] == pair->q.mean[0])
        lowest += 4 * PLD__U * (1 + fabs(lowest));
    if (pair->p.mean[pair->p.count - 1] == pair->q.mean[pair->q.count - 1])
        highest -= 4 * PLD__U * (1 + fabs(highest));
    for (size_t i = 0; i < count; i++) {
        double target = loss[i];
        if (target <= lowest)
            x[i] = -INFINITY;
        else if (target >= highest)
            x[i] = INFINITY;
        else {
            x[i] = invert_loss(pair, target, low, high, guess, &slope, &curvature);
            low = x[i] - 8 * PLD__U * (fabs(x[i]) + 1);
            /* The next root by the first two terms of the inverse function. */
            double step = i + 1 < count ? (loss[i + 1] - target) / slope : 0;
            double bend = fmin(fmax(step * curvature / slope / 2, -0.5), 0.5);
            guess = fmin(x[i] + step * (1 - bend), x[i] + (high - x[i]) / 2);
        }
    }
}

/* Distance from x to the farthest mean that matters on a side. */
static double farthest(const pld__mixture_density *side, const pld__mixture_density_value *value, double x) {
    return fmax(fabs(side->mean[value->low] - x), fabs(side->mean[value->high] - x));
}

static double reach_at(const pld__mixture_pair *pair, double x, const pld__mixture_density_value *p,
                       const pld__mixture_density_value *q) {
    double distance = fmax(farthest(&pair->p, p, x), farthest(&pair->q, q, x));
    return sqrt(distance * distance + 4);
}

static void mixture_bulk(const void *object, double *low, double *high) {
    const pld__mixture_pair *pair = object;
    *low = pair->lowest_mean - 12;
    *high = pair->highest_mean + 12;
}

typedef struct {
    double p, q;
} density;

/* Exponents added to those of the bells: -unit for P, reference - unit for Q. */
typedef struct {
    double p, q;
} shift;

/* e^(added - offset^2/2), apart when both factors are harmless, so that `added` costs nothing when it is 0. */
static inline double shifted_bell(double offset, double added) {
    double exponent = -offset * offset / 2;
    return exponent > -500 && added < 200 && added > -200 ? exp(exponent) * (added == 0 ? 1 : exp(added)) : exp(exponent + added);
}

/* Weights that are no doubles, or nearly so, enter through their logs. */
static const double LIGHT = 1e-290;

static double component(const pld__mixture_density *side, size_t index, double offset, double added) {
    double weight = side->weight[index];
    if (weight < LIGHT)
        return INVERSE_ROOT * exp(side->log_weight[index] - offset * offset / 2 + added);
    return INVERSE_ROOT * weight * shifted_bell(offset, added);
}

/* What the largest components weigh at x. The same bell for both makes its rounding cancel in the ratio. */
static density top_density(const pld__mixture_pair *pair, double x, const pld__mixture_density_value *p,
                           const pld__mixture_density_value *q, shift added) {
    double p_offset = x - pair->p.mean[p->top], q_offset = x - pair->q.mean[q->top];
    double p_weight = pair->p.weight[p->top], q_weight = pair->q.weight[q->top];
    if (p_offset == q_offset && added.p == 0 && fabs(added.q) < 200 && p_weight >= LIGHT && q_weight >= LIGHT) {
        double bell = INVERSE_ROOT * shifted_bell(p_offset, 0);
        return (density){p_weight * bell, q_weight * (bell * exp(added.q))};
    }
    return (density){component(&pair->p, p->top, p_offset, added.p), component(&pair->q, q->top, q_offset, added.q)};
}

static density density_from(const pld__mixture_pair *pair, double x, const pld__mixture_density_value *p,
                            const pld__mixture_density_value *q, shift added) {
    density top = top_density(pair, x, p, q, added);
    return (density){top.p * p->sum, top.q * q->sum};
}

static density density_at(const pld__mixture_pair *pair, double x, shift added) {
    pld__mixture_density_value p = pld__mixture_density_evaluate(&pair->p, x), q = pld__mixture_density_evaluate(&pair->q, x);
    return density_from(pair, x, &p, &q, added);
}

/* One cell by panels. */
static density panel_mass(const pld__mixture_pair *pair, double low, double high, shift added) {
    double radius = (high - low) / 2, centre = low + radius;
    pld__mixture_density_value p = pld__mixture_density_evaluate(&pair->p, centre),
                               q = pld__mixture_density_evaluate(&pair->q, centre);
    double any = fmax(fabs(pair->lowest_mean - centre), fabs(pair->highest_mean - centre));
    if (radius * reach_at(pair, centre, &p, &q) > PANEL_REACH || radius * any > 5) {
        if (!(centre > low && centre < high)) /* no room between two numbers: nothing is known */
            return (density){NAN, NAN};
        density left = panel_mass(pair, low, centre, added), right = panel_mass(pair, centre, high, added);
        return (density){left.p + right.p, left.q + right.q};
    }
    static const double node[2] = {0.53846931010568309104, 0.90617984593866399280};
    static const double weight[3] = {0.56888888888888888889, 0.47862867049936646804, 0.23692688505618908751};
    density middle = density_from(pair, centre, &p, &q, added);
    density sum = {weight[0] * middle.p, weight[0] * middle.q};
    for (int k = 0; k < 2; k++) {
        density left = density_at(pair, centre - radius * node[k], added),
                right = density_at(pair, centre + radius * node[k], added);
        sum.p += weight[k + 1] * (left.p + right.p);
        sum.q += weight[k + 1] * (left.q + right.q);
    }
    return (density){radius * sum.p, radius * sum.q};
}

/* Integrals of t^m over the quarters of [0, 1]: ((k+1)/4)^(m+1) - (k/4)^(m+1), over m + 1. */
#define POWERS_1(b) (b)
#define POWERS_2(b) ((b) * (b))
#define POWERS_3(b) ((b) * (b) * (b))
#define POWERS_4(b) (POWERS_2(b) * POWERS_2(b))
#define POWERS_5(b) (POWERS_4(b) * (b))
#define POWERS_6(b) (POWERS_4(b) * POWERS_2(b))
#define POWERS_7(b) (POWERS_4(b) * POWERS_3(b))
#define POWERS_8(b) (POWERS_4(b) * POWERS_4(b))
#define QUARTER_ROW(a, b)                                                                                      \
    {                                                                                                          \
        POWERS_1(b) - POWERS_1(a), (POWERS_2(b) - POWERS_2(a)) / 2, (POWERS_3(b) - POWERS_3(a)) / 3,           \
            (POWERS_4(b) - POWERS_4(a)) / 4, (POWERS_5(b) - POWERS_5(a)) / 5, (POWERS_6(b) - POWERS_6(a)) / 6, \
            (POWERS_7(b) - POWERS_7(a)) / 7, (POWERS_8(b) - POWERS_8(a)) / 8                                   \
    }
enum { QUARTERS = 4 };
static const double QUARTER_INTEGRAL[QUARTERS][PLD__SERIES] = {QUARTER_ROW(0.0, 0.25), QUARTER_ROW(0.25, 0.5),
                                                               QUARTER_ROW(0.5, 0.75), QUARTER_ROW(0.75, 1.0)};

static void integrate_quarters(double *coefficient, double width, double scale, double *mass) {
    double power = width * scale;
    for (int m = 0; m < PLD__SERIES; m++) {
        coefficient[m] *= power;
        power *= width;
    }
    for (int k = 0; k < QUARTERS; k++) {
        double sum = 0;
        for (int m = PLD__SERIES; m-- > 0;)
            sum += coefficient[m] * QUARTER_INTEGRAL[k][m];
        mass[k] = sum;
    }
}

/* What a sum of many terms rounds by, in units of u. On a ladder they fall so fast on both sides of the largest that `exponential` is more. */
static double summed(const pld__mixture_density *side, const pld__mixture_density_value *value) {
    return side->ladder ? 0 : (double)(value->high - value->low);
}

/* In units of u: 32 covers quadrature, weights, sums and products; the terms behind the largest one carry the rounding of their
 * exponents; different bells carry (x - a)^2 each; a point or position is off by a few ulps of x, times the slope; shifts carry their
 * own rounding. Within a bucket these sizes change by less than the factor 4/3 taken on top, or both ends are looked at. */
static pld__accuracy accuracy_from(const pld__mixture_pair *pair, double x, const pld__mixture_density_value *p,
                                   const pld__mixture_density_value *q, shift added) {
    double p_mean = pair->p.mean[p->top], q_mean = pair->q.mean[q->top];
    double p_offset = x - p_mean, q_offset = x - q_mean;
    double p_square = p_offset * p_offset, q_square = q_offset * q_offset;
    double terms = 4 * (p->exponential + q->exponential) + summed(&pair->p, p) + summed(&pair->q, q);
    /* Positions are found by logs of weights, which round even where they cancel. */
    double exponents = fabs(p_mean * x) + fabs(q_mean * x) + p_mean * p_mean + q_mean * q_mean + fabs(added.q - added.p) +
                       fabs(pair->p.log_weight[p->top]) + fabs(pair->q.log_weight[q->top]);
    if (p_mean != q_mean)
        exponents += p_square + q_square;
    if (added.p != 0)
        exponents += fabs(added.p) + p_square + q_square;
    double light = (pair->p.weight[p->top] < LIGHT ? fabs(pair->p.log_weight[p->top]) : 0) +
                   (pair->q.weight[q->top] < LIGHT ? fabs(pair->q.log_weight[q->top]) : 0);
    exponents += 2 * light + (light > 0 ? p_square + q_square : 0);
    double slope = fabs(p->mean - q->mean);
    double weights = (double)(pair->p.count + pair->q.count) / 256; /* their own errors, see weights.h */
    double kappa = 32 + weights + terms + 4 * exponents + 16 * slope * (fabs(x) + 1);
    /* A mean is off by 2 u of its size, which moves its bell. */
    double means = fmax(fabs(p_mean * p_offset), fabs(q_mean * q_offset));
    double rho = 32 + weights + terms + 4 * (fmax(p_square, q_square) + means + fabs(x) + fabs(added.p) + 2 * light);
    return (pld__accuracy){.rho = 4.0 / 3 * rho * PLD__U, .kappa = 4.0 / 3 * kappa * PLD__U};
}

/* Positions are asked for between the ends of the reach: what is not, is beyond one of them. */
static double mixture_position_error(const void *object, double x) {
    const pld__mixture_pair *pair = object;
    x = fmin(fmax(x, pair->lowest_mean - PLD__MIXTURE_REACH), pair->highest_mean + PLD__MIXTURE_REACH);
    pld__mixture_density_value p = pld__mixture_density_evaluate(&pair->p, x), q = pld__mixture_density_evaluate(&pair->q, x);
    return accuracy_from(pair, x, &p, &q, (shift){0, 0}).kappa;
}

static pld__accuracy worse(pld__accuracy a, pld__accuracy b) {
    return (pld__accuracy){.rho = fmax(a.rho, b.rho), .kappa = fmax(a.kappa, b.kappa)};
}

/* Of the largest component at x, without 1/sqrt(2 pi). */
static double top_log_density(const pld__mixture_density *side, double x, const pld__mixture_density_value *value) {
    double offset = x - side->mean[value->top];
    return side->log_weight[value->top] - offset * offset / 2;
}

/* The largest over a stretch: at an end, or at a mean inside. */
static double largest_log_density(const pld__mixture_density *side, double left, const pld__mixture_density_value *at_left,
                                  double right) {
    pld__mixture_density_value at_right = pld__mixture_density_evaluate(side, right);
    double largest = fmax(top_log_density(side, left, at_left), top_log_density(side, right, &at_right));
    for (size_t i = 0; i < side->count; i++)
        if (side->mean[i] > left && side->mean[i] < right)
            largest = fmax(largest, side->log_weight[i]);
    return largest;
}

static pld__accuracy mixture_masses(const void *object, double left, double right, size_t cuts, double reference, double *p_mass,
                                    double *q_mass, double *unit) {
    const pld__mixture_pair *pair = object;
    double p_series[PLD__SERIES], q_series[PLD__SERIES], width = right - left;
    pld__mixture_density_value p = pld__mixture_density_series(&pair->p, left, p_series),
                               q = pld__mixture_density_series(&pair->q, left, q_series);
    double any = fmax(fabs(pair->lowest_mean - left), fabs(pair->highest_mean - left));
    bool narrow = cuts == QUARTERS && width * reach_at(pair, left, &p, &q) <= SERIES_REACH && width * any <= 5;
    double log_density = narrow ? top_log_density(&pair->p, left, &p) : largest_log_density(&pair->p, left, &p, right);
    *unit = log_density < -500 ? log_density : 0; /* far out the masses need one */
    shift added = {-*unit, reference - *unit};
    pld__accuracy accuracy = accuracy_from(pair, left, &p, &q, added);
    if (narrow) {
        density top = top_density(pair, left, &p, &q, added);
        integrate_quarters(p_series, width, top.p, p_mass);
        integrate_quarters(q_series, width, top.q, q_mass);
        return accuracy;
    }
    p = pld__mixture_density_evaluate(&pair->p, right);
    q = pld__mixture_density_evaluate(&pair->q, right);
    accuracy = worse(accuracy, accuracy_from(pair, right, &p, &q, added));
    /* Where means are so large that bells are off by more than any use, panels would be without number, or thinner than numbers are dense. */
    bool known = accuracy.rho <= USELESS && accuracy.kappa <= USELESS;
    double low = left;
    for (size_t i = 0; i < cuts && known; i++) {
        double high = i + 1 == cuts ? right : left + width * ((double)(i + 1) / (double)cuts);
        density mass = panel_mass(pair, low, high, added);
        known = !isnan(mass.p) && !isnan(mass.q);
        p_mass[i] = mass.p;
        q_mass[i] = mass.q;
        low = high;
    }
    for (size_t i = 0; i < cuts && !known; i++) /* so that each is seen to be there */
        p_mass[i] = q_mass[i] = DBL_MIN;
    return known ? accuracy : (pld__accuracy){.rho = 1, .kappa = INFINITY};
}

/* log Pr[Z > x] of a side: exact tails where they are numbers, logs where they are not. */
static long double log_tail(const pld__mixture_density *side, double x, int sign) {
    long double sum = 0;
    if (isinf(x) && sign * x > 0)
        return -INFINITY;
    for (size_t i = 0; i < side->count; i++)
        sum += (side->weight[i] < LIGHT ? expl((long double)side->log_weight[i]) : side->weight[i]) *
               pld__normal_tail(sign * (x - side->mean[i]));
    if (sum > 1e-4800L)
        return logl(sum);
    double best = -INFINITY;
    for (size_t i = 0; i < side->count; i++)
        best = fmax(best, side->log_weight[i] + pld__normal_log_tail(sign * (x - side->mean[i])));
    for (size_t i = 0; i < side->count; i++)
        sum += exp(side->log_weight[i] + pld__normal_log_tail(sign * (x - side->mean[i])) - best);
    return best + logl(sum);
}

static pld__log_mass mixture_mass_below(const void *object, double x) {
    const pld__mixture_pair *pair = object;
    return (pld__log_mass){log_tail(&pair->p, x, -1), log_tail(&pair->q, x, -1)};
}

static pld__log_mass mixture_mass_above(const void *object, double x) {
    const pld__mixture_pair *pair = object;
    return (pld__log_mass){log_tail(&pair->p, x, 1), log_tail(&pair->q, x, 1)};
}

/* The loss where the tail of a side has this mass: bisection in x, where the tail is monotone. */
static double reach(const pld__mixture_pair *pair, const pld__mixture_density *side, double log_mass, int sign) {
    double low = pair->lowest_mean - PLD__MIXTURE_REACH, high = pair->highest_mean + PLD__MIXTURE_REACH, slope, curvature;
    for (int iteration = 0; iteration < 60 && high - low > 1e-3; iteration++) {
        double middle = (low + high) / 2;
        bool beyond = log_tail(side, middle, sign) <= log_mass;
        if (beyond == (sign > 0))
            high = middle;
        else
            low = middle;
    }
    return fmax(0, sign * pld__mixture_loss(pair, sign > 0 ? high : low, &slope, &curvature));
}

static double mixture_reach_above(const void *object, double log_mass) {
    const pld__mixture_pair *pair = object;
    return reach(pair, &pair->p, log_mass, 1);
}

static double mixture_reach_below(const void *object, double log_mass) {
    const pld__mixture_pair *pair = object;
    return reach(pair, &pair->q, log_mass, -1);
}

static const pld__pair_operations MIXTURE_OPERATIONS = {
    .positions = pld__mixture_positions,
    .position_error = mixture_position_error,
    .bulk = mixture_bulk,
    .masses = mixture_masses,
    .mass_below = mixture_mass_below,
    .mass_above = mixture_mass_above,
    .reach_above = mixture_reach_above,
    .reach_below = mixture_reach_below,
    .sketch_points = pld__mixture_sketch_points,
    .hockey = pld__mixture_hockey,
    .log_moment_upper = pld__mixture_log_moment_upper,
    .log_moment = pld__mixture_log_moment,
    .free = mixture_free,
};

/* A log weight is good to an ulp and what its weight is off by, both relative to it (weights.h): the difference of two is not. */
static double end_error(const pld__mixture_density *p, size_t i, const pld__mixture_density *q, size_t j) {
    double sizes = fabs(p->log_weight[i]) + fabs(q->log_weight[j]);
    return PLD__U * (4 + (double)(p->count + q->count) / 128) * sizes;
}

static bool same_sides(const pld__mixture_density *p, const pld__mixture_density *q) {
    if (p->count != q->count)
        return false;
    for (size_t i = 0; i < p->count; i++)
        if (p->mean[i] != q->mean[i] || p->weight[i] != q->weight[i])
            return false;
    return true;
}

pld_status pld__mixture_mechanism(size_t p_count, const long double *p_weight, const double *p_mean, size_t q_count,
                                  const long double *q_weight, const double *q_mean, const char *resolved, const char *note,
                                  pld_mechanism **mechanism, pld_error *error) {
    pld__mixture_pair *pair = pld__allocate(1, sizeof *pair);
    if (!pair)
        return PLD_ERROR_MEMORY;
    *pair = (pld__mixture_pair){0};
    long double dropped_p = 0, dropped_q = 0;
    pld_status status = pld__mixture_density_create(p_count, p_weight, p_mean, &pair->p, &dropped_p);
    if (status == PLD_OK)
        status = pld__mixture_density_create(q_count, q_weight, q_mean, &pair->q, &dropped_q);
    if (status != PLD_OK) {
        mixture_free(pair);
        return status;
    }
    const pld__mixture_density *p = &pair->p, *q = &pair->q;
    pair->lowest_mean = fmin(p->mean[0], q->mean[0]);
    pair->highest_mean = fmax(p->mean[p->count - 1], q->mean[q->count - 1]);
    pair->incomplete = dropped_p > 0 || dropped_q > 0;
    bool trivial = same_sides(p, q);
    if (!trivial && !pld__mixture_monotone(pair)) {
        mixture_free(pair);
        return pld__error_argument(error, resolved,
                                   "every mean of P at or above every mean of Q, or weights whose ratio rises with the mean",
                                   "the loss of '%s' is not increasing in x, so it has no buckets", resolved);
    }
    double infimum = p->mean[0] == q->mean[0] ? p->log_weight[0] - q->log_weight[0] : -INFINITY;
    double supremum =
        p->mean[p->count - 1] == q->mean[q->count - 1] ? p->log_weight[p->count - 1] - q->log_weight[q->count - 1] : INFINITY;
    /* A mean that is off by 2 u moves the tail at a distance y by 2 u |mean| (y + 1), and a tail of mass t is at most sqrt(2 |log t|) away; of the
     * components of a mixture the heavier ones count. */
    double largest = fmax(fabs(pair->lowest_mean), fabs(pair->highest_mean));
    pld_mechanism made = {.operations = &MIXTURE_OPERATIONS,
                          .tail_slope = 2 * PLD__U * largest,
                          .pair = pair,
                          .loss_infimum = trivial ? 0 : infimum,
                          .loss_supremum = trivial ? 0 : supremum,
                          .infimum_error = end_error(p, 0, q, 0),
                          .supremum_error = end_error(p, p->count - 1, q, q->count - 1),
                          .trivial = trivial,
                          .dropped = dropped_p + dropped_q,
                          .no_lower = {dropped_q > 0, dropped_p > 0}};
    return pld__mechanism_create(&made, resolved, note, mechanism);
}
