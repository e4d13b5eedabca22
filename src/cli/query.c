#include "cli/query.h"

#include "cli/failure.h"
#include "cli/options.h"
#include "cli/verification.h"

#include <float.h>
#include <math.h>

pld__exit pld__query_run(const pld__command_line *line, pld__option given, pld__question question) {
    pld_error error = {.message = ""};
    pld__composition composition = {.step_count = 0};
    pld_result result;
    pld__verification verification;
    pld__exit code = PLD__EXIT_DONE;
    bool verify = line->given[PLD__OPTION_VERIFY] != NULL;
    pld_status status = pld__options_require(line, given, &error);
    if (status == PLD_OK) {
        status = pld__composition_read(line, &composition, &error);
    }
    if (status == PLD_OK && question == PLD__ASKS_EPSILON) {
        long double log_delta = line->delta >= DBL_MIN ? logl((long double)line->delta) : line->log_delta;
        status = pld_query_epsilon(composition.steps, composition.step_count, log_delta, &line->query, &result, &error);
    } else if (status == PLD_OK) {
        status = pld_query_delta(composition.steps, composition.step_count, line->epsilon, &line->query, &result, &error);
    }
    if (status == PLD_OK && verify) {
        pld__asserted claim = pld__asserted_of(&(pld__report){question, line, &composition, &result});
        status = pld__verification_run(&composition, &claim, &verification, &error);
    }
    if (status == PLD_OK) {
        code = pld__report_print(&(pld__report){question, line, &composition, &result}, verify ? &verification : NULL);
    } else {
        code = pld__failure_report(line->command, status, &error, line->given[PLD__OPTION_JSON] != NULL);
    }
    pld__composition_free(&composition);
    return code;
}
