/* The atom at infinity of a composition.
 *
 * Theorem (T12). If step m has finite mass F_m and mass p_m at infinity, the composition of T_m steps each has mass
 * prod (F_m + p_m)^T_m - prod F_m^T_m at infinity: all outcomes less those where every step is finite. */
#ifndef PLD_BOUND_TAIL_H
#define PLD_BOUND_TAIL_H

#include <stdint.h>

/* log (F_m + p_m) and log (1 + p_m / F_m), each summed with counts. */
typedef struct pld__tail_sum {
    long double log_total, log_excess;
} pld__tail_sum;

void pld__bound_tail_add(pld__tail_sum *sum, long double finite, long double infinity, uint64_t count);
long double pld__bound_tail(const pld__tail_sum *sum);

#endif
