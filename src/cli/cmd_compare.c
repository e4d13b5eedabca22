/* pld compare: what other bounds and other people say, beside the certified bracket. */
#include "cli/commands.h"

#include "base/base.h"
#include "base/list.h"
#include "base/plain.h"
#include "options/composition.h"
#include "options/failure.h"
#include "options/options.h"
#include "options/output.h"
#include "process/input.h"
#include "report/comparison.h"
#include "report/report.h"
#include "terminal/page.h"
#include <stdlib.h>
#include <string.h>

void pld__command_compare_methods(FILE *stream) {
    const pld_baseline_method *method = NULL;
    fputs("\nmethods:\n", stream);
    for (size_t i = 0; (method = pld_baseline_at(i)) != NULL; i++) {
        fprintf(stream, "  %-22s  %s%s (%s)\n", method->name,
                method->kind == PLD_BASELINE_APPROXIMATION ? "approximation: "
                : method->kind == PLD_BASELINE_PROGRAM     ? "by name only: "
                                                           : "",
                method->meaning, method->source);
    }
}

/* --- what is asked -------------------------------------------------------------------------------------------------- */

/* What the line says; the comparison borrows it. */
typedef struct reading {
    pld_claims *claims;
    pld_composition *composition; /* may be NULL */
    uint64_t *compositions;
    size_t composition_count;
} reading;

static pld_status check_methods(const char *names, pld_error *error) {
    const pld_baseline_method **methods = NULL;
    size_t count = 0;
    pld_error cause = {.message = ""};
    pld_status status = names && strcmp(names, "none") != 0 ? pld__methods_parse(names, &methods, &count, &cause) : PLD_OK;
    free(methods);
    return pld__option_blame(status, "--methods", &cause, error);
}

static pld_status read_claims(const pld__command_line *line, reading *read, pld_error *error) {
    pld_status status = pld_claims_create(&read->claims);
    for (size_t i = 0; i < line->repeated_count && status == PLD_OK; i++) {
        pld_error cause = {.message = ""};
        status = pld__option_blame(pld__claims_add_text(read->claims, line->repeated[i], &cause), "--claim", &cause, error);
    }
    if (status == PLD_OK && line->given[PLD__OPTION_CLAIMS] != NULL) {
        const char *path = NULL;
        status = pld__input_path(line->given[PLD__OPTION_CLAIMS], &path, error);
        status = status == PLD_OK
                     ? pld_claims_read(read->claims, path, line->query.adjacency, !pld__composition_is_named(line), error)
                     : status;
    }
    return status;
}

/* The points of the list, or the one of the line where no table has points of its own, need a delta and mechanisms; rows of
 * tables may. */
static pld_status read_points(const pld__command_line *line, reading *read, pld_error *error) {
    const char *list = line->given[PLD__OPTION_COMPOSITIONS];
    bool own = list != NULL || line->given[PLD__OPTION_CLAIMS] == NULL;
    pld_error cause = {.message = ""};
    pld_status status = PLD_OK;
    if (own || read->claims->needs_delta) {
        status = pld__options_require(line, PLD__OPTION_DELTA, error);
    }
    if (status == PLD_OK && (own || pld__composition_is_named(line) || read->claims->needs_mechanisms)) {
        status = pld__composition_read(line, &read->composition, error);
    }
    if (status == PLD_OK && list != NULL) {
        status = pld__list_parse_whole(list, &read->compositions, &read->composition_count, &cause);
        status = pld__option_blame(status, "--compositions", &cause, error);
    }
    return status;
}

static pld_status check_output(const pld__command_line *line, const pld_comparison *comparison, pld_error *error) {
    const char *path = line->given[PLD__OPTION_OUTPUT], *series = line->given[PLD__OPTION_SERIES];
    pld_status status = pld__output_check_series(line, error);
    return status == PLD_OK && path != NULL
               ? pld__comparison_check_output(comparison, path, pld__output_mode(line), series, error)
               : status;
}

