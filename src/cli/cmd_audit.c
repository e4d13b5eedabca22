/* pld audit: does an attack contradict a claim? */
#include "cli/commands.h"

#include "base/base.h"
#include "base/decimal.h"
#include "base/list.h"
#include "base/number.h"
#include "json/write.h"
#include "options/composition.h"
#include "options/failure.h"
#include "options/options.h"
#include "options/output.h"
#include "process/input.h"
#include "report/report.h"
#include "store/scores.h"
#include "terminal/page.h"

#include <inttypes.h>
#include <math.h>

static const double default_alpha = 0.05;

typedef struct audit_report {
    const pld__command_line *line;
    pld_composition *composition; /* NULL: no claim is tested */
    pld_audit_terms terms;
    pld_attack_counts counts;
    bool one_run;
    char threshold[PLD__NUMBER_SIZE]; /* "" if none was chosen */
    pld_audit audit;
} audit_report;

/* --- the question --------------------------------------------------------------------------------------------------- */

/* Which data are given; exactly one kind must be. */
static pld_status check_data(const pld__command_line *line, pld_error *error) {
    const char *allowed = "--tp A/N and --fp B/M, or --one-run M,R,V, or --scores FILE.csv with --threshold";
    const char *const *given = line->given;
    bool counts = given[PLD__OPTION_TRUE_POSITIVES] || given[PLD__OPTION_FALSE_POSITIVES];
    bool one_run = given[PLD__OPTION_ONE_RUN] != NULL, scores = given[PLD__OPTION_SCORES] != NULL;
    if (counts + one_run + scores != 1) {
        return pld__error_argument(error, counts + one_run + scores > 1 ? "--one-run" : "--tp", allowed,
                                   counts + one_run + scores > 1 ? "only one kind of data can be given"
                                                                 : "what the attack did is missing");
    }
    if (counts) {
        pld_status status = pld__options_require(line, PLD__OPTION_TRUE_POSITIVES, error);
        return status == PLD_OK ? pld__options_require(line, PLD__OPTION_FALSE_POSITIVES, error) : status;
    }
    if (scores && given[PLD__OPTION_THRESHOLD] == NULL) {
        return pld__error_argument(error, "--scores", "--threshold split or --threshold any",
                                   "a threshold that is chosen on the data that it is judged by has to be paid for: "
                                   "--threshold is missing");
    }
    if (!scores && given[PLD__OPTION_THRESHOLD] != NULL) {
        return pld__error_argument(error, "--threshold", allowed, "--threshold is about scores, and there are none");
    }
    if (one_run && given[PLD__OPTION_TEST] != NULL) {
        return pld__error_argument(error, "--test", allowed, "--test is about --tp and --fp: one run has a test of its own");
    }
    return PLD_OK;
}

static pld_status check_asked(const pld__command_line *line, pld_error *error) {
    bool claim = pld__composition_is_named(line);
    if (!claim && line->given[PLD__OPTION_DELTA] == NULL) {
        return pld__error_argument(error, "--delta",
                                   "--delta D for an epsilon that is refuted, mechanisms for a verdict, or both",
                                   "neither --delta nor a mechanism is given");
    }
    if (line->given[PLD__OPTION_OUTPUT] != NULL && (!claim || line->given[PLD__OPTION_ONE_RUN] != NULL)) {
        return pld__error_argument(error, "--output", "a mechanism, and runs with and without the record",
                                   "there is no curve to put the attack beside");
    }
    return pld__output_check_series(line, error);
}

static pld_status read_terms(audit_report *report, pld_error *error) {
    const pld__command_line *line = report->line;
    uint64_t looks = line->looks > 0 ? line->looks : 1, thresholds = 1;
    report->counts = line->counts;
    report->one_run = line->given[PLD__OPTION_ONE_RUN] != NULL;
    if (line->given[PLD__OPTION_SCORES] != NULL) {
        pld__scores scores;
        double threshold = 0;
        const char *path = NULL;
        pld_status status = pld__input_path(line->given[PLD__OPTION_SCORES], &path, error);
        if (status != PLD_OK) {
            return status;
        }
        status = pld__scores_read(path, &scores, error);
        if (status == PLD_OK) {
            status = pld_audit_threshold(scores.in.values, scores.in.count, scores.out.values, scores.out.count, line->threshold,
                                         &report->counts, &thresholds, &threshold, error);
        }
        pld__scores_free(&scores);
        if (status != PLD_OK) {
            return status;
        }
        pld__number_write(threshold, report->threshold);
    }
    if (looks > UINT64_MAX / thresholds) {
        return pld__error_argument(error, "--looks", "a smaller number", "there are too many looks");
    }
    report->terms = (pld_audit_terms){.size = sizeof report->terms,
                                      .alpha = line->alpha > 0 ? line->alpha : default_alpha,
                                      .looks = looks * thresholds,
                                      .log_delta = line->given[PLD__OPTION_DELTA] ? line->delta.log : NAN,
                                      .test = line->test};
    return PLD_OK;
}

