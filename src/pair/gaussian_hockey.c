/* delta(epsilon) of one Gaussian step from below and above, at any epsilon and any noise.
 *
 * Theorem (T44) (Balle and Wang 2018). For N(m, 1) versus N(0, 1), m > 0, with a = epsilon/m - m/2, b = epsilon/m + m/2 and R =
 * (1 - Phi)/phi Mills' ratio, delta(epsilon) = Phi(-a) - e^epsilon Phi(-b) = phi(a) (R(a) - R(b)), as e^epsilon phi(b) = phi(a).
 * delta increases with m, so that a mean known to within some error has its bounds at both ends.
 *
 * Rounding, in units of 2^-64 and with c = epsilon/m + m/2: a and b are off by 4 c, log phi(a) by 4 c |a| + 4 a^2, R(x) relative
 * by 4 x^2 + 64 below FAR (erfcl to 6 ulps, e^(x^2/2)) and by 64 beyond it; and |R'| = 1 - x R <= 1/(1 + x^2) for x >= 0, as R >=
 * x/(1 + x^2). For a < 0 the first form is taken, of which both terms are at most 1. */
#include "base/base.h"
#include "base/normal.h"
#include "pair/mixture.h"

#include <math.h>

static const long double LOG_ROOT_TWO_PI = 0.918938533204672741780329736405617640L, UNIT = 0x1p-64L;
/* From here on the asymptotic series, which alternates, errs by less than the first of its terms left out, 49!!/FAR^50 < 1e-21.
 */
static const long double FAR = 13;
enum { TERMS = 24 };

/* R(x), x >= 0. */
static long double mills(long double x) {
    if (x < FAR)
        return expl(x * x / 2 + LOG_ROOT_TWO_PI) * pld__normal_tail(x);
    long double inverse = 1 / (x * x), sum = 1;
    for (int k = TERMS; k > 0; k--)
        sum = 1 - (2 * k - 1) * inverse * sum;
    return sum / x;
}

/* How far that may be off at an x that is itself off by `wrong`. */
static long double mills_error(long double x, long double value, long double wrong) {
    return value * UNIT * (64 + (x < FAR ? 4 * x * x : 0)) + 1.01L * wrong / (1 + x * x);
}

/* log delta at a mean that is taken as it is, from below (sign -1) or above (1). */
static long double log_delta_at(long double mean, long double epsilon, int sign) {
    long double a = epsilon / mean - mean / 2, b = epsilon / mean + mean / 2, wrong = 4 * UNIT * b;
    long double log_density = -a * a / 2 - LOG_ROOT_TWO_PI, density_error = wrong * fabsl(a) + 4 * UNIT * (a * a + 4);
    long double second = mills(b), second_error = mills_error(b, second, wrong);
    if (a < 0) {
        /* A tail falls with its argument, so that this may be off by anything. */
        long double first = pld__normal_tail(a - sign * wrong) * (1 + sign * 64 * UNIT), scaled = expl(log_density) * second;
        long double error = 8 * UNIT + expl(log_density) * second_error + 2 * density_error * scaled;
        return logl(fminl(fmaxl(first - scaled + sign * error, 0), 1));
    }
    long double first = mills(a), first_error = mills_error(a, first, wrong);
    long double difference = first - second + sign * (first_error + second_error + UNIT * first);
    return difference > 0 ? log_density + logl(difference) + sign * (density_error + UNIT * (8 + fabsl(log_density))) : -INFINITY;
}

pld__log_bounds pld__gaussian_hockey(double high_mean, double low_mean, double epsilon) {
    long double mean = (long double)high_mean - low_mean,
                off = 3 * PLD__U * (fabsl((long double)high_mean) + fabsl((long double)low_mean));
    pld__log_bounds made = {-INFINITY, 0};
    if (!(mean > 2 * off && epsilon >= 0))
        return made;
    long double lower = log_delta_at(mean - off, epsilon, -1), upper = log_delta_at(mean + off, epsilon, 1);
    /* Whatever is not a number says nothing. */
    made.lower = lower < 0 ? lower : -INFINITY;
    made.upper = upper < 0 && upper > -INFINITY ? upper : 0;
    return made;
}
