/* pld sweep: computes the grid of an experiment into a file, in steps that survive whatever happens. */
#include "base/base.h"
#include "cli/failure.h"
#include "cli/input.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/process_limit.h"
#include "cli/progress.h"
#include "cli/signals.h"
#include "cli/stored.h"
#include "store/failure.h"
#include "store/file.h"
#include "study/sweep.h"

#include <stdlib.h>

static pld_status read_line(const pld__command_line *line, pld_study **study, pld_error *error) {
    const char *path = NULL;
    pld_status status = pld__only_operand(line, "EXPERIMENT.json", &path, error);
    if (status == PLD_OK) {
        status = pld__options_require(line, PLD__OPTION_OUTPUT, error);
    }
    if (status == PLD_OK) {
        status = pld__input_path(path, &path, error);
    }
    return status == PLD_OK ? pld_study_read(path, study, error) : status;
}

/* A limit of the experiment is one of the whole process. */
static pld_status limit_process(const pld_study *study, pld_error *error) {
    pld_error cause = {.message = ""};
    if (study->options.memory_limit == 0) {
        return PLD_OK;
    }
    return pld__option_blame(pld__process_limit(study->memory_text, study->options.memory_limit, &cause), "memory_limit", &cause,
                             error);
}

/* Refuses, before anything is computed, what could not be written in the end, unless it is there. */
static pld_status check_output(const pld__command_line *line, const pld_study *study, const pld_sweep *sweep, const char *journal,
                               pld_error *error) {
    bool ended = false;
    pld_status status = pld__sweep_look_for_end(study, sweep, journal, &ended);
    if (status != PLD_OK || ended) {
        return status;
    }
    status = pld__output_check_study(line, study, error);
    if (status == PLD_OK && pld__file_exists(journal) && !sweep->resume && sweep->mode != PLD_STORE_REPLACE) {
        status = pld__error_file(
            error, journal,
            "'%s' has the points of a sweep that was not finished; --resume goes on with it, --force begins again", journal);
    }
    return status;
}

/* The bar begins with what was done before. */
typedef struct watched {
    pld__progress progress;
    bool started;
} watched;

static bool watch(size_t done, size_t total, void *context) {
    watched *on = context;
    if (!on->started) {
        on->progress = pld__progress_start("sweep", total, done, true);
        on->started = true;
    }
    pld__progress_update(&on->progress, done);
    return pld__signals_caught() == 0;
}

static void say(const pld__command_line *line, const char *journal, const pld_sweep_report *report, pld_status status,
                pld_error *error) {
    const char *path = line->given[PLD__OPTION_OUTPUT];
    if (report->skipped > 0) {
        fprintf(stderr, "pld sweep: %zu damaged line%s of '%s' %s skipped; what stood there is computed again\n", report->skipped,
                report->skipped == 1 ? "" : "s", journal, report->skipped == 1 ? "is" : "are");
    }
    if (status == PLD_ERROR_STOPPED) {
        snprintf(error->message, sizeof error->message, "stopped; %zu of %zu points are kept in '%s', --resume goes on",
                 report->kept, report->points, journal);
    } else if (status == PLD_OK && report->finished_before) {
        fprintf(stderr, "pld sweep: '%s' is finished\n", path);
    } else if (status == PLD_OK) {
        bool added = line->given[PLD__OPTION_APPEND] != NULL;
        fprintf(stderr, "pld sweep: '%s' has %s%zu%s point%s, %zu computed now\n", path, added ? "" : "all ", report->points,
                added ? " more" : "", report->points == 1 ? "" : "s", report->points - report->found);
    }
}

static pld_status run(const pld__command_line *line, const pld_study *study, pld_sweep_report *report, pld_error *error) {
    const char *path = line->given[PLD__OPTION_OUTPUT];
    watched on = {.started = false};
    const pld_sweep sweep = {.size = sizeof sweep,
                             .path = path,
                             .mode = pld__output_mode(line),
                             .resume = line->given[PLD__OPTION_RESUME] != NULL,
                             .threads = line->query.threads,
                             .command = line->invocation,
                             .watcher = watch,
                             .context = &on};
    char *journal = pld__path_with(path, ".journal");
    pld_status status = journal ? check_output(line, study, &sweep, journal, error) : PLD_ERROR_MEMORY;
    if (status == PLD_OK) {
        pld__signals_catch();
        status = pld_study_sweep(study, &sweep, report, error);
        pld__progress_end(&on.progress);
        say(line, journal, report, status, error);
    }
    pld__free(journal);
    return status;
}

pld__exit pld__command_sweep(const pld__command_line *line) {
    pld_error error = {.message = ""};
    pld_study *study = NULL;
    pld_sweep_report report = {.size = sizeof report};
    pld_status status = read_line(line, &study, &error);
    if (status == PLD_OK) {
        status = limit_process(study, &error);
    }
    if (status == PLD_OK) {
        status = run(line, study, &report, &error);
    }
    pld__exit code = PLD__EXIT_DONE;
    if (status != PLD_OK) {
        code = pld__failure_of_line(line, status, &error);
        if (status == PLD_ERROR_STOPPED && pld__signals_caught() != 0) {
            code = (pld__exit)(PLD__EXIT_SIGNAL + pld__signals_caught());
        }
    } else if (report.too_wide > 0) {
        fprintf(stderr, "pld sweep: all brackets are valid, but %zu are wider than asked for\n", report.too_wide);
        code = PLD__EXIT_TOLERANCE;
    }
    pld_study_free(study);
    return code;
}
