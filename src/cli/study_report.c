#include "cli/study_report.h"

#include "base/base.h"
#include "base/decimal.h"
#include "base/lines.h"
#include "cli/json_result.h"
#include "cli/option_values.h"
#include "cli/spec_vary.h"
#include "cli/table.h"
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 256, DIGITS_MOST = 9 };

static size_t result_count(const pld__study *study) {
    return pld__study_line_count(study) * pld__study_line_size(study);
}

pld__question pld__study_question(const pld__study *study) {
    return study->quantity == PLD__QUANTITY_EPSILON ? PLD__ASKS_EPSILON : PLD__ASKS_DELTA;
}

pld__study_point pld__study_point_at(const pld__study *study, size_t index) {
    size_t line_size = pld__study_line_size(study), within = index % line_size;
    size_t inner = study->quantity == PLD__QUANTITY_EPSILON ? study->delta_count : study->point_count;
    pld__study_point point = {.line = index / line_size, .compositions = study->compositions[within / inner]};
    if (study->quantity == PLD__QUANTITY_EPSILON) {
        point.delta = study->deltas[within % inner];
        point.log_delta = study->log_deltas[within % inner];
    } else {
        point.epsilon = study->points[within % inner];
    }
    return point;
}

size_t pld__study_too_wide(const pld__study *study, const pld_result *results) {
    size_t count = 0;
    for (size_t i = 0; i < result_count(study); i++) {
        count += !results[i].tolerance_met;
    }
    return count;
}

/* Notes that were not seen yet. */
typedef struct note_collector {
    char *seen; /* a line each */
    pld_status status;
    void (*each)(const char *note, void *context);
    void *context;
} note_collector;

static void collect_note(const char *note, void *context) {
    note_collector *collector = context;
    size_t length = collector->seen ? strlen(collector->seen) : 0, size = length + strlen(note) + 2;
    if (collector->status != PLD_OK || pld__lines_have(collector->seen, note)) {
        return;
    }
    char *longer = realloc(collector->seen, size);
    if (longer == NULL) {
        collector->status = PLD_ERROR_MEMORY;
        return;
    }
    snprintf(longer + length, size - length, "%s\n", note);
    collector->seen = longer;
    collector->each(note, collector->context);
}

/* Calls `each` for every caveat of the mechanisms of all lines, without repetition. */
static pld_status each_note(const pld__study *study, void (*each)(const char *note, void *context), void *context) {
    note_collector collector = {.status = PLD_OK, .each = each, .context = context};
    for (size_t i = 0; i < pld__study_line_count(study) && collector.status == PLD_OK; i++) {
        pld__study_line line;
        collector.status = pld__study_line_read(study, i, &line, NULL);
        if (collector.status == PLD_OK) {
            pld_result nothing = {.memory_bound = false};
            pld__report report = {.composition = &line.composition, .result = &nothing};
            pld__report_notes(&report, collect_note, &collector);
        }
        pld__study_line_free(study, &line);
    }
    free(collector.seen);
    return collector.status;
}

/* --- the table -------------------------------------------------------------------------------------------------------- */

/* A delta as it would be given. */
static void print_delta(const pld__study_point *point, char *text) {
    if (point->delta >= DBL_MIN || point->log_delta == -INFINITY) {
        pld__number_write(point->delta, text);
        return;
    }
    pld__decimal_exponential(point->log_delta, 6, PLD__ROUND_NEAREST, text);
    char *exponent = strchr(text, 'e'), *end = exponent;
    while (end > text && (end[-1] == '0' || end[-1] == '.') && memchr(text, '.', (size_t)(end - text)) != NULL) {
        end--; /* 1.00000e-400 is 1e-400 */
    }
    if (exponent != NULL) {
        memmove(end, exponent, strlen(exponent) + 1);
    }
}

/* The same number of digits for all rows, so that they can be compared: enough for the narrowest. */
static int digits_shown(const pld__study *study, const pld_result *results) {
    int most = 4;
    for (size_t i = 0; i < result_count(study); i++) {
        int digits = pld__report_digits(pld__study_question(study), &results[i].bracket);
        most = digits > most ? digits : most;
    }
    return most < DIGITS_MOST ? most : DIGITS_MOST;
}

typedef struct shown {
    bool series, compositions, given; /* columns that do not have one value throughout */
} shown;

static void add_heads(pld__table *table, const pld__study *study, shown show) {
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

static void add_row(pld__table *table, const pld__study *study, shown show, const pld__study_point *point,
                    const pld_bracket *bracket, int digits) {
    void (*print)(double, int, pld__rounding, char *) =
        study->quantity == PLD__QUANTITY_EPSILON ? pld__decimal_fixed : pld__decimal_exponential;
    static const pld__rounding roundings[] = {PLD__ROUND_DOWN, PLD__ROUND_NEAREST, PLD__ROUND_UP};
    const double ends[] = {bracket->lower, bracket->estimate, bracket->upper};
    char name[NAME_SIZE], text[PLD__DECIMAL_SIZE];
    if (show.series) {
        pld__study_series_name(study, point->line, name, sizeof name);
        pld__table_add(table, name);
    }
    if (show.compositions) {
        snprintf(text, sizeof text, "%" PRIu64, point->compositions);
        pld__table_add(table, text);
    }
    if (show.given && study->quantity == PLD__QUANTITY_EPSILON) {
        print_delta(point, text);
        pld__table_add(table, text);
    } else if (show.given) {
        pld__number_write(point->epsilon, text);
        pld__table_add(table, text);
    }
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        print(ends[i], digits, roundings[i], text);
        pld__table_add(table, text);
    }
    pld__decimal_scientific(pld__report_width(pld__study_question(study), bracket), 2, PLD__ROUND_UP, text);
    pld__table_add(table, text);
}

