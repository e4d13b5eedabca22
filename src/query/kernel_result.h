/* What an exact kernel made of one direction, and what it took. */
#ifndef PLD_QUERY_KERNEL_RESULT_H
#define PLD_QUERY_KERNEL_RESULT_H

#include "certify/kernel_ends.h"
#include "plan/kernel_plan.h"

typedef struct pld__kernel_result {
    pld__kernel_ends ends;
    double tilt;
    size_t frequencies;
    double memory; /* bytes */
} pld__kernel_result;

/* Bytes that a plan takes while it is run. */
double pld__kernel_plan_memory(const pld__kernel_plan *plan, size_t factors);

/* By one plan; *made stays as it is where none is possible. *blended: were factors taken together? */
PLD_WARN_UNUSED pld_status pld__kernel_ask_once(const pld__kernel_steps *steps, const pld__question *question,
                                                const pld__kernel_aim *aim, pld__kernel_result *made, bool *blended);

#endif
