/* What other accountants say at the points of a study. */
#ifndef PLD_CLI_STUDY_METHODS_H
#define PLD_CLI_STUDY_METHODS_H

#include "cli/study.h"
#include "store/builder.h"

/* Names with commas between. */
PLD_WARN_UNUSED pld_status pld__study_read_methods(pld__study *study, const char *names, pld_error *error);

/* Adds one column method_<name> for each method to series number `index`; a point to which the method does not apply is NaN. */
PLD_WARN_UNUSED pld_status pld__study_methods_add(const pld__study *study, size_t index, pld__builder *builder, pld_error *error);

#endif
