/* pld curve: epsilon at many numbers of compositions, or the privacy profile, printed and kept. */
#include "cli/commands.h"

#include "base/base.h"
#include "base/clock.h"
#include "json/write.h"
#include "options/composition.h"
#include "options/failure.h"
#include "options/options.h"
#include "options/output.h"
#include "report/report.h"
#include "report/study.h"
#include "study/run.h"
#include "study/series.h"
#include "terminal/page.h"
#include "terminal/progress.h"

#include <stdlib.h>
#include <string.h>

typedef pld_status list_reader(pld_study *study, const char *list, pld_error *error);

static pld_status read_option(const pld__command_line *line, pld__option option, const char *name, list_reader *read,
                              pld_study *study, pld_error *error) {
    pld_error value_error = {.message = ""};
    pld_status status = pld__options_require(line, option, error);
    if (status != PLD_OK) {
        return status;
    }
    return pld__option_blame(read(study, line->given[option], &value_error), name, &value_error, error);
}

/* KEY=LIST. */
static pld_status read_vary(pld_study *study, const char *text, pld_error *error) {
    const char *allowed = "KEY=LIST, such as sigma=0.8,1,1.2 or k=1..11:+1";
    const char *equals = strchr(text, '=');
    if (equals == NULL || equals == text) {
        return pld__error_argument(error, text, allowed, "'%s' is not a key and its values", text);
    }
    char *key = strndup(text, (size_t)(equals - text));
    if (key == NULL) {
        return PLD_ERROR_MEMORY;
    }
    pld_status status = pld__study_add_vary(study, key, equals + 1, error);
    free(key);
    return status;
}

/* What is given: deltas, or epsilons for a profile. */
static pld_status read_given(const pld__command_line *line, pld_study *study, pld_error *error) {
    if (line->given[PLD__OPTION_PROFILE] == NULL) {
        return read_option(line, PLD__OPTION_DELTAS, "--delta", pld__study_read_deltas, study, error);
    }
    if (line->given[PLD__OPTION_DELTAS] != NULL) {
        return pld__error_argument(error, "--delta", "one of them", "--delta and --profile exclude each other");
    }
    study->quantity = PLD__QUANTITY_DELTA;
    pld__options_make_relative(&study->options, line->given[PLD__OPTION_TOLERANCE] != NULL,
                               line->given[PLD__OPTION_RELATIVE_TOLERANCE] != NULL);
    return read_option(line, PLD__OPTION_PROFILE, "--profile", pld__study_read_epsilons, study, error);
}

/* The mechanisms of the line and of its schedule, equal ones together: keys may be varied afterwards. */
static pld_status read_mechanisms(const pld__command_line *line, pld_study *study, pld_error *error) {
    const char *series = line->given[PLD__OPTION_SERIES];
    pld_composition *composition = NULL;
    pld_status status = pld__composition_read(line, &composition, error);
    if (status == PLD_OK) {
        status = pld__study_take_composition(study, composition);
    }
    if (status == PLD_OK && series != NULL) {
        study->series = strdup(series);
        status = study->series ? PLD_OK : PLD_ERROR_MEMORY;
    }
    return status;
}

static pld_status read_study(const pld__command_line *line, pld_study *study, pld_error *error) {
    pld_status status = read_given(line, study, error);
    if (status == PLD_OK && line->given[PLD__OPTION_COMPOSITIONS] != NULL) { /* else: the counts as they are */
        status = read_option(line, PLD__OPTION_COMPOSITIONS, "--compositions", pld__study_read_compositions, study, error);
    }
    for (size_t i = 0; i < line->repeated_count && status == PLD_OK; i++) {
        pld_error cause = {.message = ""};
        status = pld__option_blame(read_vary(study, line->repeated[i], &cause), "--vary", &cause, error);
    }
    if (status == PLD_OK) {
        status = read_mechanisms(line, study, error);
    }
    if (status == PLD_OK) {
        status = pld__study_complete(study, error);
    }
    return status == PLD_OK ? pld__output_check_study(line, study, error) : status;
}

