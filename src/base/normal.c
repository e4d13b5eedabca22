#include "base/normal.h"

#include "base/base.h"

#include <math.h>
#include <stdbool.h>

long double pld__normal_tail(long double x) {
    return 0.5L * erfcl(x * 0.70710678118654752440084436210484904L);
}

/* erfcl reaches x = 150 before it underflows. From 140 on, Mills' ratio times x is 1 - a + 3 a^2 - 15 a^3 + 105 a^4 - .., a =
 * 1/x^2 <= 5.2e-5; the error of an asymptotic series that alternates is below the first term left out, 945 a^5 < 4e-19. */
double pld__normal_log_tail(double x) {
    if (x < 140)
        return (double)logl(pld__normal_tail(x));
    long double square = (long double)x * x, a = 1 / square;
    long double series = -a * (1 - 3 * a * (1 - 5 * a * (1 - 7 * a)));
    return (double)(-square / 2 - logl(x) - 0.918938533204672741780329736405617640L + log1pl(series));
}

/* pld__normal_tail is good to this, relative, times 1 + x^2: sixteen units, where a few are claimed. */
static const long double TAIL_ERROR = 0x1p-60L;

/* Newton's method for log tail, which is concave, so that steps never go too far from the right; the log of the tail of a normal
 * law falls by more than z to the unit. */
static long double quantile_guess(double tail) {
    long double wanted = logl(tail), z = tail < 0.5 ? sqrtl(-2 * wanted) : 0;
    for (int i = 0; i < 60; i++) {
        long double here = pld__normal_tail(z), density = 0.398942280401432677939946059934L * expl(-z * z / 2);
        long double step = (logl(here) - wanted) * here / density;
        z += fmaxl(fminl(step, 2), -2);
        if (fabsl(step) < 1e-18L * (1 + fabsl(z)))
            break;
    }
    return z;
}

/* Is the tail at z certainly at most (not `above`) or at least that? */
static bool is_beyond(double z, double tail, bool above) {
    long double error = TAIL_ERROR * (1 + (long double)z * z), here = pld__normal_tail(z);
    return above ? here * (1 + error) <= tail : here * (1 - error) >= tail;
}

/* The first place away from z, one or the other way, that is certainly beyond the quantile. */
static double certify_quantile(long double z, double tail, bool above) {
    double step = 0x1p-52 * (1 + fabs((double)z));
    for (int i = 0; i < 40; i++, step *= 2) {
        double there = (double)(above ? z + step : z - step);
        if (is_beyond(there, tail, above))
            return there;
    }
    return above ? INFINITY : -INFINITY;
}

pld__quantile pld__normal_quantile(double tail) {
    if (!(tail > 0 && tail < 1))
        return (pld__quantile){-INFINITY, INFINITY};
    long double z = quantile_guess(tail);
    return (pld__quantile){certify_quantile(z, tail, false), certify_quantile(z, tail, true)};
}
