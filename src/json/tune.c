/* The object of schema pld.tune/1. */
#include "json/piece.h"
#include "json/write.h"

#include <math.h>

static json_t *number_or_null(double number) {
    return isnan(number) ? json_null() : pld__json_number(number);
}

pld_status pld__json_tuned(const pld_composition *composition, const char *law, const pld_delta *delta,
                           const pld_options *options, const pld_tuned *tuned, char **text) {
    pld__json_builder build = {.complete = true};
    json_t *object = pld__json_start(&build, "pld.tune/1"), *others = json_object(), *assumed = json_array();
    pld__json_set(&build, object, "mechanisms", pld__json_mechanisms(&build, composition));
    pld__json_set(&build, object, "adjacency", json_string(pld_adjacency_name(options->adjacency)));
    pld__json_set_delta(&build, object, delta);
    pld__json_set(&build, object, "runs", pld__json_text(law));
    pld__json_set(&build, object, "mean_runs", pld__json_number(tuned->mean_runs));
    pld__json_set(&build, object, "base", pld__json_bracket(&build, &tuned->base));
    pld__json_set(&build, object, "epsilon", pld__json_bracket(&build, &tuned->epsilon));
    pld__json_set_gap(&build, object, true);
    pld__json_set(&build, others, "published", number_or_null(tuned->published));
    pld__json_set(&build, others, "renyi", number_or_null(tuned->renyi));
    pld__json_set(&build, object, "others", others);
    for (size_t i = 0; pld_tuned_assumption(i) != NULL; i++) {
        pld__json_append(&build, assumed, json_string(pld_tuned_assumption(i)));
    }
    pld__json_set(&build, object, "assumes", assumed);
    pld__json_set(&build, object, "meaning", json_string(pld_tuned_meaning()));
    pld__json_set(&build, object, "tolerance_met", json_boolean(tuned->tolerance_met));
    pld__json_set(&build, object, "notes", pld__json_notes(&build, composition, options, false, NULL));
    pld__json_set(&build, object, "queries", pld__json_whole(tuned->queries));
    pld__json_set(&build, object, "seconds", pld__json_number(tuned->seconds));
    return pld__json_finish(&build, object, text);
}
