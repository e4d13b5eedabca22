/* What the program asks of a sweep beside pld_study_sweep. */
#ifndef PLD_STUDY_SWEEP_H
#define PLD_STUDY_SWEEP_H

#include "study/study.h"

/* Is the file what this experiment gives already, so that there is nothing to go on with? Never unless it is to be resumed. */
PLD_WARN_UNUSED pld_status pld__sweep_look_for_end(const pld_study *study, const pld_sweep *sweep, const char *journal,
                                                   bool *ended);

#endif
