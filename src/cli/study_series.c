#include "cli/study_series.h"

#include "base/base.h"
#include "base/lines.h"
#include "cli/delta_bracket.h"
#include "cli/directions.h"
#include "cli/option_values.h"
#include "cli/study_density.h"
#include "cli/study_methods.h"
#include "cli/study_report.h"
#include "store/failure.h"
#include "store/file.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_SIZE = 256, TEXT_SIZE = 32768, LEDGER_TERMS = 5 };

size_t pld__study_series_count(const pld__study *study) {
    return pld__study_line_count(study) / pld__study_lines_per_series(study);
}

/* --- axes ------------------------------------------------------------------------------------------------------------- */

static void add_number_axis(pld__builder *builder, const char *name, const char *long_name, const double *values, size_t count) {
    pld__builder_axis(builder, &(pld_axis){.name = name, .units = "1", .long_name = long_name, .values = values, .count = count});
}

/* In the order in which results lie: key along which the series runs, compositions, delta (or epsilon, or x); then the other keys. */
static void add_axes(pld__builder *builder, const pld__study *study, size_t line) {
    double values[PLD__VARY_MOST];
    const char *meaning = "parameter of the mechanism";
    if (study->axis != PLD__NO_AXIS) {
        const pld__vary *axis = &study->vary[study->axis];
        add_number_axis(builder, axis->key, meaning, axis->values, axis->count);
    }
    if (study->quantity == PLD__QUANTITY_EPSILON || study->quantity == PLD__QUANTITY_DELTA) {
        pld__builder_axis(builder, &(pld_axis){.name = "compositions",
                                               .units = "1",
                                               .long_name = "number of compositions",
                                               .whole = study->compositions,
                                               .count = study->composition_count});
    }
    switch (study->quantity) {
    case PLD__QUANTITY_EPSILON:
        add_number_axis(builder, "delta", "delta", study->deltas, study->delta_count);
        break;
    case PLD__QUANTITY_DELTA:
        add_number_axis(builder, "epsilon", "epsilon", study->points, study->point_count);
        break;
    case PLD__QUANTITY_DENSITY:
        add_number_axis(builder, "x", "position", study->points, study->point_count);
        break;
    case PLD__QUANTITY_TRADEOFF:
        add_number_axis(builder, "fpr", "false-positive rate (type I error)", study->points, study->point_count);
        break;
    }
    pld__study_line_values(study, line, values);
    for (size_t i = 0; i < study->vary_count; i++) {
        if (i != study->axis) {
            add_number_axis(builder, study->vary[i].key, meaning, &values[i], 1);
        }
    }
}

/* --- columns ---------------------------------------------------------------------------------------------------------- */

typedef double member(const pld__study *study, const pld_result *result, int which);

static void add_column(pld__builder *builder, const pld__study *study, const pld_result *results, const char *name,
                       const char *long_name, member *get, int which) {
    size_t size = pld__study_line_size(study) * pld__study_lines_per_series(study);
    double *values = pld__allocate(size, sizeof *values);
    for (size_t i = 0; i < size && values != NULL; i++) {
        values[i] = get(study, &results[i], which);
    }
    /* Without memory for the values there is none for the column either. */
    pld__builder_column(builder, &(pld_column){.name = name, .units = "1", .long_name = long_name, .values = values});
    pld__free(values);
}

/* `which` is three times the direction plus the end; PLD_DIRECTIONS stands for both together. */
enum { ENDS = 3 };
static const char *const end_names[ENDS] = {"lower", "estimate", "upper"};

static double bracket_end(const pld_bracket *bracket, int end) {
    return end == 0 ? bracket->lower : end == 1 ? bracket->estimate : bracket->upper;
}

static const pld_bracket *bracket_of(const pld_result *result, int direction) {
    return direction == PLD_DIRECTIONS ? &result->bracket : &result->directions[direction].bracket;
}

