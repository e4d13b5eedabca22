#include "study/series.h"

#include "base/base.h"
#include "family/spec.h"
#include "store/filling.h"
#include "study/density.h"
#include "study/methods.h"
#include "study/result_columns.h"
#include "study/result_pack.h"
#include "study/subject.h"
#include <math.h>
#include <stdlib.h>

/* --- axes ----------------------------------------------------------------------------------------------------------- */

/* A key that is a whole number wherever it is one of the mechanisms' has an axis of whole numbers. */
static bool is_whole(const pld_study *study, const pld__vary *of) {
    bool whole = true;
    for (size_t i = 0; i < study->spec_count && whole; i++) {
        const pld__key *key = NULL;
        whole = pld__spec_key(study->specs[i], of->key, &key, NULL) == PLD_OK && (key == NULL || key->kind == PLD__KEY_WHOLE);
    }
    for (size_t i = 0; i < of->count && whole; i++) {
        whole = of->values[i] >= 0 && of->values[i] < 0x1p64 && of->values[i] == floor(of->values[i]);
    }
    return whole;
}

static void add_key(pld__builder *builder, const pld_study *study, const pld__vary *of, const double *values, size_t count) {
    const char *meaning = "parameter of the mechanism";
    if (!is_whole(study, of)) {
        pld__subject_axis(builder, of->key, meaning, values, count);
        return;
    }
    uint64_t *whole = pld__allocate(count, sizeof *whole);
    for (size_t i = 0; i < count && whole != NULL; i++) {
        whole[i] = (uint64_t)values[i];
    }
    if (whole == NULL) {
        pld__builder_fail(builder);
    } else {
        pld__subject_whole(builder, of->key, meaning, whole, count);
    }
    pld__free(whole);
}

/* In the order in which results lie: key along which the series runs, compositions, delta (or epsilon, or x); then the other
 * keys. */
static void add_axes(pld__builder *builder, const pld_study *study, size_t line) {
    double values[PLD__VARY_MOST];
    if (study->axis != PLD__NO_AXIS) {
        const pld__vary *axis = &study->vary[study->axis];
        add_key(builder, study, axis, axis->values, axis->count);
    }
    if (study->quantity == PLD__QUANTITY_EPSILON || study->quantity == PLD__QUANTITY_DELTA) {
        pld__subject_compositions(builder, study->compositions, study->composition_count);
    }
    switch (study->quantity) {
    case PLD__QUANTITY_EPSILON:
        pld__subject_deltas(builder, study->deltas, study->delta_count);
        break;
    case PLD__QUANTITY_DELTA:
        pld__subject_axis(builder, "epsilon", "epsilon", study->points, study->point_count);
        break;
    case PLD__QUANTITY_DENSITY:
        pld__subject_axis(builder, "x", "position", study->points, study->point_count);
        break;
    }
    pld__study_line_values(study, line, values);
    for (size_t i = 0; i < study->vary_count; i++) {
        if (i != study->axis) {
            add_key(builder, study, &study->vary[i], &values[i], 1);
        }
    }
}

/* --- all of it ------------------------------------------------------------------------------------------------------ */

pld__builder *pld__study_series_start(const pld_study *study, size_t index, const char *command) {
    static const char *const quantities[] = {"epsilon", "delta", "density"};
    size_t lines = pld__study_lines_per_series(study);
    const pld__subject subject = {.title = study->title,
                                  .quantity = quantities[study->quantity],
                                  .given = (const char *const *)study->specs,
                                  .given_count = study->spec_count,
                                  .lines = study->lines + index * lines,
                                  .line_count = lines,
                                  .options = study->quantity == PLD__QUANTITY_DENSITY ? NULL : &study->options,
                                  .experiment = study->experiment,
                                  .command = command};
    char name[PLD__SERIES_NAME_SIZE];
    pld__study_series_name(study, index * lines, name);
    pld__builder *builder = pld__subject_start(&subject, name);
    if (builder != NULL) {
        add_axes(builder, study, index * lines);
    }
    return builder;
}

/* What is being written: the series of a study and where their values come from. */
typedef struct writing {
    const pld_study *study;
    const pld__answers *answers;
    pld__builder **builders;
    pld_series *series;
    pld__result_columns **columns; /* of each series */
    size_t count, size;            /* of series, and of points in each */
    size_t too_wide;
    double *rows; /* BLOCK of them */
} writing;

enum { BLOCK = 1024 };

/* Each result of a series in turn, with its row. */
typedef void visitor(void *context, const pld_result *result, const double *numbers, size_t row);

static pld_status visit(const writing *write, size_t series, size_t first, size_t count, visitor *each, void *context,
                        pld_error *error) {
    size_t width = pld__answer_numbers(write->study);
    pld_status status = PLD_OK;
    for (size_t done = 0; done < count && status == PLD_OK; done += BLOCK) {
        size_t block = count - done < BLOCK ? count - done : BLOCK;
        status = write->answers->read(write->answers->context, series * write->size + first + done, block, write->rows, error);
        for (size_t i = 0; i < block && status == PLD_OK; i++) {
            pld_result result;
            pld__answer_result(write->study, write->rows + i * width, &result);
            each(context, &result, write->rows + i * width, done + i);
        }
    }
    return status;
}

typedef struct summing {
    pld__result_summary *summary;
    size_t too_wide;
} summing;

static void sum_up(void *context, const pld_result *result, const double *numbers, size_t row) {
    summing *up = context;
    (void)numbers;
    (void)row;
    pld__result_summary_add(up->summary, result);
    up->too_wide += !result->tolerance_met;
}

