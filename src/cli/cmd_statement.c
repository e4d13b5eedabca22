/* pld statement: the answer as a paragraph for a paper or a model card (schema pld.statement/1). */
#include "cli/commands.h"

#include "base/base.h"
#include "base/list.h"
#include "cli/statement_context.h"
#include "json/write.h"
#include "options/composition.h"
#include "options/failure.h"
#include "options/options.h"
#include "report/report.h"
#include "report/verification.h"
#include <math.h>
#include <string.h>

static pld_status read_format(const char *text, pld_statement_format *format, pld_error *error) {
    size_t place = PLD_STATEMENT_TEXT;
    if (text == NULL || pld__option_choose(PLD__OPTION_FORMAT, text, &place)) {
        *format = (pld_statement_format)place;
        return PLD_OK;
    }
    return pld__error_argument(error, text, "text, markdown, latex or registry", "--format: '%s' is no format", text);
}

static pld_status read_groups(const char *list, uint64_t **groups, size_t *count, pld_error *error) {
    pld_error cause = {.message = ""};
    pld_status status = pld__list_parse_whole(list, groups, count, &cause);
    if (status == PLD_OK && *count > 100) {
        status = pld__error_argument(&cause, list, "at most 100 sizes", "'%s' are %zu sizes", list, *count);
    }
    return pld__option_blame(status, "--groups", &cause, error);
}

/* --- the proof ------------------------------------------------------------------------------------------------------ */

typedef struct proof {
    const pld__command_line *line;
    const pld_composition *composition;
    pld__verification verification;
} proof;

/* A result that is refuted is no result. */
static pld_status prove(void *context, const pld_result *result, bool *proven, pld_error *error) {
    proof *of = context;
    pld__asserted claim = pld__asserted_of(of->line, result);
    pld_status status = pld__verification_run(of->composition, &claim, &of->verification, error);
    if (status == PLD_OK && of->verification.verdict == PLD__PROOF_REFUTED) {
        status = PLD_ERROR_CONTRADICTION;
    }
    *proven = status == PLD_OK && of->verification.verdict == PLD__PROOF_PROVEN;
    return status;
}

/* --- printing ------------------------------------------------------------------------------------------------------- */

/* Says on standard error whose bracket is wider than asked for, and what is not proven. */
static pld__exit conclude(const pld__command_line *line, const pld_statement *statement, const pld__verification *verification) {
    const pld_result *result = pld_statement_result(statement);
    size_t count = 0;
    const pld_statement_group *groups = pld_statement_groups(statement, &count);
    pld__exit code = PLD__EXIT_DONE;
    if (line->given[PLD__OPTION_EXPLAIN] != NULL) {
        pld__report_explain(result, line->query.adjacency, line->messages);
    }
    if (!result->tolerance_met) {
        pld__report_tolerance_is_not_met(line, result);
        code = PLD__EXIT_TOLERANCE;
    }
    for (size_t i = 0; i < count; i++) {
        if (!groups[i].result.tolerance_met && groups[i].k > 1) {
            pld__report_tolerance_is_not_met(line, &groups[i].result);
            code = PLD__EXIT_TOLERANCE;
        }
    }
    if (pld_statement_gdp(statement) != NULL && !pld_statement_gdp(statement)->tolerance_met) {
        fprintf(line->messages, "pld statement: the bracket of mu is valid, but wider than asked for\n");
        code = PLD__EXIT_TOLERANCE;
    }
    if (verification != NULL && verification->verdict != PLD__PROOF_PROVEN) {
        fprintf(line->messages, "pld statement: the ends are not proven, and the statement does not say so: %s\n",
                pld__verification_reason(verification));
        code = PLD__EXIT_TOLERANCE;
    }
    return code;
}

/* The entry of a registry, or its fields as they are for JSON: what is missing is named on standard error. */
static pld_status print_registry(const pld__command_line *line, const pld_statement *statement, const char *fields,
                                 pld_error *error) {
    char *yaml = NULL, *missing = NULL, *rest = NULL;
    pld_status status = pld_statement_registry(statement, fields, &yaml, &missing, error);
    if (status == PLD_OK) {
        fputs(yaml, line->output);
    }
    for (char *field = missing ? strtok_r(missing, "\n", &rest) : NULL; field; field = strtok_r(NULL, "\n", &rest)) {
        fprintf(line->messages, "pld statement: to be filled in: %s\n", field);
    }
    pld_text_free(yaml);
    pld_text_free(missing);
    return status;
}

/* --- the command ---------------------------------------------------------------------------------------------------- */

pld__exit pld__command_statement(const pld__command_line *line) {
    pld_error error = {.message = ""};
    pld_composition *composition = NULL;
    pld_statement *statement = NULL;
    uint64_t *groups = NULL;
    pld_statement_question question = {
        .delta = line->given[PLD__OPTION_DELTA], .released = line->given[PLD__OPTION_RELEASED], .command = line->invocation};
    proof verified = {.line = line};
    pld__statement_context context = {.registry = NULL};
    bool json = line->given[PLD__OPTION_JSON] != NULL, verify = line->given[PLD__OPTION_VERIFY] != NULL;
    const pld__verification *verification = verify ? &verified.verification : NULL;
    pld_status status = pld__options_require(line, PLD__OPTION_DELTA, &error);
    if (status == PLD_OK) {
        status = read_format(line->given[PLD__OPTION_FORMAT], &question.format, &error);
    }
    if (status == PLD_OK && line->given[PLD__OPTION_GROUPS] != NULL) {
        status = read_groups(line->given[PLD__OPTION_GROUPS], &groups, &question.group_count, &error);
    }
    if (status == PLD_OK) {
        status = pld__composition_read(line, &composition, &error);
    }
    if (status == PLD_OK) {
        status = pld__statement_context_read(line, composition, &question, &context, &error);
    }
    if (status == PLD_OK && json && question.format == PLD_STATEMENT_REGISTRY) {
        status =
            pld__error_argument(&error, "--json", "--format registry without it", "an entry of a registry is YAML, not JSON");
    }
    if (status == PLD_OK) {
        question.steps = pld_composition_steps(composition, &question.step_count);
        question.groups = groups;
        verified.composition = composition;
        if (verify) {
            question.prove = prove;
            question.prove_context = &verified;
        }
        status = pld_statement_create(&question, &line->query, &statement, &error);
    }
    if (status == PLD_OK) {
        status = pld__statement_context_check(line, &context, statement, &error);
    }
    if (status == PLD_OK && json) {
        char *text = NULL;
        status =
            pld__json_statement(composition, &line->delta, &line->query, pld__option_choice(PLD__OPTION_FORMAT, question.format),
                                statement, pld__verification_more(verification, composition), &text);
        status = pld__report_json(status, text, line->output);
    } else if (status == PLD_OK && question.format == PLD_STATEMENT_REGISTRY) {
        status = print_registry(line, statement, context.registry, &error);
    } else if (status == PLD_OK) {
        fprintf(line->output, "%s\n", pld_statement_text(statement));
    }
    pld__exit code = status == PLD_OK ? conclude(line, statement, verification) : pld__failure_of_line(line, status, &error);
    pld_statement_free(statement);
    pld_composition_free(composition);
    pld__free(groups);
    pld__statement_context_free(&context);
    return code;
}
