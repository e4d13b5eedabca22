/* What the program asks of a sweep beside pld_study_sweep. */
#ifndef PLD_STUDY_SWEEP_H
#define PLD_STUDY_SWEEP_H

#include "study/study.h"
#include "study/team.h"

/* Is the file what this experiment (or its part) gives already, so that there is nothing to go on with? Never unless it is to be
 * resumed. */
PLD_WARN_UNUSED pld_status pld__sweep_look_for_end(const pld_study *study, const pld_sweep *sweep, const char *journal,
                                                   bool *ended);

/* Refuses a part that cannot be, and what could not be written in the end. */
PLD_WARN_UNUSED pld_status pld__sweep_check_part(const pld_study *study, const pld_sweep *sweep, pld_error *error);
PLD_WARN_UNUSED pld_status pld__sweep_check_output(const pld_study *study, const pld_sweep *sweep, pld_error *error);

/* pld_study_sweep by rank 0 of a team (NULL: alone). */
PLD_WARN_UNUSED pld_status pld__sweep_lead(const pld_study *study, const pld_sweep *sweep, const pld__team *team,
                                           pld_sweep_report *report, pld_error *error);

/* Lets the other ranks go where rank 0 has nothing for them to do. */
void pld__sweep_dismiss(const pld__team *team);

/* What the other ranks do; what goes wrong is told to rank 0. `study` is NULL and `failure` says why where it could not be read.
 */
void pld__sweep_follow(const pld_study *study, const pld_sweep *sweep, const pld__team *team, pld_status failure,
                       const pld_error *error);

#endif
