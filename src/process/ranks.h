/* The processes that mpirun has started together with this one. */
#ifndef PLD_PROCESS_RANKS_H
#define PLD_PROCESS_RANKS_H

#include "study/team.h"

#include <pld/status.h>

/* Joins them. `team` is NULL where there are none: not started by mpirun, or alone. PLD_ERROR_ARGUMENT where there are others and
 * this program cannot talk to them. */
PLD_WARN_UNUSED pld_status pld__ranks_join(const pld__team **team, pld_error *error);

/* Leaves them, after all that was said, or tells those that could not be joined to end. Nothing where there are none. Where one
 * of them has died MPI may wait for it for ever: then this process ends after a while with the exit code that it would have had.
 */
void pld__ranks_leave(int code);

#endif
