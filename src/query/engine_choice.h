/* Which engines take a composition. */
#ifndef PLD_QUERY_ENGINE_CHOICE_H
#define PLD_QUERY_ENGINE_CHOICE_H

#include "query/inquiry.h"

/* Does an engine take the steps of this inquiry, put together as it wants them? */
PLD_WARN_UNUSED pld_status pld__engine_takes(const pld__inquiry *inquiry, pld_engine engine, bool *takes);

/* The engine asked for does not: PLD_ERROR_ARGUMENT, in one sentence that says what it is for, and which engines do. */
pld_status pld__engine_refuse(const pld__inquiry *inquiry, pld_error *error);

#endif
