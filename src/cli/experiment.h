/* Experiments: a study in a JSON file. */
#ifndef PLD_CLI_EXPERIMENT_H
#define PLD_CLI_EXPERIMENT_H

#include "cli/study.h"

/* Reads and judges the file; the error's word is the offending key. `text` is the experiment on one line, with sorted keys, to be freed with
 * free; the study borrows it. Free the study with pld__study_free, also after a failure. */
PLD_WARN_UNUSED pld_status pld__experiment_read(const char *path, pld__study *study, char **text, pld_error *error);

#endif
