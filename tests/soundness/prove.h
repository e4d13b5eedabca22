/* The verifier as the truth of questions that have no other. */
#ifndef TESTS_SOUNDNESS_PROVE_H
#define TESTS_SOUNDNESS_PROVE_H

#include "soundness/judge.h"

/* As judge_result: OPEN where it can prove neither that an end is right nor that it is wrong, UNKNOWN where there is no verifier.
 */
verdict prove_result(const question *of, const pld_result *result, char *text, const char **which);

#endif
