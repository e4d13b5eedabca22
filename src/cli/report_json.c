/* The JSON objects of schema pld.epsilon/1 and pld.delta/1. */
#include "cli/decimal.h"
#include "cli/json_text.h"
#include "cli/option_values.h"
#include "cli/report.h"

#include "base/base.h"
#include <float.h>
#include <math.h>

/* Sets a member; whether all of them were set is checked once, at the end. */
typedef struct builder {
    bool complete;
} builder;

static void set(builder *build, json_t *object, const char *key, json_t *value) {
    /* Takes the value also on failure, and fails when there is none. */
    if (json_object_set_new(object, key, value) != 0) {
        build->complete = false;
    }
}

static json_t *bracket_object(builder *build, double lower, double estimate, double upper) {
    json_t *object = json_object();
    set(build, object, "lower", pld__json_number(lower));
    set(build, object, "estimate", pld__json_number(estimate));
    set(build, object, "upper", pld__json_number(upper));
    return object;
}

static json_t *plain_bracket(builder *build, const pld_bracket *bracket) {
    return bracket_object(build, bracket->lower, bracket->estimate, bracket->upper);
}

/* The two brackets of a log delta; delta is at most 1, whatever outward rounding says. The ends only moved outward, so the
 * estimate stays inside. */
static json_t *delta_bracket(builder *build, const pld_bracket *log_bracket) {
    double lower = pld__exp_rounded(log_bracket->lower, PLD__ROUND_DOWN);
    double upper = fmin(1, pld__exp_rounded(log_bracket->upper, PLD__ROUND_UP));
    double estimate = pld__exp_rounded(log_bracket->estimate, PLD__ROUND_NEAREST);
    return bracket_object(build, lower, fmin(upper, fmax(lower, estimate)), upper);
}

static json_t *log10_delta_bracket(builder *build, const pld_bracket *log_bracket) {
    double lower = pld__log10_rounded(log_bracket->lower, PLD__ROUND_DOWN);
    double upper = fmin(0, pld__log10_rounded(log_bracket->upper, PLD__ROUND_UP));
    double estimate = pld__log10_rounded(log_bracket->estimate, PLD__ROUND_NEAREST);
    return bracket_object(build, lower, fmin(upper, fmax(lower, estimate)), upper);
}

static json_t *mechanisms_array(builder *build, const pld__composition *composition) {
    json_t *array = json_array();
    for (size_t i = 0; i < composition->step_count; i++) {
        json_t *object = json_object();
        set(build, object, "given", pld__json_text(composition->given[i]));
        set(build, object, "resolved", pld__json_text(pld_mechanism_resolved(composition->mechanisms[i])));
        set(build, object, "count", pld__json_whole(composition->steps[i].count));
        if (json_array_append_new(array, object) != 0) {
            build->complete = false;
        }
    }
    return array;
}

static json_t *ledger_object(builder *build, const pld_ledger *ledger) {
    json_t *object = json_object();
    set(build, object, "cells", pld__json_number(ledger->cells));
    set(build, object, "grid", pld__json_number(ledger->grid));
    set(build, object, "tail", pld__json_number(ledger->tail));
    set(build, object, "wraparound", pld__json_number(ledger->wraparound));
    set(build, object, "roundoff", pld__json_number(ledger->roundoff));
    return object;
}

static json_t *direction_ledgers(builder *build, const pld_direction_result *direction) {
    json_t *object = json_object();
    set(build, object, "upper", ledger_object(build, &direction->upper));
    set(build, object, "lower", ledger_object(build, &direction->lower));
    return object;
}

typedef json_t *direction_part(builder *build, const pld__report *report, const pld_direction_result *direction);

static json_t *direction_bracket_part(builder *build, const pld__report *report, const pld_direction_result *direction) {
    return report->question == PLD__ASKS_EPSILON ? plain_bracket(build, &direction->bracket)
                                                 : delta_bracket(build, &direction->bracket);
}

static json_t *direction_ledger_part(builder *build, const pld__report *report, const pld_direction_result *direction) {
    (void)report;
    return direction_ledgers(build, direction);
}

/* {"remove": .., "add": ..} of the directions that were asked for. */
static json_t *directions_object(builder *build, const pld__report *report, direction_part *part) {
    json_t *object = json_object();
    for (size_t i = 0; i < PLD_DIRECTIONS; i++) {
        const pld_direction_result *direction = &report->result->directions[i];
        if (direction->asked) {
            set(build, object, pld_direction_name((pld_direction)i), part(build, report, direction));
        }
    }
    return object;
}

typedef struct note_list {
    builder *build;
    json_t *array;
} note_list;

static void append_note(const char *note, void *context) {
    note_list *list = context;
    if (json_array_append_new(list->array, pld__json_text(note)) != 0) {
        list->build->complete = false;
    }
}

static json_t *notes_array(builder *build, const pld__report *report) {
    note_list list = {.build = build, .array = json_array()};
    pld__report_notes(report, append_note, &list);
    return list.array;
}

/* What was given and what is answered. */
static void set_question(builder *build, json_t *object, const pld__report *report) {
    const pld__command_line *line = report->line;
    const pld_bracket *bracket = &report->result->bracket;
    if (report->question == PLD__ASKS_EPSILON) {
        set(build, object, "delta", pld__json_number(line->delta));
        if (line->delta < DBL_MIN && line->log_delta > -INFINITY) { /* too small for a double */
            set(build, object, "log10_delta", pld__json_number(line->log_delta / PLD__LN_10));
        }
        set(build, object, "adjacency", json_string(pld__adjacency_name(line->query.adjacency)));
        set(build, object, "epsilon", plain_bracket(build, bracket));
    } else {
        set(build, object, "epsilon", pld__json_number(line->epsilon));
        set(build, object, "adjacency", json_string(pld__adjacency_name(line->query.adjacency)));
        set(build, object, "delta", delta_bracket(build, bracket));
        set(build, object, "log10_delta", log10_delta_bracket(build, bracket));
    }
}

pld_status pld__report_json(const pld__report *report, FILE *stream) {
    const pld_result *result = report->result;
    builder build = {.complete = true};
    json_t *object = json_object();
    set(&build, object, "schema", json_string(report->question == PLD__ASKS_EPSILON ? "pld.epsilon/1" : "pld.delta/1"));
    set(&build, object, "version", json_string(pld_version()));
    set(&build, object, "mechanisms", mechanisms_array(&build, report->composition));
    set_question(&build, object, report);
    set(&build, object, "directions", directions_object(&build, report, direction_bracket_part));
    set(&build, object, "tolerance", pld__json_number(result->tolerance));
    set(&build, object, "tolerance_met", json_boolean(result->tolerance_met));
    set(&build, object, "ledger", directions_object(&build, report, direction_ledger_part));
    set(&build, object, "notes", notes_array(&build, report));
    set(&build, object, "buckets", pld__json_whole(result->buckets));
    set(&build, object, "bucket_width", pld__json_number(result->bucket_width));
    set(&build, object, "seconds", pld__json_number(result->seconds));
    if (build.complete) {
        (void)pld__json_print(object, stream); /* whether it worked is seen when the stream is flushed */
    }
    json_decref(object);
    return build.complete ? PLD_OK : PLD_ERROR_MEMORY;
}
