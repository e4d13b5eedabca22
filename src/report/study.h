/* A computed study in words. */
#ifndef PLD_REPORT_STUDY_H
#define PLD_REPORT_STUDY_H

#include "study/study.h"

#include <stdio.h>

/* PLD_ERROR_MEMORY or PLD_OK; a stream that fails is seen when it is flushed. */
PLD_WARN_UNUSED pld_status pld__study_table(const pld_study *study, const pld_result *results, FILE *stream);

#endif
