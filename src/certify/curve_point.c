#include "certify/curve_point.h"

#include "base/base.h"
#include "base/platform.h"

#include <float.h>
#include <math.h>

/* exp is good to 2u; below the smallest double it is 0, which an upper end must not be. */
void pld__delta_ends(const pld_bracket *log_delta, double *low, double *high) {
    double least = exp(log_delta->lower) * (1 - 4 * PLD__U);
    double most = log_delta->upper == -INFINITY ? 0 : exp(log_delta->upper) * (1 + 4 * PLD__U) + DBL_MIN;
    *low = least > DBL_MIN ? least : 0;
    *high = most <= 1 ? most : 1; /* also where it is no number */
}

/* D(x) = 1 - x + x E(1/x) below 1 (T35): two positive terms, each good to 4u or so. */
pld__support pld__curve_point(double log_x, double low, double estimate, double high) {
    if (log_x >= 0)
        return (pld__support){log_x, low, estimate, high, expl((long double)log_x)};
    double base = -expm1(log_x), x = exp(log_x);
    return (pld__support){log_x, (base + x * low) * (1 - 8 * PLD__U), base + x * estimate,
                          fmin((base + x * high) * (1 + 8 * PLD__U), 1), expl((long double)log_x)};
}

/* Theorem (T37). The best guess is right with probability max over A of prior P(A) + (1 - prior) (1 - Q(A)) = (1 - prior) + prior
 * D(x), x = (1 - prior)/prior: D is a supremum of P(A) - x Q(A). Below prior 1/2 that is the delta of remove at log x >= 0;
 * above, with the prior of the other answer in place of this one, the delta of add. Guessing without looking is right with
 * max(prior, 1 - prior). */
pld__guessing pld__guessing_with(double prior) {
    bool rare = prior <= 0.5;
    double chance = rare ? prior : 1 - prior;
    return (pld__guessing){rare ? PLD_REMOVE : PLD_ADD, log1p(-chance) - log(chance), chance};
}

/* epsilon is off by 4u (1 + |epsilon|), and D changes by at most that times x Q(L > epsilon) <= 1 for each unit of epsilon; 1 -
 * prior is rounded by u, and the sum twice. */
pld_bracket pld__guessing_accuracy(const pld__guessing *guessing, const pld__support *there) {
    double chance = guessing->chance, slack = 8 * PLD__U * (1 + guessing->epsilon);
    double low = fmax(1 - chance + chance * there->low - slack, nextafter(1 - chance, 0));
    double high = fmin(1 - chance + chance * there->high + slack, 1);
    return (pld_bracket){low, fmin(fmax(1 - chance + chance * there->estimate, low), high), high};
}

/* 1 - x is rounded once, by u at most; nextafter covers that. */
pld_bracket pld__complement(const pld_bracket *of) {
    return (pld_bracket){fmax(nextafter(1 - of->upper, -1), 0), 1 - of->estimate, fmin(nextafter(1 - of->lower, 2), 1)};
}

/* Few roundings of positive terms, none of which is too small for a long double. */
static long double precision(long double true_positive, long double false_positive, long double prior) {
    long double right = prior * true_positive, wrong = (1 - prior) * false_positive;
    return right > 0 ? right / (right + wrong) : 0;
}

pld_bracket pld_attack_precision(const pld_bracket *true_positive, double false_positive_rate, double prior) {
    if (!pld__platform_sound())
        return (pld_bracket){0, NAN, 1};
    double estimate =
        isnan(true_positive->estimate) ? NAN : (double)precision(true_positive->estimate, false_positive_rate, prior);
    double lower = (double)precision(true_positive->lower, false_positive_rate, prior);
    double upper = (double)precision(true_positive->upper, false_positive_rate, prior);
    return (pld_bracket){lower > 0 ? nextafter(lower * (1 - 8 * PLD__U), 0) : 0, estimate,
                         true_positive->upper > 0 ? fmin(nextafter(upper * (1 + 8 * PLD__U), 2), 1) : 0};
}
