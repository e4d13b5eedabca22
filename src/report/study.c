#include "report/study.h"

#include "base/base.h"
#include "base/decimal.h"
#include "base/number.h"
#include "composition/notes.h"
#include "options/composition.h"
#include "report/report.h"
#include "terminal/table.h"
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS_MOST = 9 };

/* A delta as it would be given. */
static void print_delta(const pld_delta *delta, char *text) {
    if (delta->value >= DBL_MIN || delta->log == -INFINITY) {
        pld__number_write(delta->value, text);
        return;
    }
    pld__decimal_exponential(delta->log, 6, PLD__ROUND_NEAREST, text);
    char *exponent = strchr(text, 'e'), *end = exponent;
    while (end > text && (end[-1] == '0' || end[-1] == '.') && memchr(text, '.', (size_t)(end - text)) != NULL) {
        end--; /* 1.00000e-400 is 1e-400 */
    }
    if (exponent != NULL) {
        memmove(end, exponent, strlen(exponent) + 1);
    }
}

/* The same number of digits for all rows, so that they can be compared: enough for the narrowest. */
static int digits_shown(const pld_study *study, const pld_result *results) {
    int most = 4;
    for (size_t i = 0; i < pld_study_point_count(study); i++) {
        int digits = pld__report_digits(pld__study_unit(study), &results[i].bracket);
        most = digits > most ? digits : most;
    }
    return most < DIGITS_MOST ? most : DIGITS_MOST;
}

typedef struct shown {
    bool series, compositions, given; /* columns that do not have one value throughout */
} shown;

static void add_heads(pld__table *table, const pld_study *study, shown show) {
    bool epsilon = study->quantity == PLD__QUANTITY_EPSILON;
    if (show.series) {
        table->left[table->columns++] = true;
        pld__table_add(table, "series");
    }
    if (show.compositions) {
        table->columns++;
        pld__table_add(table, "compositions");
    }
    if (show.given) {
        table->columns++;
        pld__table_add(table, epsilon ? "delta" : "epsilon");
    }
    table->columns += 4;
    pld__table_add(table, "lower");
    pld__table_add(table, "estimate");
    pld__table_add(table, "upper");
    pld__table_add(table, epsilon ? "width" : "relative width");
}

static void add_row(pld__table *table, const pld_study *study, shown show, const pld__study_point *point,
                    const pld_bracket *bracket, int digits) {
    pld_unit unit = pld__study_unit(study);
    char name[PLD__SERIES_NAME_SIZE], text[PLD__DECIMAL_SIZE];
    if (show.series) {
        pld__study_series_name(study, point->line, name);
        pld__table_add(table, name);
    }
    if (show.compositions) {
        snprintf(text, sizeof text, "%" PRIu64, point->compositions);
        pld__table_add(table, text);
    }
    if (show.given && study->quantity == PLD__QUANTITY_EPSILON) {
        print_delta(&point->delta, text);
        pld__table_add(table, text);
    } else if (show.given) {
        pld__number_write(point->epsilon, text);
        pld__table_add(table, text);
    }
    for (int end = 0; end < PLD__REPORT_ENDS; end++) {
        pld__report_end(unit, bracket, end, digits, text);
        pld__table_add(table, text);
    }
    pld__decimal_scientific(pld_bracket_width(bracket, unit), 2, PLD__ROUND_UP, text);
    pld__table_add(table, text);
}

/* What all rows have in common stands above them. */
static void print_question(const pld_study *study, FILE *stream) {
    char text[PLD__DECIMAL_SIZE];
    if (study->quantity == PLD__QUANTITY_EPSILON && study->delta_count == 1) {
        print_delta(&study->deltas[0], text);
        fprintf(stream, "epsilon at delta = %s, %s", text, pld_adjacency_name(study->options.adjacency));
    } else {
        fprintf(stream, "%s, %s", study->quantity == PLD__QUANTITY_EPSILON ? "epsilon" : "delta",
                pld_adjacency_name(study->options.adjacency));
    }
    if (study->composition_count == 1 && study->compositions[0] > 1) { /* once is what the counts say */
        fprintf(stream, ", %" PRIu64 " compositions", study->compositions[0]);
    }
    putc('\n', stream);
    pld__specs_print((const char *const *)study->specs, study->spec_count, stream);
    putc('\n', stream);
}

pld_status pld__study_table(const pld_study *study, const pld_result *results, FILE *stream) {
    pld__table table = {.columns = 0};
    shown show = {.series = study->line_count > 1,
                  .compositions = study->composition_count > 1,
                  .given = study->quantity == PLD__QUANTITY_DELTA || study->delta_count > 1};
    int digits = digits_shown(study, results);
    add_heads(&table, study, show);
    for (size_t i = 0; i < pld_study_point_count(study); i++) {
        pld__study_point point = pld__study_point_at(study, i);
        add_row(&table, study, show, &point, &results[i].bracket, digits);
    }
    print_question(study, stream);
    pld_status status = pld__table_print(&table, stream) ? PLD_OK : PLD_ERROR_MEMORY;
    pld__table_free(&table);
    char *notes = status == PLD_OK ? pld__study_notes(study) : NULL;
    if (notes == NULL) {
        return PLD_ERROR_MEMORY;
    }
    pld__notes_of_text(notes, pld__report_print_note, stream);
    free(notes);
    return PLD_OK;
}
