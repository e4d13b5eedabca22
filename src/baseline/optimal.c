/* Optimal composition of equal steps (Kairouz, Oh and Viswanath 2015, theorem 3.3).
 *
 * Theorem. T steps of which nothing is known but that each is (epsilon, delta)-private compose to the hockey-stick curve of T-fold
 * randomized response: with J ~ Binomial(T, e^epsilon/(1 + e^epsilon)) and loss (2J - T) epsilon, and to 1 - (1 - delta)^T beside it.
 * No bound that starts from (epsilon, delta) can be below it. Valid for every mechanism and delta > 0 when all steps are equal.
 *
 * Here delta is split as in advanced.c: every step gets (1 - f) delta/T and its tight epsilon, the curve is read at f delta, at the
 * best f; 1 - (1 - x)^T (1 - y) <= T x + y. */
#include "baseline/crossing.h"
#include "baseline/guarantee.h"
#include "baseline/minimum.h"

#include <math.h>
#include <string.h>

static const double MOST_STEPS = 1e9; /* the binomial coefficients below are good to 1e-8 up to there */

typedef struct {
    double steps, epsilon; /* of each step */
} response;

/* log of the hockey-stick of T-fold randomized response at `epsilon` >= 0. */
static double log_curve(const void *context, double epsilon) {
    const response *of = context;
    double steps = of->steps;
    long double log_p = -log1pl(expl(-(long double)of->epsilon)), log_q = log_p - of->epsilon, p = expl(log_p);
    double first = fmax(0, floor((epsilon / of->epsilon + steps) / 2) + 1); /* of the losses above epsilon */
    double mean = steps * (double)p, deviation = sqrt(steps * (double)(p * expl(log_q)));
    if (first > steps)
        return -INFINITY;
    if (first < mean - 60 * deviation - 60)
        first = floor(mean - 60 * deviation - 60); /* the rest has mass below e^-1000, and makes no difference beside 1 */
    long double scale = lgammal((long double)steps + 1) - lgammal((long double)first + 1) -
                        lgammal((long double)(steps - first) + 1) + first * log_p + (steps - first) * log_q;
    long double term = 1, sum = 0, growth = expl((long double)of->epsilon);
    for (double j = first; j <= steps; j++) {
        sum += term * -expm1l(epsilon - (2 * j - steps) * (long double)of->epsilon);
        if (j > mean && term < 1e-20L * sum)
            break;
        term *= (steps - j) / (j + 1) * growth;
    }
    return (double)fminl(0, scale + logl(sum));
}

static double curve_epsilon(double steps, double step_epsilon, double log_delta) {
    response of = {steps, step_epsilon};
    double most = steps * step_epsilon;
    if (!isfinite(most) || most == 0 || log_curve(&of, 0) <= log_delta)
        return isfinite(most) ? 0 : INFINITY;
    return pld__crossing(log_curve, &of, log_delta, 0, most, 1e-9);
}

/* f = 1/(1 + e^-x). */
static double epsilon_at(const void *context, double x) {
    const pld__baseline_question *question = context;
    double steps = pld__baseline_total(question);
    double step =
        pld__guarantee_epsilon(question->steps[0].mechanism, question->log_delta + pld__log_other_share(x) - log(steps));
    return curve_epsilon(steps, step, question->log_delta + pld__log_share(x));
}

pld_status pld__baseline_optimal(const pld__baseline_question *question, pld_baseline_answer *answer) {
    if (pld__baseline_refuses_zero(question, answer))
        return PLD_OK;
    for (size_t i = 1; i < question->step_count; i++)
        if (strcmp(pld_mechanism_resolved(question->steps[i].mechanism), pld_mechanism_resolved(question->steps[0].mechanism)))
            return pld__baseline_refuse(answer,
                                        "the theorem is about equal steps; different ones compose as approx-dp mechanisms");
    if (pld__baseline_total(question) > MOST_STEPS)
        return pld__baseline_refuse(answer, "more than %g steps are not evaluated", MOST_STEPS);
    double where;
    answer->epsilon = pld__minimum(epsilon_at, question, -12, 12, 0.05, &where);
    return PLD_OK;
}
