#include "kernel/bell.h"

#include <math.h>

static const long double U = PLD__KERNEL_U;
static const long double TURN = 6.28318530717958647692528676655900577L;
static const long double HALF_SQUARE = 19.7392088021787172376689819997523022L; /* 2 pi^2 */

/* With sigma >= 1/2 each term beyond these is below e^-90 of the largest. */
enum { TERMS = 5 };
static const long double LEAST_SIGMA = 0.5L, BEHIND = 1e-35L;

/* Terms below e^this are left out as well: all of them are below 1e-38. */
static const long double LEAST_EXPONENT = -92;

bool pld__bell_takes(const pld_mechanism *mechanism) {
    const pld__traits *traits = &mechanism->traits;
    return traits->kind == PLD__KIND_DISCRETE_GAUSSIAN && traits->sampling_rate == 1 && traits->scale >= (double)LEAST_SIGMA &&
           traits->whole_sensitivity >= 1;
}

/* The sum over k of e^(-2 pi^2 sigma^2 k^2), less 1; good to 8 units and BEHIND. */
static long double norm_excess(long double sigma) {
    long double sum = 0, first = -HALF_SQUARE * sigma * sigma;
    for (int k = TERMS; k > 0 && first > LEAST_EXPONENT; k--)
        sum += 2 * expl(first * (long double)(k * k));
    return sum;
}

/* |M(theta)| is at most the sum of the terms' sizes, and at tau = 0 these are those of the norm. */
long double pld__bell_log_upper(long double sigma, long double shift, long double theta) {
    return theta * (theta + 1) * (shift / sigma) * (shift / sigma) / 2 * (1 + 16 * U);
}

/* The sum over k around the nearest whole number k_0 = 0 of tau, |tau| <= 1/2, over the norm: with c = (1 + theta) D,
 *     e^(-2 pi^2 sigma^2 tau^2 + 2 pi i tau c) (1 + sum over k != 0 of e^(-2 pi^2 sigma^2 (k^2 - 2 k tau) - 2 pi i k c)).
 * tau is off by `tau_error`. */
static pld__kernel_log log_at(long double sigma, long double shift, long double theta, long double tau, long double tau_error) {
    long double variance = HALF_SQUARE * sigma * sigma, real = 0, imaginary = 0, error = 0;
    /* The part of c behind the point: that of theta is exact, its product with D is rounded. */
    long double whole, c = modfl(modfl(theta, &whole) * shift, &whole), c_error = U * shift;
    for (int k = -TERMS; k <= TERMS; k++) {
        if (k == 0)
            continue;
        long double exponent = -variance * (long double)k * ((long double)k - 2 * tau);
        if (exponent < LEAST_EXPONENT)
            continue;
        long double size = expl(exponent), angle = -TURN * (long double)k * c;
        real += size * cosl(angle);
        imaginary += size * sinl(angle);
        error += size * (8 * U * (fabsl(exponent) + fabsl(angle)) + 2 * variance * fabsl((long double)k) * tau_error +
                         TURN * fabsl((long double)k) * c_error + 16 * U);
    }
    pld__kernel_moment around = {real, imaginary, (error + BEHIND) * (1 + 1e-9L)};
    pld__kernel_log log = pld__kernel_log_of(&around);
    long double norm = norm_excess(sigma), log_norm = log1pl(norm), norm_error = 16 * U * norm + BEHIND;
    long double up = theta * (theta + 1) * (shift / sigma) * (shift / sigma) / 2, fall = variance * tau * tau;
    long double turn = TURN * tau * (1 + theta) * shift, reach = fabsl(tau) + tau_error;
    long double off = 8 * U * (up + fall + fabsl(turn) + log_norm) + norm_error + 2 * variance * reach * tau_error +
                      TURN * (1 + theta) * shift * tau_error;
    log.real += up - fall - log_norm;
    log.imaginary += turn;
    log.upper += up - fall - log_norm + off + 8 * U * fabsl(log.upper);
    log.error += off + 4 * U * (fabsl(log.real) + fabsl(log.imaginary));
    return log;
}

pld__kernel_log pld__bell_log_turned(long double sigma, long double shift, long double theta, int64_t j, int64_t count) {
    int64_t turn = j % count;
    turn -= 2 * turn > count ? count : 0;
    long double tau = (long double)turn / (long double)count;
    return log_at(sigma, shift, theta, tau, U * fabsl(tau));
}

/* M(s) comes back after each whole tau but for the factor e^(-i pi tau D). */
pld__kernel_log pld__bell_log(long double sigma, long double shift, long double theta, long double t) {
    long double tau = t * (shift / sigma) / sigma / TURN, nearest = roundl(tau), error = 4 * U * fabsl(tau);
    if (!(fabsl(tau) < 1e15L))
        return (pld__kernel_log){.error = INFINITY, .upper = pld__bell_log_upper(sigma, shift, theta)};
    pld__kernel_log log = log_at(sigma, shift, theta, tau - nearest, error);
    /* -pi tau D, whole turns apart: nearest D is a whole number, of which only the last bit counts */
    long double turn = -TURN / 2 * ((tau - nearest) * shift + fmodl(fmodl(nearest, 2) * fmodl(shift, 2), 2));
    log.imaginary += turn;
    log.error += TURN * shift * error + 4 * U * (fabsl(turn) + fabsl(log.imaginary));
    return log;
}

/* The sum of the sizes, sum over k of e^(-2 pi^2 sigma^2 (k - tau)^2), falls in tau up to 1/2: by Jacobi's product it is one of
 * factors that increase with cos(2 pi tau). */
long double pld__bell_log_decay(long double sigma, long double shift, long double theta, int64_t j, int64_t count) {
    long double tau = fminl((long double)j / (long double)count, 0.5L), variance = HALF_SQUARE * sigma * sigma, others = 0;
    for (int k = -TERMS; k <= TERMS; k++)
        others += k == 0 ? 0 : expl(-variance * (long double)k * ((long double)k - 2 * tau));
    long double up = pld__bell_log_upper(sigma, shift, theta), fall = variance * tau * tau;
    long double more = log1pl((others + BEHIND) * (1 + 1e-9L)) - log1pl(norm_excess(sigma) * (1 - 1e-9L));
    return up - fall + more + 16 * U * (up + fall) + 1e-17L * fabsl(more);
}
