/* The object of schema pld.statement/1. */
#include "json/piece.h"
#include "json/write.h"

static json_t *groups_array(pld__json_builder *build, const pld_statement *statement) {
    size_t count = 0;
    const pld_statement_group *groups = pld_statement_groups(statement, &count);
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) {
        json_t *object = json_object();
        pld__json_set(build, object, "k", pld__json_whole(groups[i].k));
        pld__json_set(build, object, "epsilon", pld__json_bracket(build, &groups[i].result.bracket));
        pld__json_set(build, object, "tolerance_met", json_boolean(groups[i].result.tolerance_met));
        pld__json_append(build, array, object);
    }
    return array;
}

static json_t *attack_object(pld__json_builder *build, const pld_attack *attack) {
    json_t *object = json_object();
    pld__json_set(build, object, "fpr", pld__json_number(attack->false_positive_rate));
    pld__json_set(build, object, "tpr", pld__json_bracket(build, &attack->true_positive));
    return object;
}

pld_status pld__json_statement(const pld_composition *composition, const pld_delta *delta, const pld_options *options,
                               const char *format, const pld_statement *statement, json_t *more, char **text) {
    const pld_result *result = pld_statement_result(statement);
    pld__json_builder build = {.complete = true};
    json_t *object = pld__json_start(&build, "pld.statement/1");
    pld__json_set(&build, object, "mechanisms", pld__json_mechanisms(&build, composition));
    pld__json_set_delta(&build, object, delta);
    pld__json_set(&build, object, "adjacency", json_string(pld_adjacency_name(options->adjacency)));
    pld__json_set(&build, object, "format", json_string(format));
    pld__json_set(&build, object, "statement", pld__json_text(pld_statement_text(statement)));
    pld__json_set(&build, object, "epsilon", pld__json_bracket(&build, &result->bracket));
    pld__json_set(&build, object, "groups", groups_array(&build, statement));
    if (pld_statement_attack(statement) != NULL) {
        pld__json_set(&build, object, "attack", attack_object(&build, pld_statement_attack(statement)));
    }
    if (pld_statement_gdp(statement) != NULL) {
        pld__json_set(&build, object, "mu", pld__json_bracket(&build, &pld_statement_gdp(statement)->mu));
        pld__json_set(&build, object, "fpr_min", pld__json_number(pld_statement_gdp(statement)->fpr_min));
    }
    pld__json_set_tolerance(&build, object, result->tolerance, result->tolerance_met);
    pld__json_set_gap(&build, object, result->theory_gap);
    pld__json_set(&build, object, "notes", pld__json_notes(&build, composition, options, result->memory_bound, NULL));
    pld__json_set_more(&build, object, more);
    return pld__json_finish(&build, object, text);
}
