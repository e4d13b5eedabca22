#include "bound/binomial_tail.h"

#include "base/base.h"
#include "base/binomial.h"
#include "base/root.h"

#include <math.h>
#include <stdbool.h>

/* A log, and how far off it may be. */
typedef struct {
    long double log, error;
} estimate;

/* log P[X = k]; p and q = 1 - p both above 0. */
static estimate log_term(long double n, long double k, long double p, long double q) {
    long double ups = k * logl(p), downs = (n - k) * logl(q);
    return (estimate){pld__log_choose(n, k) + ups + downs, 1e-15L + 0x1p-57L * (n * logl(n + 1) + fabsl(ups) + fabsl(downs))};
}

/* log P[X >= k] for k at least the mean: terms fall from the first on. */
static estimate log_far_tail(long double n, long double k, long double p, long double q) {
    estimate first = log_term(n, k, p, q);
    long double sum = 1, term = 1, ratio = 0, terms = 1;
    for (long double j = k; j < n; j++, terms++) {
        ratio = (n - j) / (j + 1) * p / q;
        term *= ratio;
        sum += term;
        if (ratio < 1 && term * ratio < 0x1p-70L * sum * (1 - ratio))
            break;
    }
    return (estimate){first.log + logl(sum), first.error + 0x1p-60L * (terms + 2)};
}

static pld__log_range range_of(estimate of) {
    double spread = (double)of.error + 4 * PLD__U * (1 + fabs((double)of.log));
    return (pld__log_range){(double)of.log - spread, fmin((double)of.log + spread, 0)};
}

/* log(1 - e^x) of both ends. */
static pld__log_range complement_of(pld__log_range of) {
    double lower = of.upper < 0 ? log(-expm1(of.upper)) : -INFINITY, upper = of.lower < 0 ? log(-expm1(of.lower)) : -INFINITY;
    lower -= 4 * PLD__U * (1 + fabs(lower));
    upper += 4 * PLD__U * (1 + fabs(upper));
    return (pld__log_range){isnan(lower) ? -INFINITY : lower, upper < 0 ? upper : 0};
}

static pld__log_range at_least(long double n, long double k, long double p, long double q) {
    if (k <= 0)
        return (pld__log_range){0, 0};
    if (!(p > 0))
        return (pld__log_range){-INFINITY, -INFINITY};
    if (!(q > 0))
        return (pld__log_range){0, 0};
    if (k >= n * p)
        return range_of(log_far_tail(n, k, p, q));
    return complement_of(range_of(log_far_tail(n, n - k + 1, q, p))); /* at most k - 1 are n - k + 1 that are not */
}

pld__log_range pld__binomial_at_least(uint64_t n, uint64_t k, double p) {
    return at_least(n, k, p, 1 - (long double)p);
}

pld__log_range pld__binomial_at_most(uint64_t n, uint64_t k, double p) {
    return at_least(n, n - k, 1 - (long double)p, p);
}

/* --- confidence bounds ---------------------------------------------------------------------------------------------- */

typedef struct {
    uint64_t n, k;
    double log_alpha;
} question;

static bool is_rarely_reached(const void *context, double p) {
    const question *of = context;
    return pld__binomial_at_least(of->n, of->k, p).upper <= of->log_alpha;
}

static bool is_often_below(const void *context, double p) {
    const question *of = context;
    return !(pld__binomial_at_most(of->n, of->k, p).upper <= of->log_alpha);
}

double pld__binomial_lower(uint64_t n, uint64_t k, double log_alpha) {
    const question of = {n, k, log_alpha};
    double low = 0, high = (double)k / (double)n;
    if (k > 0)
        pld__halve(is_rarely_reached, &of, 0, &low, &high);
    return low;
}

double pld__binomial_upper(uint64_t n, uint64_t k, double log_alpha) {
    const question of = {n, k, log_alpha};
    double low = (double)k / (double)n, high = 1;
    if (k < n)
        pld__halve(is_often_below, &of, 0, &low, &high);
    return high;
}
