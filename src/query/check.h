/* What every query asks of its steps and options. */
#ifndef PLD_QUERY_CHECK_H
#define PLD_QUERY_CHECK_H

#include <pld/query.h>

PLD_WARN_UNUSED pld_status pld__check_query(const pld_step *steps, size_t step_count, const pld_options *options,
                                            pld_error *error);
PLD_WARN_UNUSED pld_status pld__check_options(const pld_options *options, pld_error *error);

#endif
