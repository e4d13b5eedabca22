/* pld batches: one training run by every way to make batches, side by side. */
#include "cli/commands.h"

#include "base/base.h"
#include "base/decimal.h"
#include "json/write.h"
#include "options/failure.h"
#include "options/options.h"
#include "report/report.h"
#include "terminal/table.h"

static void add_end(pld__table *table, const pld__batches_row *row, int end) {
    char text[PLD__DECIMAL_SIZE] = "-";
    if (row->answered) {
        const pld_bracket as_asked = {0, 0, row->result.tolerance};
        pld__report_end(PLD_UNIT_EPSILON, &row->result.bracket, end, pld__report_digits(PLD_UNIT_EPSILON, &as_asked), text);
    }
    pld__table_add(table, text);
}

static pld_status print_words(const pld__command_line *line, const pld__batches *batches) {
    static const char *const heads[] = {"batches", "lower", "upper", "adjacency", "what it assumes"};
    pld__table table = {.columns = 5, .left = {[0] = true, [3] = true, [4] = true}};
    fprintf(line->output, "epsilon at delta = %s\n  %s\n\n", line->given[PLD__OPTION_DELTA], line->operands[0]);
    for (size_t i = 0; i < table.columns; i++) {
        pld__table_add(&table, heads[i]);
    }
    bool gap = false;
    for (size_t i = 0; i < batches->count; i++) {
        const pld__batches_row *row = &batches->rows[i];
        pld__table_add(&table, row->scheme);
        add_end(&table, row, 0);
        add_end(&table, row, 2);
        pld__table_add(&table, pld_adjacency_name(row->adjacency));
        pld__table_add(&table, row->assumes);
        gap = gap || (row->answered && row->result.theory_gap);
    }
    bool printed = pld__table_print(&table, line->output);
    pld__table_free(&table);
    for (size_t i = 0; i < batches->count; i++) {
        if (!batches->rows[i].answered) {
            fprintf(line->output, "%s: %s\n", batches->rows[i].scheme, batches->rows[i].reason);
        }
    }
    pld__report_print_note(
        "Each number holds for its own way to make batches and its own neighbours, and for no other: a Poisson "
        "number is no number for shuffled batches.",
        line->output);
    pld__report_print_note("The noisy sum of a batch is divided by a constant, and sizes that are drawn are not released.",
                           line->output);
    if (gap) {
        pld__report_print_note("Where the two ends are far apart they come from different pairs, as no single one is known: the "
                               "truth lies between them; where is not known.",
                               line->output);
    }
    return printed ? PLD_OK : PLD_ERROR_MEMORY;
}

static pld_status print(const pld__command_line *line, const pld__batches *batches) {
    char *text = NULL;
    if (line->given[PLD__OPTION_JSON] == NULL) {
        return print_words(line, batches);
    }
    pld_status status = pld__json_batches(line->operands[0], &line->delta, batches, &text);
    return pld__report_json(status, text, line->output);
}

pld__exit pld__command_batches(const pld__command_line *line) {
    pld_error error = {.message = ""};
    pld__batches batches;
    bool asked = line->given[PLD__OPTION_ADJACENCY] != NULL;
    pld_status status = pld__options_require(line, PLD__OPTION_DELTA, &error);
    if (status == PLD_OK && line->operand_count != 1) {
        status = pld__error_argument(&error, line->operand_count > 1 ? line->operands[1] : "dp-sgd",
                                     "dp-sgd:N=..,batch=..,epochs=..,sigma=..", "one training run is needed");
    }
    if (status == PLD_OK) {
        status = pld__batches_compute(line->operands[0], asked, pld_delta_log(&line->delta), &line->query, &batches, &error);
    }
    if (status == PLD_OK) {
        status = print(line, &batches);
    }
    if (status != PLD_OK) {
        return pld__failure_of_line(line, status, &error);
    }
    if (!pld__batches_met(&batches)) {
        fprintf(line->messages, "pld batches: all brackets are valid, but some are wider than asked for\n");
        return PLD__EXIT_TOLERANCE;
    }
    return PLD__EXIT_DONE;
}
