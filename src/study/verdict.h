/* What a number below, inside or above the certified bracket is called. */
#ifndef PLD_STUDY_VERDICT_H
#define PLD_STUDY_VERDICT_H

#include "query/standings.h"

#include <pld/compare.h>

/* Fills in ratio, verdict and, behind what is said already, what the verdict rests on. */
void pld__verdict_judge(const pld_result *answer, const pld__standings *standings, bool approximation, pld_finding *finding);

#endif
