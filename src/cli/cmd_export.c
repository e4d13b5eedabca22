/* pld export: the contents of a stored file as CSV or JSON. */
#include "base/base.h"
#include "cli/failure.h"
#include "cli/report.h"
#include "cli/stored.h"
#include "json/piece.h"
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

/* --- JSON ----------------------------------------------------------------------------------------------------------- */

static json_t *numbers_json(pld__json_builder *build, const double *numbers, const uint64_t *whole, size_t count) {
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) {
        pld__json_append(build, array, whole ? pld__json_whole(whole[i]) : pld__json_number(numbers[i]));
    }
    return array;
}

static json_t *array_json(pld__json_builder *build, const char *name, const char *units, const char *long_name, json_t *values) {
    json_t *object = json_object();
    pld__json_set(build, object, "name", pld__json_text(name));
    pld__json_set(build, object, "units", pld__json_text(units));
    pld__json_set(build, object, "long_name", pld__json_text(long_name));
    pld__json_set(build, object, "values", values);
    return object;
}

static json_t *series_json(pld__json_builder *build, const pld_series *series) {
    json_t *object = json_object(), *attributes = json_object(), *axes = json_array(), *columns = json_array();
    for (size_t i = 0; i < series->attribute_count; i++) {
        const pld_attribute *attribute = &series->attributes[i];
        pld__json_set(build, attributes, attribute->name,
                      attribute->text         ? pld__json_text(attribute->text)
                      : attribute->count == 1 ? pld__json_number(attribute->numbers[0])
                                              : numbers_json(build, attribute->numbers, NULL, attribute->count));
    }
    for (size_t i = 0; i < series->axis_count; i++) {
        const pld_axis *axis = &series->axes[i];
        json_t *values = numbers_json(build, axis->values, axis->whole, axis->count);
        pld__json_append(build, axes, array_json(build, axis->name, axis->units, axis->long_name, values));
    }
    for (size_t i = 0; i < series->column_count; i++) {
        const pld_column *column = &series->columns[i];
        json_t *values = numbers_json(build, column->values, NULL, pld_series_size(series));
        pld__json_append(build, columns, array_json(build, column->name, column->units, column->long_name, values));
    }
    pld__json_set(build, object, "name", pld__json_text(series->name));
    pld__json_set(build, object, "attributes", attributes);
    pld__json_set(build, object, "axes", axes);
    pld__json_set(build, object, "columns", columns);
    return object;
}

static pld_status export_json(const pld_store *store, FILE *stream) {
    pld__json_builder build = {.complete = true};
    json_t *object = pld__json_start(&build, "pld.export/1"), *array = json_array();
    char *text = NULL;
    size_t count = 0;
    const pld_series *series = pld_store_series(store, &count);
    for (size_t i = 0; i < count; i++) {
        pld__json_append(&build, array, series_json(&build, &series[i]));
    }
    pld__json_set(&build, object, "format_version", json_integer(PLD_STORE_FORMAT));
    pld__json_set(&build, object, "series", array);
    pld_status status = pld__json_finish(&build, object, &text);
    return pld__report_json(status, text, stream);
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
        status = csv ? export_csv(store, stdout) : export_json(store, stdout);
    }
    pld_store_free(store);
    return status == PLD_OK ? PLD__EXIT_DONE : pld__failure_of_line(line, status, &error);
}
