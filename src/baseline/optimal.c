/* Optimal composition of equal steps (Kairouz, Oh and Viswanath 2015, theorem 3.3).
 *
 * Theorem. T steps of which nothing is known but that each is (epsilon, delta)-private compose to the hockey-stick curve of
 * T-fold randomized response: with J ~ Binomial(T, e^epsilon/(1 + e^epsilon)) and loss (2J - T) epsilon, and to 1 - (1 - delta)^T
 * beside it. No bound that starts from (epsilon, delta) can be below it. Valid for every mechanism and delta > 0 when all steps
 * are equal.
 *
 * Here delta is split as in advanced.c: every step gets (1 - f) delta/T and its tight epsilon, the curve is read at f delta, at
 * the best f; 1 - (1 - x)^T (1 - y) <= T x + y. Purely private steps need nothing of delta: then f = 1 is tried too.
 *
 * Different steps (theorem 3.5 of the same paper, for any (epsilon_i, delta_i)): each is dominated by the worst pair of its
 * guarantee, the approx-dp mechanism, and these are composed like everything else here; the upper end of their bracket is the
 * answer. Half of delta goes to the steps, or to those of them that are not purely private, whichever is better; any split is
 * valid. */
#include "base/base.h"
#include "base/binomial.h"
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
    long double scale = pld__log_choose(steps, first) + first * log_p + (steps - first) * log_q;
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

/* A guarantee of every step. */
typedef struct {
    double *epsilons, *deltas;
    double sum, largest; /* of the epsilons, with their counts */
} boxes;

/* Every step as the worst mechanism of its guarantee, composed by the engine. */
static pld_status compose_black_boxes(const pld__baseline_question *question, const boxes *of, double *epsilon) {
    size_t count = question->step_count, made = 0;
    pld_step *steps = pld__allocate(count, sizeof *steps);
    pld_mechanism **mechanisms = pld__allocate(count, sizeof(pld_mechanism *));
    pld_status status = steps && mechanisms ? PLD_OK : PLD_ERROR_MEMORY;
    for (; made < count && status == PLD_OK; made += status == PLD_OK) {
        status = pld_mechanism_create_approx_dp(of->epsilons[made], of->deltas[made], 1, &mechanisms[made], NULL);
        if (status == PLD_OK)
            steps[made] = (pld_step){mechanisms[made], question->steps[made].count};
    }
    pld_options options = pld_options_default();
    options.relative_tolerance = 1e-3;
    options.threads = 1;
    pld_result result;
    if (status == PLD_OK)
        status = pld_query_epsilon(steps, count, question->log_delta, &options, &result, NULL);
    if (status == PLD_OK)
        *epsilon = fmin(*epsilon, result.bracket.upper);
    for (size_t i = 0; i < made; i++)
        pld_mechanism_free(mechanisms[i]);
    pld__free(mechanisms);
    pld__free(steps);
    return status;
}

static bool is_pure(const pld_mechanism *mechanism) {
    return isfinite(pld__guarantee_epsilon(mechanism, -INFINITY));
}

/* Half of delta to all steps, or, `sparing`, to those that are not purely private; the log of each share. */
static double share_out(const pld__baseline_question *question, bool sparing, boxes *of) {
    double sharers = 0;
    for (size_t i = 0; i < question->step_count; i++)
        sharers += sparing && is_pure(question->steps[i].mechanism) ? 0 : (double)question->steps[i].count;
    double log_step = sharers > 0 ? question->log_delta - log(2 * sharers) : 0;
    of->sum = of->largest = 0;
    for (size_t i = 0; i < question->step_count; i++) {
        bool spared = sparing && is_pure(question->steps[i].mechanism);
        of->epsilons[i] = pld__guarantee_epsilon(question->steps[i].mechanism, spared ? -INFINITY : log_step);
        of->deltas[i] = spared ? 0 : exp(log_step);
        of->sum += (double)question->steps[i].count * of->epsilons[i];
        of->largest = fmax(of->largest, of->epsilons[i]);
    }
    return log_step;
}

/* By one way to share; INFINITY in *epsilon where it is not composed, and why. */
static pld_status by_sharing(const pld__baseline_question *question, bool sparing, boxes *of, double *epsilon,
                             pld_baseline_answer *refusal) {
    double log_step = share_out(question, sparing, of);
    *epsilon = INFINITY;
    if (log_step < log(DBL_MIN))
        return pld__baseline_refuse(refusal, "delta over the number of steps is too small for a black box");
    if (of->largest > LARGEST_BOX)
        return pld__baseline_refuse(refusal, "black boxes of epsilon = %.4g are not composed (above %g)", of->largest,
                                    LARGEST_BOX);
    *epsilon = of->sum; /* by basic composition; nothing that composes them is above it */
    return compose_black_boxes(question, of, epsilon);
}

static pld_status different_steps(const pld__baseline_question *question, pld_baseline_answer *answer) {
    boxes of = {.epsilons = pld__allocate(question->step_count, sizeof *of.epsilons),
                .deltas = pld__allocate(question->step_count, sizeof *of.deltas)};
    pld_baseline_answer refusal = *answer;
    double shared = INFINITY, spared = INFINITY;
    bool any = false;
    for (size_t i = 0; i < question->step_count; i++)
        any = any || is_pure(question->steps[i].mechanism);
    pld_status status = of.epsilons && of.deltas ? by_sharing(question, false, &of, &shared, &refusal) : PLD_ERROR_MEMORY;
    if (status == PLD_OK && any)
        status = by_sharing(question, true, &of, &spared, &refusal);
    pld__free(of.epsilons);
    pld__free(of.deltas);
    answer->epsilon = fmin(shared, spared);
    if (status == PLD_OK && isinf(answer->epsilon))
        *answer = refusal;
    return status;
}

pld_status pld__baseline_optimal(const pld__baseline_question *question, pld_baseline_answer *answer) {
    if (pld__baseline_refuses_zero(question, answer))
        return PLD_OK;
    if (!all_equal(question))
        return different_steps(question, answer);
    if (pld__baseline_total(question) > MOST_STEPS)
        return pld__baseline_refuse(answer, "more than %g steps are not evaluated", MOST_STEPS);
    double where, pure = pld__guarantee_epsilon(question->steps[0].mechanism, -INFINITY);
    answer->epsilon = pld__minimum(epsilon_at, question, -12, 12, 0.05, &where);
    if (isfinite(pure))
        answer->epsilon = fmin(answer->epsilon, curve_epsilon(pld__baseline_total(question), pure, question->log_delta));
    return PLD_OK;
}
