/* Where soft cuts are laid. */
#ifndef PLD_PLAN_KERNEL_CUT_H
#define PLD_PLAN_KERNEL_CUT_H

#include "kernel/kernel.h"

/* Where a cut of this softness loses a share of delta that does not matter. */
pld__kernel_cut pld__kernel_cut_choose(const pld__kernel_factor *factor, double log_delta, double softness);

#endif
