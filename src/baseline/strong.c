/* Strong composition of DP-SGD, in the way that gives the published 9.34 (Abadi et al. 2016, section 5.1: q = 0.01, sigma = 4,
 * T = 10000, delta = 1e-5).
 *
 * The paper does not spell the computation out. This one gives 9.3391: the classical Gaussian formula epsilon_1 = sqrt(2
 * log(1.25/delta_1)) /sigma, amplified to (q epsilon_1, q delta_1), half of delta for the steps (q T delta_1 = delta/2) and half
 * for the composition,
 *
 *     epsilon = q epsilon_1 sqrt(2 T log(2/delta)) + T (q epsilon_1)^2.
 *
 * With e^epsilon - 1 in place of the last epsilon, as the theorem has it, it is 9.3547; at the best split 9.3532. At T = 40000
 * (published: 24.22) the three are 24.205, 24.275 and 24.245, so the published pair is none of them exactly.
 *
 * It is an approximation and no bound: the Gaussian formula is a theorem for epsilon_1 < 1 only (1.46 here), and sampling gives
 * log(1 + q (e^epsilon_1 - 1)), which is more than q epsilon_1 (0.0325 instead of 0.0146 here). With that the same road ends
 * at 26.4, and with the tight curve of the Gaussian at 16.84 (amplification.c). */
#include "baseline/sampled.h"

#include <math.h>

static const double LOG_1_25 = 0.22314355131420975577, LOG_2 = 0.69314718055994530942;

pld_status pld__baseline_strong(const pld__baseline_question *question, pld_baseline_answer *answer) {
    if (pld__baseline_refuses_zero(question, answer) || pld__refuses_unless_sampled_gaussian(question, answer))
        return PLD_OK;
    double sampled = 0, squares = 0;
    for (size_t i = 0; i < question->step_count; i++)
        sampled += (double)question->steps[i].count * question->steps[i].mechanism->traits.sampling_rate;
    double log_step_delta = question->log_delta - LOG_2 - log(sampled);
    for (size_t i = 0; i < question->step_count; i++) {
        const pld__traits *traits = &question->steps[i].mechanism->traits;
        double step = traits->sampling_rate * sqrt(2 * fmax(0, LOG_1_25 - log_step_delta)) / traits->noise;
        squares += (double)question->steps[i].count * step * step;
    }
    answer->epsilon = sqrt(2 * squares * (LOG_2 - question->log_delta)) + squares;
    return PLD_OK;
}