/* The ledger of the widest point of each series. */
static void explain(const pld_study *study, const pld_result *results, FILE *stream) {
    size_t size = pld__study_line_size(study);
    pld_unit unit = pld__study_unit(study);
    for (size_t line = 0; line < study->line_count; line++) {
        const pld_result *widest = &results[line * size];
        for (size_t i = 0; i < size; i++) {
            const pld_result *other = &results[line * size + i];
            widest = pld_bracket_width(&other->bracket, unit) > pld_bracket_width(&widest->bracket, unit) ? other : widest;
        }
        char name[PLD__SERIES_NAME_SIZE];
        pld__study_series_name(study, line, name);
        fprintf(stream, "\nthe widest point of %s, %llu compositions:", name,
                (unsigned long long)pld__study_point_at(study, (size_t)(widest - results)).compositions);
        pld__report_explain(widest, study->options.adjacency, stream);
    }
}

static pld_status print_json(const pld_study *study, const pld_result *results, double seconds, FILE *stream) {
    char *text = NULL;
    pld_status status = pld__json_study(study, results, seconds, &text);
    return pld__report_json(status, text, stream);
}

static pld_status print_study(const pld__command_line *line, const pld_study *study, const pld_result *results, double seconds,
                              pld__page *page) {
    bool json = line->given[PLD__OPTION_JSON] != NULL;
    pld_status status = pld__page_open(page);
    if (status != PLD_OK) {
        return status;
    }
    status = json ? print_json(study, results, seconds, page->stream) : pld__study_table(study, results, page->stream);
    if (status == PLD_OK && line->given[PLD__OPTION_EXPLAIN] != NULL) {
        explain(study, results, json ? line->messages : page->stream);
    }
    return pld__page_close(page, status);
}

/* Computes all points, with a bar. */
static pld_status compute(const pld__command_line *line, const pld_study *study, pld_result *results, pld_error *error) {
    pld__progress progress = pld__progress_of_points(line->command->name, pld_study_point_count(study), line->messages);
    const pld__study_work work = {.threads = line->query.threads,
                                  .each_direction = line->given[PLD__OPTION_OUTPUT] || line->given[PLD__OPTION_JSON],
                                  .watcher = pld__progress_watch,
                                  .context = &progress};
    pld_status status = pld__study_run(study, &work, results, error);
    pld__progress_end(&progress);
    return status;
}

pld__exit pld__command_curve(const pld__command_line *line) {
    pld_error error = {.message = ""};
    pld_study *study = pld__study_create(&line->query);
    pld_result *results = NULL;
    pld__page page = {.text = NULL};
    double started = pld__seconds_now();
    size_t too_wide = 0, points = 0;
    pld_status status = study ? read_study(line, study, &error) : PLD_ERROR_MEMORY;
    if (status == PLD_OK) {
        points = pld_study_point_count(study);
        results = calloc(points, sizeof *results);
        status = results ? compute(line, study, results, &error) : PLD_ERROR_MEMORY;
    }
    if (status == PLD_OK) {
        status = print_study(line, study, results, pld__seconds_now() - started, &page);
    }
    if (status == PLD_OK && line->given[PLD__OPTION_OUTPUT] != NULL) {
        pld__results_of pair = {.study = study, .results = results};
        const pld__answers answers = pld__answers_in_memory(&pair);
        status = pld__study_write(study, &answers, line->given[PLD__OPTION_OUTPUT], pld__output_mode(line), line->invocation,
                                  NULL, &error);
    }
    if (status == PLD_OK) {
        pld__page_print(&page, line->output);
        too_wide = pld__study_too_wide(study, results);
    }
    pld__exit code = PLD__EXIT_DONE;
    if (status != PLD_OK) {
        code = pld__failure_of_line(line, status, &error);
    } else if (too_wide > 0) {
        fprintf(line->messages, "pld curve: all brackets are valid, but %zu of %zu are wider than asked for\n", too_wide, points);
        code = PLD__EXIT_TOLERANCE;
    }
    pld__page_free(&page);
    free(results);
    pld_study_free(study);
    return code;
}
