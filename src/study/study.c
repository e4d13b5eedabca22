#include "study/study.h"

#include "base/base.h"
#include "base/budget.h"
#include "base/lines.h"
#include "base/list.h"
#include "base/number.h"
#include "composition/spec_vary.h"
#include "plan/tuning.h"
#include "study/series_name.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

pld_study *pld__study_create(const pld_options *options) {
    pld_study *study = calloc(1, sizeof *study);
    if (study != NULL) {
        study->axis = PLD__NO_AXIS;
        study->options = *options;
    }
    return study;
}

static void free_lines(pld_study *study) {
    for (size_t i = 0; i < study->line_count; i++) {
        pld_composition_free(study->lines[i]);
    }
    free(study->lines);
    study->lines = NULL;
    study->line_count = 0;
}

void pld_study_free(pld_study *study) {
    if (study == NULL) {
        return;
    }
    for (size_t i = 0; i < study->spec_count; i++) {
        free(study->specs[i]);
    }
    for (size_t i = 0; i < study->vary_count; i++) {
        free(study->vary[i].key);
        pld__free(study->vary[i].values);
    }
    free_lines(study);
    free(study->specs);
    free(study->series);
    free(study->title);
    free(study->experiment);
    pld__free(study->compositions);
    pld__free(study->deltas);
    pld__free(study->points);
    free(study);
}

/* --- reading -------------------------------------------------------------------------------------------------------- */

pld_status pld__study_read_compositions(pld_study *study, const char *list, pld_error *error) {
    pld__free(study->compositions);
    study->compositions = NULL;
    pld_status status = pld__list_parse_whole(list, &study->compositions, &study->composition_count, error);
    for (size_t i = 0; i < study->composition_count && status == PLD_OK; i++) {
        if (study->compositions[i] < 1) {
            status = pld__error_argument(error, "0", "whole numbers of at least 1", "'0' is not a number of compositions");
        }
    }
    return status;
}

pld_status pld__study_read_epsilons(pld_study *study, const char *list, pld_error *error) {
    pld__free(study->points);
    study->points = NULL;
    pld_status status = pld__list_parse(list, &study->points, &study->point_count, error);
    for (size_t i = 0; i < study->point_count && status == PLD_OK; i++) {
        if (study->points[i] < 0) {
            status = pld__error_argument(error, list, "numbers >= 0", "'%s' has a negative epsilon", list);
        }
    }
    return status;
}

/* One item of a list of deltas: a number, which may be too small for a double, or a range. */
static pld_status read_delta_item(pld_study *study, const char *item, pld_error *error) {
    double *range = NULL;
    size_t count = 1;
    pld_status status = strstr(item, "..") ? pld__list_parse(item, &range, &count, error) : PLD_OK;
    for (size_t i = 0; i < count && status == PLD_OK; i++) {
        pld_delta delta = {0, 0};
        char text[PLD__NUMBER_SIZE];
        if (range != NULL) {
            pld__number_write(range[i], text);
        }
        status = pld_delta_parse(range ? text : item, &delta, error);
        if (status == PLD_OK && study->delta_count == PLD__LIST_MOST) {
            status = pld__error_argument(error, item, "fewer", "there are more than %d deltas", PLD__LIST_MOST);
        }
        if (status == PLD_OK) {
            study->deltas[study->delta_count++] = delta;
        }
    }
    pld__free(range);
    return status;
}

/* As many as there are, in place of the room for as many as there may be. */
static pld_delta *shrink(pld_delta *deltas, size_t count) {
    pld_delta *made = pld__allocate(count > 0 ? count : 1, sizeof *made);
    if (made != NULL && count > 0) {
        memcpy(made, deltas, count * sizeof *made);
    }
    pld__free(deltas);
    return made;
}

