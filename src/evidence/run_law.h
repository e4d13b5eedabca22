/* Laws of the number of runs as text. */
#ifndef PLD_EVIDENCE_RUN_LAW_H
#define PLD_EVIDENCE_RUN_LAW_H

#include "bound/run_law.h"

#include <pld/evidence.h>

/* The law as theorems take it; PLD_ERROR_ARGUMENT if it is none that they cover. */
PLD_WARN_UNUSED pld_status pld__run_law_check(const pld_run_law *given, pld__run_law *law, pld_error *error);

#endif
