#include "json/piece.h"

#include "base/base.h"
#include "composition/notes.h"
#include "query/engine.h"
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
    pld_bracket bracket = pld_bracket_delta(log_bracket);
    return pld__json_bracket(build, &bracket);
}

json_t *pld__json_log10_bracket(pld__json_builder *build, const pld_bracket *log_bracket) {
    pld_bracket bracket = pld_bracket_log10_delta(log_bracket);
    return pld__json_bracket(build, &bracket);
}

json_t *pld__json_directions(pld__json_builder *build, const pld_result *result) {
    json_t *object = json_object();
    for (size_t i = 0; i < PLD_DIRECTIONS; i++) {
        const pld_bracket *bracket = &result->directions[i].bracket;
        if (result->directions[i].asked) {
            json_t *one =
                result->unit == PLD_UNIT_EPSILON ? pld__json_bracket(build, bracket) : pld__json_delta_bracket(build, bracket);
            pld__json_set(build, one, "engine", json_string(pld__engine_word(result->engines[i].upper)));
            pld__json_set(build, object, pld_direction_name((pld_direction)i), one);
        }
    }
    return object;
}

void pld__json_set_adjacency(pld__json_builder *build, json_t *object, pld_adjacency adjacency) {
    json_t *names = json_object();
    for (int d = 0; d < PLD_DIRECTIONS; d++) {
        if (pld_adjacency_asks(adjacency, (pld_direction)d)) {
            pld__json_set(build, names, pld_direction_name((pld_direction)d),
                          json_string(pld_adjacency_direction_name(adjacency, (pld_direction)d)));
        }
    }
    pld__json_set(build, object, "adjacency", json_string(pld_adjacency_name(adjacency)));
    pld__json_set(build, object, "direction_names", names);
}

void pld__json_set_delta(pld__json_builder *build, json_t *object, const pld_delta *delta) {
    pld__json_set(build, object, "delta", pld__json_number(delta->value));
    if (delta->value < DBL_MIN && delta->log > -INFINITY) {
        pld__json_set(build, object, "log10_delta", pld__json_number(delta->log / PLD__LN_10));
    }
}

void pld__json_set_tolerance(pld__json_builder *build, json_t *object, double tolerance, bool met) {
    pld__json_set(build, object, "tolerance", pld__json_number(tolerance));
    pld__json_set(build, object, "tolerance_met", json_boolean(met));
}

void pld__json_set_gap(pld__json_builder *build, json_t *object, bool theory_gap) {
    if (theory_gap) {
        pld__json_set(build, object, "gap", json_string("theory"));
    }
}

json_t *pld__json_mechanisms(pld__json_builder *build, const pld_composition *composition) {
    size_t count = 0;
    const pld_step *steps = pld_composition_steps(composition, &count);
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) {
        json_t *object = json_object();
        pld__json_set(build, object, "given", pld__json_text(pld_composition_spec(composition, i)));
        pld__json_set(build, object, "resolved", pld__json_text(pld_mechanism_resolved(steps[i].mechanism)));
        pld__json_set(build, object, "count", pld__json_whole(steps[i].count));
        pld__json_append(build, array, object);
    }
    return array;
}

/* An array of texts that grows. */
typedef struct texts {
    pld__json_builder *build;
    json_t *array;
} texts;

static void add_text(const char *text, void *context) {
    texts *list = context;
    pld__json_append(list->build, list->array, pld__json_text(text));
}

json_t *pld__json_notes(pld__json_builder *build, const pld_composition *composition, const pld_options *options,
                        bool memory_bound, const char *first) {
    texts list = {.build = build, .array = json_array()};
    if (first != NULL) {
        add_text(first, &list);
    }
    pld__notes_of_answer(composition, options, memory_bound, add_text, &list);
    return list.array;
}

json_t *pld__json_lines(pld__json_builder *build, const char *text) {
    texts list = {.build = build, .array = json_array()};
    pld__notes_of_text(text, add_text, &list);
    return list.array;
}

void pld__json_set_more(pld__json_builder *build, json_t *object, json_t *more) {
    if (more == NULL || json_object_update(object, more) != 0) {
        build->complete = false;
    }
    json_decref(more);
}

json_t *pld__json_start(pld__json_builder *build, const char *schema) {
    json_t *object = json_object();
    pld__json_set(build, object, "schema", json_string(schema));
    pld__json_set(build, object, "version", json_string(pld_version()));
    return object;
}

pld_status pld__json_finish(pld__json_builder *build, json_t *object, char **text) {
    char *made = build->complete ? pld__json_pretty(object) : NULL;
    json_decref(object);
    if (made == NULL) {
        return PLD_ERROR_MEMORY;
    }
    *text = made;
    return PLD_OK;
}
