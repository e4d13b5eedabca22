/* log E_P e^(s L) of two Gaussian mixtures at real s, with small *relative* error also where it is tiny.
 *
 * With r = dP/dQ and a = 1 + s, E_P e^(s L) = E_Q r^a. As E_Q r = 1, this is 1 + X with
 *
 *     X = E_Q [ r^a - 1 - a (r - 1) ].
 *
 * The bracket has one sign (r^a lies on one side of its tangent), so nothing cancels: a step sampled with rate q has X of order
 * q^2, which 1 + X would forget. Where X is not small, the integral of p^a q^(1 - a) is as good. Losses near 0 come from r - 1 =
 * sum of w_i (e^.. - 1), not from a difference of logs.
 *
 * The integrals are trapezoidal sums of an analytic function on a line: each halving of the step squares their error, so two sums
 * that agree to 1e-8 have a mean that is good to rounding. */
#include "base/base.h"
#include "pair/mixture.h"

#include <math.h>

static const double LOG_ROOT_TWO_PI = 0.91893853320467274178;
static const double MARGIN = 15;      /* in deviations: e^(-15^2/2) is nothing */
static const double NEGLIGIBLE = 50;  /* what is below e^-50 of the largest value is left out */
static const double AGREEMENT = 1e-8; /* of two sums with steps h and h/2 */
enum { FEWEST_STEPS = 32, MOST_SCANNED = 1 << 17, MOST_STEPS = 1 << 22 };

typedef struct {
    const pld__mixture_pair *pair;
    double order;              /* a */
    bool shared;               /* there is a component of the same mean on both sides */
    size_t p_shared, q_shared; /* the heaviest such */
    double p_others, q_others; /* the weight of all other components */
} integrand;

typedef double log_term(const integrand *of, double x);

static double weight_of_others(const pld__mixture_density *side, size_t index) {
    double sum = 0;
    for (size_t i = 0; i < side->count; i++)
        sum += i == index ? 0 : side->weight[i];
    return sum;
}

static void find_shared(integrand *of) {
    const pld__mixture_density *p = &of->pair->p, *q = &of->pair->q;
    double best = 0;
    for (size_t i = 0, j = 0; i < p->count && j < q->count;) {
        double lighter = fmin(p->weight[i], q->weight[j]);
        if (p->mean[i] == q->mean[j] && lighter > best) {
            best = lighter;
            of->shared = true;
            of->p_shared = i;
            of->q_shared = j;
        }
        if (p->mean[i] <= q->mean[j])
            i++;
        else
            j++;
    }
    if (of->shared) {
        of->p_others = weight_of_others(p, of->p_shared);
        of->q_others = weight_of_others(q, of->q_shared);
    }
}

/* The density over that of N(c, 1), minus 1, where c is the mean of component `shared`. */
static double density_excess(const pld__mixture_density *side, const pld__mixture_density_value *value, size_t shared,
                             double others, double x) {
    double sum = 0, centre = side->mean[shared];
    for (size_t i = value->low; i <= value->high; i++)
        if (i != shared)
            sum += side->weight[i] * exp((side->mean[i] - centre) * (x - (side->mean[i] + centre) / 2));
    return sum - others;
}

static double log_density(const pld__mixture_density *side, const pld__mixture_density_value *value, double x) {
    double offset = x - side->mean[value->top];
    return side->log_weight[value->top] - offset * offset / 2 - LOG_ROOT_TWO_PI + log(value->sum);
}

static double accurate_loss(const integrand *of, double x, double *log_q) {
    const pld__mixture_density *p = &of->pair->p, *q = &of->pair->q;
    pld__mixture_density_value p_value = pld__mixture_density_evaluate(p, x), q_value = pld__mixture_density_evaluate(q, x);
    *log_q = log_density(q, &q_value, x);
    if (of->shared) {
        double p_excess = density_excess(p, &p_value, of->p_shared, of->p_others, x);
        double q_excess = density_excess(q, &q_value, of->q_shared, of->q_others, x);
        if (fabs(p_excess) < 0.5 && fabs(q_excess) < 0.5)
            return log1p((p_excess - q_excess) / (1 + q_excess));
    }
    double p_mean = p->mean[p_value.top], q_mean = q->mean[q_value.top];
    return p->log_weight[p_value.top] - q->log_weight[q_value.top] + (p_mean - q_mean) * (x - (p_mean + q_mean) / 2) +
           log(p_value.sum / q_value.sum);
}

/* log |e^(a l) - 1 - a (e^l - 1)|. */
static double log_tangent_gap(double a, double l) {
    double t = a - 1;
    if (fabs(l) <= 1 && fabs(a * l) <= 1 && fabs(t * l) <= 1) {
        /* sum over k >= 2 of (a^k - a) l^k / k!, and a^k - a = a (a - 1)(1 + a + .. + a^(k-2)). */
        double sum = 0, geometric = 1, power = l * l / 2;
        for (int k = 3; k < 30; k++) {
            sum += geometric * power;
            geometric = 1 + a * geometric;
            power *= l / k;
        }
        return log(fabs(a * t * sum));
    }
    if (fmax(a * l, l) < 500) /* each form keeps its digits as its own factor goes to 0 */
        return log(fabs(fabs(a) < fabs(t) ? expm1(a * l) - a * expm1(l) : exp(l) * expm1(t * l) - t * expm1(l)));
    return t * l > 500 ? a * l : l + log(fabs(expm1(t * l) - t));
}

