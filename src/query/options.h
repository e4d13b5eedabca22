/* What options say beside numbers: by which headers they were made, and whether the caller still wants an answer. */
#ifndef PLD_QUERY_OPTIONS_H
#define PLD_QUERY_OPTIONS_H

#include <pld/query.h>

/* Were they made by pld_options_default of headers that this library knows? */
PLD_WARN_UNUSED pld_status pld__options_check_layout(const pld_options *options, pld_error *error);

/* Asks the watcher, if there is one. Called by whichever thread is at it, before every query, plan and run of a plan. */
bool pld__query_stopped(const pld_options *options);

#endif
