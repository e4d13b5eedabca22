/* A moment of the loss of two Gaussian mixtures, from above, by couples of bells (T47): with a = 1 + lambda, lambda > 0,
 *
 *     E_P e^(lambda L) <= sum_ij w_i v_j e^(lambda a (a_i - b_j)^2/2).
 *
 * Means are good to 2 u of their size, so gaps are made larger by as much, twice. What rounding may have taken from a term is
 * counted with it: each log weight is good to an ulp, `grown` to 8 u, the exponent less the largest rounds by u of the sizes it
 * is made of. */
#include "base/base.h"
#include "pair/mixture.h"

#include <math.h>

double pld__mixture_log_moment_upper(const void *object, pld_direction direction, double lambda) {
    enum { MOST_COUPLES = 1 << 16 };
    const pld__mixture_pair *pair = object;
    (void)direction; /* the squares are the same */
    if (pair->p.count > MOST_COUPLES / pair->q.count)
        return INFINITY;
    double largest = -INFINITY;
    long double sum = 0, wrong = 0; /* what rounding may have taken from the sum */
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < pair->p.count; i++)
            for (size_t j = 0; j < pair->q.count; j++) {
                double p_mean = pair->p.mean[i], q_mean = pair->q.mean[j], p_log = pair->p.log_weight[i],
                       q_log = pair->q.log_weight[j];
                double gap = fabs(p_mean - q_mean) + 4 * PLD__U * (fabs(p_mean) + fabs(q_mean)),
                       grown = lambda * (lambda + 1) * gap * gap / 2;
                double exponent = p_log + q_log + grown;
                if (pass == 0) {
                    largest = fmax(largest, exponent);
                    continue;
                }
                long double term = expl((long double)exponent - largest);
                sum += term;
                wrong += term * PLD__U * (4 * (fabs(p_log) + fabs(q_log)) + 8 * grown + 4 * fabs(largest) + 8);
            }
    double value = (double)(largest + logl(sum) + wrong / sum * (1 + 1e-9L) + 0x1p-60L);
    return isfinite(largest) ? fmax(value * (1 + 4 * PLD__U), 0) : INFINITY;
}
