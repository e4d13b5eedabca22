/* discrete-laplace: the geometric mechanism (Ghosh, Roughgarden and Sundararajan 2009), whole numbers with probability proportional to e^(-|x|/b). Below 0
 * and above the sensitivity D the loss is constant, so there are D + 1 outcomes. */
#include "base/base.h"
#include "family/check.h"
#include "pair/sparse.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { LARGEST_SENSITIVITY = 10000 };

pld_status pld_mechanism_create_discrete_laplace(double b, uint64_t sensitivity, double rate, pld_mechanism **mechanism,
                                                 pld_error *error) {
    pld_status status = pld__check_positive("b", b, error);
    if (status == PLD_OK)
        status = pld__check_range("sensitivity", (double)sensitivity, 1, LARGEST_SENSITIVITY, error);
    if (status == PLD_OK)
        status = pld__check_range("b", b, (double)sensitivity * 1e-4, 1e75, error);
    if (status == PLD_OK)
        status = pld__check_probability("q", rate, error);
    if (status != PLD_OK)
        return status;
    size_t count = (size_t)sensitivity + 1;
    pld__outcome *outcomes = pld__sparse_affordable(count) ? pld__allocate(count, sizeof *outcomes) : NULL;
    if (!outcomes)
        return PLD_ERROR_MEMORY;
    /* Of the centre x >= 0: 1/(1 + alpha) at and below it, (1 - alpha)/(1 + alpha) alpha^x above. */
    long double step = 1 / (long double)b, alpha = expl(-step), tail = 1 / (1 + alpha), one = -expm1l(-step) * tail;
    for (size_t x = 0; x < count; x++) {
        size_t mirrored = count - 1 - x;
        long double fallen = expl(-(long double)x / b);
        outcomes[x].q = outcomes[mirrored].p = x == 0 ? tail : x == count - 1 ? tail * fallen : one * fallen;
        outcomes[x].loss = ((long double)x - (long double)mirrored) / b;
    }
    double kappa = 0;
    pld__outcomes_sample(outcomes, count, rate, &kappa);
    char resolved[192], sampled[64];
    pld__sampled_prefix(rate, "discrete-laplace", sampled);
    snprintf(resolved, sizeof resolved, "%sb=%s,sensitivity=%" PRIu64, sampled, pld__number_format(b).text, sensitivity);
    status = pld__sparse_mechanism_of(count, outcomes, 1e-18 * (2 + (double)sensitivity / b), kappa, 0, resolved,
                                      rate > 0 && rate < 1 ? PLD__NOTE_POISSON : NULL, mechanism);
    if (status == PLD_OK)
        (*mechanism)->traits = (pld__traits){.kind = PLD__KIND_DISCRETE_LAPLACE,
                                             .scale = b,
                                             .noise = b / (double)sensitivity,
                                             .sampling_rate = rate,
                                             .whole_sensitivity = sensitivity};
    pld__free(outcomes);
    return status;
}
