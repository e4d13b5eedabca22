#include "kernel/laplace_few.h"

#include "base/binomial.h"
#include "kernel/laplace.h"
#include "kernel/laplace_ends.h"

#include <math.h>

static const long double U = PLD__KERNEL_U;
static const long double LOG_TWO = 0.693147180559945309417L, MOST_STEPS = 1e5L, UNDERFLOWN = 1e-4900L;

bool pld__kernel_few_takes(const pld__kernel_factor *factor) {
    return factor->laplace.ratio > 0 && factor->count >= 2 && factor->count <= MOST_STEPS;
}

/* --- outcomes ------------------------------------------------------------------------------------------------------- */

pld__few_outcomes pld__kernel_few_outcomes(const pld__kernel_laplace *laplace) {
    long double r = laplace->ratio, rate = laplace->rate, left = pld__kernel_laplace_loss(laplace, -r),
                right = pld__kernel_laplace_loss(laplace, r), front = logl(rate) / 2 - r / 2 - 2 * LOG_TWO;
    long double at_left = front + 1.5L * log1pl((1 - rate) / rate * expl(r)),
                at_right = front + 1.5L * log1pl((1 - rate) / rate * expl(-r));
    bool mixture = laplace->mixture_first || rate == 1;
    pld__few_outcomes found = {.low = mixture ? left : -right, .high = mixture ? right : -left};
    found.log_low = -LOG_TWO + (mixture ? left : -r);
    found.log_high = -LOG_TWO + (mixture ? right - r : 0);
    found.log_density = fmaxl(at_left + (mixture ? left : -left) / 2, at_right + (mixture ? right : -right) / 2);
    found.most = fmaxl(fmaxl(fabsl(left), fabsl(right)), r);
    found.units = 64 * U * (rate == 1 ? 1 : 1 + r);
    return found;
}

/* --- more than one step between ------------------------------------------------------------------------------------- */

/* c = C/A = w tanh(z) of a plain step, z = a + ib, and how far it is off: with f = e^(-2a), tanh is (1 - f^2 + 2 i f sin(2b))/((1
 * - f)^2 + 4 f cos(b)^2), and b's error counts against 1 - f at worst. */
static pld__kernel_moment quotient(long double r, long double theta, long double t) {
    long double half = theta + 0.5L, a = half * r, b = t * r, f = expl(-2 * a), cosine = cosl(b);
    long double less = -expm1l(-2 * a), below = less * less + 4 * f * cosine * cosine;
    long double real = -expm1l(-4 * a) / below, imaginary = 2 * f * sinl(2 * b) / below, square = 2 * (half * half + t * t);
    pld__kernel_moment found = {(real * half + imaginary * t) / square, (imaginary * half - real * t) / square, 0};
    found.error = U * (256 + 64 * b / less) * hypotl(real, imaginary) / sqrtl(2 * square) * 2;
    return found;
}

/* c and log(1 + c). */
typedef struct {
    pld__kernel_moment c;
    pld__kernel_log log;
} share;

/* Of a sampled step: log(1 + c) = log M - log A. */
static share share_of_sampled(const pld__laplace_ends *ends, long double theta, long double t, const pld__kernel_log *whole) {
    pld__kernel_log outcomes = pld__laplace_ends_log_outcomes(ends, theta, t);
    share found = {.log = {.real = whole->real - outcomes.real, .imaginary = whole->imaginary - outcomes.imaginary}};
    long double sizes = fabsl(whole->real) + fabsl(outcomes.real) + fabsl(whole->imaginary) + fabsl(outcomes.imaginary);
    found.log.error = whole->error + outcomes.error + 2 * U * sizes;
    long double grown = expm1l(found.log.real), angle = found.log.imaginary, half = sinl(angle / 2);
    found.c.real = grown * cosl(angle) - 2 * half * half;
    found.c.imaginary = (1 + grown) * sinl(angle);
    found.c.error = 16 * U * (fabsl(grown) + (1 + grown) * (fabsl(half) + fabsl(sinl(angle)))); /* of its own rounding */
    return found;
}

static share share_of_plain(const pld__kernel_laplace *laplace, long double theta, long double t) {
    share found = {.c = quotient(laplace->ratio, theta, t)};
    found.log = pld__kernel_log_of(&found.c);
    found.c.error = 0; /* the log has it */
    return found;
}

