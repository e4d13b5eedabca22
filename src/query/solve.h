/* The engine behind every query: plan, compose both sides of each direction, refine until the width is met. */
#ifndef PLD_QUERY_SOLVE_H
#define PLD_QUERY_SOLVE_H

#include "query/plan.h"

/* Answers in epsilon, or in log delta if question->for_delta. */
pld_status pld__solve(const pld_step *steps, size_t step_count, const pld__question *question, const pld_options *options,
                      pld_result *result, pld_error *error);

/* Shared checks of steps and options. */
pld_status pld__solve_check(const pld_step *steps, size_t step_count, const pld_options *options, pld_error *error);

#endif
