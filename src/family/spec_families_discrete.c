/* The rows of the table for Laplace noise, discrete outcomes, and the wrapper that samples. */
#include "family/spec.h"

#include "base/base.h"
#include "family/check.h"
#include "pair/sparse.h"

#include <math.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
#define B_MEANING "scale of the noise, > 0"

/* --- laplace ---------------------------------------------------------------------------------------------------------- */

enum { LAPLACE_B, LAPLACE_SENSITIVITY };

static const pld__key laplace_keys[] = {
    [LAPLACE_B] = {"b", PLD__KEY_NUMBER, NULL, B_MEANING},
    [LAPLACE_SENSITIVITY] = {"sensitivity", PLD__KEY_NUMBER, "1",
                             "what one record changes the results by, absolute values summed, > 0"},
};

static pld_status laplace_create(const pld__value *values, double rate, pld_mechanism **mechanism, pld_error *error) {
    if (rate != 1)
        return pld_mechanism_create_poisson_laplace(rate, values[LAPLACE_B].number, values[LAPLACE_SENSITIVITY].number, mechanism,
                                                    error);
    return pld_mechanism_create_laplace(values[LAPLACE_B].number, values[LAPLACE_SENSITIVITY].number, mechanism, error);
}

const pld__family pld__family_laplace = {"laplace",
                                         "Lap(sensitivity, b) versus Lap(0, b)",
                                         "Exact: this pair is the worst case of the Laplace mechanism in both directions.",
                                         "Dwork, McSherry, Nissim and Smith 2006",
                                         "laplace:b=10@1000",
                                         laplace_keys,
                                         COUNT_OF(laplace_keys),
                                         "add, remove, replace (the sensitivity doubles)",
                                         laplace_create,
                                         NULL,
                                         NULL};

/* --- poisson-laplace -------------------------------------------------------------------------------------------------- */

enum { POISSON_LAPLACE_Q, POISSON_LAPLACE_B, POISSON_LAPLACE_SENSITIVITY };

static const pld__key poisson_laplace_keys[] = {
    [POISSON_LAPLACE_Q] = {"q", PLD__KEY_NUMBER, NULL, "probability that a record is in the batch, from 0 to 1"},
    [POISSON_LAPLACE_B] = {"b", PLD__KEY_NUMBER, NULL, B_MEANING},
    [POISSON_LAPLACE_SENSITIVITY] = {"sensitivity", PLD__KEY_NUMBER, "1",
                                     "what one record changes the results by, absolute values summed, > 0"},
};

static pld_status poisson_laplace_create(const pld__value *values, double rate, pld_mechanism **mechanism, pld_error *error) {
    (void)rate;
    return pld_mechanism_create_poisson_laplace(values[POISSON_LAPLACE_Q].number, values[POISSON_LAPLACE_B].number,
                                                values[POISSON_LAPLACE_SENSITIVITY].number, mechanism, error);
}

const pld__family pld__family_poisson_laplace = {
    "poisson-laplace",
    "(1 - q) Lap(0, b) + q Lap(sensitivity, b) versus Lap(0, b)",
    "Laplace noise on a Poisson sample. Proven to be the worst case for a record added or removed. Shuffled batches are "
    "not\nPoisson batches.",
    "Zhu, Dong and Wang 2022",
    "poisson-laplace:q=0.01,b=2@1000",
    poisson_laplace_keys,
    COUNT_OF(poisson_laplace_keys),
    "add, remove; not replace: with sampling the old and the new value are not the two ends of one noise",
    poisson_laplace_create,
    "it is sampled already, and sampling twice is not one Poisson sampling of a known pair",
    NULL};

/* --- randomized-response ---------------------------------------------------------------------------------------------- */

enum { RESPONSE_EPSILON, RESPONSE_P, RESPONSE_K, RESPONSE_SENSITIVITY };

