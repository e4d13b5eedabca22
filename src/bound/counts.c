#include "bound/counts.h"

#include <math.h>

static const long double PI_LOW = 3.14159265358979323L, QUARTER_LOW = 1.57079632679489661L;
/* What is added to logs, and what results are multiplied by: far more than a few roundings of sums of logs below 1e6. */
static const long double LOG_SLACK = 1e-9L, MOST_LOG = 1e6L;

/* e^x, rounded up; INFINITY where x is out of range. */
static long double raised(long double x) {
    return x < 1e4L ? expl(x + LOG_SLACK) : INFINITY;
}

/* Where a + b tan(c y) + d y, which increases, is 0: any y between 0 and `most` is valid, this one is good. */
static long double balance(long double a, long double b, long double c, long double d, long double most) {
    long double low = 0, high = most;
    for (int i = 0; i < 40; i++) {
        long double middle = (low + high) / 2;
        *(a + b * tanl(c * middle) + d * middle < 0 ? &low : &high) = middle;
    }
    return low;
}

/* (T182). */
long double pld__bound_counts_rule(long double rest, long double w, long double step) {
    long double speed = 2 * PI_LOW / step, y;
    if (!(rest > 0 && rest < MOST_LOG && w >= 0 && w < 1e9L && step > 1e-6L && step < 1e3L))
        return INFINITY;
    y = balance(w - speed, rest, 1, 0, QUARTER_LOW * (1 - 1e-9L));
    long double gap = speed * y;
    if (!(y > 0 && gap > 1e-3L))
        return INFINITY;
    /* 2 cosh(wy) <= 2 e^(wy); 1/(e^g - 1) = e^-g/(1 - e^-g) */
    return 2 * raised(w * y - rest * logl(cosl(y)) - gap) / -expm1l(-gap) * (1 + LOG_SLACK);
}

/* (T183). */
long double pld__bound_counts_inner(long double rest, long double mean, long double bins, long double step) {
    long double speed = 2 * PI_LOW / step, most = fminl(QUARTER_LOW / mean, 1e3L) * (1 - 1e-9L), y;
    if (!(rest > 0 && rest < MOST_LOG && mean > 0 && step > 1e-6L && step < 1e3L && bins >= 1))
        return INFINITY;
    y = balance(-speed, rest * mean, mean, 1, most);
    long double gap = speed * y;
    if (!(y > 0 && gap > 1e-3L))
        return INFINITY;
    long double eta = 2 * raised(y * y / 2 - gap) / -expm1l(-gap), grown = bins * eta;
    if (!(grown <= 1))
        return INFINITY;
    return (grown + grown * grown) * raised(-rest * logl(cosl(mean * y))); /* (1 + x)^T - 1 <= e^(Tx) - 1 <= Tx + (Tx)^2 */
}

/* Ends (T184): x log(x/e), 0 at 0. */
static long double log_power(long double x) {
    return x > 0 ? x * (logl(x) - 1) : 0;
}

long double pld__bound_counts_below(long double rest, long double step, long double first, long double distance,
                                    long double log_gamma, long double log_moment) {
    if (!(distance > 0 && distance <= rest && rest < MOST_LOG && fabsl(log_moment) < MOST_LOG && distance * step > 1e-9L))
        return INFINITY;
    return step * raised(log_power(rest - distance) + distance * first + log_moment - log_gamma) / expm1l(distance * step) *
           (1 + LOG_SLACK);
}

long double pld__bound_counts_above(long double rest, long double step, long double last, long double distance,
                                    long double log_gamma, long double log_moment) {
    if (!(distance > 0 && distance < MOST_LOG && rest > 0 && rest < MOST_LOG && fabsl(log_moment) < MOST_LOG &&
          distance * step > 1e-9L))
        return INFINITY;
    return step * raised(log_power(rest + distance) - distance * last + log_moment - log_gamma) / expm1l(distance * step) *
           (1 + LOG_SLACK);
}

long double pld__bound_counts_inverse(long double q, long double mean, long double bins, long double batches) {
    long double part = mean * mean * bins / (2 * batches);
    return (q * part + q * q * part / batches) * (1 + 1e-15L);
}

long double pld__bound_counts_least(long double power, long double mean, long double bins, long double batches) {
    if (!(power >= 1))
        return 0;
    long double one = mean * mean * power * (power - 1) / 2, all = logl(bins) - power * logl(batches);
    return fmaxl(one + all - LOG_SLACK - 1e-15L * (one + fabsl(all)), 0);
}
