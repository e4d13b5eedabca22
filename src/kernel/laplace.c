#include "kernel/laplace.h"

#include "kernel/point.h"

#include <math.h>

static const long double U = PLD__KERNEL_U;
static const long double LOG_TWO = 0.693147180559945309417L, THREE_QUARTER_TURNS = 4.712388980384689857L;

/* --- plain steps ---------------------------------------------------------------------------------------------------- */

typedef pld__point point;

/* sinh(a + ib), each part to 32 u of itself: a and b are good to 4 u, |a| and |b| are at most 2. */
static point hyperbolic_sine(long double a, long double b) {
    long double grown = expm1l(a), up = 1 + grown;
    return (point){(grown + grown / up) / 2 * cosl(b), (up + 1 / up) / 2 * sinl(b)};
}

/* sinh(z)/z - 1 from Z = z^2, |Z| <= 1: 12 terms leave less than 2^-70 of it. */
static point sine_quotient_rest(point square) {
    point sum = {0, 0};
    for (int n = 12; n >= 1; n--) {
        sum.real += 1;
        sum = pld__point_times(sum, square);
        long double next = (long double)(2 * n) * (2 * n + 1);
        sum = (point){sum.real / next, sum.imaginary / next};
    }
    return sum;
}

/* |z| <= 1: the first form of (T54). Z is good to 12 u, the quotients, whose slope is less than 1/5, to 24 u of |Z|. */
static pld__kernel_log near_one(long double r, long double theta, long double t) {
    long double half = theta + 0.5L, square = r * r;
    point first = pld__point_times(hyperbolic_sine((theta + 1) * r / 2, t * r / 2),
                                   hyperbolic_sine(theta * r / 2, t * r / 2)); /* without the 2 */
    point inner = {(half - t) * (half + t) * square, 2 * half * t * square};
    point turned = sine_quotient_rest(inner), own = sine_quotient_rest((point){square / 4, 0});
    point second = {r / 2 * (turned.real - own.real), r / 2 * (turned.imaginary - own.imaginary)};
    long double scale = expl(-r / 2);
    long double error =
        256 * pld__point_size(first) + r / 2 * 24 * (pld__point_size(inner) + square / 4) + 8 * pld__point_size(second);
    pld__kernel_moment moment = {scale * (2 * first.real + second.real), scale * (2 * first.imaginary + second.imaginary),
                                 U * scale * error * (1 + 1e-12L)};
    return pld__kernel_log_of(&moment);
}

/* Elsewhere the second one: e^(-2z) is off by what its exponent is. */
static pld__kernel_log far_from_one(long double r, long double theta, long double t) {
    long double half = theta + 0.5L, square = half * half + t * t, reach = sqrtl(square) * r, fallen = expl(-2 * half * r);
    point w = {half / (2 * square), -t / (2 * square)}, turned = {fallen * cosl(2 * t * r), -fallen * sinl(2 * t * r)};
    point rest = pld__point_times(turned, (point){1 - w.real, -w.imaginary});
    pld__kernel_moment moment = {(w.real - 1 + rest.real) / 2, (w.imaginary + rest.imaginary) / 2,
                                 U * (32 + (32 + 32 * reach) * fallen)};
    pld__kernel_log found = pld__kernel_log_of(&moment);
    long double turn = 8 * U * (theta + t) * r;
    found.real += theta * r;
    found.imaginary += t * r;
    found.error += turn + 2 * U * (fabsl(found.real) + fabsl(found.imaginary));
    found.upper += theta * r + turn + 2 * U * fabsl(found.upper);
    return found;
}

pld__kernel_log pld__kernel_laplace_log(const pld__kernel_laplace *laplace, long double theta, long double t) {
    long double r = laplace->ratio, half = theta + 0.5L;
    return hypotl(half, t) * r <= 0.99L ? near_one(r, theta, t) : far_from_one(r, theta, t);
}

/* --- decay -------------------------------------------------------------------------------------------------- */

long double pld__kernel_laplace_loss(const pld__kernel_laplace *laplace, long double x) {
    if (laplace->rate == 1)
        return x;
    long double y = laplace->rate * expm1l(x);
    return y > -0.5L ? log1pl(y) : logl((1 - laplace->rate) + laplace->rate * expl(x));
}

/* Where the loss is `away` above its lower end, or below its upper one: e^x is e^-r or e^r and 1 + y there times e^(+-away) - 1,
 * over q. Good to 1e-8 of r, and of 1; the lower end where it is not. */