static const pld__key randomized_response_keys[] = {
    [RESPONSE_EPSILON] = {"epsilon", PLD__KEY_NUMBER, "0",
                          "log of how much likelier the true answer is than each other; this or p is needed"},
    [RESPONSE_P] = {"p", PLD__KEY_NUMBER, "0", "probability of the true answer, instead of epsilon"},
    [RESPONSE_K] = {"k", PLD__KEY_WHOLE, "2", "possible answers"},
    [RESPONSE_SENSITIVITY] = {"sensitivity", PLD__KEY_WHOLE, "1", "answers that one record gives, at most 1000"},
};

static pld_status randomized_response_create(const pld__value *values, double rate, pld_mechanism **mechanism, pld_error *error) {
    const pld__value *epsilon = &values[RESPONSE_EPSILON], *p = &values[RESPONSE_P];
    if (epsilon->given == p->given)
        return pld__error_argument(error, p->given ? "p" : "epsilon", "either epsilon or p",
                                   p->given ? "p cannot be given together with epsilon"
                                            : "randomized-response needs either epsilon or p");
    uint64_t answers = values[RESPONSE_SENSITIVITY].whole;
    if (answers < 1 || answers > 1000)
        return pld__check_range("sensitivity", (double)answers, 1, 1000, error);
    if (answers > 1 && rate != 1)
        return pld__error_argument(error, "sensitivity", "sensitivity=1 inside poisson",
                                   "poisson samples one answer of a record, not several: sensitivity must be 1");
    pld_mechanism *one = NULL;
    pld_status status =
        p->given ? pld_mechanism_create_randomized_response_p(p->number, values[RESPONSE_K].whole, rate, &one, error)
                 : pld_mechanism_create_randomized_response(epsilon->number, values[RESPONSE_K].whole, rate, &one, error);
    if (status != PLD_OK || answers == 1) {
        if (status == PLD_OK)
            *mechanism = one;
        return status;
    }
    status = pld__sparse_repeat(one, answers, mechanism, error);
    pld_mechanism_free(one);
    return status;
}

const pld__family pld__family_randomized_response = {
    "randomized-response",
    "one of k answers, the true one with probability p = e^epsilon/(e^epsilon + k - 1), versus another true answer",
    "Exact for a changed answer, whatever the adjacency is called: without an answer there is nothing to report.",
    "Warner 1965",
    "randomized-response:epsilon=1@100",
    randomized_response_keys,
    COUNT_OF(randomized_response_keys),
    "a changed answer: the same pair for add, remove and replace; not replace when sampled",
    randomized_response_create,
    NULL,
    NULL};

/* --- discrete-gaussian, discrete-laplace ------------------------------------------------------------------------------- */

enum { DISCRETE_SCALE, DISCRETE_SENSITIVITY };

static const pld__key discrete_gaussian_keys[] = {
    [DISCRETE_SCALE] = {"sigma", PLD__KEY_NUMBER, NULL, "parameter of the noise, 0.05 to 20000"},
    [DISCRETE_SENSITIVITY] = {"sensitivity", PLD__KEY_WHOLE, "1", "what one record changes the one whole number by, at most"},
};

static pld_status discrete_gaussian_create(const pld__value *values, double rate, pld_mechanism **mechanism, pld_error *error) {
    return pld_mechanism_create_discrete_gaussian(values[DISCRETE_SCALE].number, values[DISCRETE_SENSITIVITY].whole, rate,
                                                  mechanism, error);
}

const pld__family pld__family_discrete_gaussian = {
    "discrete-gaussian",
    "N_Z(sensitivity, sigma^2) versus N_Z(0, sigma^2), whole numbers with mass proportional to e^(-x^2/(2 sigma^2))",
    "Exact for one whole number: the worst case in both directions. A vector is not covered by its Euclidean sensitivity: four\n"
    "numbers that change by 1 each have more delta than one that changes by 2. Give each of them as a mechanism of its own.",
    "Canonne, Kamath and Steinke 2020",
    "discrete-gaussian:sigma=10@100",
    discrete_gaussian_keys,
    COUNT_OF(discrete_gaussian_keys),
    "add, remove, replace (the sensitivity doubles); not replace when sampled",
    discrete_gaussian_create,
    NULL,
    NULL};