/* N = M^T F, F = 1 - e^(-T log(1 + c)) (1 + T c), whose slope in log(1 + c) is T (T - 1) c (1 + c)^-T. */
pld__kernel_log pld__kernel_few_log(const pld__kernel_factor *factor, const pld__laplace_ends *ends, long double theta,
                                    long double t, const pld__kernel_log *whole, long double log_top) {
    long double T = factor->count, most = T * log_top * (1 + (log_top > 0 ? 4 : -4) * U);
    share at = ends ? share_of_sampled(ends, theta, t, whole) : share_of_plain(&factor->laplace, theta, t);
    if (!(T * at.log.error < 0.1L && T * whole->error < 0.1L))
        return (pld__kernel_log){0, 0, INFINITY, most};
    long double size = expl(-T * at.log.real), angle = -T * at.log.imaginary, cosine = cosl(angle), sine = sinl(angle);
    long double real = 1 + T * at.c.real, imaginary = T * at.c.imaginary, linear = hypotl(real, imaginary);
    long double c = hypotl(at.c.real, at.c.imaginary), parts = 1 + T * (fabsl(at.log.real) + fabsl(at.log.imaginary) + c);
    pld__kernel_moment rest = {-size * (cosine * real - sine * imaginary), -size * (cosine * imaginary + sine * real), 0};
    rest.error = 1.25L * size * T * (T - 1) * (c + 1.25L * (1 + c) * at.log.error) * at.log.error +
                 size * (linear + 1) * 64 * U * parts + 2 * size * T * at.c.error + 4 * U;
    pld__kernel_log found = pld__kernel_log_of(&rest);
    found.real += T * whole->real;
    found.imaginary += T * whole->imaginary;
    found.error += T * whole->error + 8 * U * (T * (fabsl(whole->real) + fabsl(whole->imaginary)) + fabsl(found.real));
    found.upper = fminl(found.upper + T * whole->upper + 8 * U * T * fabsl(whole->upper), most);
    return found;
}

/* log of a bound of |C| from t on, over A at theta, and log A. */
static long double log_share_behind(const pld__kernel_factor *factor, const pld__laplace_ends *ends, long double theta,
                                    long double t, long double *outcomes) {
    long double r = factor->laplace.ratio, half = theta + 0.5L;
    if (ends) {
        pld__kernel_log all = pld__laplace_ends_log_outcomes(ends, theta, 0);
        *outcomes = all.real + all.error;
        return pld__laplace_ends_log_between(ends, theta, t) - all.real + all.error;
    }
    *outcomes = theta * r - LOG_TWO + log1pl(expl(-2 * half * r));
    return -logl(2 * hypotl(half, t));
}

long double pld__kernel_few_log_behind(const pld__kernel_factor *factor, const pld__laplace_ends *ends, long double theta,
                                       long double t) {
    long double T = factor->count, r = factor->laplace.ratio, outcomes, log_share;
    log_share = log_share_behind(factor, ends, theta, t, &outcomes);
    long double value = T * outcomes + logl(T * (T - 1) / 2) + 2 * log_share + (T - 2) * log1pl(expl(log_share));
    return value + 32 * U * (T * (theta * r + 3) + fabsl(value) + fabsl(log_share) + 64);
}

long double pld__kernel_few_rest_upper(const pld__kernel_factor *factor, double epsilon) {
    pld__few_outcomes at = pld__kernel_few_outcomes(&factor->laplace);
    long double T = factor->count, y = T * at.high - epsilon + at.units * (T * at.most + fabsl((long double)epsilon));
    long double z = T * expl(at.log_density - at.log_high) * y * (1 + 1e-12L);
    if (!(y <= 0.995L * (at.high - at.low) && z < 50))
        return 1;
    return y > 0
               ? expl(T * at.log_high + z + 2 * logl(z / 2) + logl(y) + T * at.units * (1 + at.most)) * (1 + 1e-12L) + UNDERFLOWN
               : 0;
}

/* --- none and one --------------------------------------------------------------------------------------------------- */

