/* Groups: k records that are all added or all removed. A pair that is the worst case for them is known
 *   for plain Gaussian, Laplace and discrete noise: k records move the mean by up to k times as much as one, and the pair of a larger shift is
 *   the worst of all smaller ones;
 *   for Poisson sampling with Gaussian noise: Binom(j; k, q) of them are in the batch (the table of the design: proven for all removed or all added);
 *   for batches drawn without replacement: Hyp(j; N, k, B) of them are, with the caveat that one record has too;
 *   for randomized response: each of the k gives its own answers.
 * Elsewhere sampling would need the mixture over how many of the group are drawn, and a guarantee or a pair that was given says nothing
 * about more records than it was given for. */
#include "base/base.h"
#include "family/check.h"
#include "family/dp_sgd.h"
#include "pair/sparse.h"

static pld_status refuse(const pld_mechanism *mechanism, const char *why, pld_error *error) {
    return pld__error_argument(error, mechanism->resolved, "a mechanism whose pair for a group is known, for one record each",
                               "no pair for a group of records is known for '%s': %s", mechanism->resolved, why);
}

static pld_status refuse_sampled(const pld_mechanism *mechanism, pld_error *error) {
    return refuse(mechanism, "with sampling several records of the group may be drawn at once", error);
}

static pld_status create_sampled_gaussian(const pld_mechanism *mechanism, uint64_t k, pld_mechanism **group, pld_error *error) {
    const pld__traits *traits = &mechanism->traits;
    if (traits->removed + traits->added != 1)
        return refuse(mechanism, "it is one of several records already", error);
    if (traits->kind == PLD__KIND_HYPERGEOMETRIC_GAUSSIAN)
        return pld_mechanism_create_hypergeometric_gaussian(traits->population, traits->batch, k, traits->scale, traits->shift,
                                                            traits->sensitivity, group, error);
    pld_mechanism *made = NULL;
    pld_status status = pld_mechanism_create_poisson_gaussian(traits->sampling_rate, traits->scale, k * traits->removed,
                                                              k * traits->added, traits->sensitivity, &made, error);
    status = pld__dp_sgd_follow(mechanism, status, &made);
    if (status == PLD_OK)
        *group = made;
    return status;
}

static pld_status create_sparse(const pld_mechanism *mechanism, uint64_t k, pld_mechanism **group, pld_error *error) {
    const pld__traits *traits = &mechanism->traits;
    if (traits->sampling_rate != 1)
        return refuse_sampled(mechanism, error);
    if (traits->kind == PLD__KIND_RANDOMIZED_RESPONSE)
        return k > 1 ? pld__sparse_repeat(mechanism, k, group, error) : pld__sparse_copy(mechanism, group);
    uint64_t sensitivity = k * traits->whole_sensitivity; /* at most 1e5 times 1e4 */
    return traits->kind == PLD__KIND_DISCRETE_GAUSSIAN
               ? pld_mechanism_create_discrete_gaussian(traits->scale, sensitivity, 1, group, error)
               : pld_mechanism_create_discrete_laplace(traits->scale, sensitivity, 1, group, error);
}

pld_status pld_mechanism_create_group(const pld_mechanism *mechanism, uint64_t k, pld_mechanism **group, pld_error *error) {
    const pld__traits *traits = &mechanism->traits;
    pld_status status = pld__check_range("k", (double)k, 1, PLD__LARGEST_GROUP, error);
    if (status != PLD_OK)
        return status;
    if (mechanism->replaced)
        return refuse(mechanism, "its pair is that of a record that is replaced", error);
    switch (traits->kind) {
    case PLD__KIND_GAUSSIAN:
        return pld_mechanism_create_gaussian(traits->scale, (double)k * traits->sensitivity, group, error);
    case PLD__KIND_LAPLACE:
        return pld_mechanism_create_laplace(traits->scale, (double)k * traits->sensitivity, group, error);
    case PLD__KIND_POISSON_GAUSSIAN:
    case PLD__KIND_HYPERGEOMETRIC_GAUSSIAN:
        return create_sampled_gaussian(mechanism, k, group, error);
    case PLD__KIND_DISCRETE_GAUSSIAN:
    case PLD__KIND_DISCRETE_LAPLACE:
    case PLD__KIND_RANDOMIZED_RESPONSE:
        return create_sparse(mechanism, k, group, error);
    case PLD__KIND_POISSON_LAPLACE:
        return refuse_sampled(mechanism, error);
    case PLD__KIND_APPROX_DP:
    case PLD__KIND_NOISY_VOTE:
        return refuse(mechanism, "only a guarantee for one record is known of it", error);
    case PLD__KIND_MIXTURE_GAUSSIAN:
    case PLD__KIND_OTHER:
        break;
    }
    return refuse(mechanism, "the pair was given as it is", error);
}
