#include "bound/run_law.h"

#include "base/base.h"

#include <math.h>

/* Every function below is a handful of long double operations, none of which loses digits: each result is right within this,
 * relative; gamma and mean are within PLD__U of what they are called. */
static const long double SLACK = 64 * (long double)PLD__U;

/* (1 - gamma)/gamma. */
static long double odds(const pld__run_law *law) {
    return (1 - (long double)law->gamma) / law->gamma;
}

/* 1 - phi(1 - u) = P[at least one of K runs is in an event of probability u]. With r = 1 + u (1 - gamma)/gamma it is (1 -
 * r^-eta)/(1 - gamma^eta), and log r/log(1/gamma) at eta = 0. */
static long double hit(const pld__run_law *law, long double u) {
    if (law->poisson)
        return -expm1l(-law->mean * u);
    long double log_r = log1pl(odds(law) * u), log_gamma = logl(law->gamma);
    return law->eta == 0 ? -log_r / log_gamma : expm1l(-law->eta * log_r) / expm1l(law->eta * log_gamma);
}

/* phi(1 - u) = P[none of K runs is in such an event]. w = 1 - (1 - gamma)(1 - u) is also a sum of two positive terms: where it is
 * small 1 - u has too few digits. */
static long double missed(const pld__run_law *law, long double u) {
    if (law->poisson)
        return expl(-law->mean * u);
    long double gamma = law->gamma, log_gamma = logl(gamma), w = gamma + (1 - gamma) * u;
    long double log_w = w < 0.5L ? logl(w) : log1pl(-(1 - gamma) * (1 - u));
    return law->eta == 0 ? log_w / log_gamma : expm1l(-law->eta * log_w) / expm1l(-law->eta * log_gamma);
}

double pld__run_law_mean(const pld__run_law *law) {
    if (law->poisson)
        return law->mean;
    long double log_gamma = logl(law->gamma);
    return (double)(law->eta == 0 ? -odds(law) / log_gamma : -law->eta * odds(law) / expm1l(law->eta * log_gamma));
}

/* phi is convex, so that 1 - phi(1 - d) <= d E K, which will do where delta is too small for a number. 1 - delta keeps its digits
 * also where delta is nearly 1. */
long double pld__run_law_log_share(const pld__run_law *law, long double log_delta) {
    long double delta = expl(log_delta), rest = -expm1l(log_delta);
    if (delta < 1e-300L)
        return log_delta - logl(pld__run_law_mean(law)) - SLACK;
    if (law->poisson)
        return fminl(logl(-(delta < 0.5L ? log1pl(-delta) : logl(rest)) / law->mean) - SLACK, 0);
    long double log_gamma = logl(law->gamma), grown = law->eta * log_gamma, kept = rest + delta * expl(grown);
    long double log_kept = kept < 0.5L ? logl(kept) : log1pl(delta * expm1l(grown));
    long double log_r = law->eta == 0 ? -delta * log_gamma : -log_kept / law->eta;
    return fminl(logl(expm1l(log_r) / odds(law)) - SLACK, 0);
}

bool pld__run_law_allows(const pld__run_law *law, double t, double delta_upper) {
    return t > 0 && delta_upper <= expm1l(t) / odds(law) * (1 - SLACK);
}

double pld__run_law_shift(const pld__run_law *law, double t, double variation_upper) {
    long double shift = law->poisson ? (long double)law->mean * variation_upper : (1 + (long double)law->eta) * t;
    return nextafter((double)(shift * (1 + SLACK)), INFINITY);
}

double pld__run_law_epsilon_lower(const pld__run_law *law, double level, double power, long double delta, bool reversed) {
    long double with = reversed ? missed(law, level) : hit(law, power);
    long double without = reversed ? missed(law, power) : hit(law, level);
    long double left = with * (1 - SLACK) - delta * (1 + SLACK), below = without * (1 + SLACK);
    if (!(left > 0 && below > 0))
        return -INFINITY;
    double epsilon = (double)logl(left / below);
    return epsilon - 4 * PLD__U * (1 + fabs(epsilon));
}