/* A direction is shown where it is as close as was asked, or not at all. */
static double get_bracket(const pld__study *study, const pld_result *result, int which) {
    int direction = which / ENDS;
    pld_bracket bracket = *bracket_of(result, direction);
    if (direction < PLD_DIRECTIONS && !pld__direction_is_close(pld__study_question(study), result, direction)) {
        return NAN;
    }
    if (study->quantity == PLD__QUANTITY_DELTA) {
        bracket = pld__bracket_as_delta(&bracket);
    }
    return bracket_end(&bracket, which % ENDS);
}

static double get_log10(const pld__study *study, const pld_result *result, int which) {
    (void)study;
    pld_bracket bracket = pld__bracket_as_log10(&result->bracket);
    return bracket_end(&bracket, which);
}

enum { WIDTH_ASKED, WIDTH_MET, BUCKETS, BUCKET_WIDTH };

static double get_detail(const pld__study *study, const pld_result *result, int which) {
    (void)study;
    switch (which) {
    case WIDTH_ASKED:
        return result->tolerance;
    case WIDTH_MET:
        return result->tolerance_met;
    case BUCKETS:
        return (double)result->buckets;
    default:
        return result->bucket_width;
    }
}

static void add_brackets(pld__builder *builder, const pld__study *study, const pld_result *results, int direction,
                         const char *prefix) {
    static const char *const kinds[ENDS] = {"certified lower bound of", "estimate of", "certified upper bound of"};
    static const char *const gaps[2][ENDS] = {{", NaN where the width asked was not reached", ", NaN where there is none",
                                               ", NaN where the width asked was not reached"},
                                              {"", ", NaN where there is none", ""}};
    const char *quantity = study->quantity == PLD__QUANTITY_EPSILON ? "epsilon" : "delta";
    for (int end = 0; end < ENDS; end++) {
        char name[NAME_SIZE], long_name[NAME_SIZE];
        snprintf(name, sizeof name, "%s_%s", prefix, end_names[end]);
        snprintf(long_name, sizeof long_name, "%s %s%s%s%s", kinds[end], quantity,
                 direction < PLD_DIRECTIONS ? ", direction " : "", direction < PLD_DIRECTIONS ? prefix : "",
                 gaps[direction == PLD_DIRECTIONS][end]);
        add_column(builder, study, results, name, long_name, get_bracket, direction * ENDS + end);
    }
}

static void add_columns(pld__builder *builder, const pld__study *study, const pld_result *results) {
    add_brackets(builder, study, results, PLD_DIRECTIONS, study->quantity == PLD__QUANTITY_EPSILON ? "epsilon" : "delta");
    for (int i = 0; i < PLD_DIRECTIONS; i++) {
        if (results[0].directions[i].asked) {
            add_brackets(builder, study, results, i, pld_direction_name((pld_direction)i));
        }
    }
    for (int end = 0; end < ENDS && study->quantity == PLD__QUANTITY_DELTA; end++) {
        char name[NAME_SIZE];
        snprintf(name, sizeof name, "log10_delta_%s", end_names[end]);
        add_column(builder, study, results, name, "decimal logarithm of delta, also where delta is no double", get_log10, end);
    }
    add_column(builder, study, results, "tolerance", "width asked for", get_detail, WIDTH_ASKED);
    add_column(builder, study, results, "tolerance_met", "1 where the width was reached", get_detail, WIDTH_MET);
    add_column(builder, study, results, "buckets", "longest composed lattice, 0 where none was needed", get_detail, BUCKETS);
    add_column(builder, study, results, "bucket_width", "width of a loss bucket", get_detail, BUCKET_WIDTH);
}

/* --- attributes ------------------------------------------------------------------------------------------------------- */

/* Appends a word and what is to stand before it; what does not fit is cut, and says so. */
static void append(char *text, const char *separator, const char *word) {
    size_t length = strlen(text), more = strlen(word);
    if (length + more + strlen(separator) + 8 > TEXT_SIZE) {
        if (length < 4 || strcmp(text + length - 4, " ...") != 0) {
            snprintf(text + length, TEXT_SIZE - length, " ...");
        }
        return;
    }
    snprintf(text + length, TEXT_SIZE - length, "%s%s", length > 0 ? separator : "", word);
}

