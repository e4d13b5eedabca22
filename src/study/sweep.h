/* What the program asks of a sweep beside pld_study_sweep. */
#ifndef PLD_STUDY_SWEEP_H
#define PLD_STUDY_SWEEP_H

#include "study/attendance.h"
#include "study/study.h"

/* Is the file what this experiment (or its part) gives already, so that there is nothing to go on with? Never unless it is to be
 * resumed. */
PLD_WARN_UNUSED pld_status pld__sweep_look_for_end(const pld_study *study, const pld_sweep *sweep, const char *journal,
                                                   bool *ended);

/* Refuses a part that cannot be, and what could not be written in the end. */
PLD_WARN_UNUSED pld_status pld__sweep_check_part(const pld_study *study, const pld_sweep *sweep, pld_error *error);
PLD_WARN_UNUSED pld_status pld__sweep_check_output(const pld_study *study, const pld_sweep *sweep, pld_error *error);

/* pld_study_sweep by rank 0 with the others of its team, who are on hold before and after it (NULL: alone). */
PLD_WARN_UNUSED pld_status pld__sweep_lead(const pld_study *study, const pld_sweep *sweep, pld__attendance *others,
                                           pld_sweep_report *report, pld_error *error);

/* What the other ranks do; what goes wrong is told to rank 0. `study` is NULL and `failure` says why where it could not be read.
 * Fails where rank 0 does not answer. */
PLD_WARN_UNUSED pld_status pld__sweep_follow(const pld_study *study, const pld_sweep *sweep, const pld__team *team,
                                             pld_status failure, pld_error *error);

#endif
