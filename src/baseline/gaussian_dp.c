/* Gaussian differential privacy of plain Gaussian steps (Dong, Roth and Su 2022; Balle and Wang 2018 for the curve).
 *
 * Theorem. Steps of N(1, sigma_i^2) versus N(0, sigma_i^2) compose to N(mu, 1) versus N(0, 1) with mu^2 = sum 1/sigma_i^2, and
 * delta(epsilon) = Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 - epsilon/mu). This is exact. */
#include "baseline/gaussian.h"
#include "baseline/guarantee.h"

#include <math.h>

bool pld__refuses_unless_gaussian(const pld__baseline_question *question, pld_baseline_answer *answer) {
    for (size_t i = 0; i < question->step_count; i++) {
        if (question->steps[i].mechanism->traits.kind != PLD__KIND_GAUSSIAN) {
            (void)pld__baseline_refuse(answer, "it is about plain Gaussian noise, without sampling");
            return true;
        }
    }
    return false;
}

double pld__gaussian_mu(const pld__baseline_question *question) {
    double square = 0;
    for (size_t i = 0; i < question->step_count; i++) {
        double noise = question->steps[i].mechanism->traits.noise;
        square += (double)question->steps[i].count / (noise * noise);
    }
    return sqrt(square);
}

pld_status pld__baseline_gaussian_dp(const pld__baseline_question *question, pld_baseline_answer *answer) {
    if (pld__refuses_unless_gaussian(question, answer))
        return PLD_OK;
    return pld__guarantee_gaussian(pld__gaussian_mu(question), question->log_delta, &answer->epsilon);
}
