/* Theorem (T140). The mass of N(m, 1) between a < b, y the distance of m from the nearer end (0 between them), w = b - a. (i)
 * With w (y + 1) >= 1/8, by the difference of two tails, or of 1 and two tails: the difference is at least 2^-9 of the larger, as
 * S(y + w) <= S(y) e^(-yw - w^2/2), Mills' ratio falling, and w >= 1/16 for y < 1, yw >= 1/16 for others. (ii) With less, by one
 * panel of Gauss-Legendre with five points, whose v of T30 is below 1/8: 1e-18, relative.
 *
 * Rounding. All is in long double, so that both are good to 2^-52 and 2^-55 (1 + y^2), a quarter of what tails are good to. A
 * mean that is off by d moves the log of the mass by at most d (y + 2), the mean distance of the mass from m being less than
 * that, as it does that of a tail. Logs are added, so that nothing underflows. */
#include "base/normal.h"
#include "pair/mixture.h"

#include <math.h>

static const long double NARROW = 0.125L, LOG_ROOT = 0.918938533204672741780329736405617640L; /* log sqrt(2 pi) */
static const long double FAR = 100;

/* log of Mills' ratio at y >= FAR, as in base/normal.c: what is left out is below 945/y^10. */
static long double log_mills(long double y) {
    long double a = 1 / (y * y);
    return log1pl(-a * (1 - 3 * a * (1 - 5 * a * (1 - 7 * a)))) - logl(y);
}

/* log of the mass of N(0, 1) from y >= 0 to y + w. */
static long double log_beyond(long double y, long double w) {
    if (y < FAR)
        return logl(pld__normal_tail(y) - pld__normal_tail(y + w));
    long double first = log_mills(y), falls = -w * (y + w / 2) + log_mills(y + w) - first;
    return -y * y / 2 - LOG_ROOT + first + log1pl(-expl(falls));
}

static long double log_narrow(long double a, long double w) {
    static const long double node[2] = {0.538469310105683091036L, 0.906179845938663992798L};
    static const long double weight[3] = {0.568888888888888888889L, 0.478628670499366468041L, 0.236926885056189087514L};
    long double r = w / 2, y = a + r, sum = weight[0];
    for (int k = 0; k < 2; k++) { /* e^(-y t - t^2/2) at t and -t */
        long double t = r * node[k];
        sum += weight[k + 1] * 2 * expl(-t * t / 2) * coshl(y * t);
    }
    return -y * y / 2 - LOG_ROOT + logl(r * sum);
}

/* log of the mass of N(0, 1) between two numbers. */
static long double log_between(long double a, long double b) {
    long double w = b - a, y = a > 0 ? a : b < 0 ? -b : 0;
    if (w * (y + 1) < NARROW)
        return log_narrow(a, w);
    if (a >= 0 || b <= 0)
        return log_beyond(y, w);
    return log1pl(-pld__normal_tail(b) - pld__normal_tail(-a));
}

static long double log_mass(const pld__mixture_density *side, double left, double right) {
    long double sum = -INFINITY;
    for (size_t i = 0; i < side->count; i++) {
        bool light = side->weight[i] < PLD__MIXTURE_LIGHT;
        long double log_weight = light ? side->log_weight[i] : logl((long double)side->weight[i]), mean = side->mean[i];
        sum = pld__log_add(sum, log_weight + log_between(left - mean, right - mean));
    }
    return sum;
}

pld__log_mass pld__mixture_mass_between(const pld__mixture_pair *pair, double left, double right) {
    if (!(left < right))
        return (pld__log_mass){-INFINITY, -INFINITY};
    return (pld__log_mass){log_mass(&pair->p, left, right), log_mass(&pair->q, left, right)};
}
