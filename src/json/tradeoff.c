/* The object of schema pld.tradeoff/1. */
#include "json/piece.h"
#include "json/write.h"

static json_t *side_object(pld__json_builder *build, const pld_attack_side *side) {
    json_t *object = json_object();
    pld__json_set(build, object, "fnr", pld__json_bracket(build, &side->false_negative));
    pld__json_set(build, object, "tpr", pld__json_bracket(build, &side->true_positive));
    return object;
}

static json_t *attack_object(pld__json_builder *build, const pld_attack *attack) {
    json_t *object = json_object(), *directions = json_object();
    pld__json_set(build, object, "fpr", pld__json_number(attack->false_positive_rate));
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        if (attack->directions[d].asked) {
            pld__json_set(build, directions, pld_direction_name((pld_direction)d), side_object(build, &attack->directions[d]));
        }
    }
    pld__json_set(build, object, "directions", directions);
    if (attack->symmetric.asked) {
        pld__json_set(build, object, "symmetric", side_object(build, &attack->symmetric));
    }
    pld__json_set(build, object, "tpr", pld__json_bracket(build, &attack->true_positive));
    pld__json_set_tolerance(build, object, attack->tolerance, attack->tolerance_met);
    return object;
}

static json_t *posterior_object(pld__json_builder *build, const pld__tradeoff *tradeoff, size_t prior) {
    json_t *object = json_object(), *precisions = json_array();
    pld__json_set(build, object, "prior", pld__json_number(tradeoff->priors[prior]));
    pld__json_set(build, object, "accuracy", pld__json_bracket(build, &tradeoff->posteriors[prior].accuracy));
    for (size_t i = 0; i < tradeoff->rate_count; i++) {
        json_t *one = json_object();
        pld_bracket precision = pld__tradeoff_precision(tradeoff, prior, i);
        pld__json_set(build, one, "fpr", pld__json_number(tradeoff->rates[i]));
        pld__json_set(build, one, "precision", pld__json_bracket(build, &precision));
        pld__json_append(build, precisions, one);
    }
    pld__json_set(build, object, "precision", precisions);
    return object;
}

pld_status pld__json_tradeoff(const pld__tradeoff *tradeoff, double seconds, char **text) {
    pld__json_builder build = {.complete = true};
    json_t *object = pld__json_start(&build, "pld.tradeoff/1"), *points = json_array(), *posteriors = json_array();
    const pld_options *options = tradeoff->options;
    double relative = options->relative_tolerance > 0 ? options->relative_tolerance : 1e-3;
    for (size_t i = 0; i < tradeoff->rate_count; i++) {
        pld__json_append(&build, points, attack_object(&build, &tradeoff->attacks[i]));
    }
    for (size_t i = 0; i < tradeoff->prior_count; i++) {
        pld__json_append(&build, posteriors, posterior_object(&build, tradeoff, i));
    }
    pld__json_set(&build, object, "mechanisms", pld__json_mechanisms(&build, tradeoff->composition));
    pld__json_set_adjacency(&build, object, options->adjacency);
    pld__json_set(&build, object, "advantage", pld__json_delta_bracket(&build, &tradeoff->advantage.bracket));
    pld__json_set(&build, object, "points", points);
    pld__json_set(&build, object, "posterior", posteriors);
    pld__json_set(&build, object, "tolerance", pld__json_number(options->tolerance > 0 ? options->tolerance : relative));
    pld__json_set(&build, object, "tolerance_kind", json_string(options->tolerance > 0 ? "absolute" : "relative"));
    pld__json_set(&build, object, "tolerance_met", json_boolean(pld__tradeoff_tolerance_met(tradeoff)));
    pld__json_set(&build, object, "notes",
                  pld__json_notes(&build, tradeoff->composition, options, tradeoff->advantage.memory_bound, NULL));
    pld__json_set(&build, object, "seconds", pld__json_number(seconds));
    return pld__json_finish(&build, object, text);
}