/* The hockey stick of an outcome, and of what is between, at e. */
static long double of_outcome(long double e) {
    return e < 0 ? -expm1l(e) : 0;
}

/* With P the sampled side: h^2 = e^(x* - r), written from whichever end is nearer. */
static long double of_between_mixture(const pld__kernel_laplace *laplace, const pld__few_outcomes *at, long double e) {
    long double r = laplace->ratio, rate = laplace->rate;
    long double square = expl(-2 * r) + expl(at->low - r) * expm1l(e - at->low) / rate;
    long double less = -expl(at->high - r) * expm1l(e - at->high) / rate; /* 1 - h^2 */
    long double part = less / (1 + sqrtl(square));
    return rate * part * part / 2;
}

/* With Q the sampled side: k^2 = e^(-r - x*), whole = q e^(x*). */
static long double of_between_bell(const pld__kernel_laplace *laplace, const pld__few_outcomes *at, long double e) {
    long double lowest = laplace->rate * expl(-laplace->ratio), more = expl(-at->high) * expm1l(at->high - e);
    long double whole = lowest + more, part = more / whole / (1 + sqrtl(lowest / whole));
    return expl(e) * whole * part * part / 2;
}

static long double of_between(const pld__kernel_laplace *laplace, const pld__few_outcomes *at, long double e) {
    if (e >= at->high)
        return 0;
    if (e <= at->low)
        return expm1l(-laplace->ratio) * expm1l(e) / 2;
    return laplace->mixture_first || laplace->rate == 1 ? of_between_mixture(laplace, at, e) : of_between_bell(laplace, at, e);
}

/* Logs of weights that a long double keeps with all digits. */
static const long double LEAST_LOG = -11000;

/* sum over i of binom(n, i) p_2^i p_1^(n-i) times one of these at epsilon - n low - i (high - low). What is left out above falls
 * like a geometric series, and neither exceeds 1. */
static pld__kernel_part sum_over(const pld__kernel_laplace *laplace, const pld__few_outcomes *at, long double n,
                                 long double epsilon, bool between) {
    long double range = at->high - at->low, sum = 0, left_out = 0;
    long double first = fmaxl(0, floorl((epsilon - n * at->low - (between ? at->high : 0)) / range) - 1);
    if (first > n)
        return (pld__kernel_part){0, 0};
    long double log_weight = pld__log_choose(n, first) + first * at->log_high + (n - first) * at->log_low;
    long double weight = expl(log_weight), odds = expl(at->log_high - at->log_low);
    if (!(log_weight > LEAST_LOG)) /* what follows from it would have lost its digits */
        return (pld__kernel_part){0, 1};
    for (long double i = first; i <= n; i++) {
        long double e = epsilon - n * at->low - i * range;
        sum += weight * (between ? of_between(laplace, at, e) : of_outcome(e));
        long double ratio = (n - i) / (i + 1) * odds;
        if (ratio < 0.9L && weight * ratio < 1e-22L * sum * (1 - ratio)) {
            left_out = weight * ratio / (1 - ratio) * (1 + 1e-9L);
            break;
        }
        weight *= ratio;
    }
    long double off = 1e-15L + (n + 1) * (64 * U * logl(n + 1) + 4 * at->units * (1 + at->most));
    return (pld__kernel_part){sum * (1 - off), sum * (1 + off) + left_out};
}

/* Both at an epsilon that is known to so many units of the losses: delta falls with it. */
pld__kernel_part pld__kernel_few_delta(const pld__kernel_factor *factor, double epsilon) {
    pld__few_outcomes at = pld__kernel_few_outcomes(&factor->laplace);
    const pld__kernel_laplace *laplace = &factor->laplace;
    long double T = factor->count, off = at.units * (fabsl((long double)epsilon) + (T + 1) * at.most);
    pld__kernel_part found;
    found.lower =
        sum_over(laplace, &at, T, epsilon + off, false).lower + T * sum_over(laplace, &at, T - 1, epsilon + off, true).lower;
    found.upper =
        sum_over(laplace, &at, T, epsilon - off, false).upper + T * sum_over(laplace, &at, T - 1, epsilon - off, true).upper;
    found.upper = found.upper * (1 + 1e-17L) + UNDERFLOWN;
    return found;
}
