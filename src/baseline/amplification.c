/* Amplification by subsampling (Li, Qardaji and Su 2012; Balle, Barthe and Gaboardi 2018, theorem 8).
 *
 * Theorem. If a mechanism is (epsilon, delta)-private when a record is added or removed, then after Poisson sampling with rate q
 * it is (log(1 + q (e^epsilon - 1)), q delta)-private. Valid for one protected record. Here the mechanism is the Gaussian with
 * its tight curve, and the sampled steps are composed by the basic or the advanced theorem. For one Gaussian step the theorem is
 * exact, so these equal naive.c and advanced.c: what is lost is lost in composition. */
#include "baseline/guarantee.h"
#include "baseline/sampled.h"
#include "pair/sampling.h"

#include <math.h>

static pld_status amplified(const pld_mechanism *mechanism, double log_delta, double *epsilon) {
    double rate = mechanism->traits.sampling_rate, unsampled = 0;
    if (rate == 0) {
        *epsilon = 0;
        return PLD_OK;
    }
    pld_status status = pld__guarantee_gaussian(1 / mechanism->traits.noise, log_delta - log(rate), &unsampled);
    if (status == PLD_OK)
        *epsilon = (double)pld__sampled_loss(rate, unsampled);
    return status;
}

pld_status pld__baseline_amplified_naive(const pld__baseline_question *question, pld_baseline_answer *answer) {
    if (pld__baseline_refuses_zero(question, answer) || pld__refuses_unless_sampled_gaussian(question, answer))
        return PLD_OK;
    return pld__compose_naively(question, amplified, &answer->epsilon);
}

pld_status pld__baseline_amplified_advanced(const pld__baseline_question *question, pld_baseline_answer *answer) {
    if (pld__baseline_refuses_zero(question, answer) || pld__refuses_unless_sampled_gaussian(question, answer))
        return PLD_OK;
    return pld__compose_advanced(question, amplified, &answer->epsilon);
}
