/* pld statement: the answer as a paragraph for a paper or a model card (schema pld.statement/1). */
#include "base/base.h"
#include "base/list.h"
#include "cli/failure.h"
#include "cli/option_values.h"
#include "cli/options.h"
#include "cli/report.h"
#include <math.h>
#include <string.h>

static const char *const format_names[] = {
    [PLD_STATEMENT_TEXT] = "text", [PLD_STATEMENT_MARKDOWN] = "markdown", [PLD_STATEMENT_LATEX] = "latex"};

static pld_status read_format(const char *text, pld_statement_format *format, pld_error *error) {
    for (size_t i = 0; i < sizeof format_names / sizeof format_names[0]; i++) {
        if (text == NULL || strcmp(text, format_names[i]) == 0) {
            *format = (pld_statement_format)i;
            return PLD_OK;
        }
    }
    return pld__error_argument(error, text, "text, markdown or latex", "--format: '%s' is no format", text);
}

static pld_status read_groups(const char *list, uint64_t **groups, size_t *count, pld_error *error) {
    pld_error cause = {.message = ""};
    pld_status status = pld__list_parse_whole(list, groups, count, &cause);
    if (status == PLD_OK && *count > 100) {
        status = pld__error_argument(&cause, list, "at most 100 sizes", "'%s' are %zu sizes", list, *count);
    }
    return status == PLD_ERROR_ARGUMENT ? pld__error_argument(error, cause.word, cause.allowed, "--groups: %s", cause.message)
                                        : status;
}

/* --- printing --------------------------------------------------------------------------------------------------------- */

static json_t *groups_array(pld__json_builder *build, const pld_statement *statement) {
    size_t count = 0;
    const pld_statement_group *groups = pld_statement_groups(statement, &count);
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) {
        json_t *object = json_object();
        pld__json_set(build, object, "k", pld__json_whole(groups[i].k));
        pld__json_set(build, object, "epsilon", pld__json_bracket(build, &groups[i].result.bracket));
        pld__json_set(build, object, "tolerance_met", json_boolean(groups[i].result.tolerance_met));
        pld__json_append(build, array, object);
    }
    return array;
}

static pld_status print_json(const pld__report *report, const pld_statement *statement, const char *format, FILE *stream) {
    const pld__command_line *line = report->line;
    pld__json_builder build = {.complete = true};
    json_t *object = json_object();
    pld__json_set(&build, object, "schema", json_string("pld.statement/1"));
    pld__json_set(&build, object, "version", json_string(pld_version()));
    pld__json_set(&build, object, "mechanisms", pld__json_mechanisms(&build, report->composition));
    pld__json_set_delta(&build, object, line->delta, line->log_delta);
    pld__json_set(&build, object, "adjacency", json_string(pld__adjacency_name(line->query.adjacency)));
    pld__json_set(&build, object, "format", json_string(format));
    pld__json_set(&build, object, "statement", pld__json_text(pld_statement_text(statement)));
    pld__json_set(&build, object, "epsilon", pld__json_bracket(&build, &report->result->bracket));
    pld__json_set(&build, object, "groups", groups_array(&build, statement));
    pld__json_set(&build, object, "tolerance", pld__json_number(report->result->tolerance));
    pld__json_set(&build, object, "tolerance_met", json_boolean(report->result->tolerance_met));
    pld__json_set(&build, object, "notes", pld__report_json_notes(&build, report));
    build.complete = build.complete && pld__json_print(object, stream);
    json_decref(object);
    return build.complete ? PLD_OK : PLD_ERROR_MEMORY;
}

/* Says on standard error whose bracket is wider than asked for. */
static pld__exit conclude(const pld__report *report, const pld_statement *statement) {
    size_t count = 0;
    const pld_statement_group *groups = pld_statement_groups(statement, &count);
    pld__exit code = PLD__EXIT_DONE;
    if (report->line->given[PLD__OPTION_EXPLAIN] != NULL) {
        pld__report_explain(report, stderr);
    }
    if (!report->result->tolerance_met) {
        pld__report_tolerance_is_not_met(report);
        code = PLD__EXIT_TOLERANCE;
    }
    for (size_t i = 0; i < count; i++) {
        if (!groups[i].result.tolerance_met && groups[i].k > 1) {
            pld__report_tolerance_is_not_met(
                &(pld__report){PLD__ASKS_EPSILON, report->line, report->composition, &groups[i].result});
            code = PLD__EXIT_TOLERANCE;
        }
    }
    return code;
}

/* --- the command ------------------------------------------------------------------------------------------------------ */

pld__exit pld__command_statement(const pld__command_line *line) {
    pld_error error = {.message = ""};
    pld__composition composition = {.step_count = 0};
    pld_statement *statement = NULL;
    uint64_t *groups = NULL;
    pld_statement_question question = {
        .delta = line->given[PLD__OPTION_DELTA], .released = line->given[PLD__OPTION_RELEASED], .command = line->invocation};
    bool json = line->given[PLD__OPTION_JSON] != NULL;
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
        question.steps = composition.steps;
        question.step_count = composition.step_count;
        question.groups = groups;
        status = pld_statement_create(&question, &line->query, &statement, &error);
    }
    pld__report report = {PLD__ASKS_EPSILON, line, &composition, statement ? pld_statement_result(statement) : NULL};
    if (status == PLD_OK && json) {
        status = print_json(&report, statement, format_names[question.format], stdout);
    } else if (status == PLD_OK) {
        puts(pld_statement_text(statement));
    }
    pld__exit code = status == PLD_OK ? conclude(&report, statement) : pld__failure_report(line->command, status, &error, json);
    pld_statement_free(statement);
    pld__composition_free(&composition);
    pld__free(groups);
    return code;
}
