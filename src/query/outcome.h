/* What an exact kernel made of one direction, and what it took. */
#ifndef PLD_QUERY_OUTCOME_H
#define PLD_QUERY_OUTCOME_H

#include "certify/kernel_ends.h"

typedef struct pld__outcome {
    pld__kernel_ends ends;
    double tilt;
    size_t frequencies;
    double memory; /* bytes */
} pld__outcome;

#endif
