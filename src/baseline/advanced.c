/* Advanced composition (Dwork, Rothblum and Vadhan 2010, theorem III.3).
 *
 * Theorem. Steps that are (epsilon_i, delta_i)-private in both directions compose, for every delta' > 0, to delta' + sum delta_i
 * and
 *
 *     epsilon = sqrt(2 log(1/delta') sum epsilon_i^2) + sum epsilon_i (e^epsilon_i - 1).
 *
 * It is stated for equal steps; its proof (Azuma's inequality for losses within +-epsilon_i) gives the sums. Valid for every
 * mechanism and delta > 0. Here delta' = f delta and every step gets (1 - f) delta/T with its tight epsilon, at the best f. */
#include "baseline/guarantee.h"
#include "base/minimum.h"

#include <math.h>

typedef struct {
    const pld__baseline_question *question;
    pld__step_guarantee *guarantee;
    pld_status *status;
} split;

/* f = 1/(1 + e^-x). */
static double epsilon_at(const void *context, double x) {
    const split *at = context;
    const pld__baseline_question *question = at->question;
    double log_step = question->log_delta + pld__log_other_share(x) - log(pld__baseline_total(question));
    double log_slack = question->log_delta + pld__log_share(x), squares = 0, drift = 0;
    for (size_t i = 0; i < question->step_count; i++) {
        double count = (double)question->steps[i].count, step = INFINITY;
        pld_status status = at->guarantee(question->steps[i].mechanism, log_step, &step);
        if (status != PLD_OK)
            *at->status = status;
        squares += count * step * step;
        drift += count * step * expm1(step);
    }
    return sqrt(-2 * log_slack * squares) + drift;
}

pld_status pld__compose_advanced(const pld__baseline_question *question, pld__step_guarantee *guarantee, double *epsilon) {
    pld_status status = PLD_OK;
    split at = {question, guarantee, &status};
    double where, best = pld__minimum(epsilon_at, &at, -12, 12, 0.02, &where);
    if (status == PLD_OK)
        *epsilon = best;
    return status;
}

pld_status pld__baseline_advanced(const pld__baseline_question *question, pld_baseline_answer *answer) {
    if (pld__baseline_refuses_zero(question, answer))
        return PLD_OK;
    return pld__compose_advanced(question, pld__guarantee_tight, &answer->epsilon);
}
