/* The densities of the two distributions of a mechanism, to be looked at. */
#ifndef PLD_STUDY_DENSITY_H
#define PLD_STUDY_DENSITY_H

#include "store/builder.h"
#include "study/study.h"

/* Each line must be one mechanism with Gaussian noise. */
PLD_WARN_UNUSED pld_status pld__study_density_check(const pld_study *study, pld_error *error);

/* Series number `index`: the columns density_p (with the protected records) and density_q (without) over x; NULL without memory.
 */
pld__builder *pld__study_density_build(const pld_study *study, size_t index, const char *command);

#endif