/* The specs of each line in full, a line of text each, and the caveats that belong to them. */
static bool describe_lines(const pld__study *study, size_t index, char *resolved, char *notes) {
    size_t lines = pld__study_lines_per_series(study);
    bool good = true;
    for (size_t i = index * lines; i < (index + 1) * lines && good; i++) {
        pld__study_line line;
        pld_status status = pld__study_line_read(study, i, &line, NULL);
        const pld__composition *composition = &line.composition;
        for (size_t j = 0; j < composition->step_count && status == PLD_OK; j++) {
            char count[32], note[PLD__LINE_SIZE];
            const char *own_notes = pld_mechanism_note(composition->mechanisms[j]);
            append(resolved, j == 0 ? "\n" : " ", pld_mechanism_resolved(composition->mechanisms[j]));
            snprintf(count, sizeof count, "@%llu", (unsigned long long)composition->steps[j].count);
            append(resolved, "", count);
            while (pld__line_next(&own_notes, note)) {
                if (!pld__lines_have(notes, note)) {
                    append(notes, "\n", note);
                }
            }
        }
        good = status == PLD_OK;
        pld__study_line_free(study, &line);
    }
    return good;
}

/* A text of the user's, cut where an attribute would have no room for it. */
static void add_text(pld__builder *builder, const char *name, const char *text) {
    char cut[TEXT_SIZE] = "";
    if (text == NULL) {
        return;
    }
    snprintf(cut, sizeof cut, "%s", text);
    if (strlen(text) >= sizeof cut) {
        memcpy(cut + sizeof cut - sizeof " ...", " ...", sizeof " ...");
    }
    pld__builder_text(builder, name, cut);
}

static void describe_study(pld__builder *builder, const pld__study *study, size_t index, char *given, char *resolved,
                           char *notes) {
    static const char *const quantities[] = {"epsilon", "delta", "density", "tradeoff"};
    add_text(builder, "title", study->title);
    pld__builder_text(builder, "quantity", quantities[study->quantity]);
    for (size_t i = 0; i < study->spec_count; i++) {
        append(given, " ", study->specs[i]);
    }
    if (!describe_lines(study, index, resolved, notes)) {
        pld__builder_fail(builder); /* they were read before: nothing but memory can be missing */
    }
    pld__builder_text(builder, "mechanisms_given", given);
    pld__builder_text(builder, "mechanisms_resolved", resolved);
    if (notes[0] != '\0') {
        pld__builder_text(builder, "notes", notes);
    }
    if (study->quantity != PLD__QUANTITY_DENSITY) {
        pld__builder_text(builder, "adjacency", pld__adjacency_name(study->query.adjacency));
        pld__builder_text(builder, "tolerance_kind", study->query.tolerance > 0 ? "absolute" : "relative");
        pld__builder_numbers(builder, "tolerance_asked",
                             study->query.tolerance > 0 ? &study->query.tolerance : &study->query.relative_tolerance, 1);
    }
    add_text(builder, "experiment", study->experiment);
    add_text(builder, "command_line", study->command_line);
}

pld__builder *pld__study_series_start(const pld__study *study, size_t index) {
    char name[NAME_SIZE], *texts = calloc(3, TEXT_SIZE);
    size_t line = index * pld__study_lines_per_series(study);
    pld__study_series_name(study, line, name, sizeof name);
    pld__builder *builder = texts ? pld__builder_create(name) : NULL;
    if (builder != NULL) {
        describe_study(builder, study, index, texts, texts + TEXT_SIZE, texts + 2 * TEXT_SIZE);
        add_axes(builder, study, line);
    }
    free(texts);
    return builder;
}

