/* pld export: the contents of a stored file as CSV or JSON. */
#include "base/base.h"
#include "cli/failure.h"
#include "cli/report.h"
#include "cli/stored.h"
#include "json/write.h"
#include "store/cell.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- CSV ------------------------------------------------------------------------------------------------------------ */

enum { EXPORT_BLOCK = 16384 };

/* Names of columns of the table: all that occur, in the order in which they first do. Series need not have the same ones. */
typedef struct name_list {
    const char **names;
    size_t count;
} name_list;

static bool add_name(name_list *list, const char *name) {
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->names[i], name) == 0) {
            return true;
        }
    }
    const char **larger = realloc(list->names, (list->count + 1) * sizeof *larger);
    if (larger == NULL) {
        return false;
    }
    larger[list->count++] = name;
    list->names = larger;
    return true;
}

static void print_text(const char *text, FILE *stream) {
    bool plain = text[strcspn(text, ",\"\r\n")] == '\0';
    if (!plain) {
        putc('"', stream);
    }
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '"') {
            putc('"', stream);
        }
        putc(*c, stream);
    }
    if (!plain) {
        putc('"', stream);
    }
}

/* The names of the table, and the series of which rows are printed: block by block, as long as a file may be. */
typedef struct table {
    const pld__slices *slices;
    name_list names;
    double *memory;
    double **columns; /* of one block */
    FILE *stream;
} table;

/* Where a name of the table is found in a series: an axis, a column, or nowhere. */
typedef struct source {
    const pld_axis *axis;
    const double *values; /* of the block */
    size_t axis_index;
} source;

static source find_source(const table *to, const pld_series *series, const char *name) {
    source found = {.axis = NULL};
    for (size_t i = 0; i < series->axis_count; i++) {
        if (strcmp(series->axes[i].name, name) == 0) {
            found.axis = &series->axes[i];
            found.axis_index = i;
        }
    }
    for (size_t i = 0; i < series->column_count; i++) {
        if (strcmp(series->columns[i].name, name) == 0) {
            found.values = to->columns[i];
        }
    }
    return found;
}

/* What the series has under a name at this point; nothing if it has none, or no number there. */
static void print_cell(const source *from, const pld_series *series, size_t first, size_t row, FILE *stream) {
    char text[PLD__CELL_SIZE] = "";
    if (from->axis != NULL) {
        pld__axis_text(from->axis, pld__grid_place(series, first + row, from->axis_index), text);
    } else if (from->values != NULL && !isnan(from->values[row])) {
        pld__cell_text(from->values[row], text);
    }
    fputs(text, stream);
}

static pld_status export_series(table *to, const pld_series *series, pld_error *error) {
    size_t size = pld_series_size(series);
    source *sources = calloc(to->names.count + 1, sizeof *sources);
    pld_status status = sources ? PLD_OK : PLD_ERROR_MEMORY;
    for (size_t j = 0; j < to->names.count && sources != NULL; j++) {
        sources[j] = find_source(to, series, to->names.names[j]);
    }
    for (size_t first = 0; first < size && status == PLD_OK; first += EXPORT_BLOCK) {
        size_t count = size - first < EXPORT_BLOCK ? size - first : EXPORT_BLOCK;
        status = pld__slices_read(to->slices, series, first, count, to->columns, error);
        for (size_t row = 0; row < count && status == PLD_OK; row++) {
            print_text(series->name, to->stream);
            for (size_t j = 0; j < to->names.count; j++) {
                putc(',', to->stream);
                print_cell(&sources[j], series, first, row, to->stream);
            }
            putc('\n', to->stream);
        }
    }
    free(sources);
    return status;
}

/* All names, and memory for a block of the widest series; false without memory. */
static bool prepare(table *to, const pld_series *series, size_t count) {
    size_t width = 0;
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < series[i].axis_count; j++) {
            good = good && add_name(&to->names, series[i].axes[j].name);
        }
    }
    for (size_t i = 0; i < count; i++) {
        width = series[i].column_count > width ? series[i].column_count : width;
        for (size_t j = 0; j < series[i].column_count; j++) {
            good = good && add_name(&to->names, series[i].columns[j].name);
        }
    }
    to->memory = pld__allocate(width * EXPORT_BLOCK + 1, sizeof *to->memory);
    to->columns = calloc(width + 1, sizeof *to->columns);
    for (size_t i = 0; i < width && to->memory != NULL && to->columns != NULL; i++) {
        to->columns[i] = to->memory + i * EXPORT_BLOCK;
    }
    return good && to->memory != NULL && to->columns != NULL;
}

static pld_status export_csv(const pld__slices *slices, FILE *stream, pld_error *error) {
    size_t count = 0;
    table to = {.slices = slices, .stream = stream};
    const pld_series *series = pld__slices_series(slices, &count);
    pld_status status = prepare(&to, series, count) ? PLD_OK : PLD_ERROR_MEMORY;
    if (status == PLD_OK) {
        fputs("series", stream);
        for (size_t j = 0; j < to.names.count; j++) {
            putc(',', stream);
            print_text(to.names.names[j], stream);
        }
        putc('\n', stream);
    }
    for (size_t i = 0; i < count && status == PLD_OK; i++) {
        status = export_series(&to, &series[i], error);
    }
    free(to.names.names);
    free(to.columns);
    pld__free(to.memory);
    return status;
}

static pld_status export_file(const pld__command_line *line, bool csv, pld_error *error) {
    pld__slices *slices = NULL;
    pld_store *store = NULL;
    pld_status status = csv ? pld__stored_open(line, &slices, error) : pld__stored_read(line, &store, error);
    if (status == PLD_OK) {
        char *text = NULL;
        status = csv ? export_csv(slices, stdout, error) : pld__json_store(store, true, &text);
        status = csv ? status : pld__report_json(status, text, stdout);
    }
    pld__slices_free(slices);
    pld_store_free(store);
    return status;
}

pld__exit pld__command_export(const pld__command_line *line) {
    pld_error error = {.message = ""};
    bool csv = line->given[PLD__OPTION_CSV] != NULL, json = line->given[PLD__OPTION_JSON] != NULL;
    pld_status status = csv != json
                            ? PLD_OK
                            : pld__error_argument(&error, csv ? "--json" : "--csv", "--csv or --json",
                                                  csv ? "--csv and --json exclude each other" : "--csv or --json is missing");
    if (status == PLD_OK) {
        status = export_file(line, csv, &error);
    }
    return status == PLD_OK ? PLD__EXIT_DONE : pld__failure_of_line(line, status, &error);
}
