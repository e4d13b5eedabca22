/* The table of families. */
#include "family/spec.h"

#include "base/base.h"
#include "base/suggest.h"
#include <stdio.h>
#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))
#define SIGMA_MEANING "standard deviation of the noise, > 0; with clip norm 1 the noise multiplier"
#define SENSITIVITY_KEY \
    { "sensitivity", PLD__KEY_NUMBER, "1", "multiplies every mean, > 0" }

/* --- gaussian --------------------------------------------------------------------------------------------------------- */

enum { GAUSSIAN_SIGMA, GAUSSIAN_SENSITIVITY };

static const pld__key gaussian_keys[] = {
    [GAUSSIAN_SIGMA] = {"sigma", PLD__KEY_NUMBER, NULL, SIGMA_MEANING},
    [GAUSSIAN_SENSITIVITY] = SENSITIVITY_KEY,
};

static pld_status gaussian_create(const pld__value *values, double rate, pld_mechanism **mechanism, pld_error *error) {
    if (rate != 1)
        return pld_mechanism_create_poisson_gaussian(rate, values[GAUSSIAN_SIGMA].number, 1, 0,
                                                     values[GAUSSIAN_SENSITIVITY].number, mechanism, error);
    return pld_mechanism_create_gaussian(values[GAUSSIAN_SIGMA].number, values[GAUSSIAN_SENSITIVITY].number, mechanism, error);
}

/* --- poisson-gaussian ------------------------------------------------------------------------------------------------- */

enum { POISSON_Q, POISSON_SIGMA, POISSON_K, POISSON_REMOVED, POISSON_ADDED, POISSON_SENSITIVITY };

static const pld__key poisson_gaussian_keys[] = {
    [POISSON_Q] = {"q", PLD__KEY_NUMBER, NULL, "probability that a record is in the batch, from 0 to 1"},
    [POISSON_SIGMA] = {"sigma", PLD__KEY_NUMBER, NULL, SIGMA_MEANING},
    [POISSON_K] = {"k", PLD__KEY_WHOLE, "1", "protected records, all on one side; not together with removed or added"},
    [POISSON_REMOVED] = {"removed", PLD__KEY_WHOLE, "0", "protected records that only P has, instead of k"},
    [POISSON_ADDED] = {"added", PLD__KEY_WHOLE, "0", "protected records that only Q has, instead of k"},
    [POISSON_SENSITIVITY] = SENSITIVITY_KEY,
};

static pld_status poisson_gaussian_create(const pld__value *values, double rate, pld_mechanism **mechanism, pld_error *error) {
    (void)rate;
    const pld__value *k = &values[POISSON_K], *removed = &values[POISSON_REMOVED], *added = &values[POISSON_ADDED];
    bool both_sides = removed->given || added->given;
    if (both_sides && k->given) {
        return pld__error_argument(error, "k", "either k, or removed and added", "k cannot be given together with %s",
                                   removed->given ? "removed" : "added");
    }
    return pld_mechanism_create_poisson_gaussian(values[POISSON_Q].number, values[POISSON_SIGMA].number,
                                                 both_sides ? removed->whole : k->whole, added->whole,
                                                 values[POISSON_SENSITIVITY].number, mechanism, error);
}

/* --- hypergeometric-gaussian ------------------------------------------------------------------------------------------ */

enum {
    HYPERGEOMETRIC_POPULATION,
    HYPERGEOMETRIC_BATCH,
    HYPERGEOMETRIC_K,
    HYPERGEOMETRIC_SIGMA,
    HYPERGEOMETRIC_SHIFT,
    HYPERGEOMETRIC_SENSITIVITY
};

static const pld__key hypergeometric_gaussian_keys[] = {
    [HYPERGEOMETRIC_POPULATION] = {"N", PLD__KEY_WHOLE, NULL, "records in the data set"},
    [HYPERGEOMETRIC_BATCH] = {"B", PLD__KEY_WHOLE, NULL, "records in a batch, drawn without replacement, at most N"},
    [HYPERGEOMETRIC_K] = {"k", PLD__KEY_WHOLE, NULL, "protected records among the N"},
    [HYPERGEOMETRIC_SIGMA] = {"sigma", PLD__KEY_NUMBER, NULL, SIGMA_MEANING},
    [HYPERGEOMETRIC_SHIFT] = {"shift", PLD__KEY_NUMBER, "1", "what one protected record in the batch adds to the mean"},
    [HYPERGEOMETRIC_SENSITIVITY] = SENSITIVITY_KEY,
};

