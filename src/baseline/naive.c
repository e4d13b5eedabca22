/* Basic composition (Dwork, McSherry, Nissim and Smith 2006; Dwork et al. 2006 with delta).
 *
 * Theorem. Steps that are (epsilon_i, delta_i)-private compose to (sum epsilon_i, sum delta_i). Valid for every mechanism. Here
 * every step gets delta/T and its tight epsilon in both directions; delta = 0 adds up the largest losses. */
#include "baseline/guarantee.h"

#include <math.h>

pld_status pld__compose_naively(const pld__baseline_question *question, pld__step_guarantee *guarantee, double *epsilon) {
    double log_share = question->log_delta - log(pld__baseline_total(question)), sum = 0;
    for (size_t i = 0; i < question->step_count; i++) {
        double step = 0;
        pld_status status = guarantee(question->steps[i].mechanism, log_share, &step);
        if (status != PLD_OK)
            return status;
        sum += (double)question->steps[i].count * step;
    }
    *epsilon = sum;
    return PLD_OK;
}

pld_status pld__baseline_naive(const pld__baseline_question *question, pld_baseline_answer *answer) {
    return pld__compose_naively(question, pld__guarantee_tight, &answer->epsilon);
}
