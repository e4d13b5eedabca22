/* The object of schema pld.audit/1. */
#include "json/piece.h"
#include "json/write.h"

#include <math.h>

static json_t *number_or_null(double number) {
    return isnan(number) ? json_null() : pld__json_number(number);
}

static void set_data(pld__json_builder *build, json_t *object, const pld__audit_view *view) {
    if (view->counts != NULL) {
        pld__json_set(build, object, "true_positives", pld__json_whole(view->counts->true_positives));
        pld__json_set(build, object, "positives", pld__json_whole(view->counts->positives));
        pld__json_set(build, object, "false_positives", pld__json_whole(view->counts->false_positives));
        pld__json_set(build, object, "negatives", pld__json_whole(view->counts->negatives));
    }
    if (view->canaries != NULL) {
        pld__json_set(build, object, "canaries", pld__json_whole(view->canaries->canaries));
        pld__json_set(build, object, "guesses", pld__json_whole(view->canaries->guesses));
        pld__json_set(build, object, "correct", pld__json_whole(view->canaries->correct));
    }
    if (view->threshold != NULL) {
        pld__json_set(build, object, "threshold", pld__json_text(view->threshold));
    }
}

static void set_claim(pld__json_builder *build, json_t *object, const pld__audit_view *view) {
    if (view->composition != NULL) {
        pld__json_set(build, object, "mechanisms", pld__json_mechanisms(build, view->composition));
        pld__json_set(build, object, "adjacency", json_string(pld_adjacency_name(view->options->adjacency)));
    }
    if (view->delta != NULL) {
        pld__json_set_delta(build, object, view->delta);
    }
}

static void set_numbers(pld__json_builder *build, json_t *object, const pld_audit *audit) {
    const char *verdict = pld_verdict_kind_name(audit->verdict);
    const struct {
        const char *key;
        double value;
    } numbers[] = {{"tpr_lower", audit->tpr_lower},
                   {"fpr_upper", audit->fpr_upper},
                   {"epsilon_lower", audit->epsilon_lower},
                   {"epsilon_from_positive", audit->epsilon_from_positive},
                   {"epsilon_from_negative", audit->epsilon_from_negative},
                   {"epsilon_printed", audit->epsilon_printed},
                   {"epsilon_claimed", audit->epsilon_claimed},
                   {"p_value", audit->p_value},
                   {"p_value_at", audit->p_value_at}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        pld__json_set(build, object, numbers[i].key, number_or_null(numbers[i].value));
    }
    pld__json_set(build, object, "verdict", verdict ? json_string(verdict) : json_null());
    if (verdict) {
        pld__json_set(build, object, "meaning", json_string(pld_verdict_kind_meaning(audit->verdict)));
    }
}

pld_status pld__json_audit(const pld__audit_view *view, const pld_audit *audit, char **text) {
    pld__json_builder build = {.complete = true};
    json_t *object = pld__json_start(&build, "pld.audit/1"), *assumed = json_array();
    set_claim(&build, object, view);
    set_data(&build, object, view);
    pld__json_set(&build, object, "alpha", pld__json_number(audit->alpha));
    pld__json_set(&build, object, "looks", pld__json_whole(view->terms->looks));
    if (view->counts != NULL) {
        pld__json_set(&build, object, "test", json_string(view->terms->test == PLD_AUDIT_RECTANGLE ? "rectangle" : "product"));
    }
    set_numbers(&build, object, audit);
    for (size_t i = 0; pld_audit_assumption(view->canaries != NULL, i) != NULL; i++) {
        pld__json_append(&build, assumed, json_string(pld_audit_assumption(view->canaries != NULL, i)));
    }
    pld__json_set(&build, object, "assumes", assumed);
    if (view->composition != NULL) {
        pld__json_set(&build, object, "notes", pld__json_notes(&build, view->composition, view->options, false, NULL));
    }
    pld__json_set(&build, object, "queries", pld__json_whole(audit->queries));
    pld__json_set(&build, object, "seconds", pld__json_number(audit->seconds));
    return pld__json_finish(&build, object, text);
}
