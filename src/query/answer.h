/* The spine: from a question to its certified answer. */
#ifndef PLD_QUERY_ANSWER_H
#define PLD_QUERY_ANSWER_H

#include "base/shelf.h"
#include "certify/question.h"

/* Answers in epsilon, or in log delta if question->for_delta. *limited says whether more memory might have changed the answer.
 * `shelf` is for what questions about the same mechanisms share, which must outlive it; NULL: nothing is remembered. The answer
 * is the same. */
PLD_WARN_UNUSED pld_status pld__answer(const pld_step *steps, size_t step_count, const pld__question *question,
                                       const pld_options *options, pld__shelf *shelf, pld_result *result, bool *limited,
                                       pld_error *error);

/* pld_query_epsilon, with *limited as above. */
PLD_WARN_UNUSED pld_status pld__answer_epsilon(const pld_step *steps, size_t step_count, long double log_delta,
                                               const pld_options *options, pld__shelf *shelf, pld_result *result, bool *limited,
                                               pld_error *error);

/* pld_query_delta, with *limited as above. */
PLD_WARN_UNUSED pld_status pld__answer_delta(const pld_step *steps, size_t step_count, double epsilon, const pld_options *options,
                                             pld__shelf *shelf, pld_result *result, bool *limited, pld_error *error);

#endif