static const pld__key discrete_laplace_keys[] = {
    [DISCRETE_SCALE] = {"b", PLD__KEY_NUMBER, NULL, B_MEANING},
    [DISCRETE_SENSITIVITY] = {"sensitivity", PLD__KEY_WHOLE, "1", "what one record changes the one whole number by, at most"},
};

static pld_status discrete_laplace_create(const pld__value *values, double rate, pld_mechanism **mechanism, pld_error *error) {
    return pld_mechanism_create_discrete_laplace(values[DISCRETE_SCALE].number, values[DISCRETE_SENSITIVITY].whole, rate,
                                                 mechanism, error);
}

const pld__family pld__family_discrete_laplace = {
    "discrete-laplace",
    "whole numbers with mass proportional to e^(-|x - sensitivity|/b) versus e^(-|x|/b)",
    "The geometric mechanism. Exact for one whole number: the worst case in both directions.",
    "Ghosh, Roughgarden and Sundararajan 2009",
    "discrete-laplace:b=10@1000",
    discrete_laplace_keys,
    COUNT_OF(discrete_laplace_keys),
    "add, remove, replace (the sensitivity doubles); not replace when sampled",
    discrete_laplace_create,
    NULL,
    NULL};

/* --- approx-dp, noisy-vote --------------------------------------------------------------------------------------------- */

enum { APPROX_EPSILON, APPROX_DELTA, APPROX_SENSITIVITY };

static const pld__key approx_dp_keys[] = {
    [APPROX_EPSILON] = {"epsilon", PLD__KEY_NUMBER, NULL, "of the guarantee, >= 0"},
    [APPROX_DELTA] = {"delta", PLD__KEY_NUMBER, "0", "of the guarantee, from 0 to 1"},
    [APPROX_SENSITIVITY] = {"sensitivity", PLD__KEY_WHOLE, "1", "records that change together: group privacy"},
};

static pld_status approx_dp_create(const pld__value *values, double rate, pld_mechanism **mechanism, pld_error *error) {
    double epsilon = values[APPROX_EPSILON].number, delta = values[APPROX_DELTA].number;
    double group = (double)values[APPROX_SENSITIVITY].whole;
    if (!(group >= 1 && group <= 1e6))
        return pld__check_range("sensitivity", group, 1, 1e6, error);
    if (group > 1 && rate != 1) /* each of them is drawn on its own, and one of many is drawn more often than one */
        return pld__error_argument(error, "sensitivity", "sensitivity=1 inside poisson",
                                   "poisson samples one record, not a group that changes together: sensitivity must be 1");
    /* A chain of k records: (k epsilon, delta (1 + e^epsilon + .. + e^((k-1) epsilon))), rounded up. */
    double chain = epsilon > 0 ? expm1(group * epsilon) / expm1(epsilon) : group;
    bool alone = group == 1 || !(epsilon >= 0 && delta >= 0 && delta <= 1);
    pld_status status = pld_mechanism_create_approx_dp(alone ? epsilon : group * epsilon * (1 + 1e-15),
                                                       alone || delta == 0 ? delta : fmin(delta * chain * (1 + 1e-14), 1), rate,
                                                       mechanism, error);
    if (status == PLD_OK)
        (*mechanism)->traits.whole_sensitivity = values[APPROX_SENSITIVITY].whole;
    return status;
}

const pld__family pld__family_approx_dp = {
    "approx-dp",
    "the worst pair that is (epsilon, delta)-differentially private",
    "For a black box of which only the guarantee is known. Proven: every such mechanism is a post-processing\n"
    "of this pair, so that composing it is optimal composition. The lower end is that of the worst of them, yours may be better.",
    "Kairouz, Oh and Viswanath 2015",
    "approx-dp:epsilon=0.1,delta=1e-8@100",
    approx_dp_keys,
    COUNT_OF(approx_dp_keys),
    "the one that the guarantee is for; not replace when sampled",
    approx_dp_create,
    NULL,
    NULL};

