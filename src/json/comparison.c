/* The object of schema pld.compare/1. */
#include "json/piece.h"
#include "study/comparison.h"

#include <pld/json.h>

static json_t *methods_array(pld__json_builder *build, const pld__findings *findings) {
    json_t *array = json_array();
    for (size_t i = 0; i < findings->count; i++) {
        const pld_finding *finding = &findings->items[i];
        json_t *object = json_object();
        pld__json_set(build, object, "name", pld__json_text(finding->name));
        pld__json_set(build, object, "kind", json_string(finding->kind));
        pld__json_set(build, object, "epsilon", pld__json_number(finding->answer.epsilon));
        pld__json_set(build, object, "ratio", pld__json_number(finding->ratio));
        pld__json_set(build, object, "order", pld__json_number(finding->answer.order));
        pld__json_set(build, object, "verdict", json_string(pld_verdict_name(finding->verdict)));
        pld__json_set(build, object, "reason", pld__json_text(finding->answer.reason));
        pld__json_append(build, array, object);
    }
    return array;
}

/* Everything about a point; one of a list says how many compositions it has. */
static void set_point(pld__json_builder *build, json_t *object, const pld_comparison *comparison, size_t index) {
    const pld_comparison_point *point = &comparison->points[index];
    pld__json_set(build, object, "mechanisms", pld__json_mechanisms(build, point->composition));
    if (comparison->many) {
        pld__json_set(build, object, "compositions", pld__json_whole(point->compositions));
    }
    pld__json_set_delta(build, object, &point->delta);
    pld__json_set(build, object, "tight", pld__json_bracket(build, &point->tight.bracket));
    pld__json_set(build, object, "directions", pld__json_directions(build, &point->tight));
    pld__json_set_tolerance(build, object, point->tight.tolerance, point->tight.tolerance_met);
    pld__json_set_gap(build, object, point->tight.theory_gap);
    pld__json_set(build, object, "methods", methods_array(build, &comparison->findings[index]));
    pld__json_set(build, object, "notes",
                  pld__json_notes(build, point->composition, &comparison->options, point->tight.memory_bound, NULL));
}

pld_status pld_json_comparison(const pld_comparison *comparison, char **text) {
    pld__json_builder build = {.complete = true};
    json_t *object = pld__json_start(&build, "pld.compare/1");
    pld__json_set_adjacency(&build, object, comparison->options.adjacency);
    if (comparison->many) {
        json_t *points = json_array();
        for (size_t i = 0; i < comparison->point_count; i++) {
            json_t *point = json_object();
            set_point(&build, point, comparison, i);
            pld__json_append(&build, points, point);
        }
        pld__json_set(&build, object, "points", points);
    } else {
        set_point(&build, object, comparison, 0);
    }
    return pld__json_finish(&build, object, text);
}
