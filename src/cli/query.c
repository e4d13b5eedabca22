#include "cli/query.h"

#include "json/write.h"
#include "options/composition.h"
#include "options/failure.h"
#include "options/options.h"
#include "report/cross_check.h"
#include "report/reasons.h"
#include "report/report.h"
#include "report/verification.h"
#include "statement/reported.h"
#include "study/study.h"

/* An answer and what belongs to it. */
typedef struct {
    pld_result result;
    pld__reasons reasons;
    pld__verification verification;
    pld_cross_check check;
    bool is_proven, is_checked; /* the last two are there */
} answer;

static pld_status ask(const pld__command_line *line, const pld_composition *composition, pld_unit asked, answer *found,
                      pld_error *error) {
    pld_options options = line->query;
    pld__reasons_listen(line, &found->reasons, &options);
    if (asked != PLD_UNIT_EPSILON) {
        pld__options_make_relative(&options, line->given[PLD__OPTION_TOLERANCE] != NULL,
                                   line->given[PLD__OPTION_RELATIVE_TOLERANCE] != NULL);
    }
    long double given = asked == PLD_UNIT_EPSILON ? pld_delta_log(&line->delta) : (long double)line->epsilon;
    pld_status status = asked == PLD_UNIT_EPSILON
                            ? pld_composition_epsilon(composition, given, &options, &found->result, error)
                            : pld_composition_delta(composition, line->epsilon, &options, &found->result, error);
    if (status == PLD_OK && line->given[PLD__OPTION_CROSS_CHECK] != NULL) {
        size_t count = 0;
        const pld_step *steps = pld_composition_steps(composition, &count);
        options.explainer = NULL;
        status = pld_query_cross_check(steps, count, given, &options, &found->result, &found->check, error);
        found->is_checked = status == PLD_OK;
    }
    if (status == PLD_OK && line->given[PLD__OPTION_VERIFY] != NULL) {
        pld__asserted claim = pld__asserted_of(line, &found->result);
        status = pld__verification_run(composition, &claim, &found->verification, error);
        found->is_proven = status == PLD_OK;
    }
    return status;
}

/* The number to report with what it is of, or why there is none. */
static void print_reported(const pld__command_line *line, const pld_composition *composition, const pld_result *result) {
    bool epsilon = result->unit == PLD_UNIT_EPSILON;
    size_t count = 0;
    const pld_step *steps = pld_composition_steps(composition, &count);
    pld__reported reported = pld__reported_of(steps, count, line->query.adjacency, result);
    if (reported.reason != NULL) {
        fprintf(line->output, "report: none: %s\n", reported.reason);
    } else {
        fprintf(line->output, "report: %s = %s at %s = %s, %s%s\n", epsilon ? "epsilon" : "delta", reported.number,
                epsilon ? "delta" : "epsilon", line->given[epsilon ? PLD__OPTION_DELTA : PLD__OPTION_EPSILON],
                pld_adjacency_name(line->query.adjacency),
                result->theory_gap ? " (the upper end; lower and upper are those of two pairs)" : "");
    }
}

static void print_words(const pld__command_line *line, const pld_composition *composition, const pld_result *result) {
    bool epsilon = result->unit == PLD_UNIT_EPSILON;
    fprintf(line->output, "%s at %s = %s, %s\n", epsilon ? "epsilon" : "delta", epsilon ? "delta" : "epsilon",
            line->given[epsilon ? PLD__OPTION_DELTA : PLD__OPTION_EPSILON], pld_adjacency_name(line->query.adjacency));
    pld__composition_print(composition, line->output);
    putc('\n', line->output);
    pld__report_brackets(result, line->query.adjacency, line->output);
    print_reported(line, composition, result);
    pld__report_notes(line, composition, result->memory_bound, line->output);
}

static pld_status print_json(const pld__command_line *line, const pld_composition *composition, const answer *found) {
    char *text = NULL;
    const pld__json_answer answered = {composition, &line->query, &found->result};
    json_t *more = pld__verification_more(found->is_proven ? &found->verification : NULL, composition);
    if (more != NULL && found->is_checked && !pld__cross_check_add(&found->check, more)) {
        json_decref(more);
        more = NULL;
    }
    pld_status status = found->result.unit == PLD_UNIT_EPSILON ? pld__json_epsilon(&answered, &line->delta, more, &text)
                                                               : pld__json_delta(&answered, line->epsilon, more, &text);
    return pld__report_json(status, text, line->output);
}

static pld_status print(const pld__command_line *line, const pld_composition *composition, const answer *found) {
    bool json = line->given[PLD__OPTION_JSON] != NULL;
    pld_status status = PLD_OK;
    if (json) {
        status = print_json(line, composition, found);
    } else {
        print_words(line, composition, &found->result);
    }
    if (!json && found->is_checked) {
        pld__cross_check_print(&found->check, line->query.adjacency, line->output);
    }
    if (!json && found->is_proven) {
        putc('\n', line->output);
        pld__verification_print(&found->verification, composition, line->output);
    }
    if (status == PLD_OK && line->given[PLD__OPTION_EXPLAIN] != NULL) {
        pld__reasons_print(&found->reasons, json ? line->messages : line->output);
        pld__report_explain(&found->result, line->query.adjacency, json ? line->messages : line->output);
    }
    return status;
}

pld__exit pld__query_run(const pld__command_line *line, pld__option given, pld_unit asked) {
    pld_error error = {.message = ""};
    pld_composition *composition = NULL;
    answer found = {.is_proven = false};
    pld__exit code = PLD__EXIT_DONE;
    pld_status status = pld__options_require(line, given, &error);
    if (status == PLD_OK) {
        status = pld__composition_read(line, &composition, &error);
    }
    if (status == PLD_OK) {
        status = ask(line, composition, asked, &found, &error);
    }
    if (status == PLD_OK) {
        status = print(line, composition, &found);
    }
    if (status != PLD_OK) {
        code = pld__failure_of_line(line, status, &error);
    } else if (!found.result.tolerance_met) {
        pld__report_tolerance_is_not_met(line, &found.result);
        code = PLD__EXIT_TOLERANCE;
    }
    if (status == PLD_OK && found.is_proven) {
        code = pld__verification_exit(&found.verification, code);
    }
    if (status == PLD_OK && found.is_checked) {
        code = pld__cross_check_exit(line, &found.result, &found.check, code);
    }
    pld_composition_free(composition);
    return code;
}
