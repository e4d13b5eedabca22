/* What other accountants say at the points of a study. */
#ifndef PLD_STUDY_METHODS_H
#define PLD_STUDY_METHODS_H

#include "store/builder.h"
#include "study/study.h"

/* Names with commas between. */
PLD_WARN_UNUSED pld_status pld__study_read_methods(pld_study *study, const char *names, pld_error *error);

/* Adds one column method_<name> for each method to series number `index`; a point to which the method does not apply is NaN. */
PLD_WARN_UNUSED pld_status pld__study_methods_add(const pld_study *study, size_t index, pld__builder *builder, pld_error *error);

#endif
