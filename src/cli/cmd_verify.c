/* pld verify: proves or refutes both ends of a result, from wherever it is. */
#include "cli/commands.h"

#include "base/base.h"
#include "cli/result_file.h"
#include "options/failure.h"
#include "options/stored.h"
#include "report/report.h"
#include "report/verification.h"

static pld_status print_json(const pld__result_file *file, const pld__verification *verification) {
    pld__json_builder build = {.complete = true};
    json_t *object = json_object();
    pld__json_set(&build, object, "schema", json_string("pld.verify/1"));
    pld__json_set(&build, object, "version", json_string(pld_version()));
    json_t *parts = pld__verification_json(&build, verification, file->composition);
    if (json_object_update(object, parts) != 0) {
        build.complete = false;
    }
    json_decref(parts);
    pld__json_set(&build, object, "certificate", pld__certificate_json(&build, verification));
    char *text = build.complete ? pld__json_pretty(object) : NULL;
    json_decref(object);
    return pld__report_json(text ? PLD_OK : PLD_ERROR_MEMORY, text, stdout);
}

pld__exit pld__command_verify(const pld__command_line *line) {
    pld_error error = {.message = ""};
    pld__result_file file = {.composition = NULL};
    pld__verification verification;
    const char *path = NULL;
    bool json = line->given[PLD__OPTION_JSON] != NULL;
    pld__exit code = PLD__EXIT_DONE;
    pld_status status = pld__only_operand(line, "RESULT.json", &path, &error);
    if (status == PLD_OK) {
        status = pld__result_file_read(path, &file, &error);
    }
    if (status == PLD_OK) {
        status = pld__verification_run(file.composition, &file.claim, &verification, &error);
    }
    if (status == PLD_OK && json) {
        status = print_json(&file, &verification);
    } else if (status == PLD_OK) {
        pld__result_file_print(&file, stdout);
        pld__verification_print(&verification, file.composition, stdout);
    }
    if (status != PLD_OK) {
        code = pld__failure_of_line(line, status, &error);
    } else if (verification.verdict != PLD__PROOF_PROVEN) {
        code = verification.verdict == PLD__PROOF_REFUTED ? PLD__EXIT_NO : PLD__EXIT_TOLERANCE;
    }
    pld__result_file_free(&file);
    return code;
}
