/* The central limit of the privacy loss (Sommer, Meiser and Mohammadi 2019).
 *
 * The summed loss is taken for normal with its own mean m and variance v in each direction; then
 * delta(epsilon) = Phi((m - epsilon)/s) - e^(epsilon - m + v/2) Phi((m - epsilon)/s - s), s = sqrt(v). An approximation for any
 * mechanism whose loss has these moments: exact for plain Gaussians, too small wherever the tail of the loss is heavier than
 * normal. */
#include "base/normal.h"
#include "baseline/crossing.h"
#include "baseline/renyi.h"

#include <math.h>

/* log delta of a loss that is normal with these moments. */
static double log_delta_at(const void *context, double epsilon) {
    const pld__loss_moments *of = context;
    double deviation = sqrt(of->variance), z = (epsilon - of->mean) / deviation;
    double above = pld__normal_log_tail(z);
    double subtracted = epsilon - of->mean + of->variance / 2 + pld__normal_log_tail(z + deviation);
    return above + log(fmax(0, -expm1(subtracted - above)));
}

static double normal_epsilon(pld__loss_moments of, double log_delta) {
    double high = fmax(1, of.mean);
    if (of.variance == 0)
        return fmax(0, of.mean);
    if (log_delta_at(&of, 0) <= log_delta)
        return 0;
    while (log_delta_at(&of, high) > log_delta)
        high *= 2;
    return pld__crossing(log_delta_at, &of, log_delta, 0, high, 1e-12);
}

pld_status pld__baseline_loss_clt(const pld__baseline_question *question, pld_baseline_answer *answer) {
    double largest = 0;
    if (pld__baseline_refuses_zero(question, answer))
        return PLD_OK;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        pld_direction direction = d ? PLD_ADD : PLD_REMOVE;
        pld__loss_moments sum = {0, 0};
        if (!pld_adjacency_asks(question->adjacency, direction))
            continue;
        for (size_t i = 0; i < question->step_count; i++) {
            const pld_step *step = &question->steps[i];
            pld__loss_moments moments = {0};
            if (!step->mechanism->trivial)
                moments = pld__renyi_loss_moments(step->mechanism, direction);
            sum.mean += (double)step->count * moments.mean;
            sum.variance += (double)step->count * moments.variance;
        }
        if (!isfinite(sum.mean) || !isfinite(sum.variance))
            return pld__baseline_refuse(answer, "the loss has no finite mean and variance");
        largest = fmax(largest, normal_epsilon(sum, question->log_delta));
    }
    answer->epsilon = largest;
    return PLD_OK;
}