/* What all rows have in common stands above them. */
static void print_question(const pld__study *study, FILE *stream) {
    char text[PLD__DECIMAL_SIZE];
    if (study->quantity == PLD__QUANTITY_EPSILON && study->delta_count == 1) {
        pld__study_point point = pld__study_point_at(study, 0);
        print_delta(&point, text);
        fprintf(stream, "epsilon at delta = %s, %s", text, pld__adjacency_name(study->query.adjacency));
    } else {
        fprintf(stream, "%s, %s", study->quantity == PLD__QUANTITY_EPSILON ? "epsilon" : "delta",
                pld__adjacency_name(study->query.adjacency));
    }
    if (study->composition_count == 1) {
        fprintf(stream, ", %" PRIu64 " composition%s", study->compositions[0], study->compositions[0] == 1 ? "" : "s");
    }
    putc('\n', stream);
    pld__specs_print(study->specs, study->spec_count, stream);
    putc('\n', stream);
}

pld_status pld__study_table(const pld__study *study, const pld_result *results, FILE *stream) {
    pld__table table = {.columns = 0};
    shown show = {.series = pld__study_line_count(study) > 1,
                  .compositions = study->composition_count > 1,
                  .given = study->quantity == PLD__QUANTITY_DELTA || study->delta_count > 1};
    int digits = digits_shown(study, results);
    add_heads(&table, study, show);
    for (size_t i = 0; i < result_count(study); i++) {
        pld__study_point point = pld__study_point_at(study, i);
        add_row(&table, study, show, &point, &results[i].bracket, digits);
    }
    print_question(study, stream);
    pld_status status = pld__table_print(&table, stream) ? PLD_OK : PLD_ERROR_MEMORY;
    pld__table_free(&table);
    return status == PLD_OK ? each_note(study, pld__report_print_note, stream) : status;
}

/* --- JSON ------------------------------------------------------------------------------------------------------------- */

static json_t *bracket_json(pld__json_builder *build, const pld__study *study, const pld_bracket *bracket) {
    return study->quantity == PLD__QUANTITY_EPSILON ? pld__json_bracket(build, bracket) : pld__json_delta_bracket(build, bracket);
}

static json_t *point_json(pld__json_builder *build, const pld__study *study, const pld__study_point *point,
                          const pld_result *result) {
    char name[NAME_SIZE];
    double values[PLD__VARY_MOST];
    json_t *object = json_object(), *directions = json_object();
    pld__study_series_name(study, point->line, name, sizeof name);
    pld__study_line_values(study, point->line, values);
    pld__json_set(build, object, "series", pld__json_text(name));
    if (study->vary_count > 0) {
        json_t *parameters = json_object();
        for (size_t i = 0; i < study->vary_count; i++) {
            pld__json_set(build, parameters, study->vary[i].key, pld__json_number(values[i]));
        }
        pld__json_set(build, object, "parameters", parameters);
    }
    pld__json_set(build, object, "compositions", pld__json_whole(point->compositions));
    if (study->quantity == PLD__QUANTITY_EPSILON) {
        pld__json_set(build, object, "delta", pld__json_number(point->delta));
        if (point->delta < DBL_MIN && point->log_delta > -INFINITY) { /* too small for a double */
            pld__json_set(build, object, "log10_delta", pld__json_number(point->log_delta / PLD__LN_10));
        }
        pld__json_set(build, object, "epsilon", bracket_json(build, study, &result->bracket));
    } else {
        pld__json_set(build, object, "epsilon", pld__json_number(point->epsilon));
        pld__json_set(build, object, "delta", bracket_json(build, study, &result->bracket));
        pld__json_set(build, object, "log10_delta", pld__json_log10_bracket(build, &result->bracket));
    }
    for (size_t i = 0; i < PLD_DIRECTIONS; i++) {
        if (result->directions[i].asked) {
            pld__json_set(build, directions, pld_direction_name((pld_direction)i),
                          bracket_json(build, study, &result->directions[i].bracket));
        }
    }
    pld__json_set(build, object, "directions", directions);
    pld__json_set(build, object, "tolerance", pld__json_number(result->tolerance));
    pld__json_set(build, object, "tolerance_met", json_boolean(result->tolerance_met));
    return object;
}

pld_status pld__study_json(const pld__study *study, const pld_result *results, double seconds, FILE *stream) {
    pld__json_builder build = {.complete = true};
    json_t *object = json_object(), *points = json_array(), *mechanisms = json_array();
    pld__json_notes notes = {.build = &build, .array = json_array()};
    for (size_t i = 0; i < study->spec_count; i++) {
        pld__json_append(&build, mechanisms, pld__json_text(study->specs[i]));
    }
    for (size_t i = 0; i < result_count(study); i++) {
        pld__study_point point = pld__study_point_at(study, i);
        pld__json_append(&build, points, point_json(&build, study, &point, &results[i]));
    }
    pld_status status = each_note(study, pld__json_note, &notes);
    pld__json_set(&build, object, "schema", json_string("pld.curve/1"));
    pld__json_set(&build, object, "version", json_string(pld_version()));
    pld__json_set(&build, object, "mechanisms", mechanisms);
    pld__json_set(&build, object, "adjacency", json_string(pld__adjacency_name(study->query.adjacency)));
    pld__json_set(&build, object, "points", points);
    pld__json_set(&build, object, "tolerance_met", json_boolean(pld__study_too_wide(study, results) == 0));
    pld__json_set(&build, object, "notes", notes.array);
    pld__json_set(&build, object, "seconds", pld__json_number(seconds));
    if (status == PLD_OK) {
        build.complete = build.complete && pld__json_print(object, stream);
    }
    json_decref(object);
    return build.complete ? status : PLD_ERROR_MEMORY;
}