pld_status pld__study_read_deltas(pld_study *study, const char *list, pld_error *error) {
    size_t size = strlen(list) + 1;
    char *copy = malloc(size), *rest = copy;
    pld__budget *budget = pld__budget_enter(NULL); /* memory that is never touched is none */
    study->deltas = pld__allocate(PLD__LIST_MOST, sizeof *study->deltas);
    pld__budget_enter(budget);
    study->delta_count = 0;
    pld_status status = copy && study->deltas ? PLD_OK : PLD_ERROR_MEMORY;
    if (status == PLD_OK) {
        memcpy(copy, list, size);
    }
    while (status == PLD_OK && rest != NULL) {
        char *comma = strchr(rest, ',');
        if (comma != NULL) {
            *comma = '\0';
        }
        status = read_delta_item(study, rest, error);
        rest = comma ? comma + 1 : NULL;
    }
    if (status == PLD_OK) {
        study->deltas = shrink(study->deltas, study->delta_count);
        status = study->deltas ? PLD_OK : PLD_ERROR_MEMORY;
    }
    free(copy);
    return status;
}

pld_status pld__study_add_spec(pld_study *study, const char *spec) {
    char **larger = realloc(study->specs, (study->spec_count + 1) * sizeof *larger);
    if (larger == NULL) {
        return PLD_ERROR_MEMORY;
    }
    study->specs = larger;
    larger[study->spec_count] = strdup(spec);
    if (larger[study->spec_count] == NULL) {
        return PLD_ERROR_MEMORY;
    }
    study->spec_count++;
    return PLD_OK;
}

pld_status pld__study_take_composition(pld_study *study, pld_composition *composition) {
    pld_status status = PLD_OK;
    for (size_t i = 0; pld_composition_spec(composition, i) != NULL && status == PLD_OK; i++) {
        status = pld__study_add_spec(study, pld_composition_spec(composition, i));
    }
    pld_composition **lines = status == PLD_OK ? calloc(1, sizeof *lines) : NULL;
    if (lines == NULL) {
        pld_composition_free(composition);
        return PLD_ERROR_MEMORY;
    }
    lines[0] = composition; /* where nothing is varied it is the only line */
    study->lines = lines;
    study->line_count = 1;
    return PLD_OK;
}

pld_status pld__study_add_vary(pld_study *study, const char *key, const char *list, pld_error *error) {
    if (study->vary_count == PLD__VARY_MOST) {
        return pld__error_argument(error, key, "at most 8 keys", "'%s' is one key too many to vary", key);
    }
    for (size_t i = 0; i < study->vary_count; i++) {
        if (strcmp(study->vary[i].key, key) == 0) {
            return pld__error_argument(error, key, "each key once", "the key '%s' is varied twice", key);
        }
    }
    pld__vary *vary = &study->vary[study->vary_count];
    pld_status status = pld__list_parse(list, &vary->values, &vary->count, error);
    if (status != PLD_OK) {
        return status;
    }
    vary->key = strdup(key);
    if (vary->key == NULL) {
        pld__free(vary->values);
        return PLD_ERROR_MEMORY;
    }
    study->vary_count++;
    return PLD_OK;
}

void pld__options_make_relative(pld_options *options, bool tolerance_given, bool relative_given) {
    if (tolerance_given) {
        options->relative_tolerance = options->tolerance;
    } else if (!relative_given) {
        options->relative_tolerance = DEFAULT_WIDTH;
    }
    options->tolerance = 0;
}

/* --- judging -------------------------------------------------------------------------------------------------------- */

static pld_status check_key(const pld_study *study, const char *key, pld_error *error) {
    bool any = false;
    for (size_t i = 0; i < study->spec_count && !any; i++) {
        pld_status status = pld__spec_has_key(study->specs[i], key, &any, error);
        if (status != PLD_OK) {
            return status;
        }
    }
    return any ? PLD_OK
               : pld__error_argument(error, key, "a key of one of the mechanisms; 'pld mechanisms NAME' lists them",
                                     "no mechanism here has a key '%s' to vary", key);
}

