/* pld sweep: computes the grid of an experiment into a file, in steps that survive whatever happens. */
#include "base/base.h"
#include "cli/experiment.h"
#include "cli/failure.h"
#include "cli/options.h"
#include "cli/stored.h"
#include "cli/study_report.h"
#include "cli/study_run.h"
#include "cli/study_series.h"
#include "store/failure.h"
#include "store/file.h"
#include "store/journal.h"
#include "store/provenance.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Each point is kept as soon as it is finished, and pieces of one point share the threads best. */
enum { PIECE_SIZE = 1 };

/* Of the experiment and of what computes it: points of two programs do not go into one file. */
static pld_status fingerprint_of(const pld__study *study, uint64_t *fingerprint) {
    size_t size = strlen(study->experiment) + strlen(pld_version()) + strlen(pld__provenance_commit()) + 3;
    char *text = malloc(size);
    if (text == NULL) {
        return PLD_ERROR_MEMORY;
    }
    size_t length = (size_t)snprintf(text, size, "%s\n%s\n%s", pld_version(), pld__provenance_commit(), study->experiment);
    *fingerprint = pld__fingerprint(text, length);
    free(text);
    return PLD_OK;
}

static pld_status read_line(const pld__command_line *line, const char **experiment, pld_error *error) {
    pld_status status = pld__only_operand(line, "EXPERIMENT.json", experiment, error);
    if (status == PLD_OK) {
        status = pld__options_require(line, PLD__OPTION_OUTPUT, error);
    }
    return status;
}

/* Is a file that is there to be replaced by what the journal has? */
static bool replaces(const pld__command_line *line, const char *journal) {
    return line->given[PLD__OPTION_FORCE] && pld__file_exists(journal);
}

/* Is the file what this experiment gives? Then there is nothing to go on with. */
static pld_status look_for_end(const pld__study *study, const char *path, bool *ended) {
    pld_store *store = NULL;
    size_t count = pld__study_series_count(study), lines = pld__study_lines_per_series(study);
    pld_status status = pld_store_read(path, &store, NULL);
    bool finished = status == PLD_OK;
    if (status == PLD_ERROR_MEMORY) {
        return status; /* it may be */
    }
    for (size_t i = 0; i < count && finished; i++) {
        char name[256];
        pld__study_series_name(study, i * lines, name, sizeof name);
        const pld_series *series = pld_store_find(store, name);
        const pld_attribute *experiment = series ? pld_series_attribute(series, "experiment") : NULL;
        finished = experiment != NULL && experiment->text != NULL && strcmp(experiment->text, study->experiment) == 0;
    }
    pld_store_free(store);
    *ended = finished;
    return PLD_OK;
}

static void say_done(const char *path, size_t points, size_t computed) {
    fprintf(stderr, "pld sweep: '%s' has all %zu point%s, %zu computed now\n", path, points, points == 1 ? "" : "s", computed);
}

/* Computes what is not in the journal, writes the file, removes the journal. */
static pld_status run_points(const pld__command_line *line, const pld__study *study, const char *journal, size_t *too_wide,
                             pld_error *error) {
    const char *path = line->given[PLD__OPTION_OUTPUT];
    pld__study_outcome outcome = {.points = 0};
    pld__study_work work = {.command = "sweep",
                            .piece_size = PIECE_SIZE,
                            .journal = journal,
                            .mode = line->given[PLD__OPTION_RESUME]  ? PLD__JOURNAL_RESUME
                                    : line->given[PLD__OPTION_FORCE] ? PLD__JOURNAL_DISCARD
                                                                     : PLD__JOURNAL_NEW,
                            .stops_on_signals = true,
                            .each_direction = true,
                            .progress_lines = true};
    pld_result *results = calloc(pld__study_line_count(study) * pld__study_line_size(study), sizeof *results);
    pld_status status = results ? fingerprint_of(study, &work.fingerprint) : PLD_ERROR_MEMORY;
    if (status == PLD_OK) {
        status = pld__study_run(study, &work, results, &outcome, error);
    }
    if (status == PLD_ERROR_STOPPED) {
        snprintf(error->message, sizeof error->message, "stopped; %zu of %zu points are kept in '%s', --resume goes on",
                 outcome.kept, outcome.points, journal);
    }
    if (status == PLD_OK) {
        status = pld__study_write(study, results, path, pld__output_mode(line), error);
    }
    if (status == PLD_OK) {
        say_done(path, outcome.points, outcome.points - outcome.found);
        *too_wide = pld__study_too_wide(study, results);
    }
    pld__journal_close(outcome.journal, status == PLD_OK);
    free(results);
    return status;
}

static pld_status run_density(const pld__command_line *line, const pld__study *study, pld_error *error) {
    const char *path = line->given[PLD__OPTION_OUTPUT];
    pld_status status = pld__study_write(study, NULL, path, pld__output_mode(line), error);
    if (status == PLD_OK) {
        size_t points = pld__study_line_count(study) * pld__study_line_size(study);
        say_done(path, points, points);
    }
    return status;
}

static pld_status run_study(const pld__command_line *line, const pld__study *study, const char *journal, size_t *too_wide,
                            pld_error *error) {
    pld_status status = pld__output_check(study, line, error);
    if (status == PLD_OK && pld__file_exists(journal) && !line->given[PLD__OPTION_RESUME] && !line->given[PLD__OPTION_FORCE]) {
        status = pld__error_file(
            error, journal,
            "'%s' has the points of a sweep that was not finished; --resume goes on with it, --force begins again", journal);
    }
    if (status != PLD_OK) {
        return status;
    }
    return study->quantity == PLD__QUANTITY_DENSITY ? run_density(line, study, error)
                                                    : run_points(line, study, journal, too_wide, error);
}

pld__exit pld__command_sweep(const pld__command_line *line) {
    pld_error error = {.message = ""};
    pld__study study = {.spec_count = 0};
    const char *experiment = NULL, *path = line->given[PLD__OPTION_OUTPUT];
    char *text = NULL, *journal = NULL;
    size_t too_wide = 0;
    bool finished = false;
    pld_status status = read_line(line, &experiment, &error);
    if (status == PLD_OK) {
        status = pld__experiment_read(experiment, &study, &text, &error);
        study.query.threads = line->query.threads;
        study.command_line = line->invocation;
    }
    if (status == PLD_OK) {
        journal = pld__path_with(path, ".journal");
        status = journal ? PLD_OK : PLD_ERROR_MEMORY;
    }
    if (status == PLD_OK && line->given[PLD__OPTION_RESUME] && !replaces(line, journal)) {
        status = look_for_end(&study, path, &finished);
    }
    if (status == PLD_OK && finished) {
        unlink(journal); /* left when the end came between writing the file and this */
        fprintf(stderr, "pld sweep: '%s' is finished\n", path);
    } else if (status == PLD_OK) {
        status = run_study(line, &study, journal, &too_wide, &error);
    }
    pld__exit code = PLD__EXIT_DONE;
    if (status != PLD_OK) {
        code = pld__failure_report(line->command, status, &error, false);
        if (status == PLD_ERROR_STOPPED && pld__study_stopped_by() != 0) {
            code = (pld__exit)(PLD__EXIT_SIGNAL + pld__study_stopped_by());
        }
    } else if (too_wide > 0) {
        fprintf(stderr, "pld sweep: all brackets are valid, but %zu are wider than asked for\n", too_wide);
        code = PLD__EXIT_TOLERANCE;
    }
    pld__free(journal);
    pld__study_free(&study);
    free(text);
    return code;
}
