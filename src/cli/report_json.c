/* The JSON objects of schema pld.epsilon/1 and pld.delta/1. */
#include "cli/json_result.h"
#include "cli/option_values.h"
#include "cli/report.h"
#include "cli/verification.h"

static json_t *direction_ledgers(pld__json_builder *build, const pld_direction_result *direction) {
    json_t *object = json_object();
    pld__json_set(build, object, "upper", pld__json_ledger(build, &direction->upper));
    pld__json_set(build, object, "lower", pld__json_ledger(build, &direction->lower));
    return object;
}

typedef json_t *direction_part(pld__json_builder *build, const pld__report *report, const pld_direction_result *direction);

static json_t *direction_bracket_part(pld__json_builder *build, const pld__report *report,
                                      const pld_direction_result *direction) {
    return report->question == PLD__ASKS_EPSILON ? pld__json_bracket(build, &direction->bracket)
                                                 : pld__json_delta_bracket(build, &direction->bracket);
}

static json_t *direction_ledger_part(pld__json_builder *build, const pld__report *report, const pld_direction_result *direction) {
    (void)report;
    return direction_ledgers(build, direction);
}

/* {"remove": .., "add": ..} of the directions that were asked for. */
static json_t *directions_object(pld__json_builder *build, const pld__report *report, direction_part *part) {
    json_t *object = json_object();
    for (size_t i = 0; i < PLD_DIRECTIONS; i++) {
        const pld_direction_result *direction = &report->result->directions[i];
        if (direction->asked) {
            pld__json_set(build, object, pld_direction_name((pld_direction)i), part(build, report, direction));
        }
    }
    return object;
}

json_t *pld__report_json_notes(pld__json_builder *build, const pld__report *report) {
    pld__json_notes list = {.build = build, .array = json_array()};
    pld__report_notes(report, pld__json_note, &list);
    return list.array;
}

/* What was given and what is answered. */
static void set_question(pld__json_builder *build, json_t *object, const pld__report *report) {
    const pld__command_line *line = report->line;
    const pld_bracket *bracket = &report->result->bracket;
    if (report->question == PLD__ASKS_EPSILON) {
        pld__json_set_delta(build, object, line->delta, line->log_delta);
        pld__json_set(build, object, "adjacency", json_string(pld__adjacency_name(line->query.adjacency)));
        pld__json_set(build, object, "epsilon", pld__json_bracket(build, bracket));
    } else {
        pld__json_set(build, object, "epsilon", pld__json_number(line->epsilon));
        pld__json_set(build, object, "adjacency", json_string(pld__adjacency_name(line->query.adjacency)));
        pld__json_set(build, object, "delta", pld__json_delta_bracket(build, bracket));
        pld__json_set(build, object, "log10_delta", pld__json_log10_bracket(build, bracket));
    }
}

pld_status pld__report_json(const pld__report *report, const pld__verification *verification, FILE *stream) {
    const pld_result *result = report->result;
    pld__json_builder build = {.complete = true};
    json_t *object = json_object();
    pld__json_set(&build, object, "schema", json_string(report->question == PLD__ASKS_EPSILON ? "pld.epsilon/1" : "pld.delta/1"));
    pld__json_set(&build, object, "version", json_string(pld_version()));
    pld__json_set(&build, object, "mechanisms", pld__json_mechanisms(&build, report->composition));
    set_question(&build, object, report);
    pld__json_set(&build, object, "directions", directions_object(&build, report, direction_bracket_part));
    pld__json_set(&build, object, "tolerance", pld__json_number(result->tolerance));
    pld__json_set(&build, object, "tolerance_met", json_boolean(result->tolerance_met));
    pld__json_set(&build, object, "ledger", directions_object(&build, report, direction_ledger_part));
    pld__json_set(&build, object, "notes", pld__report_json_notes(&build, report));
    pld__json_set(&build, object, "buckets", pld__json_whole(result->buckets));
    pld__json_set(&build, object, "bucket_width", pld__json_number(result->bucket_width));
    pld__json_set(&build, object, "seconds", pld__json_number(result->seconds));
    if (verification != NULL) {
        pld__json_set(&build, object, "verification", pld__verification_json(&build, verification, report->composition));
        pld__json_set(&build, object, "certificate", pld__certificate_json(&build, verification));
    }
    build.complete = build.complete && pld__json_print(object, stream);
    json_decref(object);
    return build.complete ? PLD_OK : PLD_ERROR_MEMORY;
}