/* The size of the whole grid, at most PLD__LIST_MOST points. */
static pld_status check_size(const pld_study *study, pld_error *error) {
    size_t size = study->quantity == PLD__QUANTITY_DENSITY ? 1 : study->composition_count;
    for (size_t i = 0; i < study->vary_count && size <= PLD__LIST_MOST; i++) {
        size *= study->vary[i].count;
    }
    size_t points = study->quantity == PLD__QUANTITY_EPSILON ? study->delta_count : study->point_count;
    if (size > PLD__LIST_MOST / points) {
        return pld__error_argument(error, "points", "a smaller grid", "the grid has more than %d points", PLD__LIST_MOST);
    }
    return PLD_OK;
}

/* The axis runs fastest, so that the lines of a series are neighbours; of the other keys the last one does. */
void pld__study_line_values(const pld_study *study, size_t line, double values[PLD__VARY_MOST]) {
    if (study->axis != PLD__NO_AXIS) {
        const pld__vary *axis = &study->vary[study->axis];
        values[study->axis] = axis->values[line % axis->count];
        line /= axis->count;
    }
    for (size_t i = study->vary_count; i-- > 0;) {
        if (i != study->axis) {
            values[i] = study->vary[i].values[line % study->vary[i].count];
            line /= study->vary[i].count;
        }
    }
}

/* Replaces a spec by the one with the key set, if its family has the key. */
static pld_status set_key(char **spec, const char *key, double value) {
    bool has = false;
    char text[PLD__NUMBER_SIZE];
    pld_status status = pld__spec_has_key(*spec, key, &has, NULL);
    if (status != PLD_OK || !has) {
        return PLD_OK; /* an unknown family is reported where it is read */
    }
    pld__number_write(value, text);
    char *made = pld__spec_with(*spec, key, text);
    if (made == NULL) {
        return PLD_ERROR_MEMORY;
    }
    free(*spec);
    *spec = made;
    return PLD_OK;
}

/* Adds one mechanism with the keys of a line set. */
static pld_status add_varied(const pld_study *study, const char *spec, const double *values, pld_composition *line,
                             pld_error *error) {
    char *varied = strdup(spec);
    pld_status status = varied ? PLD_OK : PLD_ERROR_MEMORY;
    for (size_t j = 0; j < study->vary_count && status == PLD_OK; j++) {
        status = set_key(&varied, study->vary[j].key, values[j]);
    }
    if (status == PLD_OK) {
        status = pld_composition_add_spec(line, varied, error);
    }
    free(varied);
    return status;
}

static pld_status read_line(pld_study *study, size_t index, pld_error *error) {
    double values[PLD__VARY_MOST];
    pld_composition *line = NULL;
    pld_status status = pld_composition_create(study->options.adjacency, &line);
    pld__study_line_values(study, index, values);
    for (size_t i = 0; i < study->spec_count && status == PLD_OK; i++) {
        status = add_varied(study, study->specs[i], values, line, error);
    }
    if (status != PLD_OK) {
        pld_composition_free(line);
        return status;
    }
    study->lines[study->line_count++] = line;
    return PLD_OK;
}

static pld_status read_lines(pld_study *study, pld_error *error) {
    size_t count = 1;
    if (study->vary_count == 0 && study->line_count == 1) {
        return PLD_OK;
    }
    for (size_t i = 0; i < study->vary_count; i++) {
        count *= study->vary[i].count;
    }
    free_lines(study);
    study->lines = calloc(count, sizeof *study->lines);
    pld_status status = study->lines ? PLD_OK : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < count && status == PLD_OK; i++) {
        status = read_line(study, i, error);
    }
    return status;
}

pld_status pld__study_complete(pld_study *study, pld_error *error) {
    pld_status status = PLD_OK;
    if (study->composition_count == 0) {
        status = pld__study_read_compositions(study, "1", error);
    }
    for (size_t i = 0; i < study->vary_count && status == PLD_OK; i++) {
        status = check_key(study, study->vary[i].key, error);
    }
    if (status == PLD_OK) {
        status = check_size(study, error);
    }
    return status == PLD_OK ? read_lines(study, error) : status;
}

