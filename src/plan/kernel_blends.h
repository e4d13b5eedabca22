/* Which of very many different factors are taken together (T118), and how. */
#ifndef PLD_PLAN_KERNEL_BLENDS_H
#define PLD_PLAN_KERNEL_BLENDS_H

#include "plan/kernel_plan.h"

/* Of a plan that has grids for all factors. */
PLD_WARN_UNUSED pld_status pld__kernel_blends_make(const pld__kernel_steps *steps, const pld__kernel_aim *aim,
                                                   pld__kernel_plan *plan);

#endif