/* Takes the larger of each term. */
static void raise_ledger(double terms[LEDGER_TERMS], const pld_ledger *ledger) {
    const double found[LEDGER_TERMS] = {ledger->cells, ledger->grid, ledger->tail, ledger->wraparound, ledger->roundoff};
    for (size_t i = 0; i < LEDGER_TERMS; i++) {
        terms[i] = fmax(terms[i], found[i]);
    }
}

/* What the results say about themselves, the worst of each over the points. */
static void describe_results(pld__builder *builder, const pld__study *study, const pld_result *results) {
    size_t size = pld__study_line_size(study) * pld__study_lines_per_series(study);
    pld__question question = pld__study_question(study);
    double reached = 0, met = 1, buckets = 0, bucket_width = INFINITY;
    double terms[PLD_DIRECTIONS][2][LEDGER_TERMS] = {{{0}}};
    for (size_t i = 0; i < size; i++) {
        reached = fmax(reached, pld__report_width(question, &results[i].bracket));
        met = fmin(met, results[i].tolerance_met);
        buckets = fmax(buckets, (double)results[i].buckets);
        bucket_width = results[i].bucket_width > 0 ? fmin(bucket_width, results[i].bucket_width) : bucket_width;
        for (size_t d = 0; d < PLD_DIRECTIONS; d++) {
            raise_ledger(terms[d][0], &results[i].directions[d].lower);
            raise_ledger(terms[d][1], &results[i].directions[d].upper);
        }
    }
    pld__builder_numbers(builder, "tolerance_reached", &reached, 1);
    pld__builder_numbers(builder, "tolerance_met_everywhere", &met, 1);
    pld__builder_numbers(builder, "buckets_most", &buckets, 1);
    bucket_width = isfinite(bucket_width) ? bucket_width : 0;
    pld__builder_numbers(builder, "bucket_width_least", &bucket_width, 1);
    pld__builder_text(builder, "ledger_terms", "cells grid tail wraparound roundoff, the largest over the points");
    for (size_t d = 0; d < PLD_DIRECTIONS; d++) {
        for (int side = 0; side < 2 && results[0].directions[d].asked; side++) {
            char name[NAME_SIZE];
            snprintf(name, sizeof name, "ledger_%s_%s", pld_direction_name((pld_direction)d), side == 0 ? "lower" : "upper");
            pld__builder_numbers(builder, name, terms[d][side], LEDGER_TERMS);
        }
    }
}

/* --- all of it -------------------------------------------------------------------------------------------------------- */

/* A delta that no double can hold is kept by its logarithm. */
static void add_tiny_deltas(pld__builder *builder, const pld__study *study) {
    bool tiny = false;
    double *logs = pld__allocate(study->delta_count, sizeof *logs);
    for (size_t i = 0; i < study->delta_count && logs != NULL; i++) {
        tiny |= study->deltas[i] < DBL_MIN;
        logs[i] = study->log_deltas[i] / PLD__LN_10;
    }
    if (logs == NULL) {
        pld__builder_fail(builder);
    } else if (tiny) {
        pld__builder_numbers(builder, "log10_delta", logs, study->delta_count);
    }
    pld__free(logs);
}

pld__builder *pld__study_series_build(const pld__study *study, const pld_result *results, size_t index) {
    pld__builder *builder = pld__study_series_start(study, index);
    const pld_result *own = results + index * pld__study_lines_per_series(study) * pld__study_line_size(study);
    if (builder != NULL) {
        if (study->quantity == PLD__QUANTITY_EPSILON) {
            add_tiny_deltas(builder, study);
        }
        describe_results(builder, study, own);
        add_columns(builder, study, own);
    }
    return builder;
}

pld_status pld__study_write(const pld__study *study, const pld_result *results, const char *path, pld_store_mode mode,
                            pld_error *error) {
    size_t count = pld__study_series_count(study);
    pld__builder **builders = calloc(count, sizeof *builders);
    pld_series *series = calloc(count, sizeof *series);
    pld_status status = builders && series ? PLD_OK : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < count && status == PLD_OK; i++) {
        builders[i] = study->quantity == PLD__QUANTITY_DENSITY ? pld__study_density_build(study, i)
                                                               : pld__study_series_build(study, results, i);
        status = pld__study_methods_add(study, i, builders[i], error);
        if (status == PLD_OK) {
            status = pld__builder_finish(builders[i], &series[i]);
        }
    }
    if (status == PLD_OK) {
        status = pld_store_write(path, series, count, mode, error);
    }
    for (size_t i = 0; i < count && builders != NULL; i++) {
        pld__builder_free(builders[i]);
    }
    free(builders);
    free(series);
    return status;
}

