/* pld merge: one file of the parts of a sweep. */
#include "cli/commands.h"

#include "base/base.h"
#include "options/failure.h"
#include "options/options.h"
#include "options/output.h"

static pld_status merge(const pld__command_line *line, pld_sweep_report *report, pld_error *error) {
    pld_status status = pld__options_require(line, PLD__OPTION_OUTPUT, error);
    if (status == PLD_OK && line->operand_count == 0) {
        status = pld__error_argument(error, "PART.h5", "files of 'pld sweep --shard'", "PART.h5 is missing");
    }
    if (status == PLD_OK) {
        status = pld__output_check_options(line, error);
    }
    return status == PLD_OK ? pld_study_merge(line->operands, line->operand_count, line->given[PLD__OPTION_OUTPUT],
                                              pld__output_mode(line), line->invocation, report, error)
                            : status;
}

pld__exit pld__command_merge(const pld__command_line *line) {
    pld_error error = {.message = ""};
    pld_sweep_report report = {.size = sizeof report};
    pld_status status = merge(line, &report, &error);
    if (status != PLD_OK) {
        return pld__failure_of_line(line, status, &error);
    }
    fprintf(stderr, "pld merge: '%s' has all %zu point%s of %zu part%s\n", line->given[PLD__OPTION_OUTPUT], report.points,
            report.points == 1 ? "" : "s", line->operand_count, line->operand_count == 1 ? "" : "s");
    if (report.too_wide > 0) {
        fprintf(stderr, "pld merge: all brackets are valid, but %zu are wider than asked for\n", report.too_wide);
        return PLD__EXIT_TOLERANCE;
    }
    return PLD__EXIT_DONE;
}
