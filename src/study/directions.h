/* Directions as closely as the answer itself, for whoever shows them one by one.
 *
 * A query about both directions stops as soon as it knows that one of them does not decide: the bracket of that one is true, but
 * may be as wide as [0, U], which in a file or a figure reads as a number of its own. */
#ifndef PLD_STUDY_DIRECTIONS_H
#define PLD_STUDY_DIRECTIONS_H

#include <pld/query.h>

/* Is the direction's own bracket as narrow as was asked of the answer? Ends of two pairs always are: both are certified, and
 * asking again brings them no closer together. */
bool pld__direction_is_close(pld_unit unit, const pld_result *result, int direction);

/* Asks once more, alone, for each direction that is not; what comes out may still be too wide. `given` is the log delta or
 * epsilon that `result` is about. The bracket of both together stays as it is. */
PLD_WARN_UNUSED pld_status pld__directions_complete(const pld_step *steps, size_t step_count, pld_unit unit, double given,
                                                    const pld_options *options, pld_result *result, pld_error *error);

#endif
