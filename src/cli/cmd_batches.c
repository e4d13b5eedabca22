/* pld batches: one training run by every way to make batches, side by side. */
#include "cli/commands.h"

#include "base/base.h"
#include "base/decimal.h"
#include "cli/figure.h"
#include "json/write.h"
#include "options/failure.h"
#include "options/options.h"
#include "options/output.h"
#include "report/report.h"
#include "store/file.h"
#include "terminal/page.h"
#include "terminal/table.h"

#include <unistd.h>

static void add_end(pld__table *table, const pld__batches_row *row, int end) {
    char text[PLD__DECIMAL_SIZE] = "-";
    if (row->answered) {
        const pld_bracket as_asked = {0, 0, row->result.tolerance};
        pld__report_end(PLD_UNIT_EPSILON, &row->result.bracket, end, pld__report_digits(PLD_UNIT_EPSILON, &as_asked), text);
    }
    pld__table_add(table, text);
}

static pld_status print_words(const pld__command_line *line, const pld__batches *batches, FILE *stream) {
    static const char *const heads[] = {"batches", "lower", "upper", "gap", "adjacency", "what it assumes"};
    pld__table table = {.columns = 6, .left = {[0] = true, [3] = true, [4] = true, [5] = true}};
    fprintf(stream, "epsilon at delta = %s\n  %s\n\n", line->given[PLD__OPTION_DELTA], line->operands[0]);
    for (size_t i = 0; i < table.columns; i++) {
        pld__table_add(&table, heads[i]);
    }
    bool gap = false;
    for (size_t i = 0; i < batches->count; i++) {
        const pld__batches_row *row = &batches->rows[i];
        pld__table_add(&table, row->scheme);
        add_end(&table, row, 0);
        add_end(&table, row, 2);
        pld__table_add(&table, row->answered && row->result.theory_gap ? "theory" : "-");
        pld__table_add(&table, pld_adjacency_name(row->adjacency));
        pld__table_add(&table, row->assumes);
        gap = gap || (row->answered && row->result.theory_gap);
    }
    bool printed = pld__table_print(&table, stream);
    pld__table_free(&table);
    for (size_t i = 0; i < batches->count; i++) {
        if (!batches->rows[i].answered) {
            fprintf(stream, "%s: %s\n", batches->rows[i].scheme, batches->rows[i].reason);
        }
    }
    pld__report_print_note(
        "Each number holds for its own way to make batches and its own neighbours, and for no other: a Poisson "
        "number is no number for shuffled batches.",
        stream);
    pld__report_print_note("The noisy sum of a batch is divided by a constant, and sizes that are drawn are not released.",
                           stream);
    if (gap) {
        pld__report_print_note(
            "Where there is a gap of theory the two ends come from different pairs, as no single one is known: "
            "the truth lies between them; where is not known.",
            stream);
    }
    return printed ? PLD_OK : PLD_ERROR_MEMORY;
}

static pld_status print(const pld__command_line *line, const pld__batches *batches, pld__page *page) {
    char *text = NULL;
    pld_status status = pld__page_open(page);
    if (status == PLD_OK && line->given[PLD__OPTION_JSON] == NULL) {
        status = print_words(line, batches, page->stream);
    } else if (status == PLD_OK) {
        status = pld__json_batches(line->operands[0], &line->delta, batches, &text);
        status = pld__report_json(status, text, page->stream);
    }
    return pld__page_close(page, status);
}

/* --- file and figure ------------------------------------------------------------------------------------------------ */

/* Draws what is in a file. */
static pld_status draw(const char *file, const char *figure, int *code, pld_error *error) {
    char *output = pld__path_with("--output=", figure);
    char *arguments[] = {NULL, NULL, (char *)"--style=screen", output, (char *)"--", (char *)file, NULL}; /* nobody changes it */
    pld_status status = output ? pld__figure_draw(arguments, code, error) : PLD_ERROR_MEMORY;
    pld__free(output);
    return status;
}

/* The file of -o, or the figure by way of a file beside it that does not stay. */
static pld_status keep(const pld__command_line *line, const pld__batches *batches, int *code, pld_error *error) {
    const char *path = line->given[PLD__OPTION_OUTPUT];
    bool figure = pld__figure_is(path);
    char *beside = figure ? pld__path_with(path, ".new.h5") : NULL;
    if (figure && beside == NULL) {
        return PLD_ERROR_MEMORY;
    }
    const pld__batches_file file = {.path = figure ? beside : path,
                                    .mode = figure ? PLD_STORE_REPLACE : pld__output_mode(line),
                                    .given = line->operands[0],
                                    .command = line->invocation};
    pld_status status = pld__batches_write(batches, &line->delta, &line->query, &file, error);
    if (status == PLD_OK && figure) {
        status = draw(beside, path, code, error);
    }
    if (figure) {
        (void)unlink(beside);
    }
    pld__free(beside);
    return status;
}

/* A figure is drawn over what is there, as pld plot does it. */
static pld_status check_output(const pld__command_line *line, pld_error *error) {
    const char *path = line->given[PLD__OPTION_OUTPUT];
    if (path == NULL || !pld__figure_is(path)) {
        return pld__output_check_options(line, error);
    }
    const char *word = line->given[PLD__OPTION_FORCE] ? "--force" : line->given[PLD__OPTION_APPEND] ? "--append" : NULL;
    return word == NULL ? PLD_OK : pld__error_argument(error, word, "-o FILE.h5", "%s says nothing about a figure", word);
}

static pld_status check_line(const pld__command_line *line, pld_error *error) {
    pld_status status = pld__options_require(line, PLD__OPTION_DELTA, error);
    if (status == PLD_OK && line->operand_count != 1) {
        status = pld__error_argument(error, line->operand_count > 1 ? line->operands[1] : "dp-sgd",
                                     "dp-sgd:N=..,batch=..,epochs=..,sigma=..", "one training run is needed");
    }
    return status == PLD_OK ? check_output(line, error) : status;
}

/* --- the command ---------------------------------------------------------------------------------------------------- */

pld__exit pld__command_batches(const pld__command_line *line) {
    pld_error error = {.message = ""};
    pld__batches batches = {.count = 0};
    pld__page page = {.text = NULL};
    bool asked = line->given[PLD__OPTION_ADJACENCY] != NULL;
    int drawn = 0;
    pld_status status = check_line(line, &error);
    if (status == PLD_OK) {
        status = pld__batches_compute(line->operands[0], asked, pld_delta_log(&line->delta), &line->query, &batches, &error);
    }
    if (status == PLD_OK) {
        status = print(line, &batches, &page);
    }
    if (status == PLD_OK && line->given[PLD__OPTION_OUTPUT] != NULL) {
        status = keep(line, &batches, &drawn, &error);
    }
    if (status == PLD_OK) {
        pld__page_print(&page, line->output);
    }
    const char *wider = pld__batches_met(&batches) ? NULL : "all brackets are valid, but some are wider than asked for";
    pld__exit code = status == PLD_OK && drawn != 0 ? (pld__exit)drawn /* who draws has said why */
                                                    : pld__command_end(line, status, &error, wider);
    pld__page_free(&page);
    pld__batches_free(&batches);
    return code;
}
