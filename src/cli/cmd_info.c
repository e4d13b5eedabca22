/* pld info: what is in a stored file, and where it comes from. */
#include "cli/commands.h"

#include "json/write.h"
#include "options/failure.h"
#include "options/stored.h"
#include "report/report.h"
#include "store/cell.h"
#include "store/kinds.h"

/* One axis: its values if they are few, otherwise from where to where. */
static void print_axis(const pld_axis *axis, FILE *stream) {
    enum { FEW = 6 };
    char first[PLD__CELL_SIZE], last[PLD__CELL_SIZE];
    pld__axis_text(axis, 0, first);
    pld__axis_text(axis, axis->count - 1, last);
    fprintf(stream, "  %-24s ", axis->name);
    if (axis->count > FEW) {
        fprintf(stream, "%zu values from %s to %s\n", axis->count, first, last);
        return;
    }
    for (size_t i = 0; i < axis->count; i++) {
        pld__axis_text(axis, i, first);
        fprintf(stream, "%s%s", i > 0 ? ", " : "", first);
    }
    putc('\n', stream);
}

/* A text of several lines goes on below itself. */
static void print_attribute(const pld_attribute *attribute, FILE *stream) {
    char text[PLD__CELL_SIZE];
    fprintf(stream, "  %-24s ", attribute->name);
    for (const char *c = attribute->text ? attribute->text : ""; *c != '\0'; c++) {
        char plain[2] = {*c, '\0'};
        if (*c == '\n') {
            fprintf(stream, "\n  %-24s ", "");
        } else {
            pld__print_plain(stream, plain);
        }
    }
    bool flag = pld__values_kind(attribute->name, attribute->numbers, attribute->count) == PLD_VALUE_FLAG;
    for (size_t i = 0; i < attribute->count; i++) {
        pld__cell_text(attribute->numbers[i], text);
        fprintf(stream, "%s%s", i > 0 ? " " : "", !flag ? text : attribute->numbers[i] != 0 ? "true" : "false");
    }
    putc('\n', stream);
}

static void print_series(const pld_series *series, FILE *stream) {
    pld__print_plain(stream, series->name);
    fprintf(stream, ": %zu point%s\n", pld_series_size(series), pld_series_size(series) == 1 ? "" : "s");
    for (size_t i = 0; i < series->axis_count; i++) {
        print_axis(&series->axes[i], stream);
    }
    fprintf(stream, "  %-24s ", "columns");
    for (size_t i = 0; i < series->column_count; i++) {
        fprintf(stream, "%s%s", i > 0 ? ", " : "", series->columns[i].name);
    }
    putc('\n', stream);
    for (size_t i = 0; i < series->attribute_count; i++) {
        print_attribute(&series->attributes[i], stream);
    }
}

static void print_store(const char *path, const pld__slices *store, FILE *stream) {
    size_t count = 0;
    const pld_series *series = pld__slices_series(store, &count);
    pld__print_plain(stream, path);
    fprintf(stream, ": %zu series, format version %d\n", count, pld_store_format(pld__slices_store(store)));
    for (size_t i = 0; i < count; i++) {
        putc('\n', stream);
        print_series(&series[i], stream);
    }
}

pld__exit pld__command_info(const pld__command_line *line) {
    pld_error error = {.message = ""};
    pld__slices *store = NULL;
    bool json = line->given[PLD__OPTION_JSON] != NULL;
    pld_status status = pld__stored_open(line, &store, &error);
    if (status == PLD_OK && json) {
        char *text = NULL;
        status = pld__json_store(pld__slices_store(store), false, &text);
        status = pld__report_json(status, text, line->output);
    } else if (status == PLD_OK) {
        print_store(line->operands[0], store, line->output);
    }
    pld__slices_free(store);
    return status == PLD_OK ? PLD__EXIT_DONE : pld__failure_of_line(line, status, &error);
}
