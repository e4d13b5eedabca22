/* Tilt, period and frequencies for a sum on a lattice. Free: whatever is chosen here, the bounds of src/kernel hold. */
#ifndef PLD_PLAN_LATTICE_PLAN_H
#define PLD_PLAN_LATTICE_PLAN_H

#include "certify/question.h"
#include "kernel/lattice.h"

/* *possible is false if it would be too much work, or nothing suits. */
pld_status pld__lattice_plan_make(const pld__kernel_steps *steps, const pld__kernel_lattice *lattice,
                                  const pld__question *question, pld__lattice_plan *plan, bool *possible);

#endif
