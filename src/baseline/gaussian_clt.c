/* Gaussian differential privacy of DP-SGD by a central limit theorem (Bu, Dong, Long and Su 2020, theorem 5).
 *
 * As T grows with q sqrt(T) fixed, Poisson-sampled Gaussian steps behave like one Gaussian with mu = q sqrt(T (e^(1/sigma^2) -
 * 1)). That is a limit, not a bound: at finite T it can understate epsilon, and it often does. */
#include "baseline/guarantee.h"
#include "baseline/sampled.h"

#include <math.h>

pld_status pld__baseline_gaussian_clt(const pld__baseline_question *question, pld_baseline_answer *answer) {
    double square = 0;
    if (pld__refuses_unless_sampled_gaussian(question, answer))
        return PLD_OK;
    for (size_t i = 0; i < question->step_count; i++) {
        const pld__traits *traits = &question->steps[i].mechanism->traits;
        double rate = traits->sampling_rate, noise = traits->noise;
        /* Unsampled steps are Gaussian already. */
        square += (double)question->steps[i].count * (rate == 1 ? 1 / (noise * noise) : rate * rate * expm1(1 / (noise * noise)));
    }
    return pld__guarantee_gaussian(sqrt(square), question->log_delta, &answer->epsilon);
}
