/* randomized-response: one of k answers, the true one with probability p and each other with (1 - p)/(k - 1) (Warner 1965). The
 * pair is that of two different true answers, so it is the same in both directions. */
#include "base/base.h"
#include "family/check.h"
#include "family/family.h"
#include "pair/sparse.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static const char *const NOTE = "Randomized response: neighbours differ by another answer of one record, whatever the adjacency.";
static const char *const SAMPLED_NOTE =
    "Sampled randomized response: an answer that does not depend on the record is randomized for one that is not drawn, or not "
    "there.\n" PLD__NOTE_POISSON;

/* From the probabilities of the true answer and of one other, and the log of their ratio. */
static pld_status create_answers(long double truth, long double other, long double loss, uint64_t k, double rate,
                                 const char *keys, pld_mechanism **mechanism) {
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
        (*mechanism)->traits = (pld__traits){.family = &pld__family_randomized_response,
                                             .kind = PLD__KIND_RANDOMIZED_RESPONSE,
                                             .sampling_rate = rate,
                                             .whole_sensitivity = 1,
                                             .epsilon = (double)fabsl(loss)};
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
    return create_answers(1 / total, small / total, epsilon, k, rate, keys, mechanism);
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
    return create_answers(truth, others / (long double)(k - 1), loss, k, rate, keys, mechanism);
}

/* --- the row -------------------------------------------------------------------------------------------------------- */

enum { KEY_EPSILON, KEY_P, KEY_K, KEY_SENSITIVITY };

static const pld__key keys[] = {
    [KEY_EPSILON] = {.name = "epsilon",
                     .kind = PLD__KEY_NUMBER,
                     .fallback = "0",
                     .meaning = "log of how much likelier the true answer is than each other; this or p is needed",
                     .range = &pld__range_epsilon,
                     .monotone = PLD__MONOTONE_CHANNEL},
    [KEY_P] = {.name = "p",
               .kind = PLD__KEY_NUMBER,
               .fallback = "0",
               .meaning = "probability of the true answer, instead of epsilon"},
    [KEY_K] = {.name = "k", .kind = PLD__KEY_WHOLE, .fallback = "2", .meaning = "possible answers"},
    [KEY_SENSITIVITY] = {.name = "sensitivity",
                         .kind = PLD__KEY_WHOLE,
                         .fallback = "1",
                         .meaning = "answers that one record gives, at most 1000",
                         .range = &pld__range_sensitivity,
                         .monotone = PLD__MONOTONE_PARTS},
};

static pld_status create(const pld__given *given, pld_mechanism **mechanism, pld_error *error) {
    const pld__value *values = given->values, *epsilon = &values[KEY_EPSILON], *p = &values[KEY_P];
    double rate = given->rate;
    if (epsilon->given == p->given)
        return pld__error_argument(error, p->given ? "p" : "epsilon", "either epsilon or p",
                                   p->given ? "p cannot be given together with epsilon"
                                            : "randomized-response needs either epsilon or p");
    uint64_t answers = values[KEY_SENSITIVITY].whole;
    if (answers < 1 || answers > 1000)
        return pld__check_range("sensitivity", (double)answers, 1, 1000, error);
    if (answers > 1 && rate != 1)
        return pld__error_argument(error, "sensitivity", "sensitivity=1 inside poisson",
                                   "poisson samples one answer of a record, not several: sensitivity must be 1");
    pld_mechanism *one = NULL;
    uint64_t k = values[KEY_K].whole;
    bool alone = k == 1; /* a single possible answer says as little as a fair coin */
    pld_status status = p->given && !alone ? pld_mechanism_create_randomized_response_p(p->number, k, rate, &one, error)
                                           : pld_mechanism_create_randomized_response(alone ? 0 : epsilon->number, alone ? 2 : k,
                                                                                      rate, &one, error);
    if (status != PLD_OK || answers == 1) {
        if (status == PLD_OK)
            *mechanism = one;
        return status;
    }
    status = pld__sparse_repeat(one, answers, mechanism, error);
    pld_mechanism_free(one);
    return status;
}

/* Each of the k gives its own answers. */
static pld_status group_of(const pld_mechanism *mechanism, uint64_t k, pld_mechanism **group, pld_error *error) {
    if (mechanism->traits.sampling_rate != 1)
        return pld__group_refuse(mechanism, PLD__SEVERAL_DRAWN, error);
    return k > 1 ? pld__sparse_repeat(mechanism, k, group, error) : pld__sparse_copy(mechanism, group);
}

/* The pair is that of a changed answer already. */
static pld_status replace(const pld_mechanism *mechanism, pld_mechanism **replaced, pld_error *error) {
    return mechanism->traits.sampling_rate != 1 ? pld__replace_refuse(mechanism, PLD__NOT_TWO_ENDS, error)
                                                : pld__sparse_copy(mechanism, replaced);
}

static void describe(const pld__words *words, const pld_mechanism *mechanism, uint64_t count) {
    const pld__traits *traits = &mechanism->traits;
    pld__words_say(words, "randomized response");
    pld__words_code(words, mechanism, count);
    if (traits->sampling_rate != 1)
        pld__words_say(words, ", where for a record that is not drawn, or not there, an answer that does not depend on it is "
                              "randomized");
    else if (traits->whole_sensitivity > 1)
        pld__words_say(words, ", each time to $%" PRIu64 "$ questions", traits->whole_sensitivity);
    pld__words_sampled(words, traits);
}

/* Sampled, a record may be there or not. */
static pld__neighbours neighbours(const pld_mechanism *mechanism) {
    if (mechanism->traits.sampling_rate != 1)
        return (pld__neighbours){.records = 1};
    return (pld__neighbours){.change = PLD__CHANGE_ANSWER, .records = mechanism->traits.whole_sensitivity};
}

const pld__family pld__family_randomized_response = {
    .name = "randomized-response",
    .meaning = "one of k answers, the true one with probability p = e^epsilon/(e^epsilon + k - 1), versus another true answer",
    .remark = "Exact for a changed answer, whatever the adjacency is called: without an answer there is nothing to report.",
    .reference = "Warner 1965",
    .example = "randomized-response:epsilon=1@100",
    .adjacency = "a changed answer: the same pair for add, remove and replace; not replace when sampled, not zero-out",
    PLD__KEYS(keys),
    .create = create,
    .standing = PLD__STANDING_WORST_CASE, /* two true answers are all there is */
    .group = group_of,
    .replace = replace,
    .no_zero = PLD__NO_CONTRIBUTION,
    .describe = describe,
    .neighbours = neighbours,
    .answers = "in randomized response",
};
