#include "plan/kernel_cut.h"

#include "base/normal.h"
#include "plan/tuning.h"

#include <math.h>

/* log of the P-mass of a factor that a cut does not keep. */
static double log_lost(const pld__kernel_factor *factor, pld__kernel_cut cut) {
    double best = -INFINITY, sum = 0, spread = sqrt(1 + cut.softness * cut.softness);
    for (int pass = 0; pass < 2; pass++)
        for (size_t j = 0; j < factor->p.count; j++) {
            double one = log((double)factor->p.weight[j]) + pld__normal_log_tail((cut.at - (double)factor->p.mean[j]) / spread);
            if (pass == 0)
                best = fmax(best, one);
            else
                sum += exp(one - best);
        }
    return best + log(sum);
}

pld__kernel_cut pld__kernel_cut_choose(const pld__kernel_factor *factor, double log_delta, double softness) {
    double wanted = log_delta + log(KERNEL_SHARE / (double)factor->count), low = 0, high = KERNEL_FARTHEST;
    for (int i = 0; i < 12; i++) {
        double middle = (low + high) / 2;
        *(log_lost(factor, (pld__kernel_cut){middle, softness}) > wanted ? &low : &high) = middle;
    }
    return (pld__kernel_cut){high, softness};
}