static pld_status read_line(const pld__command_line *line, reading *read, pld_comparison **comparison, pld_error *error) {
    pld_status status = check_methods(line->given[PLD__OPTION_METHODS], error);
    if (status == PLD_OK) {
        status = read_claims(line, read, error);
    }
    if (status == PLD_OK) {
        status = read_points(line, read, error);
    }
    if (status == PLD_OK) {
        const pld_comparison_question question = {.size = sizeof question,
                                                  .composition = read->composition,
                                                  .delta = line->given[PLD__OPTION_DELTA],
                                                  .compositions = read->compositions,
                                                  .composition_count = read->composition_count,
                                                  .methods = line->given[PLD__OPTION_METHODS],
                                                  .claims = read->claims};
        status = pld__comparison_plan(&question, &line->query, comparison, error);
    }
    return status == PLD_OK ? check_output(line, *comparison, error) : status;
}

/* --- the answer ----------------------------------------------------------------------------------------------------- */

static void say_unsound(const pld__command_line *line, const pld_finding *finding) {
    fprintf(line->messages, "pld %s: the %s '", line->command->name, finding->kind);
    pld__print_plain(line->messages, finding->name);
    pld__plain_print(line->messages, "' is unsound: it says %.10g, but %s\n", finding->answer.epsilon, finding->answer.reason);
}

/* Says on standard error what is wrong. */
static pld__exit conclude(const pld__command_line *line, const pld_comparison *comparison) {
    pld__exit code = PLD__EXIT_DONE;
    for (size_t i = 0; i < comparison->point_count; i++) {
        const pld_finding *finding = NULL;
        for (size_t j = 0; (finding = pld_comparison_finding(comparison, i, j)) != NULL; j++) {
            if (finding->verdict == PLD_VERDICT_UNSOUND) {
                say_unsound(line, finding);
                code = PLD__EXIT_NO;
            }
        }
    }
    for (size_t i = 0; i < comparison->point_count; i++) {
        const pld_result *tight = &comparison->points[i].tight;
        if (!tight->tolerance_met) {
            pld__report_tolerance_is_not_met(line, tight);
            code = code == PLD__EXIT_DONE ? PLD__EXIT_TOLERANCE : code;
        }
        if (line->given[PLD__OPTION_EXPLAIN] != NULL) {
            pld__report_explain(tight, line->query.adjacency, line->given[PLD__OPTION_JSON] ? line->messages : line->output);
        }
    }
    return code;
}

static pld_status print(const pld__command_line *line, const pld_comparison *comparison, pld__page *page) {
    char *text = NULL;
    pld_status status = pld__page_open(page);
    if (status != PLD_OK) {
        return status;
    }
    if (line->given[PLD__OPTION_JSON] != NULL) {
        status = pld_json_comparison(comparison, &text);
        status = pld__report_json(status, text, page->stream);
    } else {
        pld__comparison_print(line, comparison, page->stream);
    }
    return pld__page_close(page, status);
}

pld__exit pld__command_compare(const pld__command_line *line) {
    pld_error error = {.message = ""};
    reading read = {.claims = NULL};
    pld_comparison *comparison = NULL;
    pld__page page = {.text = NULL};
    bool json = line->given[PLD__OPTION_JSON] != NULL;
    const char *path = line->given[PLD__OPTION_OUTPUT];
    pld_status status = read_line(line, &read, &comparison, &error);
    if (status == PLD_OK) {
        status = pld__comparison_compute(comparison, path != NULL || json, &error);
    }
    if (status == PLD_OK) {
        status = print(line, comparison, &page);
    }
    if (status == PLD_OK && path != NULL) {
        status = pld_comparison_write(comparison, path, pld__output_mode(line), line->given[PLD__OPTION_SERIES], line->invocation,
                                      &error);
    }
    if (status == PLD_OK) {
        pld__page_print(&page, line->output);
    }
    pld__exit code = status == PLD_OK ? conclude(line, comparison) : pld__failure_of_line(line, status, &error);
    pld__page_free(&page);
    pld_comparison_free(comparison);
    pld_composition_free(read.composition);
    pld_claims_free(read.claims);
    pld__free(read.compositions);
    return code;
}
