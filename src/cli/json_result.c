#include "cli/json_result.h"

#include "base/base.h"
#include "cli/delta_bracket.h"
#include <float.h>
#include <math.h>

void pld__json_set(pld__json_builder *build, json_t *object, const char *key, json_t *value) {
    if (json_object_set_new(object, key, value) != 0) {
        build->complete = false;
    }
}

void pld__json_append(pld__json_builder *build, json_t *array, json_t *value) {
    if (json_array_append_new(array, value) != 0) {
        build->complete = false;
    }
}

json_t *pld__json_bracket(pld__json_builder *build, const pld_bracket *bracket) {
    json_t *object = json_object();
    pld__json_set(build, object, "lower", pld__json_number(bracket->lower));
    pld__json_set(build, object, "estimate", pld__json_number(bracket->estimate));
    pld__json_set(build, object, "upper", pld__json_number(bracket->upper));
    return object;
}

json_t *pld__json_delta_bracket(pld__json_builder *build, const pld_bracket *log_bracket) {
    pld_bracket bracket = pld__bracket_as_delta(log_bracket);
    return pld__json_bracket(build, &bracket);
}

json_t *pld__json_log10_bracket(pld__json_builder *build, const pld_bracket *log_bracket) {
    pld_bracket bracket = pld__bracket_as_log10(log_bracket);
    return pld__json_bracket(build, &bracket);
}

void pld__json_set_delta(pld__json_builder *build, json_t *object, double delta, double log_delta) {
    pld__json_set(build, object, "delta", pld__json_number(delta));
    if (delta < DBL_MIN && log_delta > -INFINITY) {
        pld__json_set(build, object, "log10_delta", pld__json_number(log_delta / PLD__LN_10));
    }
}

json_t *pld__json_mechanisms(pld__json_builder *build, const pld__composition *composition) {
    json_t *array = json_array();
    for (size_t i = 0; i < composition->step_count; i++) {
        json_t *object = json_object();
        pld__json_set(build, object, "given", pld__json_text(composition->given[i]));
        pld__json_set(build, object, "resolved", pld__json_text(pld_mechanism_resolved(composition->mechanisms[i])));
        pld__json_set(build, object, "count", pld__json_whole(composition->steps[i].count));
        pld__json_append(build, array, object);
    }
    return array;
}

json_t *pld__json_ledger(pld__json_builder *build, const pld_ledger *ledger) {
    json_t *object = json_object();
    pld__json_set(build, object, "cells", pld__json_number(ledger->cells));
    pld__json_set(build, object, "grid", pld__json_number(ledger->grid));
    pld__json_set(build, object, "tail", pld__json_number(ledger->tail));
    pld__json_set(build, object, "wraparound", pld__json_number(ledger->wraparound));
    pld__json_set(build, object, "roundoff", pld__json_number(ledger->roundoff));
    return object;
}

void pld__json_note(const char *note, void *context) {
    pld__json_notes *notes = context;
    pld__json_append(notes->build, notes->array, pld__json_text(note));
}
