/* The moments accountant as published (Abadi et al. 2016, theorem 2).
 *
 * Theorem. With alpha(lambda) = log E_P e^(lambda L), the larger of both directions and summed over steps, the composition is
 * (epsilon, delta)-private for log delta = min over lambda of alpha(lambda) - lambda epsilon. Published with whole lambda up
 * to 32. Valid for any mechanism with finite moments; it is the classic conversion of RDP at order lambda + 1.
 *
 * The published example (q = 0.01, sigma = 4, T = 10000, delta = 1e-5: 1.26) is 1.2586 at lambda = 19. */
#include "baseline/renyi.h"

#include <math.h>
#include <stdio.h>

enum { MOST_LAMBDA = 32 };

pld_status pld__baseline_moments(const pld__baseline_question *question, pld_baseline_answer *answer) {
    double best = INFINITY;
    for (int lambda = 1; lambda <= MOST_LAMBDA; lambda++) {
        double epsilon = pld__renyi_largest(question, lambda + 1) - question->log_delta / lambda;
        if (epsilon < best) {
            best = epsilon;
            answer->order = lambda;
        }
    }
    answer->epsilon = best;
    if (answer->order == 1 || answer->order == MOST_LAMBDA)
        snprintf(answer->reason, sizeof answer->reason, "the best lambda is at the edge of what is searched, 1 to %d",
                 MOST_LAMBDA);
    return PLD_OK;
}
