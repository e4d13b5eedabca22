/* Advanced composition (Dwork, Rothblum and Vadhan 2010, theorem III.3).
 *
 * Theorem. Steps that are (epsilon_i, delta_i)-private in both directions compose, for every delta' > 0, to delta' + sum delta_i
 * and
 *
 *     epsilon = sqrt(2 log(1/delta') sum epsilon_i^2) + sum epsilon_i (e^epsilon_i - 1).
 *
 * It is stated for equal steps; its proof (Azuma's inequality for losses within +-epsilon_i) gives the sums. Valid for every
 * mechanism and delta > 0. Here delta' = f delta and every step gets (1 - f) delta/T with its tight epsilon, at the best f; or,
 * where that is better, purely private steps get none of it and the others share it. */
#include "baseline/guarantee.h"
#include "base/minimum.h"

#include <math.h>

typedef struct {
    const pld__baseline_question *question;
    pld__step_guarantee *guarantee;
    bool spare;     /* purely private steps get nothing of delta */
    double sharers; /* steps that get something */
    pld_status *status;
} split;

static double ask(const split *at, const pld_mechanism *mechanism, double log_delta) {
    double epsilon = INFINITY;
    pld_status status = at->guarantee(mechanism, log_delta, &epsilon);
    if (status != PLD_OK)
        *at->status = status;
    return epsilon;
}

/* sqrt(2 log(1/delta') sum epsilon_i^2) + .. where every step that is given something of delta gets this, with `log_slack` left.
 */
static double compose(const split *at, double log_step, double log_slack) {
    double squares = 0, drift = 0;
    for (size_t i = 0; i < at->question->step_count; i++) {
        const pld_mechanism *mechanism = at->question->steps[i].mechanism;
        double count = (double)at->question->steps[i].count, pure = at->spare ? ask(at, mechanism, -INFINITY) : INFINITY;
        double step = isfinite(pure) ? pure : ask(at, mechanism, log_step);
        squares += count * step * step;
        drift += count * step * expm1(step);
    }
    return sqrt(-2 * log_slack * squares) + drift;
}

/* Steps that are not purely private. */
static double count_others(const split *at) {
    double count = 0;
    for (size_t i = 0; i < at->question->step_count; i++)
        if (!isfinite(ask(at, at->question->steps[i].mechanism, -INFINITY)))
            count += (double)at->question->steps[i].count;
    return count;
}

/* f = 1/(1 + e^-x). */
static double epsilon_at(const void *context, double x) {
    const split *at = context;
    double log_delta = at->question->log_delta;
    return compose(at, log_delta + pld__log_other_share(x) - log(at->sharers), log_delta + pld__log_share(x));
}

static double best_split(const split *at) {
    double where;
    return at->sharers > 0 ? pld__minimum(epsilon_at, at, -12, 12, 0.02, &where)
                           : compose(at, -INFINITY, at->question->log_delta);
}

pld_status pld__compose_advanced(const pld__baseline_question *question, pld__step_guarantee *guarantee, double *epsilon) {
    pld_status status = PLD_OK;
    split at = {question, guarantee, false, pld__baseline_total(question), &status};
    double best = best_split(&at), others = count_others(&at);
    if (others < at.sharers) {
        at.spare = true;
        at.sharers = others;
        best = fmin(best, best_split(&at));
    }
    if (status == PLD_OK)
        *epsilon = best;
    return status;
}

pld_status pld__baseline_advanced(const pld__baseline_question *question, pld_baseline_answer *answer) {
    if (pld__baseline_refuses_zero(question, answer))
        return PLD_OK;
    return pld__compose_advanced(question, pld__guarantee_tight, &answer->epsilon);
}
