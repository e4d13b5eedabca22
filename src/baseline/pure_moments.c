/* The moment bound of purely private steps (Bun and Steinke 2016, proposition 3.3; used for noisy votes by Papernot et al. 2017,
 * theorem 2).
 *
 * Theorem. An epsilon-private mechanism has log E e^(lambda L) <= epsilon^2 lambda (lambda + 1)/2 for lambda >= 0, in both
 * directions. These add up over steps, and the tail bound of the moments accountant turns them into epsilon at delta, here at the
 * best whole lambda. Valid for every purely private mechanism; it knows nothing of them but epsilon. */
#include "baseline/concentrated.h"
#include "baseline/method.h"

#include <math.h>

pld_status pld__baseline_pure_moments(const pld__baseline_question *question, pld_baseline_answer *answer) {
    double rho = 0;
    if (pld__baseline_refuses_zero(question, answer))
        return PLD_OK;
    for (size_t i = 0; i < question->step_count; i++)
        rho += (double)question->steps[i].count * pld__pure_rho(question->steps[i].mechanism);
    if (isinf(rho))
        return pld__baseline_refuse(answer, "a step is not purely private: its loss is unbounded");
    /* rho (lambda + 1) + log(1/delta)/lambda is least at the root, so at one of the whole numbers beside it. */
    double root = rho > 0 ? fmax(1, floor(sqrt(-question->log_delta / rho))) : 1;
    double left = rho * (root + 1) - question->log_delta / root, right = rho * (root + 2) - question->log_delta / (root + 1);
    answer->epsilon = rho == 0 ? 0 : fmin(left, right);
    answer->order = rho == 0 ? NAN : left <= right ? root : root + 1;
    return PLD_OK;
}
