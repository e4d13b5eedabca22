/* A computed study as series for the store. */
#ifndef PLD_STUDY_SERIES_H
#define PLD_STUDY_SERIES_H

#include "store/builder.h"
#include "study/answers.h"

/* Series number `index` with its name, its axes and the attributes that do not depend on results; NULL without memory. */
pld__builder *pld__study_series_start(const pld_study *study, size_t index, const char *command);

/* Builds all of them and writes the file. `answers` are those at all points of the study, in the order of its points, NULL for
 * densities; each is read a few times, none is held for long. How many of them are wider than asked for: `too_wide`, may be NULL.
 */
PLD_WARN_UNUSED pld_status pld__study_write(const pld_study *study, const pld__answers *answers, const char *path,
                                            pld_store_mode mode, const char *command, size_t *too_wide, pld_error *error);

/* Refuses, before anything is computed, what could not be written in the end: a file that is there, names that are taken. */
PLD_WARN_UNUSED pld_status pld__study_check_output(const pld_study *study, const char *path, pld_store_mode mode,
                                                   pld_error *error);
PLD_WARN_UNUSED pld_status pld__check_series_names(const char *path, const char *const *names, size_t count, pld_store_mode mode,
                                                   pld_error *error);

#endif
