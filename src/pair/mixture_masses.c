/* Masses of cells of two Gaussian mixtures, and how accurate they are.
 *
 * Accuracy of a cell (T30), the hypotheses of the ledger term "cells". Let D be the distance from x to the farthest mean that
 * matters there (share above 1e-22). For a Gaussian |f^(m)| = |He_m(y)| f, and |He_2n(y)| = |E (y + iZ)^2n| <= (y^2 + (E
 * Z^2n)^(1/n))^n <= (y^2 + 4)^n for n <= 5, by Minkowski; so derivatives are bounded through sqrt(D^2 + 4).
 *
 *   Series. On [x, x + w], v = w sqrt(D^2 + 4) <= 0.03: Taylor's formula with 8 terms leaves at most v^8/8! e^(2v) = 2e-17,
 * relative; the terms are integrated exactly. Gauss-Legendre with 5 points on a panel of half-width r around x, v = r sqrt(D^2 +
 * 4) <= 0.2: the error is at most g r^10 max|f^(10)|, g = 2^11 (5!)^4 / (11 (10!)^3) = 8.0e-10 per unit of half-width, so
 * relative g v^10 e^v / 2 * 1.1 = 6e-17. Means that do not matter contribute below count * 1e-22 * e^10, as the half-width times
 * the farthest mean is kept below 5. What meets neither hypothesis is halved.
 *
 * So quadrature costs less than u, and what is left is rounding, counted in accuracy_from(): libm's exp is assumed good to 1 ulp
 * (the README says so). Both masses use the same points, so that an error in the place of a point changes the ratio only through
 * the slope of the loss. */
#include "pair/mixture.h"

#include "base/base.h"

#include <float.h>
#include <math.h>

static const double SERIES_REACH = 0.03, PANEL_REACH = 0.2;
static const double USELESS = 0.25;                        /* masses that are off by more: see bound/cells.h */
static const double INVERSE_ROOT = 0.39894228040143267794; /* 1/sqrt(2 pi) */

/* Distance from x to the farthest mean that matters on a side. */
static double farthest(const pld__mixture_density *side, const pld__mixture_density_value *value, double x) {
    return fmax(fabs(side->mean[value->low] - x), fabs(side->mean[value->high] - x));
}

static double reach_at(const pld__mixture_pair *pair, double x, const pld__mixture_density_value *p,
                       const pld__mixture_density_value *q) {
    double distance = fmax(farthest(&pair->p, p, x), farthest(&pair->q, q, x));
    return sqrt(distance * distance + 4);
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

static double component(const pld__mixture_density *side, size_t index, double offset, double added) {
    double weight = side->weight[index];
    if (weight < PLD__MIXTURE_LIGHT)
        return INVERSE_ROOT * exp(side->log_weight[index] - offset * offset / 2 + added);
    return INVERSE_ROOT * weight * shifted_bell(offset, added);
}

/* What the largest components weigh at x. The same bell for both makes its rounding cancel in the ratio. */
static density top_density(const pld__mixture_pair *pair, double x, const pld__mixture_density_value *p,
                           const pld__mixture_density_value *q, shift added) {
    double p_offset = x - pair->p.mean[p->top], q_offset = x - pair->q.mean[q->top];
    double p_weight = pair->p.weight[p->top], q_weight = pair->q.weight[q->top];
    if (p_offset == q_offset && added.p == 0 && fabs(added.q) < 200 && p_weight >= PLD__MIXTURE_LIGHT &&
        q_weight >= PLD__MIXTURE_LIGHT) {
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

/* What a sum of many terms rounds by, in units of u. On a ladder they fall so fast on both sides of the largest that
 * `exponential` is more. */
static double summed(const pld__mixture_density *side, const pld__mixture_density_value *value) {
    return side->ladder ? 0 : (double)(value->high - value->low);
}

/* In units of u: 32 covers quadrature, weights, sums and products; the terms behind the largest one carry the rounding of their
 * exponents; different bells carry (x - a)^2 each; a point or position is off by a few ulps of x, times the slope; shifts carry
 * their own rounding. Within a bucket these sizes change by less than the factor 4/3 taken on top, or both ends are looked at. */
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
    double light = (pair->p.weight[p->top] < PLD__MIXTURE_LIGHT ? fabs(pair->p.log_weight[p->top]) : 0) +
                   (pair->q.weight[q->top] < PLD__MIXTURE_LIGHT ? fabs(pair->q.log_weight[q->top]) : 0);
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
double pld__mixture_position_error(const void *object, double x) {
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

pld__accuracy pld__mixture_masses(const void *object, double left, double right, size_t cuts, double reference, double *p_mass,
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
    /* Where means are so large that bells are off by more than any use, panels would be without number, or thinner than numbers
     * are dense. */
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
