/* The best of a random number of runs (Papernot and Steinke 2022; Koskela, Redberg and Wang 2024): what it costs.
 *
 * K runs of one mechanism, K drawn from a law that is fixed before and has nothing to do with the data; of their outputs the best
 * by a total order is released, and neither K nor any other output. phi(z) = E z^K. P and Q are the output of one run on two
 * neighbours, D(x) = sup P(E) - x Q(E) and E(x) = sup Q(E) - x P(E) their curves.
 *
 * Theorem (T157). Truncated negative binomial K (eta > -1, 0 < gamma < 1): for every c > 1 with E(c) <= (c - 1) gamma/(1 - gamma)
 * delta of the best at e^epsilon is at most 1 - phi(1 - D(e^epsilon c^-(eta + 1))). Poisson K of mean m, epsilon >= 0: the same
 * with e^(m TV) in place of c^(eta + 1), TV = D(1) = E(1). Theorem (T158). For every test of level a and power t between P and Q
 * some mechanism with these curves and some order have, at e^epsilon, a delta of the best of at least s(t) - e^epsilon s(a), s(u)
 * = 1 - phi(1 - u); and for every test of level a and power t between Q and P of at least phi(1 - a) - e^epsilon phi(1 - t). */
#ifndef PLD_BOUND_RUN_LAW_H
#define PLD_BOUND_RUN_LAW_H

#include <stdbool.h>

/* eta = 0 is the logarithmic law, eta = 1 the geometric one of mean 1/gamma. */
typedef struct pld__run_law {
    bool poisson;
    double eta, gamma; /* not of Poisson laws */
    double mean;       /* of Poisson laws */
} pld__run_law;

/* E K. */
double pld__run_law_mean(const pld__run_law *law);

/* The log of some d with 1 - phi(1 - d) <= delta, as large as can be but for rounding. */
long double pld__run_law_log_share(const pld__run_law *law, long double log_delta);

/* Is E(e^t) <= (e^t - 1) gamma/(1 - gamma), for certain? */
bool pld__run_law_allows(const pld__run_law *law, double t, double delta_upper);

/* What epsilon of one run at that share grows by, from above: for a t that is allowed; of Poisson laws from TV. */
double pld__run_law_shift(const pld__run_law *law, double t, double variation_upper);

/* The largest epsilon at which a test of this level, and at least this power, shows a delta of the best of `delta`, from below;
 * -INFINITY if there is none. `reversed`: the test is between Q and P. */
double pld__run_law_epsilon_lower(const pld__run_law *law, double level, double power, long double delta, bool reversed);

#endif