/* --- lines and series ----------------------------------------------------------------------------------------------- */

size_t pld__study_line_size(const pld_study *study) {
    switch (study->quantity) {
    case PLD__QUANTITY_EPSILON:
        return study->composition_count * study->delta_count;
    case PLD__QUANTITY_DELTA:
        return study->composition_count * study->point_count;
    case PLD__QUANTITY_DENSITY:
        break;
    }
    return study->point_count;
}

size_t pld__study_lines_per_series(const pld_study *study) {
    return study->axis == PLD__NO_AXIS ? 1 : study->vary[study->axis].count;
}

size_t pld__study_series_count(const pld_study *study) {
    return study->line_count / pld__study_lines_per_series(study);
}

size_t pld_study_point_count(const pld_study *study) {
    return study->line_count * pld__study_line_size(study);
}

void pld__study_series_name(const pld_study *study, size_t line, char name[PLD__SERIES_NAME_SIZE]) {
    double values[PLD__VARY_MOST];
    pld__series_name made = pld__series_name_start(name, PLD__SERIES_NAME_SIZE);
    bool varies = study->vary_count > (study->axis == PLD__NO_AXIS ? 0 : 1);
    if (study->series != NULL) {
        pld__series_name_add(&made, study->series);
    }
    for (size_t i = 0; i < study->spec_count && study->series == NULL && !varies; i++) {
        pld__series_name_add_family(&made, study->specs[i]);
    }
    pld__study_line_values(study, line, values);
    for (size_t i = 0; i < study->vary_count; i++) {
        if (i != study->axis) {
            pld__series_name_add_value(&made, study->vary[i].key, values[i]);
        }
    }
    pld__series_name_end(&made);
}

pld_unit pld__study_unit(const pld_study *study) {
    return study->quantity == PLD__QUANTITY_EPSILON ? PLD_UNIT_EPSILON : PLD_UNIT_LOG_DELTA;
}

pld__study_point pld__study_point_at(const pld_study *study, size_t index) {
    size_t line_size = pld__study_line_size(study), within = index % line_size;
    size_t inner = study->quantity == PLD__QUANTITY_EPSILON ? study->delta_count : study->point_count;
    pld__study_point point = {.line = index / line_size, .compositions = study->compositions[within / inner]};
    if (study->quantity == PLD__QUANTITY_EPSILON) {
        point.delta = study->deltas[within % inner];
    } else {
        point.epsilon = study->points[within % inner];
    }
    return point;
}

void pld_study_point_text(const pld_study *study, size_t index, char *text, size_t size) {
    double values[PLD__VARY_MOST];
    pld__series_name made = pld__series_name_start(text, size);
    if (study->quantity == PLD__QUANTITY_DENSITY || index >= pld_study_point_count(study)) {
        return;
    }
    pld__study_point point = pld__study_point_at(study, index);
    pld__study_line_values(study, point.line, values);
    for (size_t i = 0; i < study->vary_count; i++) {
        pld__series_name_add_value(&made, study->vary[i].key, values[i]);
    }
    pld__series_name_add_value(&made, "compositions", (double)point.compositions);
    if (study->quantity == PLD__QUANTITY_DELTA) {
        pld__series_name_add_value(&made, "epsilon", point.epsilon);
    } else {
        pld__series_name_add_value(&made, "delta", point.delta.value);
    }
}

size_t pld__study_too_wide(const pld_study *study, const pld_result *results) {
    size_t count = 0;
    for (size_t i = 0; i < pld_study_point_count(study); i++) {
        count += !results[i].tolerance_met;
    }
    return count;
}

char *pld__study_notes(const pld_study *study) {
    size_t size = 1;
    for (size_t i = 0; i < study->line_count; i++) {
        size += strlen(pld_composition_notes(study->lines[i])) + 1;
    }
    char *notes = calloc(size, 1);
    for (size_t i = 0; i < study->line_count && notes != NULL; i++) {
        pld__lines_add(notes, size, pld_composition_notes(study->lines[i]));
    }
    return notes;
}
