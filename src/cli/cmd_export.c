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

/* What the series has under this name at this point; nothing if it has none, or no number there. */
static void print_cell(const pld_series *series, const char *name, size_t point, FILE *stream) {
    char text[PLD__CELL_SIZE] = "";
    const pld_column *column = pld_series_column(series, name);
    for (size_t i = 0; i < series->axis_count; i++) {
        if (strcmp(series->axes[i].name, name) == 0) {
            pld__axis_text(&series->axes[i], pld__grid_place(series, point, i), text);
        }
    }
    if (column != NULL && !isnan(column->values[point])) {
        pld__cell_text(column->values[point], text);
    }
    fputs(text, stream);
}

static pld_status export_csv(const pld_store *store, FILE *stream) {
    size_t count = 0;
    name_list list = {.names = NULL};
    const pld_series *series = pld_store_series(store, &count);
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < series[i].axis_count; j++) {
            good = good && add_name(&list, series[i].axes[j].name);
        }
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < series[i].column_count; j++) {
            good = good && add_name(&list, series[i].columns[j].name);
        }
    }
    if (good) {
        fputs("series", stream);
        for (size_t j = 0; j < list.count; j++) {
            putc(',', stream);
            print_text(list.names[j], stream);
        }
        putc('\n', stream);
    }
    for (size_t i = 0; i < count && good; i++) {
        for (size_t point = 0; point < pld_series_size(&series[i]); point++) {
            print_text(series[i].name, stream);
            for (size_t j = 0; j < list.count; j++) {
                putc(',', stream);
                print_cell(&series[i], list.names[j], point, stream);
            }
            putc('\n', stream);
        }
    }
    free(list.names);
    return good ? PLD_OK : PLD_ERROR_MEMORY;
}

pld__exit pld__command_export(const pld__command_line *line) {
    pld_error error = {.message = ""};
    pld_store *store = NULL;
    bool csv = line->given[PLD__OPTION_CSV] != NULL, json = line->given[PLD__OPTION_JSON] != NULL;
    pld_status status = csv != json
                            ? PLD_OK
                            : pld__error_argument(&error, csv ? "--json" : "--csv", "--csv or --json",
                                                  csv ? "--csv and --json exclude each other" : "--csv or --json is missing");
    if (status == PLD_OK) {
        status = pld__stored_read(line, &store, &error);
    }
    if (status == PLD_OK) {
        char *text = NULL;
        status = csv ? export_csv(store, stdout) : pld__json_store(store, true, &text);
        status = csv ? status : pld__report_json(status, text, stdout);
    }
    pld_store_free(store);
    return status == PLD_OK ? PLD__EXIT_DONE : pld__failure_of_line(line, status, &error);
}