static long double place_beside(const pld__kernel_laplace *laplace, long double away, bool upper) {
    long double r = laplace->ratio, rate = laplace->rate, end = upper ? r : -r;
    long double grown = expl(end) + (1 + rate * expm1l(end)) * expm1l(upper ? -away : away) / rate;
    bool good = !upper || grown > 1e-10L * expl(r);
    return good ? fminl(fmaxl(logl(grown), -r), r) : -r;
}

/* A tilted law, relative to e^log_moment. */
typedef struct {
    const pld__kernel_laplace *laplace;
    long double theta, power, log_moment; /* of 1 + y at t = 0 */
    long double low, high;                /* masses of the two outcomes */
} tilted_law;

/* e^log_mass (1 + y)^power at x. */
static long double mass_at(const tilted_law *law, long double x, long double log_mass) {
    return expl(log_mass + law->power * pld__kernel_laplace_loss(law->laplace, x) - law->log_moment);
}

static long double density_at(const tilted_law *law, long double x) {
    return mass_at(law, x, -(law->laplace->ratio + x) / 2 - 2 * LOG_TWO);
}

/* Where the density is least: its log is convex in x, with slope power q e^x/(1 + y) - 1/2. */
static long double least_at(const tilted_law *law, long double from, long double to) {
    long double rate = law->laplace->rate, twice = 2 * law->power - 1;
    if (!(twice > 0) || rate == 1)
        return to;
    return fminl(fmaxl(logl((1 - rate) / rate) - logl(twice), from), to);
}

/* The mass of the density on (from, to), from below. */
static long double mass_between(const tilted_law *law, long double from, long double to) {
    enum { CELLS = 32 };
    long double width = (to - from) / CELLS, sum = 0;
    for (int i = 0; i < CELLS && width > 0; i++) {
        long double left = from + i * width, right = left + width, least = least_at(law, left, right);
        sum += fminl(density_at(law, least), fminl(density_at(law, left), density_at(law, right)));
    }
    return width > 0 ? sum * width * (1 - 1e-9L) : 0;
}

/* What the modulus of the moment of the density has lost from t on (T56). */
static long double lost_between(const tilted_law *law, long double t) {
    const pld__kernel_laplace *laplace = law->laplace;
    long double r = laplace->ratio, away = 2 / t * (1 + 1e-9L);
    if (laplace->rate == 1) { /* w (high - low) at t = 0, at most |w| (high + low) later */
        long double half = law->theta + 0.5L, all = (law->high - law->low) / (2 * half) * (1 - 1e-9L);
        return fmaxl(all - (law->high + law->low) / (2 * hypotl(half, t)) * (1 + 1e-9L), 0);
    }
    long double from = place_beside(laplace, away, false), to = laplace->mixture_first ? place_beside(laplace, away, true) : r;
    long double slack = 1e-7L * fminl(r, 1);
    return mass_between(law, from + slack, to - slack);
}

/* Exponents are sums of parts that are at most `sizes` together, each good to a few units: less than 1e-13 in all. */
long double pld__kernel_laplace_log_behind(const pld__kernel_laplace *laplace, long double theta, long double t,
                                           long double log_moment) {
    long double r = laplace->ratio, range = pld__kernel_laplace_loss(laplace, r) - pld__kernel_laplace_loss(laplace, -r);
    tilted_law law = {.laplace = laplace,
                      .theta = theta,
                      .power = laplace->mixture_first || laplace->rate == 1 ? 1 + theta : -theta,
                      .log_moment = log_moment};
    if (!(t > 0 && (2 + theta) * range + 2 * r + fabsl(log_moment) < 1e4L))
        return log_moment;
    law.low = mass_at(&law, -r, -LOG_TWO);
    law.high = mass_at(&law, r, -LOG_TWO - r);
    long double turn = THREE_QUARTER_TURNS / range, late = lost_between(&law, fmaxl(t, turn));
    long double atoms = law.low + law.high, lost = late;
    if (t < turn) { /* until then the two outcomes do not come together again */
        long double sine = sinl(t * range / 2), apart = 4 * law.low * law.high * fminl(sine * sine, 0.5L) * (1 - 1e-9L);
        lost = fminl(late, apart / (atoms + sqrtl(atoms * atoms - apart)) + lost_between(&law, t));
    }
    return log_moment + (lost < 1 ? log1pl(-lost * (1 - 1e-9L)) : 0) + 8 * U * fabsl(log_moment);
}
