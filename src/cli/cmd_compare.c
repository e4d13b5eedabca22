/* pld compare: what other bounds and other people say, beside the certified bracket. */
#include "base/plain.h"
#include "cli/comparison.h"

#include "cli/comparison_series.h"
#include "cli/failure.h"
#include "cli/page.h"
#include "cli/report.h"

void pld__command_compare_methods(FILE *stream) {
    const pld_baseline_method *method = NULL;
    fputs("\nmethods:\n", stream);
    for (size_t i = 0; (method = pld_baseline_at(i)) != NULL; i++) {
        fprintf(stream, "  %-22s %s%s (%s)\n", method->name,
                method->kind == PLD_BASELINE_BOUND ? "" : "approximation: ", method->meaning, method->source);
    }
}

static void say_unsound(const pld__comparison *comparison, const pld__finding *finding) {
    fprintf(stderr, "pld %s: the %s '", comparison->line->command->name, finding->kind);
    pld__print_plain(stderr, finding->name);
    pld__plain_print(stderr, "' is unsound: it says %.10g, but %s\n", finding->answer.epsilon, finding->answer.reason);
}

/* Says on standard error what is wrong. */
static pld__exit conclude(const pld__comparison *comparison) {
    pld__exit code = PLD__EXIT_DONE;
    for (size_t i = 0; i < comparison->point_count; i++) {
        const pld__comparison_point *point = &comparison->points[i];
        for (size_t j = 0; j < point->finding_count; j++) {
            if (point->findings[j].verdict == PLD__VERDICT_UNSOUND) {
                say_unsound(comparison, &point->findings[j]);
                code = PLD__EXIT_NO;
            }
        }
    }
    for (size_t i = 0; i < comparison->point_count; i++) {
        const pld__report report = {PLD__ASKS_EPSILON, comparison->line, comparison->points[i].composition,
                                    &comparison->points[i].tight};
        if (!report.result->tolerance_met) {
            pld__report_tolerance_is_not_met(&report);
            code = code == PLD__EXIT_DONE ? PLD__EXIT_TOLERANCE : code;
        }
        if (comparison->line->given[PLD__OPTION_EXPLAIN] != NULL) {
            pld__report_explain(&report, comparison->line->given[PLD__OPTION_JSON] ? stderr : stdout);
        }
    }
    return code;
}

static pld_status print(const pld__comparison *comparison, pld__page *page) {
    pld_status status = pld__page_open(page);
    if (status != PLD_OK) {
        return status;
    }
    if (comparison->line->given[PLD__OPTION_JSON] != NULL) {
        status = pld__comparison_json(comparison, page->stream);
    } else {
        pld__comparison_print(comparison, page->stream);
    }
    return pld__page_close(page, status);
}

pld__exit pld__command_compare(const pld__command_line *line) {
    pld_error error = {.message = ""};
    pld__comparison comparison;
    pld__page page = {.text = NULL};
    pld__exit code = PLD__EXIT_DONE;
    bool json = line->given[PLD__OPTION_JSON] != NULL;
    pld_status status = pld__comparison_make(line, &comparison, &error);
    if (status == PLD_OK) {
        status = print(&comparison, &page);
    }
    if (status == PLD_OK && line->given[PLD__OPTION_OUTPUT] != NULL) {
        status = pld__comparison_write(&comparison, &error);
    }
    if (status == PLD_OK) {
        pld__page_print(&page);
    }
    code = status == PLD_OK ? conclude(&comparison) : pld__failure_report(line->command, status, &error, json);
    pld__page_free(&page);
    pld__comparison_free(&comparison);
    return code;
}