static pld_status read_claim(audit_report *report, pld_error *error) {
    const pld__command_line *line = report->line;
    if (!pld__composition_is_named(line)) {
        return PLD_OK;
    }
    return pld__composition_read(line, &report->composition, error);
}

static pld_status ask(audit_report *report, pld_error *error) {
    size_t count = 0;
    const pld_step *steps = report->composition ? pld_composition_steps(report->composition, &count) : NULL;
    report->audit = (pld_audit){.size = sizeof report->audit};
    return report->one_run
               ? pld_audit_one_run(&report->line->canaries, &report->terms, steps, count, &report->line->query, &report->audit,
                                   error)
               : pld_audit_counts(&report->counts, &report->terms, steps, count, &report->line->query, &report->audit, error);
}

/* --- the answer ----------------------------------------------------------------------------------------------------- */

static void print_data(const audit_report *report, FILE *stream) {
    const pld_attack_counts *counts = &report->counts;
    const pld_canaries *run = &report->line->canaries;
    const char *confidence = report->line->given[PLD__OPTION_CONFIDENCE];
    if (report->one_run) {
        fprintf(stream, "one run: %" PRIu64 " of %" PRIu64 " guesses right, %" PRIu64 " canaries", run->correct, run->guesses,
                run->canaries);
    } else {
        fprintf(stream, "'in' was said in %" PRIu64 " of %" PRIu64 " runs with the record, %" PRIu64 " of %" PRIu64 " without",
                counts->true_positives, counts->positives, counts->false_positives, counts->negatives);
    }
    fprintf(stream, "; confidence %s", confidence ? confidence : "0.95");
    if (report->terms.looks > 1) {
        fprintf(stream, ", %" PRIu64 " looks", report->terms.looks);
    }
    putc('\n', stream);
    if (report->threshold[0] != '\0') {
        fprintf(stream, "'in': a score %s %s, chosen on %s\n",
                report->line->threshold == PLD_THRESHOLD_SPLIT ? "from" : "from about", report->threshold,
                report->line->threshold == PLD_THRESHOLD_SPLIT ? "the other half of the runs" : "these runs");
    }
    if (report->composition != NULL) {
        pld__composition_print(report->composition, stream);
    }
    putc('\n', stream);
}

static void print_number(const char *format, double value, pld__rounding rounding, FILE *stream) {
    char text[PLD__DECIMAL_SIZE];
    pld__decimal_significant(value, 10, rounding, text);
    fprintf(stream, format, text);
}

static void print_epsilon(const audit_report *report, FILE *stream) {
    const pld_audit *audit = &report->audit;
    if (isnan(audit->epsilon_lower)) {
        return;
    }
    if (audit->epsilon_lower > 0) {
        print_number("refuted: every epsilon below %s", audit->epsilon_lower, PLD__ROUND_DOWN, stream);
    } else {
        fprintf(stream, "refuted: no epsilon");
    }
    pld_adjacency adjacency = report->line->query.adjacency;
    bool both = pld_adjacency_asks(adjacency, PLD_REMOVE) && pld_adjacency_asks(adjacency, PLD_ADD);
    fprintf(stream, " at delta = %s%s%s\n", report->line->given[PLD__OPTION_DELTA],
            both ? "" : ", of this direction alone: ", both ? "" : pld_adjacency_name(adjacency));
    if (!isnan(audit->epsilon_printed)) {
        print_number("as printed (Steinke, Nasr and Jagielski 2023; no theorem for all counts): %s\n", audit->epsilon_printed,
                     PLD__ROUND_NEAREST, stream);
    }
    if (isinf(audit->epsilon_claimed)) {
        fprintf(stream, "no epsilon of the mechanisms is certified there\n");
    } else if (!isnan(audit->epsilon_claimed)) {
        print_number("the mechanisms have at most %s there, certified\n", audit->epsilon_claimed, PLD__ROUND_UP, stream);
    }
}

static void print_verdict(const audit_report *report, FILE *stream) {
    const pld_audit *audit = &report->audit;
    if (audit->verdict == PLD_VERDICT_NONE) {
        return;
    }
    char p[PLD__DECIMAL_SIZE];
    pld__decimal_significant(audit->p_value, 4, PLD__ROUND_UP, p);
    fprintf(stream, "p-value of the certified curve, %s: at most %s\n%s\n", pld_adjacency_name(report->line->query.adjacency), p,
            pld_verdict_kind_name(audit->verdict));
    pld__report_print_note(pld_verdict_kind_meaning(audit->verdict), stream);
}

