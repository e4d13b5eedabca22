/* The object of schema pld.gdp/1. */
#include "json/piece.h"
#include "json/write.h"

pld_status pld__json_gdp(const pld_composition *composition, const pld_options *options, const pld_gdp *gdp, char **text) {
    pld__json_builder build = {.complete = true};
    json_t *object = pld__json_start(&build, "pld.gdp/1");
    pld__json_set(&build, object, "mechanisms", pld__json_mechanisms(&build, composition));
    pld__json_set(&build, object, "adjacency", json_string(pld_adjacency_name(options->adjacency)));
    pld__json_set(&build, object, "fpr_min", pld__json_number(gdp->fpr_min));
    pld__json_set(&build, object, "mu", pld__json_bracket(&build, &gdp->mu));
    pld__json_set_gap(&build, object, gdp->theory_gap);
    if (!gdp->exact) {
        pld__json_set(&build, object, "lower_at_fpr", pld__json_number(gdp->attained_at));
        pld__json_set(&build, object, "lower_direction",
                      json_string(pld_adjacency_direction_name(options->adjacency, gdp->direction)));
    }
    pld__json_set_tolerance(&build, object, gdp->tolerance, gdp->tolerance_met);
    pld__json_set(&build, object, "notes", pld__json_notes(&build, composition, options, false, NULL));
    pld__json_set(&build, object, "queries", pld__json_whole(gdp->queries));
    pld__json_set(&build, object, "seconds", pld__json_number(gdp->seconds));
    return pld__json_finish(&build, object, text);
}
