/* The objects of schema pld.epsilon/1 and pld.delta/1. */
#include "json/piece.h"
#include "json/write.h"

#include "query/engine.h"
#include "statement/reported.h"

#include <pld/json.h>
#include <stdlib.h>

static json_t *ledger_object(pld__json_builder *build, pld_engine engine, const pld_ledger *ledger) {
    json_t *object = json_object();
    pld__json_set(build, object, "engine", json_string(pld__engine_word(engine)));
    for (size_t term = 0; term < PLD_LEDGER_TERMS; term++) {
        const char *name = pld_ledger_term(engine, term);
        if (name != NULL) {
            pld__json_set(build, object, name, pld__json_number(pld__ledger_value(ledger, term)));
        }
    }
    return object;
}

static json_t *ledgers(pld__json_builder *build, const pld_result *result) {
    json_t *object = json_object();
    for (size_t i = 0; i < PLD_DIRECTIONS; i++) {
        const pld_direction_result *direction = &result->directions[i];
        if (direction->asked) {
            json_t *sides = json_object();
            pld__json_set(build, sides, "upper", ledger_object(build, result->engines[i].upper, &direction->upper));
            pld__json_set(build, sides, "lower", ledger_object(build, result->engines[i].lower, &direction->lower));
            pld__json_set(build, object, pld_direction_name((pld_direction)i), sides);
        }
    }
    return object;
}

/* The number that may be reported, or null. */
static json_t *reported_number(const pld__json_answer *answer) {
    size_t count = 0;
    const pld_step *steps = pld_composition_steps(answer->composition, &count);
    pld__reported reported = pld__reported_of(steps, count, answer->options->adjacency, answer->result);
    return reported.reason == NULL ? pld__json_number(reported.value) : json_null();
}

/* What comes behind the question and its answer. */
static pld_status finish(pld__json_builder *build, json_t *object, const pld__json_answer *answer, json_t *more, char **text) {
    const pld_result *result = answer->result;
    pld__json_set(build, object, "report", reported_number(answer));
    pld__json_set(build, object, "directions", pld__json_directions(build, result));
    pld__json_set_tolerance(build, object, result->tolerance, result->tolerance_met);
    pld__json_set_gap(build, object, result->theory_gap);
    pld__json_set(build, object, "ledger", ledgers(build, result));
    pld__json_set(build, object, "notes",
                  pld__json_notes(build, answer->composition, answer->options, result->memory_bound, NULL));
    pld__json_set(build, object, "buckets", pld__json_whole(result->buckets));
    pld__json_set(build, object, "bucket_width", pld__json_number(result->bucket_width));
    pld__json_set(build, object, "seconds", pld__json_number(result->seconds));
    pld__json_set_more(build, object, more);
    return pld__json_finish(build, object, text);
}

pld_status pld__json_epsilon(const pld__json_answer *answer, const pld_delta *delta, json_t *more, char **text) {
    pld__json_builder build = {.complete = true};
    json_t *object = pld__json_start(&build, "pld.epsilon/1");
    pld__json_set(&build, object, "mechanisms", pld__json_mechanisms(&build, answer->composition));
    pld__json_set_delta(&build, object, delta);
    pld__json_set_adjacency(&build, object, answer->options->adjacency);
    pld__json_set(&build, object, "epsilon", pld__json_bracket(&build, &answer->result->bracket));
    return finish(&build, object, answer, more, text);
}

pld_status pld__json_delta(const pld__json_answer *answer, double epsilon, json_t *more, char **text) {
    pld__json_builder build = {.complete = true};
    json_t *object = pld__json_start(&build, "pld.delta/1");
    pld__json_set(&build, object, "mechanisms", pld__json_mechanisms(&build, answer->composition));
    pld__json_set(&build, object, "epsilon", pld__json_number(epsilon));
    pld__json_set_adjacency(&build, object, answer->options->adjacency);
    pld__json_set(&build, object, "delta", pld__json_delta_bracket(&build, &answer->result->bracket));
    pld__json_set(&build, object, "log10_delta", pld__json_log10_bracket(&build, &answer->result->bracket));
    return finish(&build, object, answer, more, text);
}

pld_status pld_json_epsilon(const pld_composition *composition, const pld_delta *delta, const pld_options *options,
                            const pld_result *result, char **text) {
    return pld__json_epsilon(&(pld__json_answer){composition, options, result}, delta, json_object(), text);
}

pld_status pld_json_delta(const pld_composition *composition, double epsilon, const pld_options *options,
                          const pld_result *result, char **text) {
    return pld__json_delta(&(pld__json_answer){composition, options, result}, epsilon, json_object(), text);
}

void pld_text_free(char *text) {
    free(text);
}