static pld_status hypergeometric_gaussian_create(const pld__value *values, double rate, pld_mechanism **mechanism,
                                                 pld_error *error) {
    (void)rate;
    return pld_mechanism_create_hypergeometric_gaussian(values[HYPERGEOMETRIC_POPULATION].whole,
                                                        values[HYPERGEOMETRIC_BATCH].whole, values[HYPERGEOMETRIC_K].whole,
                                                        values[HYPERGEOMETRIC_SIGMA].number, values[HYPERGEOMETRIC_SHIFT].number,
                                                        values[HYPERGEOMETRIC_SENSITIVITY].number, mechanism, error);
}

/* --- mixture-gaussian ------------------------------------------------------------------------------------------------- */

enum { MIXTURE_SIGMA, MIXTURE_P_WEIGHT, MIXTURE_P_MEAN, MIXTURE_Q_WEIGHT, MIXTURE_Q_MEAN, MIXTURE_SENSITIVITY };

static const pld__key mixture_gaussian_keys[] = {
    [MIXTURE_SIGMA] = {"sigma", PLD__KEY_NUMBER, NULL, SIGMA_MEANING},
    [MIXTURE_P_WEIGHT] = {"pw", PLD__KEY_NUMBERS, NULL, "weights of P, together 1"},
    [MIXTURE_P_MEAN] = {"pm", PLD__KEY_NUMBERS, NULL, "means of P, as many as there are weights"},
    [MIXTURE_Q_WEIGHT] = {"qw", PLD__KEY_NUMBERS, NULL, "weights of Q, together 1"},
    [MIXTURE_Q_MEAN] = {"qm", PLD__KEY_NUMBERS, NULL, "means of Q, as many as there are weights"},
    [MIXTURE_SENSITIVITY] = SENSITIVITY_KEY,
};

static pld_status judge_lengths(const pld__value *values, int weight, int mean, pld_error *error) {
    const char *weight_name = mixture_gaussian_keys[weight].name, *mean_name = mixture_gaussian_keys[mean].name;
    size_t weights = values[weight].length, means = values[mean].length;
    if (weights == means) {
        return PLD_OK;
    }
    return pld__error_argument(error, mean_name, "as many means as weights", "%s has %zu number%s, but %s has %zu", mean_name,
                               means, means == 1 ? "" : "s", weight_name, weights);
}

static pld_status mixture_gaussian_create(const pld__value *values, double rate, pld_mechanism **mechanism, pld_error *error) {
    (void)rate;
    pld_status status = judge_lengths(values, MIXTURE_P_WEIGHT, MIXTURE_P_MEAN, error);
    if (status == PLD_OK) {
        status = judge_lengths(values, MIXTURE_Q_WEIGHT, MIXTURE_Q_MEAN, error);
    }
    if (status != PLD_OK) {
        return status;
    }
    return pld_mechanism_create_mixture_gaussian(
        values[MIXTURE_SIGMA].number, values[MIXTURE_P_WEIGHT].length, values[MIXTURE_P_WEIGHT].numbers,
        values[MIXTURE_P_MEAN].numbers, values[MIXTURE_Q_WEIGHT].length, values[MIXTURE_Q_WEIGHT].numbers,
        values[MIXTURE_Q_MEAN].numbers, values[MIXTURE_SENSITIVITY].number, mechanism, error);
}

/* --- the table -------------------------------------------------------------------------------------------------------- */

#define SAMPLED_ALREADY "it is sampled already, and sampling twice is not one Poisson sampling of a known pair"

static const pld__family gaussian = {"gaussian",
                                     "N(1, sigma^2) versus N(0, sigma^2)",
                                     "Exact: this pair is the worst case of the Gaussian mechanism in both directions.",
                                     "Balle and Wang 2018",
                                     "gaussian:sigma=20@1000",
                                     gaussian_keys,
                                     COUNT_OF(gaussian_keys),
                                     "add, remove, replace (the mean moves twice as far)",
                                     gaussian_create,
                                     NULL,
                                     NULL};

