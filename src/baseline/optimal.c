/* Optimal composition of equal steps (Kairouz, Oh and Viswanath 2015, theorem 3.3).
 *
 * Theorem. T steps of which nothing is known but that each is (epsilon, delta)-private compose to the hockey-stick curve of
 * T-fold randomized response: with J ~ Binomial(T, e^epsilon/(1 + e^epsilon)) and loss (2J - T) epsilon, and to 1 - (1 - delta)^T
 * beside it. No bound that starts from (epsilon, delta) can be below it. Valid for every mechanism and delta > 0 when all steps
 * are equal.
 *
 * Here delta is split as in advanced.c: every step gets (1 - f) delta/T and its tight epsilon, the curve is read at f delta, at
 * the best f; 1 - (1 - x)^T (1 - y) <= T x + y.
 *
 * Different steps (theorem 3.5 of the same paper, for any (epsilon_i, delta_i)): each is dominated by the worst pair of its
 * guarantee, the approx-dp mechanism, and these are composed like everything else here; the upper end of their bracket is the
 * answer. Half of delta goes to the steps; any split is valid. */
#include "base/base.h"
#include "baseline/crossing.h"
#include "baseline/guarantee.h"
#include "base/minimum.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const double LARGEST_BOX = 1;  /* of larger steps little more than basic composition is left, and they take long */
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

static bool all_equal(const pld__baseline_question *question) {
    const char *first = pld_mechanism_resolved(question->steps[0].mechanism);
    for (size_t i = 1; i < question->step_count; i++)
        if (strcmp(pld_mechanism_resolved(question->steps[i].mechanism), first) != 0)
            return false;
    return true;
}

/* Every step as the worst mechanism of its guarantee, composed by the engine. */
static pld_status compose_black_boxes(const pld__baseline_question *question, const double *epsilons, double delta,
                                      pld_baseline_answer *answer) {
    size_t count = question->step_count, made = 0;
    pld_step *steps = pld__allocate(count, sizeof *steps);
    pld_mechanism **boxes = pld__allocate(count, sizeof(pld_mechanism *));
    pld_status status = steps && boxes ? PLD_OK : PLD_ERROR_MEMORY;
    for (; made < count && status == PLD_OK; made += status == PLD_OK) {
        status = pld_mechanism_create_approx_dp(epsilons[made], delta, 1, &boxes[made], NULL);
        if (status == PLD_OK)
            steps[made] = (pld_step){boxes[made], question->steps[made].count};
    }
    pld_options options = pld_options_default();
    options.relative_tolerance = 1e-3;
    options.threads = 1;
    pld_result result;
    if (status == PLD_OK)
        status = pld_query_epsilon(steps, count, question->log_delta, &options, &result, NULL);
    if (status == PLD_OK)
        answer->epsilon = fmin(answer->epsilon, result.bracket.upper);
    for (size_t i = 0; i < made; i++)
        pld_mechanism_free(boxes[i]);
    pld__free(boxes);
    pld__free(steps);
    return status;
}

static pld_status different_steps(const pld__baseline_question *question, pld_baseline_answer *answer) {
    double log_step = question->log_delta - log(2 * pld__baseline_total(question)), sum = 0, largest = 0;
    double *epsilons = pld__allocate(question->step_count, sizeof *epsilons);
    if (!epsilons)
        return PLD_ERROR_MEMORY;
    for (size_t i = 0; i < question->step_count; i++) {
        epsilons[i] = pld__guarantee_epsilon(question->steps[i].mechanism, log_step);
        sum += (double)question->steps[i].count * epsilons[i];
        largest = fmax(largest, epsilons[i]);
    }
    pld_status status = PLD_OK;
    answer->epsilon = sum; /* by basic composition; nothing that composes them is above it */
    if (log_step < log(DBL_MIN))
        status = pld__baseline_refuse(answer, "delta over the number of steps is too small for a black box");
    else if (largest > LARGEST_BOX)
        status = pld__baseline_refuse(answer, "black boxes of epsilon = %.4g are not composed (above %g)", largest, LARGEST_BOX);
    else
        status = compose_black_boxes(question, epsilons, exp(log_step), answer);
    pld__free(epsilons);
    return status;
}

pld_status pld__baseline_optimal(const pld__baseline_question *question, pld_baseline_answer *answer) {
    if (pld__baseline_refuses_zero(question, answer))
        return PLD_OK;
    if (!all_equal(question))
        return different_steps(question, answer);
    if (pld__baseline_total(question) > MOST_STEPS)
        return pld__baseline_refuse(answer, "more than %g steps are not evaluated", MOST_STEPS);
    double where;
    answer->epsilon = pld__minimum(epsilon_at, question, -12, 12, 0.05, &where);
    return PLD_OK;
}
