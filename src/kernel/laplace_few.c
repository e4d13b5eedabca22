#include "kernel/laplace_few.h"

#include "base/binomial.h"
#include "kernel/laplace.h"

#include <math.h>

static const long double U = PLD__KERNEL_U;
static const long double LOG_TWO = 0.693147180559945309417L, MOST_STEPS = 1e5L, UNDERFLOWN = 1e-4900L;

bool pld__kernel_few_takes(const pld__kernel_factor *factor) {
    return pld__kernel_is_closed(factor) && factor->count >= 2 && factor->count <= MOST_STEPS;
}

/* --- more than one step between ------------------------------------------------------------------------------------- */

/* c = C/A = w tanh(z), z = a + ib, and how far it is off: with f = e^(-2a), tanh is (1 - f^2 + 2 i f sin(2b))/((1 - f)^2 + 4 f
 * cos(b)^2), and b's error counts against 1 - f at worst. */
static pld__kernel_moment quotient(long double r, long double theta, long double t) {
    long double half = theta + 0.5L, a = half * r, b = t * r, f = expl(-2 * a), cosine = cosl(b);
    long double less = -expm1l(-2 * a), below = less * less + 4 * f * cosine * cosine;
    long double real = -expm1l(-4 * a) / below, imaginary = 2 * f * sinl(2 * b) / below, square = 2 * (half * half + t * t);
    pld__kernel_moment found = {(real * half + imaginary * t) / square, (imaginary * half - real * t) / square, 0};
    found.error = U * (256 + 64 * b / less) * hypotl(real, imaginary) / sqrtl(2 * square) * 2;
    return found;
}

/* N = M^T F, F = 1 - e^(-T log(1 + c)) (1 + T c). */
pld__kernel_log pld__kernel_few_log(const pld__kernel_factor *factor, long double theta, long double t) {
    long double T = factor->count;
    pld__kernel_log whole = pld__kernel_laplace_log(&factor->laplace, theta, t);
    pld__kernel_log top = pld__kernel_laplace_log(&factor->laplace, theta, 0);
    long double most = T * (top.real + top.error) * (1 + 4 * U);
    pld__kernel_moment c = quotient(factor->laplace.ratio, theta, t);
    pld__kernel_log log = pld__kernel_log_of(&c);
    if (!(T * log.error < 0.1L && T * whole.error < 0.1L))
        return (pld__kernel_log){0, 0, INFINITY, most};
    long double size = expl(-T * log.real), angle = -T * log.imaginary, cosine = cosl(angle), sine = sinl(angle);
    long double real = 1 + T * c.real, imaginary = T * c.imaginary, linear = hypotl(real, imaginary);
    long double parts = 1 + T * (fabsl(log.real) + fabsl(log.imaginary));
    pld__kernel_moment rest = {-size * (cosine * real - sine * imaginary), -size * (cosine * imaginary + sine * real), 0};
    rest.error = size * (linear + 1) * (2 * T * log.error + 16 * U * parts) + 2 * size * T * c.error + 4 * U;
    pld__kernel_log found = pld__kernel_log_of(&rest);
    found.real += T * whole.real;
    found.imaginary += T * whole.imaginary;
    found.error += T * whole.error + 8 * U * (T * (fabsl(whole.real) + fabsl(whole.imaginary)) + fabsl(found.real));
    found.upper = fminl(found.upper + T * whole.upper + 8 * U * T * fabsl(whole.upper), most);
    return found;
}

long double pld__kernel_few_log_behind(const pld__kernel_factor *factor, long double theta, long double t) {
    long double T = factor->count, r = factor->laplace.ratio, half = theta + 0.5L, w = 1 / (2 * hypotl(half, t));
    long double outcomes = theta * r - LOG_TWO + log1pl(expl(-2 * half * r));
    long double value = T * outcomes + logl(T * (T - 1) / 2) + 2 * logl(w) + (T - 2) * log1pl(w);
    return value + 32 * U * (T * (theta * r + 3) + fabsl(value) + 64);
}

long double pld__kernel_few_rest_upper(const pld__kernel_factor *factor, double epsilon) {
    long double T = factor->count, r = factor->laplace.ratio,
                y = T * r - epsilon + 64 * U * (T * r + fabsl((long double)epsilon));
    if (!(y <= 1.99L * r && T * y < 100))
        return 1;
    return y > 0 ? expl(-T * LOG_TWO + T * y / 2 + 2 * logl(T * y / 4) + logl(y)) * (1 + 1e-12L) + UNDERFLOWN : 0;
}

/* --- none and one --------------------------------------------------------------------------------------------------- */

/* The hockey stick of an outcome, and of what is between, at e. */
static long double of_outcome(long double e) {
    return e < 0 ? -expm1l(e) : 0;
}

static long double of_between(long double r, long double e) {
    if (e >= r)
        return 0;
    if (e <= -r)
        return expm1l(-r) * expm1l(e) / 2;
    long double grown = expm1l(-(r - e) / 2);
    return grown * grown / 2;
}

/* sum over i of binom(n, i) p_2^i p_1^(n-i) times one of these at epsilon - (2i - n) r. What is left out
 * above falls like a geometric series, and neither exceeds 1. */
static pld__kernel_part sum_over(long double n, long double r, long double epsilon, bool between) {
    long double first = fmaxl(0, floorl((epsilon / r + n) / 2 - (between ? 1 : 0)) - 1), ratio, sum = 0, left_out = 0;
    if (first > n)
        return (pld__kernel_part){0, 0};
    long double weight = expl(pld__log_choose(n, first) - n * LOG_TWO - (n - first) * r);
    for (long double i = first; i <= n; i++) {
        long double e = epsilon - (2 * i - n) * r;
        sum += weight * (between ? of_between(r, e) : of_outcome(e));
        ratio = (n - i) / (i + 1) * expl(r);
        if (ratio < 0.9L && weight * ratio < 1e-22L * sum * (1 - ratio)) {
            left_out = weight * ratio / (1 - ratio) * (1 + 1e-9L);
            break;
        }
        weight *= ratio;
    }
    long double off = 1e-15L + U * (64 * n * (logl(n + 1) + r + 1) + 32 * (n - first) + 64);
    return (pld__kernel_part){sum * (1 - off), sum * (1 + off) + left_out};
}

/* Both at an epsilon that is known to 2^-58 of the losses: delta falls with it. */
pld__kernel_part pld__kernel_few_delta(const pld__kernel_factor *factor, double epsilon) {
    long double T = factor->count, r = factor->laplace.ratio, off = 64 * U * (fabsl((long double)epsilon) + (T + 1) * r);
    pld__kernel_part found;
    found.lower = sum_over(T, r, epsilon + off, false).lower + T * sum_over(T - 1, r, epsilon + off, true).lower;
    found.upper = sum_over(T, r, epsilon - off, false).upper + T * sum_over(T - 1, r, epsilon - off, true).upper;
    found.upper = found.upper * (1 + 1e-17L) + UNDERFLOWN;
    return found;
}
