#include "cli/study.h"

#include "base/base.h"
#include "base/budget.h"
#include "base/list.h"
#include "base/number.h"
#include "cli/option_values.h"
#include "cli/spec_vary.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void pld__study_free(pld__study *study) {
    for (size_t i = 0; i < study->spec_count; i++) {
        free(study->specs[i]);
    }
    for (size_t i = 0; i < study->vary_count; i++) {
        free(study->vary[i].key);
        pld__free(study->vary[i].values);
    }
    free(study->specs);
    free(study->series);
    free(study->title);
    pld__free(study->compositions);
    pld__free(study->log_deltas);
    pld__free(study->deltas);
    pld__free(study->points);
    *study = (pld__study){.spec_count = 0};
}

/* --- reading ---------------------------------------------------------------------------------------------------------- */

pld_status pld__study_read_compositions(pld__study *study, const char *list, pld_error *error) {
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

pld_status pld__study_read_epsilons(pld__study *study, const char *list, pld_error *error) {
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
static pld_status read_delta_item(pld__study *study, const char *item, pld_error *error) {
    double *range = NULL;
    size_t count = 1;
    pld_status status = strstr(item, "..") ? pld__list_parse(item, &range, &count, error) : PLD_OK;
    for (size_t i = 0; i < count && status == PLD_OK; i++) {
        pld__command_line one = {.delta = 0};
        char text[PLD__NUMBER_TEXT];
        if (range != NULL) {
            pld__number_write(range[i], text);
        }
        status = pld__read_delta(range ? text : item, &one, error);
        if (status == PLD_OK && study->delta_count == PLD__LIST_MOST) {
            status = pld__error_argument(error, item, "fewer", "there are more than %d deltas", PLD__LIST_MOST);
        }
        if (status == PLD_OK) {
            study->deltas[study->delta_count] = one.delta;
            study->log_deltas[study->delta_count++] = one.log_delta;
        }
    }
    pld__free(range);
    return status;
}

/* As many as there are, in place of the room for as many as there may be. */
static double *shrink(double *numbers, size_t count) {
    double *made = pld__allocate(count > 0 ? count : 1, sizeof *made);
    if (made != NULL && count > 0) {
        memcpy(made, numbers, count * sizeof *made);
    }
    pld__free(numbers);
    return made;
}

pld_status pld__study_read_deltas(pld__study *study, const char *list, pld_error *error) {
    size_t size = strlen(list) + 1;
    char *copy = malloc(size), *rest = copy;
    pld__budget *budget = pld__budget_enter(NULL); /* memory that is never touched is none */
    study->deltas = pld__allocate(PLD__LIST_MOST, sizeof *study->deltas);
    study->log_deltas = pld__allocate(PLD__LIST_MOST, sizeof *study->log_deltas);
    pld__budget_enter(budget);
    study->delta_count = 0;
    pld_status status = copy && study->deltas && study->log_deltas ? PLD_OK : PLD_ERROR_MEMORY;
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
        study->log_deltas = shrink(study->log_deltas, study->delta_count);
        status = study->deltas && study->log_deltas ? PLD_OK : PLD_ERROR_MEMORY;
    }
    free(copy);
    return status;
}

pld_status pld__study_add_spec(pld__study *study, const char *spec) {
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

pld_status pld__study_add_composition(pld__study *study, const pld__composition *composition, const char *series) {
    pld_status status = PLD_OK;
    for (size_t i = 0; i < composition->step_count && status == PLD_OK; i++) {
        status = pld__study_add_spec(study, composition->given[i]);
    }
    if (status == PLD_OK && series != NULL) {
        study->series = strdup(series);
        status = study->series ? PLD_OK : PLD_ERROR_MEMORY;
    }
    return status;
}

pld_status pld__study_add_vary(pld__study *study, const char *key, const char *list, pld_error *error) {
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

void pld__study_make_relative(pld__study *study, bool tolerance_given, bool relative_given) {
    const double delta_tolerance = 1e-3;
    if (tolerance_given) {
        study->query.relative_tolerance = study->query.tolerance;
    } else if (!relative_given) {
        study->query.relative_tolerance = delta_tolerance;
    }
    study->query.tolerance = 0;
}

/* --- judging ---------------------------------------------------------------------------------------------------------- */

static pld_status check_key(const pld__study *study, const char *key, pld_error *error) {
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

static pld_status check_line(const pld__study *study, size_t index, pld_error *error) {
    pld__study_line line;
    pld_status status = pld__study_line_read(study, index, &line, error);
    pld__study_line_free(study, &line);
    return status;
}

/* The size of the whole grid, at most PLD__LIST_MOST points. */
static pld_status check_size(const pld__study *study, pld_error *error) {
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

pld_status pld__study_complete(pld__study *study, pld_error *error) {
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
    for (size_t line = 0; status == PLD_OK && line < pld__study_line_count(study); line++) {
        status = check_line(study, line, error);
    }
    return status;
}

/* --- lines and series ------------------------------------------------------------------------------------------------- */

size_t pld__study_line_count(const pld__study *study) {
    size_t count = 1;
    for (size_t i = 0; i < study->vary_count; i++) {
        count *= study->vary[i].count;
    }
    return count;
}

size_t pld__study_line_size(const pld__study *study) {
    switch (study->quantity) {
    case PLD__QUANTITY_EPSILON:
        return study->composition_count * study->delta_count;
    case PLD__QUANTITY_DELTA:
        return study->composition_count * study->point_count;
    case PLD__QUANTITY_DENSITY:
    case PLD__QUANTITY_TRADEOFF:
        break;
    }
    return study->point_count;
}

size_t pld__study_lines_per_series(const pld__study *study) {
    return study->axis == PLD__NO_AXIS ? 1 : study->vary[study->axis].count;
}

/* The axis runs fastest, so that the lines of a series are neighbours; of the other keys the last one does. */
void pld__study_line_values(const pld__study *study, size_t line, double values[PLD__VARY_MOST]) {
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
    char text[PLD__NUMBER_TEXT];
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

static pld_status make_specs(const pld__study *study, size_t index, char **specs) {
    double values[PLD__VARY_MOST];
    pld_status status = PLD_OK;
    pld__study_line_values(study, index, values);
    for (size_t i = 0; i < study->spec_count && status == PLD_OK; i++) {
        specs[i] = strdup(study->specs[i]);
        status = specs[i] ? PLD_OK : PLD_ERROR_MEMORY;
        for (size_t j = 0; j < study->vary_count && status == PLD_OK; j++) {
            status = set_key(&specs[i], study->vary[j].key, values[j]);
        }
    }
    return status;
}

pld_status pld__study_line_read(const pld__study *study, size_t index, pld__study_line *line, pld_error *error) {
    *line = (pld__study_line){.specs = calloc(study->spec_count + 1, sizeof *line->specs)};
    pld_status status = line->specs ? make_specs(study, index, line->specs) : PLD_ERROR_MEMORY;
    if (status == PLD_OK) {
        status = pld__composition_parse(line->specs, study->spec_count, study->query.adjacency, &line->composition, error);
    }
    return status;
}

void pld__study_line_free(const pld__study *study, pld__study_line *line) {
    pld__composition_free(&line->composition);
    for (size_t i = 0; line->specs != NULL && i < study->spec_count; i++) {
        free(line->specs[i]);
    }
    free(line->specs);
    line->specs = NULL;
}

/* A text of limited length, and the sum of all that was to be in it. */
typedef struct series_name {
    char *text;
    size_t size, length;
    uint64_t sum;
} series_name;

/* At most so many characters of the text. */
static void append_name(series_name *name, const char *text, size_t most) {
    for (const char *c = text; *c != '\0' && c < text + most; c++, name->length++) {
        name->sum = (name->sum ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
        if (name->length + 1 < name->size) {
            name->text[name->length] = *c;
            name->text[name->length + 1] = '\0';
        }
    }
}

/* Without a name given: the families, such as "poisson-gaussian+gaussian". */
static void append_families(const pld__study *study, series_name *name) {
    for (size_t i = 0; i < study->spec_count; i++) {
        append_name(name, i > 0 ? "+" : "", 1);
        append_name(name, study->specs[i], strcspn(study->specs[i], ":@"));
    }
}

void pld__study_series_name(const pld__study *study, size_t line, char *name, size_t size) {
    double values[PLD__VARY_MOST];
    series_name made = {.text = name, .size = size, .sum = UINT64_C(0xcbf29ce484222325)};
    bool varies = study->vary_count > (study->axis == PLD__NO_AXIS ? 0 : 1);
    name[0] = '\0';
    if (study->series != NULL) {
        append_name(&made, study->series, strlen(study->series));
    } else if (!varies) {
        append_families(study, &made);
    }
    pld__study_line_values(study, line, values);
    for (size_t i = 0; i < study->vary_count; i++) {
        if (i != study->axis) {
            char text[PLD__NUMBER_TEXT];
            pld__number_write(values[i], text);
            append_name(&made, made.length > 0 ? "," : "", 1);
            append_name(&made, study->vary[i].key, strlen(study->vary[i].key));
            append_name(&made, "=", 1);
            append_name(&made, text, sizeof text);
        }
    }
    if (made.length >= size) { /* names that differ only in what is cut off must stay different */
        char sum[32];
        int length = snprintf(sum, sizeof sum, "~%016" PRIx64, made.sum);
        size_t place = size - 1 - (size_t)length;
        while (place > 0 && ((unsigned char)name[place] & 0xc0) == 0x80) { /* not inside of a character */
            place--;
        }
        memcpy(name + place, sum, (size_t)length + 1);
    }
}
