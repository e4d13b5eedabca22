#include "plan/kernel_top.h"

#include "base/base.h"
#include "kernel/laplace_few.h"
#include "plan/tuning.h"

#include <math.h>

bool pld__kernel_may_be_few(const pld__kernel_steps *steps) {
    return steps->count == 1 && steps->atom_count == 0 && steps->plain == 0 && pld__kernel_few_takes(&steps->factors[0]);
}

bool pld__kernel_plan_top(const pld__kernel_steps *steps, const pld__question *question, pld__kernel_plan *plan) {
    if (!pld__kernel_may_be_few(steps))
        return false;
    pld__few_outcomes at = pld__kernel_few_outcomes(&steps->factors[0].laplace);
    double T = (double)steps->factors[0].count, top = T * (double)at.high, slope = 2 * (double)expl(at.log_density - at.log_high);
    double below = question->for_delta ? top - question->epsilon : exp(fmin(question->log_delta - T * (double)at.log_high, 1));
    *plan = (pld__kernel_plan){.few = true, .theta = 1 / fmax(below, 1e-300), .guess = fmax(top * (1 - 8 * PLD__U) - below, 0)};
    return below >= 0 && T * below * fmax(slope, 1) < LAPLACE_TOP && below < top && below < (double)(at.high - at.low);
}
