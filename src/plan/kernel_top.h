/* Few Laplace steps near their largest loss. */
#ifndef PLD_PLAN_KERNEL_TOP_H
#define PLD_PLAN_KERNEL_TOP_H

#include "certify/question.h"
#include "kernel/kernel.h"

/* Does (T57) hold for the composition? */
bool pld__kernel_may_be_few(const pld__kernel_steps *steps);

/* A plan without a sum; false if the answer is not so near the largest loss that (T57) needs none. */
bool pld__kernel_plan_top(const pld__kernel_steps *steps, const pld__question *question, pld__kernel_plan *plan);

#endif
