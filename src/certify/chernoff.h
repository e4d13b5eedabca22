/* A bound of delta that is always there, however far out epsilon is. */
#ifndef PLD_CERTIFY_CHERNOFF_H
#define PLD_CERTIFY_CHERNOFF_H

#include <pld/query.h>
#include <stdbool.h>

/* log delta(epsilon) of all steps in a direction is at most this; 0 if nothing better is known. */
double pld__chernoff_log_upper(const pld_step *steps, size_t step_count, pld_direction direction, double epsilon);

/* Is of some step more known than its pair says (T171)? */
bool pld__moments_are_known(const pld_step *steps, size_t step_count);

/* The same bound with all that is known of what pairs stand for, of log delta at an epsilon, and of epsilon at a log delta: not
 * bounds of what the pairs compose to. 0 and INFINITY if nothing is known. */
double pld__moments_log_delta_upper(const pld_step *steps, size_t step_count, pld_direction direction, double epsilon);
double pld__moments_epsilon_upper(const pld_step *steps, size_t step_count, pld_direction direction, double log_delta);

/* The same for steps that kernels take, from their moments by quadrature; 0 also where there is mass at infinite loss. */
PLD_WARN_UNUSED pld_status pld__chernoff_by_kernels(const pld_step *steps, size_t step_count, pld_direction direction,
                                                    double epsilon, double *log_upper);

#endif
