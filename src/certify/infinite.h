/* Outcomes that only one of the two distributions has: their loss is infinite, whatever the rest of the composition does. */
#ifndef PLD_CERTIFY_INFINITE_H
#define PLD_CERTIFY_INFINITE_H

#include <pld/query.h>

/* log of a lower bound on the mass at infinite loss of all steps together; -INFINITY if there is none. */
double pld__infinite_log_lower(const pld_step *steps, size_t step_count, pld_direction direction);

/* Is e^log_delta just the mass at infinite loss, of a step where that is exactly known? Then epsilon is the largest of the other
 * losses: *finite, within *error. */
bool pld__infinite_is_all(const pld_step *steps, size_t step_count, pld_direction direction, long double log_delta,
                          double *finite, double *error);

/* The supremum of the composed loss: a number that it is not below (known) and one that it is not above; they differ where a
 * mechanism leaves outcomes out. */
void pld__infinite_suprema(const pld_step *steps, size_t step_count, pld_direction direction, double *known, double *supremum);

/* Theorem (T134), top. With p_i the P-mass of the outcome of largest loss l_i of step i, and m = prod p_i^T_i, delta(epsilon) is
 * at least m (1 - e^(epsilon - S)), S = sum T_i l_i: where e^log_delta < m, epsilon is at least S + log(1 - e^log_delta/m). 0
 * where that says nothing. */
double pld__infinite_epsilon_lower(const pld_step *steps, size_t step_count, pld_direction direction, long double log_delta);

#endif
