/* The best of the pairs that steps attain for every share (T172), for one question. */
#ifndef PLD_QUERY_ATTAINED_SEARCH_H
#define PLD_QUERY_ATTAINED_SEARCH_H

#include "certify/question.h"

/* Has a step such pairs? */
bool pld__steps_have_shares(const pld_step *steps, size_t step_count);

/* Asks about the steps with the pairs of one share in their place, the first of its list for a step that has others, for many
 * shares, loosely, and then as the options say about the best and about its mirror image, which is as good in the other direction
 * where all steps have shares: two answers, whose lower ends are certified whichever share it is. */
PLD_WARN_UNUSED pld_status pld__attained_search(const pld_step *steps, size_t step_count, const pld__question *question,
                                                const pld_options *options, pld_result found[2], bool *limited, pld_error *error);

#endif