static double log_gap_term(const integrand *of, double x) {
    double log_q, loss = accurate_loss(of, x, &log_q);
    return log_q + log_tangent_gap(of->order, loss);
}

static double log_whole_term(const integrand *of, double x) {
    double log_q, loss = accurate_loss(of, x, &log_q);
    return log_q + of->order * loss;
}

/* Narrows [low, high] to where the term matters, looking at points `step` apart, and returns the largest term seen. */
static double narrow(const integrand *of, log_term *term, size_t steps, double *low, double *high) {
    double step = (*high - *low) / (double)steps, top = -INFINITY, start = *low;
    size_t best = 0, first = 0, last = steps;
    for (size_t i = 0; i <= steps; i++) {
        double value = term(of, start + (double)i * step);
        if (value > top) {
            top = value;
            best = i;
        }
    }
    while (first < best && term(of, start + (double)first * step) < top - NEGLIGIBLE)
        first++;
    while (last > best && term(of, start + (double)last * step) < top - NEGLIGIBLE)
        last--;
    *low = start + (double)(first > 0 ? first - 1 : 0) * step;
    *high = start + (double)(last < steps ? last + 1 : steps) * step;
    return top;
}

/* log of the integral of e^term; -INFINITY for 0. Terms are bells no narrower than 1, or have a concave log. */
static double log_integral(const integrand *of, log_term *term, double low, double high) {
    double spacing = fmax(0.5, (high - low) / MOST_SCANNED), before, top;
    do {
        before = high - low;
        size_t steps = (size_t)fmax(ceil((high - low) / spacing), FEWEST_STEPS);
        top = narrow(of, term, steps, &low, &high);
    } while (top > -INFINITY && high - low < before / 2);
    if (top == -INFINITY)
        return -INFINITY;
    size_t steps = (size_t)fmax(ceil((high - low) / spacing), FEWEST_STEPS);
    double sum = 0, middle = 0, step = (high - low) / (double)steps;
    for (size_t i = 0; i <= steps; i++)
        sum += exp(term(of, low + (double)i * step) - top);
    for (;; steps *= 2, step /= 2) {
        middle = 0;
        for (size_t i = 0; i < steps; i++)
            middle += exp(term(of, low + ((double)i + 0.5) * step) - top);
        if (fabs(middle - sum) <= AGREEMENT * sum || steps >= MOST_STEPS)
            break;
        sum += middle;
    }
    return top + log((sum + middle) * step / 2);
}

/* Where either integrand can matter.
 *
 * p^(1+s) q^(-s) is a bell around (1+s)a - s b for every pair of dominating components. When a mixture with a component w N(c)
 * has a negative power -n and the other side is N(c) alone, then the integrand is at most w^-n N(c) while its integral is at
 * least 1: nothing is farther from c than sqrt(2 n log(1/w)) and some. */
static void find_range(const integrand *of, double *low, double *high) {
    const pld__mixture_density *p = &of->pair->p, *q = &of->pair->q;
    double s = of->order - 1, power = 0, lightness = 0;
    *low = INFINITY;
    *high = -INFINITY;
    for (int corner = 0; corner < 4; corner++) {
        double a = p->mean[corner & 1 ? p->count - 1 : 0], b = q->mean[corner & 2 ? q->count - 1 : 0];
        double centre = (1 + s) * a - s * b;
        *low = fmin(*low, centre);
        *high = fmax(*high, centre);
    }
    if (of->shared && s < -1 && q->count == 1) {
        power = -1 - s;
        lightness = -p->log_weight[of->p_shared];
    } else if (of->shared && s > 0 && p->count == 1) {
        power = s;
        lightness = -q->log_weight[of->q_shared];
    }
    if (power > 0) {
        double centre = p->mean[of->p_shared], reach = sqrt(2 * power * lightness);
        *low = fmax(*low, centre - reach);
        *high = fmin(*high, centre + reach);
    }
    *low = fmin(*low, of->pair->lowest_mean) - MARGIN;
    *high = fmax(*high, of->pair->highest_mean) + MARGIN;
}

double pld__mixture_real_log_moment(const pld__mixture_pair *pair, double s) {
    integrand of = {.pair = pair, .order = 1 + s};
    double low, high;
    if (s == 0 || s == -1)
        return 0;
    find_shared(&of);
    find_range(&of, &low, &high);
    double gap = exp(log_integral(&of, log_gap_term, low, high));
    if (gap < 0.5)
        return log1p(s > 0 || s < -1 ? gap : -gap);
    return log_integral(&of, log_whole_term, low, high);
}
