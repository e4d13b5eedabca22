/* The central limit of the privacy loss (Sommer, Meiser and Mohammadi 2019).
 *
 * The summed loss is taken for normal with its own mean m and variance v in each direction; then
 * delta(epsilon) = Phi((m - epsilon)/s) - e^(epsilon - m + v/2) Phi((m - epsilon)/s - s), s = sqrt(v). An approximation for any mechanism
 * whose loss has these moments: exact for plain Gaussians, too small wherever the tail of the loss is heavier than normal. */
#include "base/normal.h"
#include "baseline/renyi.h"

#include <math.h>

static double log_delta_at(double mean, double variance, double epsilon) {
    double deviation = sqrt(variance), z = (epsilon - mean) / deviation;
    double above = pld__normal_log_tail(z), subtracted = epsilon - mean + variance / 2 + pld__normal_log_tail(z + deviation);
    return above + log(fmax(0, -expm1(subtracted - above)));
}

static double normal_epsilon(double mean, double variance, double log_delta) {
    double low = 0, high = fmax(1, mean);
    if (variance == 0)
        return fmax(0, mean);
    if (log_delta_at(mean, variance, 0) <= log_delta)
        return 0;
    while (log_delta_at(mean, variance, high) > log_delta)
        high *= 2;
    while (high - low > 1e-12 * high) {
        double middle = low + (high - low) / 2;
        if (log_delta_at(mean, variance, middle) > log_delta)
            low = middle;
        else
            high = middle;
    }
    return high;
}

pld_status pld__baseline_loss_clt(const pld__baseline_question *question, pld_baseline_answer *answer) {
    double largest = 0;
    if (pld__baseline_refuses_zero(question, answer))
        return PLD_OK;
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        pld_direction direction = d ? PLD_ADD : PLD_REMOVE;
        double mean = 0, variance = 0;
        if (!pld__baseline_asks(question->adjacency, direction))
            continue;
        for (size_t i = 0; i < question->step_count; i++) {
            const pld_step *step = &question->steps[i];
            pld__loss_moments moments = {0};
            if (!step->mechanism->trivial)
                moments = pld__renyi_loss_moments(step->mechanism, direction);
            mean += (double)step->count * moments.mean;
            variance += (double)step->count * moments.variance;
        }
        if (!isfinite(mean) || !isfinite(variance))
            return pld__baseline_refuse(answer, "the loss has no finite mean and variance");
        largest = fmax(largest, normal_epsilon(mean, variance, question->log_delta));
    }
    answer->epsilon = largest;
    return PLD_OK;
}
