/* What other accountants say at the points of a study. */
#ifndef PLD_STUDY_METHODS_H
#define PLD_STUDY_METHODS_H

#include "store/builder.h"
#include "study/study.h"

/* Names with commas between. */
PLD_WARN_UNUSED pld_status pld__study_read_methods(pld_study *study, const char *names, pld_error *error);

/* One column method_<name> for each method, to be filled. */
void pld__study_methods_declare(const pld_study *study, pld__builder *builder);

/* What each says at one point; NaN where it does not apply. */
PLD_WARN_UNUSED pld_status pld__study_methods_evaluate(const pld_study *study, size_t index, double *values, pld_error *error);

#endif