static const pld__family poisson_gaussian = {
    "poisson-gaussian",
    "sum_i Binom(i; removed, q) N(i, sigma^2) versus sum_j Binom(j; added, q) N(-j, sigma^2)",
    "k = 1 is DP-SGD. k stands for removed = k, added = 0. Proven to be the worst case for k records all removed or all\n"
    "added under Poisson sampling, and for removed = 1, added = 1 (one record replaced). Other groups of both kinds: the lower\n"
    "end holds, that nothing is worse is not proven. Shuffled batches are not Poisson batches.",
    "Abadi et al. 2016; Zhu, Dong and Wang 2022",
    "poisson-gaussian:q=256/60000,sigma=1@16384",
    poisson_gaussian_keys,
    COUNT_OF(poisson_gaussian_keys),
    "add, remove; replace for one record (removed = 1, added = 1)",
    poisson_gaussian_create,
    SAMPLED_ALREADY,
    NULL};

static const pld__family hypergeometric_gaussian = {
    "hypergeometric-gaussian",
    "sum_j Hyp(j; N, k, B) N(j * shift, sigma^2) versus N(0, sigma^2)",
    "shift = 1 is exact provided that what the other records contribute does not depend on how many protected records were\n"
    "drawn. That is no guarantee for DP-SGD with batches of fixed size: all other gradients -1 and the protected one +1 give\n"
    "18.19 where shift = 1 says 3.50 (N=1000, B=50, k=1, sigma=1, 100 steps, delta = 1e-5). shift = 2 is the worst case for\n"
    "batches of fixed size and k records all removed or all added, N counting the larger data set and B <= N - k.",
    "Ganesh 2024",
    "hypergeometric-gaussian:N=60000,B=256,k=3,sigma=1@16384",
    hypergeometric_gaussian_keys,
    COUNT_OF(hypergeometric_gaussian_keys),
    "add, remove; not replace: its pair is one of protected records that are there or not",
    hypergeometric_gaussian_create,
    "its batches are drawn already, and a Poisson sample of them is no pair that is known",
    NULL};

static const pld__family mixture_gaussian = {
    "mixture-gaussian",
    "sum_i pw_i N(pm_i, sigma^2) versus sum_j qw_j N(qm_j, sigma^2)",
    "The privacy loss must increase with the output. The pair is taken as given: what it stands for is yours to know.",
    "Choquette-Choo, Ganesh, Steinke and Thakurta 2024",
    "mixture-gaussian:sigma=1,pw=0.99:0.01,pm=0:1,qw=1,qm=0@1000",
    mixture_gaussian_keys,
    COUNT_OF(mixture_gaussian_keys),
    "what the pair was made for; not replace: the pair is given as it is",
    mixture_gaussian_create,
    "nothing is known of what its pair dominates; give the sampled mixture itself",
    NULL};

static const pld__family *const families[] = {
    &gaussian,
    &poisson_gaussian,
    &pld__family_dp_sgd,
    &hypergeometric_gaussian,
    &mixture_gaussian,
    &pld__family_laplace,
    &pld__family_poisson_laplace,
    &pld__family_randomized_response,
    &pld__family_discrete_gaussian,
    &pld__family_discrete_laplace,
    &pld__family_approx_dp,
    &pld__family_noisy_vote,
    &pld__family_poisson,
    &pld__family_array,
};

const pld__family *pld__family_at(size_t index) {
    return index < COUNT_OF(families) ? families[index] : NULL;
}

const pld__family *pld__family_find(const char *name, pld_error *error) {
    pld__suggestion nearest = pld__suggestion_start(name);
    char allowed[sizeof error->allowed] = "", suggestion[64];
    size_t length = 0;
    for (size_t i = 0; i < COUNT_OF(families); i++) {
        if (strcmp(families[i]->name, name) == 0) {
            return families[i];
        }
        pld__suggestion_consider(&nearest, families[i]->name);
        if (length < sizeof allowed) { /* a list that does not fit is cut */
            length += (size_t)snprintf(allowed + length, sizeof allowed - length, "%s%s", i > 0 ? ", " : "", families[i]->name);
        }
    }
    pld__suggestion_text(&nearest, suggestion, sizeof suggestion);
    (void)pld__error_argument(error, name, allowed, "there is no mechanism '%s'%s", name, suggestion);
    return NULL;
}

const char *pld__key_kind_name(pld__key_kind kind) {
    switch (kind) {
    case PLD__KEY_NUMBER:
        return "a number";
    case PLD__KEY_WHOLE:
        return "a whole number";
    case PLD__KEY_NUMBERS:
        return "numbers with colons between";
    case PLD__KEY_NAME:
        return "a name";
    }
    return "";
}