static const pld__key noisy_vote_keys[] = {
    {"b", PLD__KEY_NUMBER, NULL, "scale of the Laplace noise on every count, > 0"},
    {"sensitivity", PLD__KEY_NUMBER, "1", "what one vote adds to its count, > 0"},
};

static pld_status noisy_vote_create(const pld__value *values, double rate, pld_mechanism **mechanism, pld_error *error) {
    pld_status status = pld__check_positive("b", values[0].number, error);
    if (status == PLD_OK)
        status = pld__check_positive("sensitivity", values[1].number, error);
    return status == PLD_OK ? pld_mechanism_create_noisy_vote(values[0].number / values[1].number, false, rate, mechanism, error)
                            : status;
}

const pld__family pld__family_noisy_vote = {
    "noisy-vote",
    "report-noisy-max with Laplace noise on every count, taken as approx-dp with delta = 0",
    "A bound: an added or removed vote is 1/b pure differential privacy, a changed one 2/b, and nothing more of the noisy votes\n"
    "is used: the lower end is that of such a step, not of the vote.",
    "Dwork and Roth 2014; Papernot et al. 2017",
    "noisy-vote:b=20@1000",
    noisy_vote_keys,
    COUNT_OF(noisy_vote_keys),
    "add, remove: 1/b; replace: 2/b; not replace when sampled",
    noisy_vote_create,
    NULL,
    NULL};

/* --- poisson ------------------------------------------------------------------------------------------------------------ */

static const pld__key poisson_keys[] = {
    {"q", PLD__KEY_NUMBER, NULL, "probability that a record is in the batch, from 0 to 1"},
    {"of", PLD__KEY_NAME, NULL, "the family that is sampled; its own keys follow"},
};

const pld__family pld__family_poisson = {
    "poisson",
    "(1 - q) Q + q P versus Q, where P versus Q is the pair of another family",
    "Poisson sampling of a mechanism whose pair dominates in both directions, for one record that is added or removed.\n"
    "poisson:of=gaussian is poisson-gaussian, poisson:of=laplace is poisson-laplace. Shuffled batches are not Poisson batches.",
    "Zhu, Dong and Wang 2022",
    "poisson:q=0.01,of=randomized-response,epsilon=1@1000",
    poisson_keys,
    COUNT_OF(poisson_keys),
    "add, remove; replace of gaussian only; of randomized-response: a record that is not there or not drawn is answered for",
    NULL,
    "it is sampled already, and sampling twice is not one Poisson sampling of a known pair",
    NULL};

/* --- array -------------------------------------------------------------------------------------------------------------- */

static const pld__key array_keys[] = {
    {"file", PLD__KEY_NAME, NULL, "a table with commas (CSV) or an HDF5 file"},
    {"P", PLD__KEY_NAME, "P", "column or dataset of the masses with the protected records"},
    {"Q", PLD__KEY_NAME, "Q", "column or dataset of the masses without them"},
    {"normalise", PLD__KEY_WHOLE, "0", "1: divide each column by its sum"},
};

const pld__family pld__family_array = {
    "array",
    "two columns of masses, outcome by outcome, from a file",
    "In any order, zeros allowed: mass where Q = 0 is infinite loss. Each column must sum to 1 within 1e-9, unless normalise=1\n"
    "divides by the sums; what a sum lacks counts as infinite loss from above and is left out from below. A table has the\n"
    "columns P and Q in its first line, or two columns and no such line.\n"
    "The pair is taken as it is, and that is exact for outcomes that are discrete. Densities sampled on a line are not the\n"
    "distributions they came from: where the line ends and how far apart its points are changes epsilon in either direction,\n"
    "and no bracket knows by how much. For Gaussian and Laplace noise the families of that name are the rigorous way.",
    "Meiser and Mohammadi 2018",
    "array:file=masses.csv@100",
    array_keys,
    COUNT_OF(array_keys),
    "what the pair was made for; not replace: the pair is given as it is",
    NULL,
    NULL,
    NULL};
