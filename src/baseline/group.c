/* Groups of k records as one record of k times the weight: RDP of the sampled Gaussian with rate q' = Pr[any of the k is in the
 * batch] (1 - Hyp(0; N, k, B), or 1 - (1 - q)^k) and noise sigma/k.
 *
 * Theorem. (1 - q') N(0) + q' N(k) versus N(0) dominates sum_j w_j N(j) versus N(0) with w_0 = 1 - q'. Proof. For P = (1 - q') Q
 * + q' R the hockey-stick of P and Q at any level is a multiple, and a level of its own, of that of R and Q, in either direction
 * (Balle, Barthe and Gaboardi 2018, theorem 2), it is convex in R, and R is a mixture of N(j), 1 <= j <= k, whose pair with N(0)
 * is a post-processing of that of N(k). Valid for groups that are all removed or all added.
 *
 * It is vastly above the truth: every draw of one record counts as all k. The figures that made it known used TensorFlow
 * Privacy's orders and the classic conversion; that is the -tensorflow variant. */
#include "base/base.h"
#include "baseline/rdp.h"
#include "pair/weights.h"

#include <math.h>

/* Pr[at least one of the k protected records is in the batch]. */
static pld_status hit_rate(const pld__traits *traits, double *rate) {
    if (traits->kind == PLD__KIND_POISSON_GAUSSIAN) {
        *rate = -expm1((double)traits->removed * log1p(-traits->sampling_rate));
        return PLD_OK;
    }
    long double *weight = pld__allocate((size_t)traits->removed + 1, sizeof *weight), sum = 0;
    if (!weight)
        return PLD_ERROR_MEMORY;
    pld__weights_hypergeometric(traits->population, traits->batch, traits->removed, weight);
    for (size_t j = (size_t)traits->removed; j >= 1; j--)
        sum += weight[j];
    pld__free(weight);
    *rate = (double)fminl(sum, 1);
    return PLD_OK;
}

static bool is_group(const pld__traits *traits) {
    return (traits->kind == PLD__KIND_POISSON_GAUSSIAN || traits->kind == PLD__KIND_HYPERGEOMETRIC_GAUSSIAN) &&
           traits->added == 0;
}

static pld_status stand_in(const pld_mechanism *group, pld_mechanism **single) {
    double rate = 0;
    pld_status status = hit_rate(&group->traits, &rate);
    if (status != PLD_OK)
        return status;
    return pld_mechanism_create_poisson_gaussian(rate, group->traits.noise, 1, 0, (double)group->traits.removed, single, NULL);
}

typedef pld_status rdp_method(const pld__baseline_question *question, pld__conversion *convert, pld_baseline_answer *answer);

static pld_status group_rdp(const pld__baseline_question *question, rdp_method *method, pld__conversion *convert,
                            pld_baseline_answer *answer) {
    size_t count = question->step_count, made = 0;
    for (size_t i = 0; i < count; i++)
        if (!is_group(&question->steps[i].mechanism->traits))
            return pld__baseline_refuse(answer, "it is about sampled Gaussians of a group that is all removed or all added");
    pld_step *steps = pld__allocate(count, sizeof *steps);
    pld_mechanism **mechanisms = pld__allocate(count, sizeof(pld_mechanism *));
    pld_status status = steps && mechanisms ? PLD_OK : PLD_ERROR_MEMORY;
    for (; made < count && status == PLD_OK; made += status == PLD_OK) {
        status = stand_in(question->steps[made].mechanism, &mechanisms[made]);
        if (status == PLD_OK)
            steps[made] = (pld_step){mechanisms[made], question->steps[made].count};
    }
    if (status == PLD_OK) {
        pld__baseline_question single = *question;
        single.steps = steps;
        status = method(&single, convert, answer);
    }
    for (size_t i = 0; i < made; i++)
        pld_mechanism_free(mechanisms[i]);
    pld__free(mechanisms);
    pld__free(steps);
    return status;
}

pld_status pld__baseline_group_rdp(const pld__baseline_question *question, pld_baseline_answer *answer) {
    return group_rdp(question, pld__rdp_best, pld__conversion_improved, answer);
}

pld_status pld__baseline_group_rdp_list(const pld__baseline_question *question, pld_baseline_answer *answer) {
    return group_rdp(question, pld__rdp_list, pld__conversion_classic, answer);
}
