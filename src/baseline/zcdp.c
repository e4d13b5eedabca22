/* Zero-concentrated differential privacy (Bun and Steinke 2016).
 *
 * Theorem. If D_a <= rho a for all a > 1 in both directions, then the mechanism is (rho + 2 sqrt(rho log(1/delta)),
 * delta)-private (proposition 1.3); rho adds up over steps. A Gaussian has rho = 1/(2 sigma^2), so has the discrete Gaussian; an
 * epsilon-private mechanism has rho = epsilon^2/2 (proposition 1.4). Sampled Gaussians have none: their D_a/a grows with a.
 *
 * Improved: the conversion of rdp.c at the best order a, with D_a = rho a (Canonne, Kamath and Steinke 2020). */
#include "base/minimum.h"
#include "baseline/concentrated.h"
#include "baseline/rdp.h"

#include <math.h>

double pld__pure_rho(const pld_mechanism *mechanism) {
    double epsilon = fmax(pld_mechanism_loss_supremum(mechanism, PLD_REMOVE), pld_mechanism_loss_supremum(mechanism, PLD_ADD));
    return epsilon * epsilon / 2;
}

double pld__concentrated_rho(const pld_mechanism *mechanism) {
    double pure = pld__pure_rho(mechanism), known = mechanism->traits.zcdp;
    return known > 0 ? fmin(known, pure) : pure;
}

/* rho of all steps; infinite where a step has none. */
static double total_rho(const pld__baseline_question *question) {
    double rho = 0;
    for (size_t i = 0; i < question->step_count; i++)
        rho += (double)question->steps[i].count * pld__concentrated_rho(question->steps[i].mechanism);
    return rho;
}

static pld_status refuse(pld_baseline_answer *answer) {
    return pld__baseline_refuse(answer, "a step has no known rho: it is neither an unsampled Gaussian nor purely private");
}

pld_status pld__baseline_zcdp(const pld__baseline_question *question, pld_baseline_answer *answer) {
    double rho = total_rho(question);
    if (isinf(rho))
        return refuse(answer);
    answer->epsilon = rho == 0 ? 0 : rho + 2 * sqrt(rho * -question->log_delta);
    return PLD_OK;
}

/* What is asked of the sharper conversion. */
typedef struct {
    double rho, log_delta;
} concentrated;

/* At the order 1 + e^x. */
static double epsilon_at(const void *context, double x) {
    const concentrated *of = context;
    double order = 1 + exp(x);
    return pld__conversion_improved(of->rho * order, order, of->log_delta);
}

/* The orders that matter are near 1 + sqrt(log(1/delta)/rho), and any is valid. */
pld_status pld__baseline_zcdp_improved(const pld__baseline_question *question, pld_baseline_answer *answer) {
    concentrated of = {total_rho(question), question->log_delta};
    if (isinf(of.rho))
        return refuse(answer);
    if (pld__baseline_refuses_zero(question, answer))
        return PLD_OK;
    double middle = of.rho > 0 ? log(-of.log_delta / of.rho) / 2 : 0, x = middle;
    answer->epsilon = of.rho == 0 ? 0 : pld__minimum_between(epsilon_at, &of, middle - 8, middle + 8, 1e-7, &x) * (1 + 1e-13);
    answer->order = of.rho == 0 ? NAN : 1 + exp(x);
    return PLD_OK;
}
