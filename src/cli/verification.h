/* What a proof says, in words and as JSON. */
#ifndef PLD_CLI_VERIFICATION_H
#define PLD_CLI_VERIFICATION_H

#include "cli/json_result.h"
#include "cli/report.h"
#include "verify/verify.h"

/* What a result of ours claims. */
pld__asserted pld__asserted_of(const pld__report *report);

/* Fails where the program was built without the verifier. */
PLD_WARN_UNUSED pld_status pld__verification_run(const pld__composition *composition, const pld__asserted *claim,
                                                 pld__verification *verification, pld_error *error);

/* A table of ends and a line with the verdict. */
void pld__verification_print(const pld__verification *verification, const pld__composition *composition, FILE *stream);

/* {"verdict", "of", "ends", "precision", "seconds"} and {"remove": {"tilt", ..}, ..}. */
json_t *pld__verification_json(pld__json_builder *build, const pld__verification *verification,
                               const pld__composition *composition);
json_t *pld__certificate_json(pld__json_builder *build, const pld__verification *verification);

#endif
