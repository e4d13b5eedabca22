/* What a proof says, in words and as JSON. */
#ifndef PLD_REPORT_VERIFICATION_H
#define PLD_REPORT_VERIFICATION_H

#include "json/piece.h"
#include "options/command.h"
#include "verify/verify.h"

/* What a result of ours claims. */
pld__asserted pld__asserted_of(const pld__command_line *line, const pld_result *result);

/* Fails where the program was built without the verifier. */
PLD_WARN_UNUSED pld_status pld__verification_run(const pld_composition *composition, const pld__asserted *claim,
                                                 pld__verification *verification, pld_error *error);

/* A table of ends and a line with the verdict. */
void pld__verification_print(const pld__verification *verification, const pld_composition *composition, FILE *stream);

/* {"verdict", "of", "ends", "precision", "seconds"} and {"remove": {"tilt", ..}, ..}. */
json_t *pld__verification_json(pld__json_builder *build, const pld__verification *verification,
                               const pld_composition *composition);
json_t *pld__certificate_json(pld__json_builder *build, const pld__verification *verification);

/* An object with both as "verification" and "certificate", an empty one if there is none; NULL without memory. */
json_t *pld__verification_more(const pld__verification *verification, const pld_composition *composition);

/* Why it is unproven, in words. */
const char *pld__verification_reason(const pld__verification *verification);

/* What a program that proves its own results ends with, if it would end with `code` without that. */
pld__exit pld__verification_exit(const pld__verification *verification, pld__exit code);

#endif
