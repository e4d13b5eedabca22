/* The object of schema pld.curve/1. */
#include "json/piece.h"
#include "json/write.h"

#include <stdlib.h>

static json_t *parameters_object(pld__json_builder *build, const pld_study *study, size_t line) {
    double values[PLD__VARY_MOST];
    json_t *object = json_object();
    pld__study_line_values(study, line, values);
    for (size_t i = 0; i < study->vary_count; i++) {
        pld__json_set(build, object, study->vary[i].key, pld__json_number(values[i]));
    }
    return object;
}

static json_t *point_object(pld__json_builder *build, const pld_study *study, const pld__study_point *point,
                            const pld_result *result) {
    char name[PLD__SERIES_NAME_SIZE];
    json_t *object = json_object();
    pld__study_series_name(study, point->line, name);
    pld__json_set(build, object, "series", pld__json_text(name));
    if (study->vary_count > 0) {
        pld__json_set(build, object, "parameters", parameters_object(build, study, point->line));
    }
    pld__json_set(build, object, "compositions", pld__json_whole(point->compositions));
    if (study->quantity == PLD__QUANTITY_EPSILON) {
        pld__json_set_delta(build, object, &point->delta);
        pld__json_set(build, object, "epsilon", pld__json_bracket(build, &result->bracket));
    } else {
        pld__json_set(build, object, "epsilon", pld__json_number(point->epsilon));
        pld__json_set(build, object, "delta", pld__json_delta_bracket(build, &result->bracket));
        pld__json_set(build, object, "log10_delta", pld__json_log10_bracket(build, &result->bracket));
    }
    pld__json_set(build, object, "directions", pld__json_directions(build, result));
    pld__json_set_tolerance(build, object, result->tolerance, result->tolerance_met);
    pld__json_set_gap(build, object, result->theory_gap);
    return object;
}

pld_status pld__json_study(const pld_study *study, const pld_result *results, double seconds, char **text) {
    pld__json_builder build = {.complete = true};
    char *notes = pld__study_notes(study);
    if (notes == NULL) {
        return PLD_ERROR_MEMORY;
    }
    json_t *object = pld__json_start(&build, "pld.curve/1"), *points = json_array(), *mechanisms = json_array();
    for (size_t i = 0; i < study->spec_count; i++) {
        pld__json_append(&build, mechanisms, pld__json_text(study->specs[i]));
    }
    for (size_t i = 0; i < pld_study_point_count(study); i++) {
        pld__study_point point = pld__study_point_at(study, i);
        pld__json_append(&build, points, point_object(&build, study, &point, &results[i]));
    }
    pld__json_set(&build, object, "mechanisms", mechanisms);
    pld__json_set_adjacency(&build, object, study->options.adjacency);
    pld__json_set(&build, object, "points", points);
    pld__json_set(&build, object, "tolerance_met", json_boolean(pld__study_too_wide(study, results) == 0));
    pld__json_set(&build, object, "notes", pld__json_lines(&build, notes));
    pld__json_set(&build, object, "seconds", pld__json_number(seconds));
    free(notes);
    return pld__json_finish(&build, object, text);
}

pld_status pld_json_study(const pld_study *study, const pld_study_results *results, char **text) {
    return pld__json_study(study, results->items, results->seconds, text);
}
