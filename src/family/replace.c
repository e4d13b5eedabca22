/* Adjacency "replace": one record has another value. A valid pair is known
 *   for plain Gaussian, Laplace and discrete noise: the mean moves by up to twice as much;
 *   for Poisson sampling with Gaussian noise and one record: removed = 1 and added = 1, the old value leaves and the new one joins, each sampled
 *   (the double mixture of the design);
 *   for randomized response, approx-dp and noisy votes: their guarantee is stated for a changed answer already (noisy votes: 2/b). */
#include "base/base.h"
#include "family/dp_sgd.h"
#include "pair/sparse.h"

static pld_status refuse(const pld_mechanism *mechanism, const char *why, pld_error *error) {
    return pld__error_argument(error, mechanism->resolved, "--adjacency add, remove or add-remove",
                               "no valid pair is known for '%s' when a record is replaced: %s", mechanism->resolved, why);
}

static pld_status refuse_sampled(const pld_mechanism *mechanism, pld_error *error) {
    return refuse(mechanism, "with sampling the old and the new value are not the two ends of one noise", error);
}

static pld_status create(const pld_mechanism *mechanism, pld_mechanism **replaced, pld_error *error) {
    const pld__traits *traits = &mechanism->traits;
    double rate = traits->sampling_rate;
    switch (traits->kind) {
    case PLD__KIND_GAUSSIAN:
        return pld_mechanism_create_gaussian(traits->scale, 2 * traits->sensitivity, replaced, error);
    case PLD__KIND_LAPLACE:
        return pld_mechanism_create_laplace(traits->scale, 2 * traits->sensitivity, replaced, error);
    case PLD__KIND_POISSON_GAUSSIAN:
        if (traits->removed + traits->added != 1)
            return refuse(mechanism, "groups are told apart by removed and added", error);
        return pld__dp_sgd_follow(
            mechanism, pld_mechanism_create_poisson_gaussian(rate, traits->scale, 1, 1, traits->sensitivity, replaced, error),
            replaced);
    case PLD__KIND_DISCRETE_GAUSSIAN:
        if (rate != 1)
            return refuse_sampled(mechanism, error);
        return pld_mechanism_create_discrete_gaussian(traits->scale, 2 * traits->whole_sensitivity, 1, replaced, error);
    case PLD__KIND_DISCRETE_LAPLACE:
        if (rate != 1)
            return refuse_sampled(mechanism, error);
        return pld_mechanism_create_discrete_laplace(traits->scale, 2 * traits->whole_sensitivity, 1, replaced, error);
    case PLD__KIND_RANDOMIZED_RESPONSE:
    case PLD__KIND_APPROX_DP:
    case PLD__KIND_NOISY_VOTE:
        if (rate != 1)
            return refuse_sampled(mechanism, error);
        if (traits->kind == PLD__KIND_NOISY_VOTE)
            return pld_mechanism_create_noisy_vote(traits->noise, true, 1, replaced, error);
        return pld__sparse_copy(mechanism, replaced);
    case PLD__KIND_POISSON_LAPLACE:
        return refuse_sampled(mechanism, error);
    case PLD__KIND_HYPERGEOMETRIC_GAUSSIAN:
        return refuse(mechanism, "its pair is one of protected records that are there or not", error);
    case PLD__KIND_MIXTURE_GAUSSIAN:
    case PLD__KIND_OTHER:
        break;
    }
    return refuse(mechanism, "the pair was given as it is", error);
}

pld_status pld_mechanism_create_replaced(const pld_mechanism *mechanism, pld_mechanism **replaced, pld_error *error) {
    pld_mechanism *made = NULL;
    pld_status status = create(mechanism, &made, error);
    if (status != PLD_OK)
        return status;
    made->replaced = true;
    *replaced = made;
    return PLD_OK;
}
