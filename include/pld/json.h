/* Answers as JSON: the very objects that `pld --json` prints, for whoever hands them on. Numbers are as short as reads back
 * as the same double; what is infinite is the string "Infinity" or "-Infinity", what is not known null. */
#ifndef PLD_JSON_H
#define PLD_JSON_H

#include <pld/compare.h>
#include <pld/composition.h>
#include <pld/study.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Every text is to be freed with pld_text_free, and ends without a newline. */

/* Schema pld.epsilon/1: what pld_composition_epsilon answered at this delta with these options. */
PLD_API PLD_WARN_UNUSED pld_status pld_json_epsilon(const pld_composition *composition, const pld_delta *delta,
                                                    const pld_options *options, const pld_result *result, char **text);

/* Schema pld.delta/1: what pld_composition_delta answered. */
PLD_API PLD_WARN_UNUSED pld_status pld_json_delta(const pld_composition *composition, double epsilon, const pld_options *options,
                                                  const pld_result *result, char **text);

/* Schema pld.curve/1. */
PLD_API PLD_WARN_UNUSED pld_status pld_json_study(const pld_study *study, const pld_study_results *results, char **text);

/* Schema pld.compare/1. */
PLD_API PLD_WARN_UNUSED pld_status pld_json_comparison(const pld_comparison *comparison, char **text);

/* Schema pld.mechanisms/1: the families that specs name, with their keys. */
PLD_API PLD_WARN_UNUSED pld_status pld_json_mechanisms(char **text);

PLD_API void pld_text_free(char *text);

#ifdef __cplusplus
}
#endif
#endif
