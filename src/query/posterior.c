/* pld_query_posterior, pld_attack_precision: what an attacker with a prior knows afterwards. */
#include "base/base.h"
#include "base/plain.h"
#include "base/platform.h"
#include "query/levels.h"
#include "query/solve.h"

#include <math.h>
#include <stdio.h>

/* Theorem (T37). The best guess is right with probability max over A of prior P(A) + (1 - prior) (1 - Q(A)) = (1 - prior) + prior D(x), x = (1 - prior)/prior:
 * D is a supremum of P(A) - x Q(A). Below prior 1/2 that is the delta of remove at log x >= 0; above, with the prior of the other
 * answer in place of this one, the delta of add. Guessing without looking is right with max(prior, 1 - prior). */
static pld_status ask(const pld_step *steps, size_t step_count, double prior, const pld_options *options,
                      pld_posterior *posterior, pld_error *error) {
    bool rare = prior <= 0.5;
    double chance = rare ? prior : 1 - prior, epsilon = log1p(-chance) - log(chance);
    pld__levels levels;
    pld__levels_start(steps, step_count, options, &levels);
    double tolerance = options->tolerance > 0 ? options->tolerance : options->relative_tolerance;
    tolerance = tolerance > 0 ? tolerance : 1e-3;
    pld__wish wish = {rare ? PLD__VIEW_REMOVE : PLD__VIEW_ADD, fmax(epsilon, 0), fmin(tolerance, 0.5)};
    pld_status status = pld__levels_ask(&levels, &wish, 1, error);
    if (status == PLD_OK) {
        pld__support points[2];
        size_t last = pld__levels_view(&levels, wish.view, points) - 1;
        /* epsilon is off by 4u (1 + |epsilon|), and D changes by at most that times x Q(L > epsilon) <= 1 for each unit of epsilon;
         * 1 - prior is rounded by u, and the sum twice. */
        double slack = 8 * PLD__U * (1 + epsilon);
        double low = 1 - chance + chance * points[last].low - slack, high = 1 - chance + chance * points[last].high + slack;
        *posterior = (pld_posterior){.prior = prior, .tolerance = tolerance, .tolerance_met = !levels.known[0].spent};
        posterior->accuracy.lower = fmax(low, nextafter(1 - chance, 0));
        posterior->accuracy.upper = fmin(high, 1);
        posterior->accuracy.estimate = NAN;
        if (levels.known[0].estimated)
            posterior->accuracy.estimate =
                fmin(fmax(1 - chance + chance * points[last].estimate, posterior->accuracy.lower), posterior->accuracy.upper);
    }
    pld__levels_free(&levels);
    return status;
}

pld_status pld_query_posterior(const pld_step *steps, size_t step_count, double prior, const pld_options *options,
                               pld_posterior *posterior, pld_error *error) {
    if (!(prior >= 1e-200 && prior < 1)) {
        char word[48];
        pld__plain_format(word, sizeof word, "%.17g", prior);
        return pld__error_argument(error, word, "a number above 0 (at least 1e-200) and below 1", "the prior %s is out of range",
                                   word);
    }
    pld_status status = pld__solve_check(steps, step_count, options, error);
    return status == PLD_OK ? ask(steps, step_count, prior, options, posterior, error) : status;
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