typedef struct fill_target {
    const writing *write;
    size_t series;
    double *const *columns;
} fill_target;

static void fill_row(void *context, const pld_result *result, const double *numbers, size_t row) {
    const fill_target *to = context;
    const pld__result_columns *columns = to->write->columns[to->series];
    pld__result_columns_fill(columns, result, row, to->columns);
    for (size_t i = 0; i < to->write->study->method_count; i++) {
        to->columns[pld__result_columns_count(columns) + i][row] = numbers[PLD__RESULT_NUMBERS + i];
    }
}

static pld_status fill(void *context, size_t series, size_t first, size_t count, double *const *columns, pld_error *error) {
    fill_target to = {.write = context, .series = series, .columns = columns};
    return visit(to.write, series, first, count, fill_row, &to, error);
}

/* One series but for its values. */
static pld_status build(writing *write, size_t index, const char *command, pld_error *error) {
    pld_unit unit = pld__study_unit(write->study);
    pld__builder *builder = write->builders[index] = pld__study_series_start(write->study, index, command);
    summing up = {.summary = pld__result_summary_create(unit)};
    pld_result first;
    pld_status status = up.summary ? visit(write, index, 0, write->size, sum_up, &up, error) : PLD_ERROR_MEMORY;
    if (status == PLD_OK) {
        status = write->answers->read(write->answers->context, index * write->size, 1, write->rows, error);
    }
    if (status == PLD_OK) {
        pld__answer_result(write->study, write->rows, &first);
        write->columns[index] =
            pld__result_columns_create(unit, write->study->options.adjacency, pld__result_summary_gap(up.summary), &first);
        status = write->columns[index] ? PLD_OK : PLD_ERROR_MEMORY;
    }
    if (status == PLD_OK) {
        pld__result_summary_describe(up.summary, builder);
        pld__result_columns_declare(write->columns[index], builder);
        pld__study_methods_declare(write->study, builder);
        write->too_wide += up.too_wide;
    }
    pld__result_summary_free(up.summary);
    return status;
}

static void free_writing(writing *write) {
    for (size_t i = 0; i < write->count; i++) {
        if (write->builders != NULL) {
            pld__builder_free(write->builders[i]);
        }
        if (write->columns != NULL) {
            pld__result_columns_free(write->columns[i]);
        }
    }
    free(write->builders);
    free(write->series);
    free(write->columns);
    pld__free(write->rows);
}

pld_status pld__study_write(const pld_study *study, const pld__answers *answers, const char *path, pld_store_mode mode,
                            const char *command, size_t *too_wide, pld_error *error) {
    bool density = study->quantity == PLD__QUANTITY_DENSITY;
    writing write = {.study = study, .answers = answers, .count = pld__study_series_count(study)};
    write.size = pld__study_lines_per_series(study) * pld__study_line_size(study);
    write.builders = calloc(write.count, sizeof *write.builders);
    write.series = calloc(write.count, sizeof *write.series);
    write.columns = calloc(write.count, sizeof *write.columns);
    write.rows = pld__allocate(BLOCK * pld__answer_numbers(study), sizeof *write.rows);
    pld_status status = write.builders && write.series && write.columns && write.rows ? PLD_OK : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < write.count && status == PLD_OK; i++) {
        if (density) {
            write.builders[i] = pld__study_density_build(study, i, command);
        } else {
            status = build(&write, i, command, error);
        }
        if (status == PLD_OK) {
            status = pld__builder_finish(write.builders[i], &write.series[i]);
        }
    }
    if (status == PLD_OK) {
        const pld__filling filling = {.fill = fill, .context = &write};
        status = density ? pld_store_write(path, write.series, write.count, mode, error)
                         : pld__store_write_filled(path, write.series, write.count, &filling, mode, error);
    }
    if (status == PLD_OK && too_wide != NULL) {
        *too_wide = write.too_wide;
    }
    free_writing(&write);
    return status;
}

/* The names of all series, to be freed as a whole; NULL without memory. */
static char (*names_of(const pld_study *study))[PLD__SERIES_NAME_SIZE] {
    size_t count = pld__study_series_count(study);
    char(*names)[PLD__SERIES_NAME_SIZE] = calloc(count, sizeof *names);
    for (size_t i = 0; i < count && names != NULL; i++) {
        pld__study_series_name(study, i * pld__study_lines_per_series(study), names[i]);
    }
    return names;
}

pld_status pld__check_series_names(const char *path, const char *const *names, size_t count, pld_store_mode mode,
                                   pld_error *error) {
    static const double nothing = 0;
    static const pld_axis axis = {.name = "x", .units = "1", .long_name = "x", .count = 1, .values = &nothing};
    pld_series *series = calloc(count, sizeof *series);
    if (series == NULL) {
        return PLD_ERROR_MEMORY;
    }
    for (size_t i = 0; i < count; i++) {
        series[i] = (pld_series){.name = names[i], .axes = &axis, .axis_count = 1};
    }
    pld_status status = pld_store_check(path, series, count, mode, error);
    free(series);
    return status;
}

pld_status pld__study_check_output(const pld_study *study, const char *path, pld_store_mode mode, pld_error *error) {
    size_t count = pld__study_series_count(study);
    const char **pointers = calloc(count, sizeof(const char *));
    char(*names)[PLD__SERIES_NAME_SIZE] = names_of(study);
    pld_status status = pointers && names ? PLD_OK : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < count && status == PLD_OK; i++) {
        pointers[i] = names[i];
    }
    if (status == PLD_OK) {
        status = pld__check_series_names(path, pointers, count, mode, error);
    }
    free(names);
    free(pointers);
    return status;
}
