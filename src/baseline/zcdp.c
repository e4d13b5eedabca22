/* Zero-concentrated differential privacy (Bun and Steinke 2016).
 *
 * Theorem. If D_a <= rho a for all a > 1 in both directions, then the mechanism is (rho + 2 sqrt(rho log(1/delta)),
 * delta)-private (proposition 1.3); rho adds up over steps. A Gaussian has rho = 1/(2 sigma^2), so has the discrete Gaussian; an
 * epsilon-private mechanism has rho = epsilon^2/2 (proposition 1.4). Sampled Gaussians have none: their D_a/a grows with a. */
#include "baseline/concentrated.h"
#include "baseline/method.h"

#include <math.h>

double pld__pure_rho(const pld_mechanism *mechanism) {
    double epsilon = fmax(pld_mechanism_loss_supremum(mechanism, PLD_REMOVE), pld_mechanism_loss_supremum(mechanism, PLD_ADD));
    return epsilon * epsilon / 2;
}

double pld__concentrated_rho(const pld_mechanism *mechanism) {
    double pure = pld__pure_rho(mechanism), known = mechanism->traits.zcdp;
    return known > 0 ? fmin(known, pure) : pure;
}

pld_status pld__baseline_zcdp(const pld__baseline_question *question, pld_baseline_answer *answer) {
    double rho = 0;
    for (size_t i = 0; i < question->step_count; i++)
        rho += (double)question->steps[i].count * pld__concentrated_rho(question->steps[i].mechanism);
    if (isinf(rho))
        return pld__baseline_refuse(answer, "a step has no known rho: it is neither an unsampled Gaussian nor purely private");
    answer->epsilon = rho == 0 ? 0 : rho + 2 * sqrt(rho * -question->log_delta);
    return PLD_OK;
}
