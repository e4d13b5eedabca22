/* gaussian: N(1, sigma^2) versus N(0, sigma^2), the pair of the Gaussian mechanism with sensitivity 1 (Balle and Wang 2018). */
#include "family/check.h"
#include "pair/mixture.h"

#include <stdio.h>

pld_status pld_mechanism_create_gaussian(double sigma, double sensitivity, pld_mechanism **mechanism, pld_error *error) {
    pld_status status = pld__check_positive("sigma", sigma, error);
    if (status == PLD_OK)
        status = pld__check_positive("sensitivity", sensitivity, error);
    if (status != PLD_OK)
        return status;
    char resolved[128];
    snprintf(resolved, sizeof resolved, "gaussian:sigma=%s,sensitivity=%s", pld__number_format(sigma).text,
             pld__number_format(sensitivity).text);
    long double one = 1;
    double p_mean = sensitivity / sigma, q_mean = 0;
    status = pld__mixture_mechanism(1, &one, &p_mean, 1, &one, &q_mean, resolved, NULL, mechanism, error);
    if (status == PLD_OK)
        (*mechanism)->traits = (pld__traits){.kind = PLD__KIND_GAUSSIAN,
                                             .scale = sigma,
                                             .sensitivity = sensitivity,
                                             .noise = sigma / sensitivity,
                                             .sampling_rate = 1,
                                             .zcdp = p_mean * p_mean / 2};
    return status;
}
