/* What an exact kernel made of one direction, and what it took. */
#ifndef PLD_QUERY_KERNEL_RESULT_H
#define PLD_QUERY_KERNEL_RESULT_H

#include "certify/kernel_ends.h"

typedef struct pld__kernel_result {
    pld__kernel_ends ends;
    double tilt;
    size_t frequencies;
    double memory; /* bytes */
} pld__kernel_result;

#endif
