/* A mixture beside the real line: c = r(x + ia)/r(x). */
#ifndef PLD_KERNEL_TURNED_H
#define PLD_KERNEL_TURNED_H

#include "kernel/factor.h"

/* log |c| and arg c of a list at a node (T70), good to units of their own size: c - 1 is a mean of e^(i shift m_j) - 1. The cone
 * holds at the shift. */
typedef struct pld__kernel_turned {
    long double log_size, angle, log_error, angle_error;
} pld__kernel_turned;

pld__kernel_turned pld__kernel_turned_at(const pld__kernel_list *list, long double x, long double shift);

#endif
