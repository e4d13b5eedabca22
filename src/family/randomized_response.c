/* randomized-response: one of k answers, the true one with probability p and each other with (1 - p)/(k - 1) (Warner 1965). The pair is that of two
 * different true answers, so it is the same in both directions. */
#include "base/base.h"
#include "family/check.h"
#include "pair/sparse.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static const char *const NOTE = "Randomized response: neighbours differ by another answer of one record, whatever the adjacency.";
static const char *const SAMPLED_NOTE =
    "Sampled randomized response: an answer that does not depend on the record is randomized for one that is not drawn, or not "
    "there.\n" PLD__NOTE_POISSON;

/* From the probabilities of the true answer and of one other, and the log of their ratio. */
static pld_status create(long double truth, long double other, long double loss, uint64_t k, double rate, const char *keys,
                         pld_mechanism **mechanism) {
    char resolved[192], sampled[64];
    pld__sampled_prefix(rate, "randomized-response", sampled);
    snprintf(resolved, sizeof resolved, "%s%s,k=%" PRIu64, sampled, keys, k);
    long double rest = (long double)(k - 2) * other;
    pld__outcome outcomes[] = {{truth, other, loss}, {other, truth, -loss}, {rest, rest, 0}};
    double kappa = 0;
    pld__outcomes_sample(outcomes, 3, rate, &kappa);
    pld_status status =
        pld__sparse_mechanism(k > 2 ? 3 : 2, outcomes, 1e-18, kappa, 0, resolved, rate < 1 ? SAMPLED_NOTE : NOTE, mechanism);
    if (status == PLD_OK)
        (*mechanism)->traits = (pld__traits){
            .kind = PLD__KIND_RANDOMIZED_RESPONSE, .sampling_rate = rate, .whole_sensitivity = 1, .epsilon = (double)fabsl(loss)};
    return status;
}

static pld_status check(uint64_t k, double rate, pld_error *error) {
    if (k < 2 || k > 1000000000)
        return pld__check_range("k", (double)k, 2, 1e9, error);
    return pld__check_probability("q", rate, error);
}

pld_status pld_mechanism_create_randomized_response(double epsilon, uint64_t k, double rate, pld_mechanism **mechanism,
                                                    pld_error *error) {
    pld_status status = pld__check_range("epsilon", epsilon, 0, 10000, error);
    if (status == PLD_OK)
        status = check(k, rate, error);
    if (status != PLD_OK)
        return status;
    char keys[64];
    snprintf(keys, sizeof keys, "epsilon=%s", pld__number_format(epsilon).text);
    long double small = expl(-(long double)epsilon), total = 1 + (long double)(k - 1) * small;
    return create(1 / total, small / total, epsilon, k, rate, keys, mechanism);
}

pld_status pld_mechanism_create_randomized_response_p(double truth, uint64_t k, double rate, pld_mechanism **mechanism,
                                                      pld_error *error) {
    pld_status status = pld__check_probability("p", truth, error);
    if (status == PLD_OK)
        status = check(k, rate, error);
    if (status != PLD_OK)
        return status;
    char keys[64];
    snprintf(keys, sizeof keys, "p=%s", pld__number_format(truth).text);
    /* Near truth = 1/k the ratio less 1 is (k truth - 1)/(1 - truth), of which the first is rounded once. */
    long double others = 1 - (long double)truth, beyond = fmal(truth, (long double)k, -1) / others;
    bool close = beyond > -0.5L && beyond < 1;
    long double loss = close ? log1pl(beyond) : logl(truth * (long double)(k - 1) / others);
    return create(truth, others / (long double)(k - 1), loss, k, rate, keys, mechanism);
}
