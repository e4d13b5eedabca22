/* pld export: the contents of a stored file as CSV or JSON, or as a table for a paper. */
#include "cli/commands.h"

#include "base/base.h"
#include "base/number.h"
#include "base/suggest.h"
#include "export/export.h"
#include "json/write.h"
#include "options/failure.h"
#include "options/stored.h"
#include "report/report.h"

#include <string.h>

enum { TABLE_DIGITS = 4, DIGITS_MOST = 15, FORMATS = 4 };

static const pld__option formats[FORMATS] = {PLD__OPTION_CSV, PLD__OPTION_JSON, PLD__OPTION_LATEX, PLD__OPTION_MARKDOWN};
static const char *const format_names[FORMATS] = {"--csv", "--json", "--latex", "--markdown"};

static const char all_formats[] = "--csv, --json, --latex or --markdown";

static pld_status choose_format(const pld__command_line *line, pld__option *format, pld_error *error) {
    const char *found = NULL;
    for (size_t i = 0; i < FORMATS; i++) {
        if (line->given[formats[i]] != NULL && found != NULL) {
            return pld__error_argument(error, format_names[i], all_formats, "%s and %s exclude each other", found,
                                       format_names[i]);
        }
        if (line->given[formats[i]] != NULL) {
            found = format_names[i];
            *format = formats[i];
        }
    }
    return found != NULL ? PLD_OK : pld__error_argument(error, "--csv", all_formats, "%s is missing", all_formats);
}

static pld_status choose_digits(const pld__command_line *line, pld__option format, int *digits, pld_error *error) {
    static const pld__option refused[] = {PLD__OPTION_DIGITS, PLD__OPTION_COLUMNS, PLD__OPTION_SELECT};
    static const char *const names[] = {"--digits", "--columns", "--select"};
    const char *text = line->given[PLD__OPTION_DIGITS];
    uint64_t number = 0;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        if (format == PLD__OPTION_JSON && line->given[refused[i]] != NULL) {
            return pld__error_argument(error, names[i], "--csv, --latex or --markdown", "--json has everything: %s is for tables",
                                       names[i]);
        }
    }
    *digits = format == PLD__OPTION_CSV ? 0 : TABLE_DIGITS;
    if (text == NULL) {
        return PLD_OK;
    }
    if (pld__number_parse_whole(text, &number, NULL) != PLD_OK || number < 1 || number > DIGITS_MOST) {
        return pld__error_argument(error, text, "a whole number from 1 to 15",
                                   "--digits: '%s' is not a whole number from 1 to 15", text);
    }
    *digits = (int)number;
    return PLD_OK;
}

/* --- names of axes and columns -------------------------------------------------------------------------------------- */

static bool has_name(const pld__name_list *list, const char *name, size_t length) {
    for (size_t i = 0; i < list->count; i++) {
        if (strlen(list->names[i]) == length && strncmp(list->names[i], name, length) == 0) {
            return true;
        }
    }
    return false;
}

/* All names of axes, or of columns, each of them once; room for as many as all series have together. */
static pld_status list_names(const pld_store *store, bool axes, pld__name_list *list) {
    size_t count = 0, room = 1;
    const pld_series *series = pld_store_series(store, &count);
    for (size_t i = 0; i < count; i++) {
        room += axes ? series[i].axis_count : series[i].column_count;
    }
    list->names = pld__allocate(room, sizeof *list->names);
    if (list->names == NULL) {
        return PLD_ERROR_MEMORY;
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < (axes ? series[i].axis_count : series[i].column_count); j++) {
            const char *name = axes ? series[i].axes[j].name : series[i].columns[j].name;
            if (!has_name(list, name, strlen(name))) {
                list->names[list->count++] = name;
            }
        }
    }
    return PLD_OK;
}

/* Keeps the columns of --columns, in the order of the file. */
static pld_status keep_columns(const char *text, pld__name_list *list, pld_error *error) {
    for (const char *start = text; start != NULL; start = strchr(start, ',') ? strchr(start, ',') + 1 : NULL) {
        size_t length = strcspn(start, ",");
        if (!has_name(list, start, length)) {
            char word[96], hint[96];
            snprintf(word, sizeof word, "%.*s", (int)length, start);
            pld__suggestion nearest = pld__suggestion_start(word);
            for (size_t i = 0; i < list->count; i++) {
                pld__suggestion_consider(&nearest, list->names[i]);
            }
            pld__suggestion_text(&nearest, hint, sizeof hint);
            return pld__error_argument(error, word, "columns as 'pld info' shows them", "--columns: there is no column '%s'%s",
                                       word, hint);
        }
    }
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        bool wanted = false;
        for (const char *start = text; start != NULL; start = strchr(start, ',') ? strchr(start, ',') + 1 : NULL) {
            wanted = wanted || (strcspn(start, ",") == strlen(list->names[i]) &&
                                strncmp(start, list->names[i], strlen(list->names[i])) == 0);
        }
        if (wanted) {
            list->names[kept++] = list->names[i];
        }
    }
    list->count = kept;
    return PLD_OK;
}

static pld_status fill_export(const pld__command_line *line, const pld_store *store, pld__export *what, pld_error *error) {
    const char *columns = line->given[PLD__OPTION_COLUMNS];
    what->store = store;
    what->columns_chosen = columns != NULL;
    pld_status status = pld__selection_parse(line->given[PLD__OPTION_SELECT], store, &what->selection, error);
    if (status == PLD_OK) {
        status = list_names(store, true, &what->axes);
    }
    if (status == PLD_OK) {
        status = list_names(store, false, &what->columns);
    }
    return status == PLD_OK && columns != NULL ? keep_columns(columns, &what->columns, error) : status;
}

/* Rows of CSV are read as they are printed, however long the file is; everything else needs all of it. */
static pld_status export_file(const pld__command_line *line, pld__option format, pld__export *what, pld_error *error) {
    pld__slices *slices = NULL;
    pld_store *store = NULL;
    char *text = NULL;
    bool csv = format == PLD__OPTION_CSV;
    pld_status status = csv ? pld__stored_open(line, &slices, error) : pld__stored_read(line, &store, error);
    if (status == PLD_OK) {
        status = fill_export(line, csv ? pld__slices_store(slices) : store, what, error);
    }
    if (status == PLD_OK && csv) {
        status = pld__export_csv(what, slices, line->output, error);
    } else if (status == PLD_OK && format == PLD__OPTION_JSON) {
        status = pld__json_store(store, true, &text);
        status = pld__report_json(status, text, line->output);
    } else if (status == PLD_OK) {
        status =
            pld__export_table(what, format == PLD__OPTION_LATEX ? PLD_STATEMENT_LATEX : PLD_STATEMENT_MARKDOWN, line->output);
    }
    pld__free(what->axes.names);
    pld__free(what->columns.names);
    pld__slices_free(slices);
    pld_store_free(store);
    return status;
}

pld__exit pld__command_export(const pld__command_line *line) {
    pld_error error = {.message = ""};
    pld__export what = {.digits = 0};
    pld__option format = PLD__OPTION_CSV;
    pld_status status = choose_format(line, &format, &error);
    if (status == PLD_OK) {
        status = choose_digits(line, format, &what.digits, &error);
    }
    if (status == PLD_OK) {
        status = export_file(line, format, &what, &error);
    }
    return status == PLD_OK ? PLD__EXIT_DONE : pld__failure_of_line(line, status, &error);
}
