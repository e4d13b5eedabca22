/* Single numbers of an export. */
#include "base/decimal.h"
#include "export/export.h"
#include "store/cell.h"

#include <math.h>
#include <string.h>

static bool ends_in(const char *name, const char *ending) {
    size_t length = strlen(name), end = strlen(ending);
    return length >= end && strcmp(name + length - end, ending) == 0;
}

/* Bounds on their own side: what other accountants say is no bound if it gets smaller; a claim is printed as it was made. */
static pld__rounding rounding_of(const char *column) {
    bool method = strncmp(column, "method_", 7) == 0 && strncmp(column, "method_claim_", 13) != 0;
    return ends_in(column, "_lower") ? PLD__ROUND_DOWN : method || ends_in(column, "_upper") ? PLD__ROUND_UP : PLD__ROUND_NEAREST;
}

/* So many significant digits, in fixed notation unless the number is small. */
static void print_digits(double value, int digits, pld__rounding rounding, char *text) {
    enum { LARGE = 15 };
    double exponent = value != 0 ? floor(log10(fabs(value))) : 0;
    if (value != 0 && (exponent < -4 || exponent >= LARGE)) {
        pld__decimal_scientific(value, digits, rounding, text);
        return;
    }
    double decimals = value != 0 ? digits - 1 - exponent : 0;
    pld__decimal_fixed(value, decimals > 0 ? (int)decimals : 0, rounding, text);
}

void pld__export_number(const pld__export *what, const char *column, double value, char *text) {
    text[0] = '\0';
    if (what->digits > 0 && isfinite(value)) {
        print_digits(value, what->digits, rounding_of(column), text);
    } else if (!isnan(value)) {
        pld__cell_text(value, text);
    }
}

void pld__export_cell(const pld__export *what, const pld_series *series, const char *name, size_t point, char *text) {
    const pld_column *column = pld_series_column(series, name);
    text[0] = '\0';
    for (size_t i = 0; i < series->axis_count; i++) {
        if (strcmp(series->axes[i].name, name) == 0) {
            pld__axis_text(&series->axes[i], pld__grid_place(series, point, i), text);
        }
    }
    if (column != NULL && column->values != NULL) {
        pld__export_number(what, name, column->values[point], text);
    }
}

bool pld__export_keeps(const pld__export *what, const pld_series *series) {
    bool kept = false;
    for (size_t point = 0; point < pld_series_size(series) && !kept; point++) {
        kept = pld__selection_keeps(&what->selection, series, point);
    }
    return kept;
}

bool pld__export_constant(const pld__export *what, const char *axis, char *text) {
    size_t count = 0;
    bool first = true;
    const pld_series *series = pld_store_series(what->store, &count);
    for (size_t i = 0; i < count; i++) {
        for (size_t point = 0; point < pld_series_size(&series[i]); point++) {
            char cell[PLD__EXPORT_CELL];
            if (!pld__selection_keeps(&what->selection, &series[i], point)) {
                continue;
            }
            pld__export_cell(what, &series[i], axis, point, cell);
            if (first) {
                strcpy(text, cell);
            } else if (strcmp(text, cell) != 0) {
                return false;
            }
            first = false;
        }
    }
    return !first;
}

void pld__export_symbol(const char *axis, char *text, size_t size) {
    bool rate = strcmp(axis, "fpr") == 0;
    snprintf(text, size, rate ? "%s" : "$%s$", strcmp(axis, "compositions") == 0 ? "T" : axis);
}
