/* pld tune: what a search for hyperparameters costs. */
#include "cli/commands.h"

#include "base/base.h"
#include "base/decimal.h"
#include "json/write.h"
#include "options/composition.h"
#include "options/failure.h"
#include "options/options.h"
#include "report/report.h"
#include "terminal/table.h"

#include <math.h>

static void add_row(pld__table *table, const char *label, const pld_bracket *bracket, int digits) {
    pld__table_add(table, label);
    for (int end = 0; end < PLD__REPORT_ENDS; end += 2) {
        char text[PLD__DECIMAL_SIZE];
        pld__report_end(PLD_UNIT_EPSILON, bracket, end, digits, text);
        pld__table_add(table, text);
    }
}

static void print_other(const pld__command_line *line, const char *name, double epsilon) {
    char text[PLD__DECIMAL_SIZE];
    if (!isnan(epsilon)) {
        pld__decimal_fixed(epsilon, 4, PLD__ROUND_UP, text);
        fprintf(line->output, "%s: %s\n", name, text);
    }
}

static pld_status print_words(const pld__command_line *line, const pld_composition *composition, const pld_tuned *tuned) {
    enum { DIGITS = 6 };
    static const char *const heads[] = {"epsilon", "lower", "upper"};
    char mean[PLD__DECIMAL_SIZE];
    pld__table table = {.columns = 3, .left = {[0] = true}};
    pld__decimal_significant(tuned->mean_runs, 6, PLD__ROUND_NEAREST, mean);
    fprintf(line->output, "epsilon at delta = %s of the best of %s runs (%s on average), %s\n", line->given[PLD__OPTION_DELTA],
            line->given[PLD__OPTION_RUNS], mean, pld_adjacency_name(line->query.adjacency));
    pld__composition_print(composition, line->output);
    putc('\n', line->output);
    for (size_t i = 0; i < table.columns; i++) {
        pld__table_add(&table, heads[i]);
    }
    add_row(&table, "one run", &tuned->base, DIGITS);
    add_row(&table, "the best", &tuned->epsilon, DIGITS);
    bool printed = pld__table_print(&table, line->output);
    pld__table_free(&table);
    print_other(line, "as published (Koskela, Redberg and Wang 2024)", tuned->published);
    print_other(line, "by Renyi divergences (Papernot and Steinke 2022)", tuned->renyi);
    for (size_t i = 0; pld_tuned_assumption(i) != NULL; i++) {
        pld__report_print_note(pld_tuned_assumption(i), line->output);
    }
    pld__report_print_note(pld_tuned_meaning(), line->output);
    pld__report_notes(line, composition, false, line->output);
    return printed ? PLD_OK : PLD_ERROR_MEMORY;
}

static pld_status ask(const pld__command_line *line, const pld_composition *composition, pld_tuned *tuned, pld_error *error) {
    size_t count = 0;
    const pld_step *steps = pld_composition_steps(composition, &count);
    return pld_query_tuned(steps, count, &line->runs, pld_delta_log(&line->delta), &line->query, tuned, error);
}

static pld_status print(const pld__command_line *line, const pld_composition *composition, const pld_tuned *tuned) {
    char *text = NULL;
    if (line->given[PLD__OPTION_JSON] == NULL) {
        return print_words(line, composition, tuned);
    }
    pld_status status = pld__json_tuned(composition, line->given[PLD__OPTION_RUNS], &line->delta, &line->query, tuned, &text);
    return pld__report_json(status, text, line->output);
}

pld__exit pld__command_tune(const pld__command_line *line) {
    pld_error error = {.message = ""};
    pld_composition *composition = NULL;
    pld_tuned tuned;
    pld_status status = pld__options_require(line, PLD__OPTION_DELTA, &error);
    if (status == PLD_OK) {
        status = pld__options_require(line, PLD__OPTION_RUNS, &error);
    }
    if (status == PLD_OK) {
        status = pld__composition_read(line, &composition, &error);
    }
    if (status == PLD_OK) {
        status = ask(line, composition, &tuned, &error);
    }
    if (status == PLD_OK) {
        status = print(line, composition, &tuned);
    }
    pld_composition_free(composition);
    bool wide = status == PLD_OK && !tuned.tolerance_met;
    return pld__command_end(line, status, &error, wide ? "both brackets are valid, but wider than asked for" : NULL);
}
