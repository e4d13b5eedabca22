/* Tilt, frequencies and nodes for an exact kernel. Free: whatever is chosen here, the bounds of src/kernel hold. */
#ifndef PLD_PLAN_KERNEL_PLAN_H
#define PLD_PLAN_KERNEL_PLAN_H

#include "kernel/kernel.h"
#include "certify/question.h"

/* `share` is what each error may be of delta, `effort` the most that nodes times frequencies may be; *possible is false if that
 * is too little, or nothing suits. */
pld_status pld__kernel_plan_make(const pld__kernel_steps *steps, const pld__question *question, double share, double effort,
                                 double finer, pld__kernel_plan *plan, bool *possible);

#endif
