/* The object of schema pld.calibrate/1. */
#include "json/piece.h"
#include "json/write.h"
#include "query/two_ends.h"

#include <math.h>
#include <stdio.h>

const char *pld__target_name(pld_target_kind kind) {
    static const char *const names[] = {[PLD_TARGET_EPSILON] = "epsilon",
                                        [PLD_TARGET_ADVANTAGE] = "advantage",
                                        [PLD_TARGET_ATTACK] = "tpr",
                                        [PLD_TARGET_MU] = "mu"};
    return names[kind];
}

static json_t *number_or_null(const pld_calibration *found, double number) {
    return isnan(number) ? json_null() : found->whole ? pld__json_whole((uint64_t)number) : pld__json_number(number);
}

static void set_target(pld__json_builder *build, json_t *object, const pld__calibration_view *view) {
    json_t *target = json_object();
    switch (view->target->kind) {
    case PLD_TARGET_EPSILON:
        pld__json_set(build, target, "epsilon", pld__json_number(view->target->epsilon));
        pld__json_set(build, target, "delta", pld__json_number(view->delta->value));
        pld__json_set(build, object, "delta", pld__json_number(view->delta->value));
        break;
    case PLD_TARGET_ADVANTAGE:
        pld__json_set(build, target, "advantage", pld__json_number(view->target->advantage));
        break;
    case PLD_TARGET_ATTACK:
        pld__json_set(build, target, "fpr", pld__json_number(view->target->false_positive_rate));
        pld__json_set(build, target, "tpr", pld__json_number(view->target->true_positive_rate));
        break;
    case PLD_TARGET_MU:
        pld__json_set(build, target, "mu", pld__json_number(view->target->mu));
        pld__json_set(build, target, "fpr_min", pld__json_number(view->target->fpr_min));
        break;
    }
    pld__json_set(build, object, "target", target);
}

pld_status pld__json_calibration(const pld__calibration_view *view, const pld_calibration *found, char **text) {
    static const char *const results[] = {[PLD_CALIBRATION_FOUND] = "found",
                                          [PLD_CALIBRATION_ALWAYS] = "always",
                                          [PLD_CALIBRATION_NEVER] = "never",
                                          [PLD_CALIBRATION_UNDECIDED] = "undecided"};
    const char *spent = pld__target_name(view->target->kind);
    pld__json_builder build = {.complete = true};
    json_t *object = pld__json_start(&build, "pld.calibrate/1");
    char at_limit[32];
    snprintf(at_limit, sizeof at_limit, "limit_%s", spent);
    pld__json_set(&build, object, "unknown", pld__json_text(view->unknown));
    pld__json_set(&build, object, "mechanisms", pld__json_mechanisms(&build, view->composition));
    set_target(&build, object, view);
    pld__json_set(&build, object, "adjacency", json_string(pld_adjacency_name(view->options->adjacency)));
    pld__json_set(&build, object, "solved", json_string(found->key));
    pld__json_set(&build, object, "result", json_string(results[found->kind]));
    pld__json_set(&build, object, "monotone", json_boolean(found->not_monotone == NULL));
    pld__json_set(&build, object, "value", number_or_null(found, found->value));
    pld__json_set(&build, object, "limit", number_or_null(found, found->limit));
    pld__json_set(&build, object, spent, pld__json_bracket(&build, &found->spent));
    pld__json_set(&build, object, at_limit,
                  isnan(found->limit) ? json_null() : pld__json_bracket(&build, &found->spent_at_limit));
    pld__json_set_tolerance(&build, object, found->tolerance, found->tolerance_met);
    size_t count = 0;
    const pld_step *steps = pld_composition_steps(view->composition, &count);
    pld__json_set_gap(&build, object, pld__steps_have_gap(steps, count));
    pld__json_set(&build, object, "reason", found->reason[0] ? json_string(found->reason) : json_null());
    pld__json_set(&build, object, "check", view->check ? pld__json_text(view->check) : json_null());
    pld__json_set(&build, object, "notes", pld__json_notes(&build, view->composition, view->options, false, view->caution));
    pld__json_set(&build, object, "queries", pld__json_whole(found->queries));
    pld__json_set(&build, object, "seconds", pld__json_number(found->seconds));
    return pld__json_finish(&build, object, text);
}
