#include "bound/trapezoid.h"

#include <math.h>
#include <stdbool.h>

/* A number below pi. */
static const long double PI_LOW = 3.14159265358979323L;

/* Exponents below are sums of a few rounded parts, each good to a few units of 2^-63: this much of their absolute values, and
 * 1e-15, is added. */
static const long double SLACK = 1e-17L;

int pld__bound_cone(const pld__mean_ends *means, long double shift) {
    long double p_spread = means->p_high - means->p_low, q_spread = means->q_high - means->q_low;
    return shift >= 0 && shift < INFINITY && shift * p_spread < PI_LOW * (1 - 1e-9L) && shift * q_spread < PI_LOW * (1 - 1e-9L);
}

/* The largest shift that the cone allows, or nearly. */
static long double widest(const pld__mean_ends *means) {
    long double spread = fmaxl(means->p_high - means->p_low, means->q_high - means->q_low);
    return spread > 0 ? PI_LOW * 0.98L / spread : 1e6L;
}

/* -theta log cos(shift D/2), from above; the cone holds, so that the cosine is positive. */
static long double log_cosine_power(const pld__mean_ends *means, long double theta, long double shift) {
    long double angle = shift * (means->q_high - means->q_low) / 2 * (1 + SLACK);
    return angle > 0 ? -theta * logl(cosl(angle)) * (1 + 1e-15L) + theta * 1e-16L : 0;
}

/* log(1/(e^x - 1)), from above: x > 0. */
static long double log_geometric(long double x) {
    return x > 0 ? -x - logl(-expm1l(-x)) : INFINITY;
}

/* e^exponent, from above, for an exponent whose parts add up to `size`. */
static long double raised(long double exponent, long double size) {
    return expl(exponent + 64 * SLACK * size + 1e-15L);
}

/* One of the two terms of (T71) at one shift. */
static long double one_term(const pld__mean_ends *means, long double kappa, long double theta, long double t, long double step,
                            long double shift, long double reach) {
    if (!(shift > 0) || !pld__bound_cone(means, shift))
        return INFINITY;
    long double bell = kappa * shift * shift / 2, cosine = log_cosine_power(means, theta, shift), turn = t * shift * reach;
    long double falls = 2 * PI_LOW * shift / step;
    return raised(bell + cosine + turn + log_geometric(falls), bell + cosine + turn + falls);
}

/* The exponent of a term, a^2/2 (1 + theta D^2/4 ..) - a (2 pi/h - t reach), is least near these shifts. */
static long double best_term(const pld__mean_ends *means, long double kappa, long double theta, long double t, long double step,
                             long double reach) {
    static const long double share[] = {1, 0.9L, 0.8L, 0.65L, 0.5L, 0.35L};
    long double spread = means->q_high - means->q_low, most = widest(means);
    long double guess = fminl((2 * PI_LOW / step - t * reach) / (kappa + theta * spread * spread / 4), most), best = INFINITY;
    for (unsigned i = 0; i < sizeof share / sizeof share[0]; i++)
        best = fminl(best, one_term(means, kappa, theta, t, step, guess * share[i], reach));
    return best;
}

long double pld__bound_trapezoid(const pld__mean_ends *means, long double kappa, long double theta, long double t,
                                 long double step) {
    if (!(kappa >= 1 && theta >= 0 && t >= 0 && step > 0))
        return INFINITY;
    long double against = fmaxl(means->q_high - means->p_low, 0), along = fmaxl(means->p_high - means->q_low, 0);
    return best_term(means, kappa, theta, t, step, against) + best_term(means, kappa, theta, t, step, along);
}

long double pld__bound_decay_trapezoid(const pld__mean_ends *means, long double kappa, long double theta, long double t,
                                       long double step, long double shift) {
    static const long double share[] = {1, 0.8L, 0.6L, 0.4L, 0.25L, 0.15L};
    if (!(kappa >= 1 && theta >= 0 && t >= 0 && step > 0 && shift > 0) || means->p_low < means->q_high)
        return INFINITY;
    long double reach = means->p_high - means->q_low, spread = means->q_high - means->q_low, best = INFINITY;
    long double guess = fminl((2 * PI_LOW / step - t * reach / 2) / (kappa + theta * spread * spread / 4), widest(means) - shift);
    for (unsigned i = 0; i < sizeof share / sizeof share[0]; i++) {
        long double b = guess * share[i];
        if (!(b > 0) || !pld__bound_cone(means, shift + b))
            continue;
        long double bell = (shift * shift + kappa * b * b) / 2, cosine = log_cosine_power(means, theta, shift + b);
        long double turn = t * fmaxl(b - shift, 0) * reach / 2, falls = 2 * PI_LOW * b / step;
        best = fminl(best, 2 * raised(bell + cosine + turn + log_geometric(falls), bell + cosine + turn + falls));
    }
    return best;
}

long double pld__bound_bell_trapezoid(long double step) {
    if (!(step > 0))
        return INFINITY;
    long double falls = 2 * PI_LOW * PI_LOW / (step * step);
    return 2 * raised(log_geometric(falls), falls);
}

/* To the left the posterior mean of Q falls, and chi grows, by less than 2 phi/v where it is above 1/2. To the right, with u the
 * way from x, the posterior mean of P is at most p_high and, as its slope is the posterior variance, at most p_low + (p_mean -
 * p_low) e^(u spread); chi falls at least as fast as (x + u - X)/v^2. A bound that is convex in u up to some u_1 is largest at an
 * end. */
long double pld__bound_fall(const pld__mean_ends *means, long double theta, long double x, int sign, long double p_mean,
                            long double q_mean, long double cut, long double softness) {
    long double sizes = (1 + theta) * fmaxl(fabsl(means->p_low), fabsl(means->p_high)) + theta * fabsl(q_mean) + fabsl(x);
    if (sign < 0 && cut < INFINITY) {
        long double z = (x - cut) / softness, hazard = 0.8L * expl(-z * z / 2) / softness; /* 2 phi(z)/v, and 0.797 < 0.8 */
        return z < 0 ? (1 + theta) * means->p_low - theta * q_mean - x - hazard - 1e-17L * sizes : -1;
    }
    if (sign < 0)
        return (1 + theta) * means->p_low - theta * q_mean - x - 1e-17L * sizes;
    long double keeps = cut < INFINITY ? fmaxl(x - cut, 0) / (softness * softness) : 0;
    long double base = -theta * q_mean - x - keeps, at_most = (1 + theta) * means->p_high + base;
    long double plain = -at_most - 1e-17L * (sizes + keeps);
    if (plain > 0 || !(cut < x))
        return plain;
    long double now = (1 + theta) * p_mean + base, kappa = 1 + 1 / (softness * softness), spread = means->p_high - means->p_low;
    long double fall = -now / 2, way = (at_most + fall) / kappa; /* from u = way on, at_most - kappa u <= -fall */
    long double later = (1 + theta) * (means->p_low + (p_mean - means->p_low) * expl(way * spread)) + base - kappa * way;
    bool falls = fall > 0 && later <= -fall;
    return falls ? fall * (1 - 1e-12L) - 1e-17L * (sizes + keeps + (1 + theta) * fabsl(p_mean) * expl(way * spread)) : -1;
}
