#include "cli/query.h"

#include "cli/composition.h"
#include "cli/failure.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/verification.h"
#include "study/study.h"

static pld_status ask(const pld__command_line *line, const pld_composition *composition, pld_unit asked, pld_result *result,
                      pld_error *error) {
    pld_options options = line->query;
    if (asked == PLD_UNIT_EPSILON) {
        return pld_composition_epsilon(composition, pld_delta_log(&line->delta), &options, result, error);
    }
    pld__options_make_relative(&options, line->given[PLD__OPTION_TOLERANCE] != NULL,
                               line->given[PLD__OPTION_RELATIVE_TOLERANCE] != NULL);
    return pld_composition_delta(composition, line->epsilon, &options, result, error);
}

static void print_words(const pld__command_line *line, const pld_composition *composition, const pld_result *result) {
    bool epsilon = result->unit == PLD_UNIT_EPSILON;
    printf("%s at %s = %s, %s\n", epsilon ? "epsilon" : "delta", epsilon ? "delta" : "epsilon",
           line->given[epsilon ? PLD__OPTION_DELTA : PLD__OPTION_EPSILON], pld_adjacency_name(line->query.adjacency));
    pld__composition_print(composition, stdout);
    putchar('\n');
    pld__report_brackets(result, line->query.adjacency, stdout);
    pld__report_notes(line, composition, result->memory_bound, stdout);
}

/* `proof` is NULL if none was asked for. */
static pld_status print(const pld__command_line *line, const pld_composition *composition, const pld_result *result,
                        const pld__verification *proof) {
    bool json = line->given[PLD__OPTION_JSON] != NULL;
    pld_status status = PLD_OK;
    if (json) {
        char *text = NULL;
        status = result->unit == PLD_UNIT_EPSILON ? pld_json_epsilon(composition, &line->delta, &line->query, result, &text)
                                                  : pld_json_delta(composition, line->epsilon, &line->query, result, &text);
        if (status == PLD_OK && proof != NULL) {
            status = pld__verification_add(proof, composition, &text);
            if (status != PLD_OK) {
                pld_text_free(text);
            }
        }
        status = pld__report_json(status, text, stdout);
    } else {
        print_words(line, composition, result);
        if (proof != NULL) {
            putchar('\n');
            pld__verification_print(proof, composition, stdout);
        }
    }
    if (status == PLD_OK && line->given[PLD__OPTION_EXPLAIN] != NULL) {
        pld__report_explain(result, line->query.adjacency, json ? stderr : stdout);
    }
    return status;
}

pld__exit pld__query_run(const pld__command_line *line, pld__option given, pld_unit asked) {
    pld_error error = {.message = ""};
    pld_composition *composition = NULL;
    pld_result result;
    pld__verification verification, *proof = line->given[PLD__OPTION_VERIFY] != NULL ? &verification : NULL;
    bool json = line->given[PLD__OPTION_JSON] != NULL;
    pld__exit code = PLD__EXIT_DONE;
    pld_status status = pld__options_require(line, given, &error);
    if (status == PLD_OK) {
        status = pld__composition_read(line, &composition, &error);
    }
    if (status == PLD_OK) {
        status = ask(line, composition, asked, &result, &error);
    }
    if (status == PLD_OK && proof != NULL) {
        pld__asserted claim = pld__asserted_of(line, &result);
        status = pld__verification_run(composition, &claim, proof, &error);
    }
    if (status == PLD_OK) {
        status = print(line, composition, &result, proof);
        json = json && status == PLD_OK; /* what is half printed is no place for another object */
    }
    if (status != PLD_OK) {
        code = pld__failure_report(line->command, status, &error, json);
    } else if (!result.tolerance_met) {
        pld__report_tolerance_is_not_met(line, &result);
        code = PLD__EXIT_TOLERANCE;
    }
    if (status == PLD_OK && proof != NULL) {
        code = pld__verification_exit(proof, code);
    }
    pld_composition_free(composition);
    return code;
}