pld_store_mode pld__output_mode(const pld__command_line *line) {
    return line->given[PLD__OPTION_FORCE]    ? PLD_STORE_REPLACE
           : line->given[PLD__OPTION_APPEND] ? PLD_STORE_APPEND
                                             : PLD_STORE_CREATE;
}

/* A name that says something else than HDF5 would mislead whoever opens the file; one without an ending says nothing. */
static pld_status check_ending(const char *path, pld_error *error) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *ending = strrchr(name, '.');
    if (ending == NULL || ending == name || strcmp(ending, ".h5") == 0 || strcmp(ending, ".hdf5") == 0) {
        return PLD_OK;
    }
    return pld__error_argument(error, path, "FILE.h5 or FILE.hdf5; 'pld export FILE.h5 --csv' makes a table of one",
                               "-o: '%s' ends in %s, but what is written is HDF5", path, ending);
}

/* A file that is there, or options that say nothing. */
static pld_status check_options(const pld__command_line *line, pld_error *error) {
    const char *path = line->given[PLD__OPTION_OUTPUT];
    if (line->given[PLD__OPTION_FORCE] && line->given[PLD__OPTION_APPEND]) {
        return pld__error_argument(error, "--append", "one of them", "--append and --force exclude each other");
    }
    if (path == NULL && (line->given[PLD__OPTION_FORCE] || line->given[PLD__OPTION_APPEND])) {
        const char *word = line->given[PLD__OPTION_FORCE] ? "--force" : "--append";
        return pld__error_argument(error, word, "-o FILE.h5", "%s says nothing without -o", word);
    }
    pld_status status = path != NULL ? check_ending(path, error) : PLD_OK;
    if (status != PLD_OK) {
        return status;
    }
    if (path != NULL && pld__output_mode(line) == PLD_STORE_CREATE && pld__file_exists(path)) {
        return pld__error_file(error, path, "'%s' is there already; --append adds series to it, --force replaces it", path);
    }
    return PLD_OK;
}

pld_status pld__output_check_names(const pld__command_line *line, const char *const *names, size_t count, pld_error *error) {
    static const double nothing = 0;
    static const pld_axis axis = {.name = "x", .units = "1", .long_name = "x", .count = 1, .values = &nothing};
    pld_status status = check_options(line, error);
    if (status != PLD_OK || line->given[PLD__OPTION_OUTPUT] == NULL) {
        return status;
    }
    pld_series *series = calloc(count, sizeof *series);
    status = series ? PLD_OK : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < count && status == PLD_OK; i++) {
        series[i] = (pld_series){.name = names[i], .axes = &axis, .axis_count = 1};
    }
    if (status == PLD_OK) {
        status = pld_store_check(line->given[PLD__OPTION_OUTPUT], series, count, pld__output_mode(line), error);
    }
    free(series);
    return status;
}

pld_status pld__output_check(const pld__study *study, const pld__command_line *line, pld_error *error) {
    size_t count = pld__study_series_count(study);
    const char **pointers = calloc(count, sizeof(const char *));
    char(*names)[NAME_SIZE] = calloc(count, sizeof *names);
    pld_status status = pointers && names ? PLD_OK : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < count && status == PLD_OK; i++) {
        pld__study_series_name(study, i * pld__study_lines_per_series(study), names[i], sizeof names[i]);
        pointers[i] = names[i];
    }
    if (status == PLD_OK) {
        status = pld__output_check_names(line, pointers, count, error);
    }
    free(names);
    free(pointers);
    return status;
}
