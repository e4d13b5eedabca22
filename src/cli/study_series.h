/* A computed study as series for the store. */
#ifndef PLD_CLI_STUDY_SERIES_H
#define PLD_CLI_STUDY_SERIES_H

#include "cli/study.h"
#include "store/builder.h"

size_t pld__study_series_count(const pld__study *study);

/* Series number `index` with its axes, columns and attributes. `results` are those of the whole study. The caller may add columns before
 * finishing it. NULL without memory. */
pld__builder *pld__study_series_build(const pld__study *study, const pld_result *results, size_t index);

/* Of any quantity: its name, axes and the attributes that do not depend on results. */
pld__builder *pld__study_series_start(const pld__study *study, size_t index);

/* Builds all of them and writes the file. */
PLD_WARN_UNUSED pld_status pld__study_write(const pld__study *study, const pld_result *results, const char *path,
                                            pld_store_mode mode, pld_error *error);

/* What --append and --force say. */
pld_store_mode pld__output_mode(const pld__command_line *line);

/* Refuses, before anything is computed, what could not be written in the end: a file that is there, names that are taken. Without -o there
 * is nothing to write; then it is only about options that say nothing. */
PLD_WARN_UNUSED pld_status pld__output_check_names(const pld__command_line *line, const char *const *names, size_t count,
                                                   pld_error *error);
/* The same for the series of a study. */
PLD_WARN_UNUSED pld_status pld__output_check(const pld__study *study, const pld__command_line *line, pld_error *error);

#endif
