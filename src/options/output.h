/* The file of -o, --append and --force. */
#ifndef PLD_OPTIONS_OUTPUT_H
#define PLD_OPTIONS_OUTPUT_H

#include "options/command.h"

/* What --append and --force say. */
pld_store_mode pld__output_mode(const pld__command_line *line);

/* Refuses, before anything is computed, a file that is there and options that say nothing. */
PLD_WARN_UNUSED pld_status pld__output_check_options(const pld__command_line *line, pld_error *error);

/* And --series, which is about the file alone. */
PLD_WARN_UNUSED pld_status pld__output_check_series(const pld__command_line *line, pld_error *error);

/* And where there is an -o, names of the study's series that are taken. */
PLD_WARN_UNUSED pld_status pld__output_check_study(const pld__command_line *line, const pld_study *study, pld_error *error);

#endif
