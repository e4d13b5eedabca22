/* approx-dp: the worst pair of a mechanism of which only (epsilon, delta) is known (Kairouz, Oh and Viswanath 2015) (T40): any such mechanism is a
 * post-processing of it. noisy-vote: report-noisy-max with Laplace noise of scale b on every count, as in PATE: pure differential privacy, 1/b for an
 * added or removed vote and 2/b for a changed one, of which nothing more is used here. */
#include "base/base.h"
#include "family/check.h"
#include "pair/sparse.h"

#include <math.h>
#include <stdio.h>

static const char *const NOTE = "approx-dp: only its guarantee is known; the upper end holds for every mechanism that has it, "
                                "the lower end is that of the worst "
                                "of them.";

/* Its note, and that of sampling where there is any. */
static const char *with_sampling(double rate, const char *note, char *text, size_t size) {
    snprintf(text, size, "%s%s%s", note, rate > 0 && rate < 1 ? "\n" : "", rate > 0 && rate < 1 ? PLD__NOTE_POISSON : "");
    return text;
}

/* The four outcomes, P sampled with probability `rate`; epsilon is right within kappa. */
static pld_status create(long double epsilon, double kappa, double delta, double rate, const char *resolved, const char *note,
                         pld_mechanism **mechanism) {
    long double rest = 1 - (long double)delta, high = rest / (1 + expl(-epsilon)), low = high * expl(-epsilon);
    pld__outcome outcomes[] = {{delta, 0, 0}, {high, low, epsilon}, {low, high, -epsilon}, {0, delta, 0}};
    pld__outcomes_sample(outcomes, 4, rate, &kappa);
    return pld__sparse_mechanism(4, outcomes, 1e-18, kappa, 0, resolved, note, mechanism);
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
    char resolved[160], sampled[64], text[512];
    pld__sampled_prefix(rate, "approx-dp", sampled);
    snprintf(resolved, sizeof resolved, "%sepsilon=%s,delta=%s", sampled, pld__number_format(epsilon).text,
             pld__number_format(delta).text);
    status = create(epsilon, 0, delta, rate, resolved, with_sampling(rate, NOTE, text, sizeof text), mechanism);
    if (status == PLD_OK)
        (*mechanism)->traits = (pld__traits){
            .kind = PLD__KIND_APPROX_DP, .sampling_rate = rate, .whole_sensitivity = 1, .epsilon = epsilon, .delta = delta};
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
    char resolved[160], sampled[64], text[512];
    const char *note =
        changed ? "A changed vote of report-noisy-max is taken as any (2/b)-private step; nothing more of it is used, and "
                  "the lower end is that of such a step, not of the vote."
                : "An added or removed vote of report-noisy-max is taken as any (1/b)-private step; nothing more of it "
                  "is used, and the lower end is that of such a step, not of the vote.";
    pld__sampled_prefix(rate, "noisy-vote", sampled);
    snprintf(resolved, sizeof resolved, "%sb=%s", sampled, pld__number_format(b).text);
    long double epsilon = (changed ? 2 : 1) / (long double)b;
    /* b may be a rounded quotient. */
    status =
        create(epsilon, 2 * PLD__U * (double)epsilon, 0, rate, resolved, with_sampling(rate, note, text, sizeof text), mechanism);
    if (status == PLD_OK)
        (*mechanism)->traits =
            (pld__traits){.kind = PLD__KIND_NOISY_VOTE, .noise = b, .sampling_rate = rate, .epsilon = (double)epsilon};
    return status;
}
