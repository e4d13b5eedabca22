/* The engine behind every query: plan, compose both sides of each direction, refine until the width is met. */
#ifndef PLD_QUERY_SOLVE_H
#define PLD_QUERY_SOLVE_H

#include "query/plan.h"

/* Answers in epsilon, or in log delta if question->for_delta. *limited says whether more memory might have changed the answer. */
pld_status pld__solve(const pld_step *steps, size_t step_count, const pld__question *question, const pld_options *options,
                      pld_result *result, bool *limited, pld_error *error);

/* pld_query_epsilon, with *limited as above. */
pld_status pld__solve_epsilon(const pld_step *steps, size_t step_count, long double log_delta, const pld_options *options,
                              pld_result *result, bool *limited, pld_error *error);

/* pld_query_delta, with *limited as above. */
pld_status pld__solve_delta(const pld_step *steps, size_t step_count, double epsilon, const pld_options *options,
                            pld_result *result, bool *limited, pld_error *error);

/* Shared checks of steps and options. */
pld_status pld__solve_check(const pld_step *steps, size_t step_count, const pld_options *options, pld_error *error);
pld_status pld__solve_check_options(const pld_options *options, pld_error *error);

#endif
