/* approx-dp: the worst pair of a mechanism of which only (epsilon, delta) is known (Kairouz, Oh and Viswanath 2015): any such mechanism is a
 * post-processing of it. noisy-vote: report-noisy-max with Laplace noise of scale b on every count, as in PATE: pure differential privacy, 1/b for an
 * added or removed vote and 2/b for a changed one, of which nothing more is used here. */
#include "base/base.h"
#include "mechanism/check.h"
#include "mechanism/sparse.h"

#include <math.h>
#include <stdio.h>

/* The four outcomes, P sampled with probability `rate`. */
static pld_status create(double epsilon, double delta, double rate, const char *resolved, const char *note,
                         pld_mechanism **mechanism) {
    long double rest = 1 - (long double)delta, high = rest / (1 + expl(-(long double)epsilon)),
                low = rest * expl(-(long double)epsilon) / (1 + expl(-(long double)epsilon));
    long double p[] = {delta, high, low, 0}, q[] = {0, low, high, delta};
    pld__sparse_subsample(4, p, q, rate);
    return pld__sparse_mechanism(4, p, q, 4e-19, 0, resolved, note, mechanism);
}

pld_status pld_mechanism_create_approx_dp(double epsilon, double delta, double rate, pld_mechanism **mechanism,
                                          pld_error *error) {
    pld_status status = pld__check_range("epsilon", epsilon, 0, 10000, error);
    if (status == PLD_OK)
        status = pld__check_probability("delta", delta, error);
    if (status == PLD_OK)
        status = pld__check_probability("q", rate, error);
    if (status != PLD_OK)
        return status;
    char resolved[160], sampled[64];
    pld__sampled_prefix(rate, "approx-dp", sampled);
    snprintf(resolved, sizeof resolved, "%sepsilon=%s,delta=%s", sampled, pld__number_format(epsilon).text,
             pld__number_format(delta).text);
    status = create(epsilon, delta, rate, resolved, rate > 0 && rate < 1 ? PLD__NOTE_POISSON : NULL, mechanism);
    if (status == PLD_OK)
        (*mechanism)->traits =
            (pld__traits){.kind = PLD__KIND_APPROX_DP, .sampling_rate = rate, .epsilon = epsilon, .delta = delta};
    return status;
}

pld_status pld_mechanism_create_noisy_vote(double b, bool changed, double rate, pld_mechanism **mechanism, pld_error *error) {
    pld_status status = pld__check_positive("b", b, error);
    if (status == PLD_OK && !(b >= 2e-4))
        status = pld__check_range("b", b, 2e-4, 1e75, error);
    if (status == PLD_OK)
        status = pld__check_probability("q", rate, error);
    if (status != PLD_OK)
        return status;
    char resolved[160], sampled[64];
    pld__sampled_prefix(rate, "noisy-vote", sampled);
    snprintf(resolved, sizeof resolved, "%sb=%s", sampled, pld__number_format(b).text);
    double epsilon = (changed ? 2 : 1) / b;
    status = create(
        epsilon, 0, rate, resolved,
        changed ? "A changed vote of report-noisy-max is taken as any (2/b)-private step; nothing more of it is used."
                : "An added or removed vote of report-noisy-max is taken as any (1/b)-private step; nothing more of it is used.",
        mechanism);
    if (status == PLD_OK)
        (*mechanism)->traits = (pld__traits){.kind = PLD__KIND_NOISY_VOTE, .noise = b, .sampling_rate = rate, .epsilon = epsilon};
    return status;
}
