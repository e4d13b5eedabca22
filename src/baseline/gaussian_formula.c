/* The classical Gaussian mechanism (Dwork and Roth 2014, theorem A.1).
 *
 * Theorem. Noise sigma >= sqrt(2 log(1.25/delta)) * sensitivity / epsilon is (epsilon, delta)-private, for epsilon < 1. Steps of
 * plain Gaussian noise together are one Gaussian of sensitivity sqrt(sum 1/sigma_i^2). Where epsilon comes out at 1 or more the
 * theorem says nothing, however often it is used there. */
#include "baseline/gaussian.h"

#include <math.h>

static const double LOG_1_25 = 0.22314355131420975577;

pld_status pld__baseline_gaussian_formula(const pld__baseline_question *question, pld_baseline_answer *answer) {
    if (pld__baseline_refuses_zero(question, answer) || pld__refuses_unless_gaussian(question, answer))
        return PLD_OK;
    double epsilon = sqrt(2 * (LOG_1_25 - question->log_delta)) * pld__gaussian_mu(question);
    if (epsilon >= 1)
        return pld__baseline_refuse(answer, "the theorem holds for epsilon below 1 only; its formula would say %.6g", epsilon);
    answer->epsilon = epsilon;
    return PLD_OK;
}
