/* Answers by exact kernels: plans one, adds it up, looks for the ends. */
#ifndef PLD_QUERY_KERNEL_ANSWER_H
#define PLD_QUERY_KERNEL_ANSWER_H

#include "kernel/kernel.h"
#include "query/round.h"

typedef struct pld__kernel_answer {
    bool found; /* otherwise nothing is known, and the ends say nothing */
    pld__end ends[PLD__SIDES];
    double estimate, tilt; /* the estimate is between the ends */
    size_t frequencies;
    double memory; /* bytes */
} pld__kernel_answer;

/* One direction. `effort` is the most that nodes times frequencies may be. */
pld_status pld__kernel_ask(const pld_step *steps, size_t step_count, pld_direction direction, const pld__question *question,
                           double effort, pld__kernel_answer *answer);

#endif
