#include "study/series.h"

#include "study/density.h"
#include "study/methods.h"
#include "study/result_columns.h"
#include "study/subject.h"
#include <stdlib.h>

/* --- axes ----------------------------------------------------------------------------------------------------------- */

/* In the order in which results lie: key along which the series runs, compositions, delta (or epsilon, or x); then the other
 * keys. */
static void add_axes(pld__builder *builder, const pld_study *study, size_t line) {
    double values[PLD__VARY_MOST];
    const char *meaning = "parameter of the mechanism";
    if (study->axis != PLD__NO_AXIS) {
        const pld__vary *axis = &study->vary[study->axis];
        pld__subject_axis(builder, axis->key, meaning, axis->values, axis->count);
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
            pld__subject_axis(builder, study->vary[i].key, meaning, &values[i], 1);
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

/* With the columns of results; the caller may add more. NULL without memory. */
static pld__builder *build(const pld_study *study, const pld_result *results, size_t index, const char *command) {
    pld__builder *builder = pld__study_series_start(study, index, command);
    size_t count = pld__study_lines_per_series(study) * pld__study_line_size(study);
    if (builder != NULL) {
        pld__result_columns_describe(builder, pld__study_unit(study), results + index * count, count);
        pld__result_columns_add(builder, pld__study_unit(study), results + index * count, count);
    }
    return builder;
}

pld_status pld__study_write(const pld_study *study, const pld_result *results, const char *path, pld_store_mode mode,
                            const char *command, pld_error *error) {
    size_t count = pld__study_series_count(study);
    pld__builder **builders = calloc(count, sizeof *builders);
    pld_series *series = calloc(count, sizeof *series);
    pld_status status = builders && series ? PLD_OK : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < count && status == PLD_OK; i++) {
        builders[i] = study->quantity == PLD__QUANTITY_DENSITY ? pld__study_density_build(study, i, command)
                                                               : build(study, results, i, command);
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