static void print_words(const audit_report *report, FILE *stream) {
    const pld_audit *audit = &report->audit;
    print_data(report, stream);
    if (!isnan(audit->tpr_lower)) {
        print_number("true-positive rate at least %s, ", audit->tpr_lower, PLD__ROUND_DOWN, stream);
        print_number("false-positive rate at most %s\n", audit->fpr_upper, PLD__ROUND_UP, stream);
    }
    print_epsilon(report, stream);
    print_verdict(report, stream);
    for (size_t i = 0; pld_audit_assumption(report->one_run, i) != NULL; i++) {
        pld__report_print_note(pld_audit_assumption(report->one_run, i), stream);
    }
    if (!isnan(audit->epsilon_lower) && audit->verdict != PLD_VERDICT_NONE) {
        pld__report_print_note("The verdict and the refuted epsilon hold with this confidence each, not both together.", stream);
    }
    if (report->composition != NULL) {
        pld__report_notes(report->line, report->composition, false, stream);
    }
}

static pld_status print(const audit_report *report, FILE *stream) {
    char *text = NULL;
    if (report->line->given[PLD__OPTION_JSON] == NULL) {
        print_words(report, stream);
        return PLD_OK;
    }
    const pld__audit_view view = {.composition = report->composition,
                                  .options = &report->line->query,
                                  .terms = &report->terms,
                                  .delta = report->line->given[PLD__OPTION_DELTA] ? &report->line->delta : NULL,
                                  .counts = report->one_run ? NULL : &report->counts,
                                  .canaries = report->one_run ? &report->line->canaries : NULL,
                                  .threshold = report->threshold[0] ? report->threshold : NULL};
    pld_status status = pld__json_audit(&view, &report->audit, &text);
    return pld__report_json(status, text, stream);
}

/* --- the figure ------------------------------------------------------------------------------------------------------- */

/* The certified curve at many rates, and what the attack did, as a trade-off for 'pld plot'. */
static pld_status write_figure(const audit_report *report, pld_error *error) {
    const pld__command_line *line = report->line;
    const pld_attack_counts *counts = &report->counts;
    const pld__attack_region region = {(double)counts->false_positives / (double)counts->negatives, report->audit.fpr_upper,
                                       (double)counts->true_positives / (double)counts->positives, report->audit.tpr_lower};
    pld__tradeoff tradeoff = {.composition = report->composition, .options = &line->query, .region = &region};
    double *rates = NULL;
    if (line->given[PLD__OPTION_OUTPUT] == NULL) {
        return PLD_OK;
    }
    pld_status status = pld__list_parse(PLD__TRADEOFF_RATES, &rates, &tradeoff.rate_count, error);
    tradeoff.rates = rates;
    if (status == PLD_OK) {
        status = pld__tradeoff_check_output(&tradeoff, line->given[PLD__OPTION_OUTPUT], pld__output_mode(line),
                                            line->given[PLD__OPTION_SERIES], error);
    }
    if (status == PLD_OK) {
        status = pld__tradeoff_compute(&tradeoff, NULL, NULL, error);
    }
    if (status == PLD_OK) {
        status = pld__tradeoff_write(&tradeoff, line->given[PLD__OPTION_OUTPUT], pld__output_mode(line),
                                     line->given[PLD__OPTION_SERIES], line->invocation, error);
    }
    pld__tradeoff_free(&tradeoff);
    pld__free(rates);
    return status;
}

pld__exit pld__command_audit(const pld__command_line *line) {
    pld_error error = {.message = ""};
    audit_report report = {.line = line};
    pld__page page = {.text = NULL};
    pld_status status = check_data(line, &error);
    if (status == PLD_OK) {
        status = check_asked(line, &error);
    }
    if (status == PLD_OK) {
        status = read_terms(&report, &error);
    }
    if (status == PLD_OK) {
        status = read_claim(&report, &error);
    }
    if (status == PLD_OK) {
        status = ask(&report, &error);
    }
    if (status == PLD_OK) {
        status = pld__page_open(&page);
    }
    if (status == PLD_OK) {
        status = pld__page_close(&page, print(&report, page.stream));
    }
    if (status == PLD_OK) {
        status = write_figure(&report, &error);
    }
    if (status == PLD_OK) {
        pld__page_print(&page, line->output);
    }
    pld__page_free(&page);
    pld_composition_free(report.composition);
    if (status != PLD_OK) {
        return pld__failure_of_line(line, status, &error);
    }
    return report.audit.verdict == PLD_VERDICT_REFUTED ? PLD__EXIT_NO : PLD__EXIT_DONE;
}
