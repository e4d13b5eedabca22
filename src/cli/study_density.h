/* The densities of the two distributions of a mechanism, to be looked at. */
#ifndef PLD_CLI_STUDY_DENSITY_H
#define PLD_CLI_STUDY_DENSITY_H

#include "cli/study.h"
#include "store/builder.h"

/* Each line must be one mechanism with Gaussian noise. */
PLD_WARN_UNUSED pld_status pld__study_density_check(const pld__study *study, pld_error *error);

/* Series number `index`: the columns density_p (with the protected records) and density_q (without) over x. */
pld__builder *pld__study_density_build(const pld__study *study, size_t index);

#endif
