#include "report/cross_check.h"

#include "query/engine.h"
#include "report/report.h"

void pld__cross_check_print(const pld_cross_check *check, pld_adjacency adjacency, FILE *stream) {
    if (!check->answered) {
        fputs("\ncross-check: nothing had to be computed, or no other engine takes this\n", stream);
        return;
    }
    fprintf(stream, "\ncross-check, by %s:\n", pld_engine_name(check->engine));
    pld__report_brackets(&check->result, adjacency, stream);
    for (size_t i = 0; i < PLD_DIRECTIONS; i++) {
        if (check->result.directions[i].asked) {
            fprintf(stream, "%s: %s\n", pld_adjacency_direction_name(adjacency, (pld_direction)i),
                    check->contradicts[i] ? "the two brackets have nothing in common" : "the two brackets agree");
        }
    }
}

static json_t *object_of(pld__json_builder *build, const pld_cross_check *check) {
    json_t *object = json_object(), *contradicts = json_object();
    for (size_t i = 0; i < PLD_DIRECTIONS; i++) {
        if (check->result.directions[i].asked) {
            pld__json_set(build, contradicts, pld_direction_name((pld_direction)i), json_boolean(check->contradicts[i]));
        }
    }
    pld__json_set(build, object, "engine", check->answered ? json_string(pld_engine_name(check->engine)) : json_null());
    pld__json_set(build, object, "directions", pld__json_directions(build, &check->result));
    pld__json_set(build, object, "contradicts", contradicts);
    return object;
}

bool pld__cross_check_add(const pld_cross_check *check, json_t *object) {
    pld__json_builder build = {.complete = true};
    pld__json_set(&build, object, "cross_check", object_of(&build, check));
    return build.complete;
}

pld__exit pld__cross_check_exit(const pld__command_line *line, const pld_result *first, const pld_cross_check *check,
                                pld__exit code) {
    for (size_t i = 0; i < PLD_DIRECTIONS; i++) {
        if (check->contradicts[i]) {
            fprintf(line->messages,
                    "pld %s: %s and %s contradict each other about %s, so that one of them is wrong: use neither\n",
                    line->command->name, pld__engine_word(first->engines[i].upper), pld_engine_name(check->engine),
                    pld_adjacency_direction_name(line->query.adjacency, (pld_direction)i));
            code = PLD__EXIT_CONTRADICTION;
        }
    }
    return code;
}
