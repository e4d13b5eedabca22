/* pld sweep: computes the grid of an experiment into a file, in steps that survive whatever happens. */
#include "cli/commands.h"

#include "base/base.h"
#include "base/plain.h"
#include "options/failure.h"
#include "options/options.h"
#include "options/output.h"
#include "options/stored.h"
#include "process/input.h"
#include "process/limit.h"
#include "process/ranks.h"
#include "process/signals.h"
#include "report/forecast.h"
#include "store/failure.h"
#include "store/file.h"
#include "study/sweep.h"
#include "terminal/progress.h"

#include <stdlib.h>

static pld_status read_line(const pld__command_line *line, pld_study **study, pld_error *error) {
    const char *path = NULL;
    pld_status status = pld__only_operand(line, "EXPERIMENT.json", &path, error);
    if (status == PLD_OK && line->given[PLD__OPTION_DRY_RUN] == NULL) {
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
    pld_error cause = {.message = ""};
    pld_status status = pld__option_blame(pld__sweep_check_part(study, sweep, &cause), "--shard", &cause, error);
    if (status == PLD_OK) {
        status = pld__sweep_look_for_end(study, sweep, journal, &ended);
    }
    if (status != PLD_OK || ended) {
        return status;
    }
    status = pld__output_check_options(line, error);
    if (status == PLD_OK) {
        status = pld__sweep_check_output(study, sweep, error);
    }
    if (status == PLD_OK && pld__file_exists(journal) && !sweep->resume && sweep->mode != PLD_STORE_REPLACE) {
        status = pld__error_file(
            error, journal,
            "'%s' has the points of a sweep that was not finished; --resume goes on with it, --force begins again", journal);
    }
    return status;
}

/* The bar begins with what was done before. */
typedef struct watched {
    const pld_study *study;
    pld__progress progress;
    bool started;
} watched;

static void note_slowest(watched *on, const pld_sweep_progress *now) {
    static const double worth = 1; /* seconds */
    enum { TEXT_SIZE = 40 };
    char text[TEXT_SIZE] = "";
    if (now->slowest_seconds >= worth) {
        pld_study_point_text(on->study, now->slowest_point, text, sizeof text);
        pld__plain_format(on->progress.slowest, sizeof on->progress.slowest, ", %.3g s at %s", now->slowest_seconds, text);
    }
}

static bool watch(const pld_sweep_progress *now, void *context) {
    watched *on = context;
    if (!on->started) {
        on->progress = pld__progress_start("sweep", now->total, now->done, true);
        on->started = true;
    }
    note_slowest(on, now);
    pld__progress_update(&on->progress, now->done);
    return pld__signals_caught() == 0;
}

/* Of ranks that are not 0, which say nothing. */
static bool watch_quietly(const pld_sweep_progress *now, void *context) {
    (void)now;
    (void)context;
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

static pld_status run(const pld__command_line *line, const pld_study *study, const pld_sweep *sweep, pld__attendance *others,
                      pld_sweep_report *report, pld_error *error) {
    watched on = {.study = study};
    pld_sweep own = *sweep;
    own.progress = watch;
    own.context = &on;
    char *journal = pld__path_with(sweep->path, ".journal");
    pld_status status = journal ? check_output(line, study, &own, journal, error) : PLD_ERROR_MEMORY;
    if (status == PLD_OK) {
        pld__signals_catch();
        status = pld__sweep_lead(study, &own, others, report, error);
        pld__progress_end(&on.progress);
        say(line, journal, report, status, error);
    }
    pld__free(journal);
    return status;
}

/* What a rank other than 0 does; what goes wrong is said by rank 0, while it is there. */
static pld__exit follow(const pld__command_line *line, const pld_study *study, const pld_sweep *sweep, const pld__team *team,
                        pld_status status, pld_error *error) {
    pld_sweep own = *sweep;
    own.progress = watch_quietly;
    pld__signals_catch();
    status = pld__sweep_follow(study, &own, team, status, error);
    return status == PLD_OK ? PLD__EXIT_DONE : pld__failure_of_line(line, status, error);
}

/* What rank 0, or the only process, does. */
static pld__exit lead(const pld__command_line *line, const pld_study *study, const pld_sweep *sweep, pld__attendance *others,
                      pld_status status, pld_error *error) {
    pld_sweep_report report = {.size = sizeof report};
    bool dry = line->given[PLD__OPTION_DRY_RUN] != NULL;
    if (status == PLD_OK && dry) {
        status = pld__sweep_forecast_print(study, sweep, others ? (unsigned)others->team->size : 1, error);
    } else if (status == PLD_OK) {
        status = run(line, study, sweep, others, &report, error);
    }
    if (status != PLD_OK) {
        pld__exit code = pld__failure_of_line(line, status, error);
        return status == PLD_ERROR_STOPPED && pld__signals_caught() != 0 ? (pld__exit)(PLD__EXIT_SIGNAL + pld__signals_caught())
                                                                         : code;
    }
    if (report.too_wide > 0) {
        fprintf(stderr, "pld sweep: all brackets are valid, but %zu are wider than asked for\n", report.too_wide);
        return PLD__EXIT_TOLERANCE;
    }
    return PLD__EXIT_DONE;
}

/* Rank 0 of a team: the others are told to wait whenever it is busy elsewhere, and to go when everything is written and said. */
static pld__exit lead_others(const pld__command_line *line, const pld_study *study, const pld_sweep *sweep, const pld__team *team,
                             pld_status status, pld_error *error) {
    pld__attendance others;
    pld_status attended = pld__attendance_create(team, &others);
    if (attended != PLD_OK) {
        pld__attendance_free(&others);
        return pld__failure_of_line(line, attended, error);
    }
    pld__attendance_hold(&others);
    pld__exit code = lead(line, study, sweep, &others, status, error);
    pld__attendance_release(&others);
    pld__attendance_dismiss(&others);
    pld__attendance_free(&others);
    return code;
}

pld__exit pld__command_sweep(const pld__command_line *line) {
    pld_error error = {.message = ""};
    pld_study *study = NULL;
    const pld__team *team = NULL;
    const pld_sweep sweep = {.size = sizeof sweep,
                             .path = line->given[PLD__OPTION_OUTPUT],
                             .mode = pld__output_mode(line),
                             .resume = line->given[PLD__OPTION_RESUME] != NULL,
                             .threads = line->query.threads,
                             .command = line->invocation,
                             .shard = line->shard,
                             .shards = line->shards};
    pld_status status = pld__ranks_join(&team, &error);
    if (status == PLD_OK) {
        status = read_line(line, &study, &error);
    }
    if (status == PLD_OK) {
        status = limit_process(study, &error);
    }
    pld__exit code = PLD__EXIT_DONE;
    if (team != NULL && team->rank > 0) {
        code = follow(line, study, &sweep, team, status, &error);
    } else if (team != NULL) {
        code = lead_others(line, study, &sweep, team, status, &error);
    } else {
        code = lead(line, study, &sweep, NULL, status, &error);
    }
    pld_study_free(study);
    pld__ranks_leave((int)code);
    return code;
}
