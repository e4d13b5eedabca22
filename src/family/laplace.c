/* laplace and poisson-laplace: Laplace noise of scale b on a count that one record changes by `sensitivity` (Dwork, McSherry, Nissim and Smith 2006),
 * on all records or on those that join with probability q. */
#include "pair/laplace.h"

#include "family/check.h"

#include <stdio.h>

static pld_status check_scale(double b, double sensitivity, pld_error *error) {
    pld_status status = pld__check_positive("b", b, error);
    if (status == PLD_OK)
        status = pld__check_positive("sensitivity", sensitivity, error);
    return status;
}

pld_status pld_mechanism_create_laplace(double b, double sensitivity, pld_mechanism **mechanism, pld_error *error) {
    pld_status status = check_scale(b, sensitivity, error);
    if (status != PLD_OK)
        return status;
    char resolved[128];
    snprintf(resolved, sizeof resolved, "laplace:b=%s,sensitivity=%s", pld__number_format(b).text,
             pld__number_format(sensitivity).text);
    status = pld__laplace_mechanism(sensitivity, b, 1, resolved, NULL, mechanism);
    if (status == PLD_OK)
        (*mechanism)->traits = (pld__traits){
            .kind = PLD__KIND_LAPLACE, .scale = b, .sensitivity = sensitivity, .noise = b / sensitivity, .sampling_rate = 1};
    return status;
}

pld_status pld_mechanism_create_poisson_laplace(double q, double b, double sensitivity, pld_mechanism **mechanism,
                                                pld_error *error) {
    pld_status status = pld__check_probability("q", q, error);
    if (status == PLD_OK)
        status = check_scale(b, sensitivity, error);
    if (status != PLD_OK)
        return status;
    char resolved[160];
    snprintf(resolved, sizeof resolved, "poisson-laplace:q=%s,b=%s,sensitivity=%s", pld__number_format(q).text,
             pld__number_format(b).text, pld__number_format(sensitivity).text);
    status = pld__laplace_mechanism(sensitivity, b, q, resolved, q > 0 && q < 1 ? PLD__NOTE_POISSON : NULL, mechanism);
    if (status == PLD_OK)
        (*mechanism)->traits = (pld__traits){.kind = PLD__KIND_POISSON_LAPLACE,
                                             .scale = b,
                                             .sensitivity = sensitivity,
                                             .noise = b / sensitivity,
                                             .sampling_rate = q,
                                             .removed = 1};
    return status;
}
