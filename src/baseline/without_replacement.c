/* Sampling without replacement (Wang, Balle and Kasiviswanathan 2019, theorem 9).
 *
 * Theorem. Let a mechanism have Renyi divergences e(j) when one record is *replaced*. On a batch of B of N records drawn without
 * replacement, gamma = B/N, its divergence of whole order a >= 2 is at most 1/(a - 1) log of
 *
 *     1 + gamma^2 C(a,2) min{4 (exp(e(2)) - 1), 2 exp(e(2))} + sum_{j=3}^a 2 gamma^j C(a,j) exp((j - 1) e(j))
 *
 * (where the loss is unbounded, as here). Replacing a record moves the sum by up to twice the clip norm, so e(j) = 2 j/sigma^2.
 * Valid for replace-one adjacency alone: adding or removing a record changes N and is not covered. `fixed-size` with a record
 * that is replaced is that mechanism. */
#include "baseline/without_replacement.h"

#include "base/binomial.h"
#include "baseline/method.h"
#include "family/family.h"
#include <math.h>
#include <stdio.h>

enum { MOST_ORDER = 256 };

double pld__without_replacement_rdp(double rate, double noise, int order) {
    double unit = 2 / (noise * noise), logs[MOST_ORDER + 1], top = 0, sum = 0;
    for (int j = 2; j <= order; j++) {
        double choose = (double)pld__log_choose(order, j), divergence = j * unit;
        /* log(4 (e^x - 1)) = log 4 + x + log(1 - e^-x). */
        double factor =
            j == 2 ? fmin(log(4) + divergence + log(-expm1(-divergence)), log(2) + divergence) : log(2) + (j - 1) * divergence;
        logs[j] = j * log(rate) + choose + factor;
        top = fmax(top, logs[j]);
    }
    for (int j = 2; j <= order; j++)
        sum += exp(logs[j] - top);
    return (top == 0 ? log1p(sum) : top + log(exp(-top) + sum)) / (order - 1);
}

/* The noise in clip norms and B/N of a step that it is about; false: it is about another. */
static bool is_about(const pld__traits *traits, double *rate, double *noise) {
    bool fixed = traits->family == &pld__family_fixed_size, other = traits->kind == PLD__KIND_HYPERGEOMETRIC_GAUSSIAN;
    *rate = fixed ? (double)traits->batch / (double)traits->population : traits->sampling_rate;
    *noise = fixed ? traits->scale : traits->noise;
    return traits->removed == 1 && (fixed || other);
}

pld_status pld__baseline_without_replacement(const pld__baseline_question *question, pld_baseline_answer *answer) {
    double rate, noise;
    for (size_t i = 0; i < question->step_count; i++)
        if (!is_about(&question->steps[i].mechanism->traits, &rate, &noise))
            return pld__baseline_refuse(answer, "it is about one record and batches of fixed size, drawn without replacement");
    if (question->adjacency != PLD_ADJACENCY_REPLACE)
        return pld__baseline_refuse(answer, "it is proven for replacing a record, not for adding or removing one");
    answer->epsilon = INFINITY;
    for (int order = 2; order <= MOST_ORDER; order++) {
        double epsilon = -question->log_delta / (order - 1);
        for (size_t i = 0; i < question->step_count; i++)
            if (is_about(&question->steps[i].mechanism->traits, &rate, &noise))
                epsilon += (double)question->steps[i].count * pld__without_replacement_rdp(rate, noise, order);
        if (epsilon < answer->epsilon) {
            answer->epsilon = epsilon;
            answer->order = order;
        }
    }
    if (answer->order == 2 || answer->order == MOST_ORDER)
        snprintf(answer->reason, sizeof answer->reason, "the best order is at the edge of what is searched, 2 to %d", MOST_ORDER);
    return PLD_OK;
}
