/* A study computed into a file: each point is kept in a journal as soon as it is finished, until the file is written. */
#include "study/sweep.h"

#include "base/base.h"
#include "store/failure.h"
#include "store/file.h"
#include "store/slices.h"
#include "study/handout.h"
#include "study/part.h"
#include "study/series.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Is the file what this experiment gives? Then there is nothing to go on with. */
static pld_status look_for_study(const pld_study *study, const char *path, bool *ended) {
    pld__slices *store = NULL;
    size_t count = pld__study_series_count(study), lines = pld__study_lines_per_series(study);
    pld_status status = pld__slices_open(path, &store, NULL);
    bool finished = status == PLD_OK;
    if (status == PLD_ERROR_MEMORY) {
        return status; /* it may be */
    }
    for (size_t i = 0; i < count && finished; i++) {
        char name[PLD__SERIES_NAME_SIZE];
        pld__study_series_name(study, i * lines, name);
        const pld_series *series = pld__slices_find(store, name);
        const pld_attribute *experiment = series ? pld_series_attribute(series, "experiment") : NULL;
        finished = experiment != NULL && experiment->text != NULL && strcmp(experiment->text, study->experiment) == 0;
    }
    pld__slices_free(store);
    *ended = finished;
    return PLD_OK;
}

/* The points of the sweep, or of its part. */
static pld_status make_points(const pld_study *study, const pld_sweep *sweep, pld__points *points) {
    bool whole = sweep->shards == 0;
    return pld__points_create(study, whole ? 0 : sweep->shard - 1, whole ? 1 : sweep->shards, points);
}

pld_status pld__sweep_look_for_end(const pld_study *study, const pld_sweep *sweep, const char *journal, bool *ended) {
    bool replaces = sweep->mode == PLD_STORE_REPLACE && pld__file_exists(journal); /* by what the journal has */
    pld__points points;
    *ended = false;
    if (!sweep->resume || replaces) {
        return PLD_OK;
    }
    if (sweep->shards == 0) {
        return look_for_study(study, sweep->path, ended);
    }
    pld_status status = make_points(study, sweep, &points);
    if (status == PLD_OK) {
        status = pld__part_look(&points, sweep->path, ended);
    }
    pld__points_free(&points, false);
    return status;
}

pld_status pld__sweep_check_part(const pld_study *study, const pld_sweep *sweep, pld_error *error) {
    size_t points = pld_study_point_count(study);
    if (sweep->shards == 0 && sweep->shard == 0) {
        return PLD_OK;
    }
    if (sweep->shard < 1 || sweep->shard > sweep->shards) {
        return pld__error_argument(error, "shard", "I/N with 1 <= I <= N", "there is no part %zu of %zu", sweep->shard,
                                   sweep->shards);
    }
    if (study->quantity == PLD__QUANTITY_DENSITY) {
        return pld__error_argument(error, "shard", "an experiment of epsilon or delta", "densities are not computed in parts");
    }
    if (sweep->shards > points) {
        return pld__error_argument(error, "shard", "at most as many parts as points", "%zu parts of %zu point%s cannot be",
                                   sweep->shards, points, points == 1 ? "" : "s");
    }
    return PLD_OK;
}

pld_status pld__sweep_check_output(const pld_study *study, const pld_sweep *sweep, pld_error *error) {
    return sweep->shards > 0 ? pld__part_check_output(sweep->path, sweep->mode, error)
                             : pld__study_check_output(study, sweep->path, sweep->mode, error);
}

static bool watch(const pld_sweep_progress *progress, void *context) {
    const pld_sweep *sweep = context;
    return (sweep->watcher == NULL || sweep->watcher(progress->done, progress->total, sweep->context)) &&
           (sweep->progress == NULL || sweep->progress(progress, sweep->context));
}

static pld_status write_file(pld__points *points, const pld_sweep *sweep, size_t *too_wide, pld_error *error) {
    const pld__answers answers = {.read = pld__points_read, .context = points};
    pld_status status = pld__journal_sync(points->journal, error);
    if (status != PLD_OK) {
        return status;
    }
    return sweep->shards > 0
               ? pld__part_write(points, sweep->path, sweep->mode, sweep->command, too_wide, error)
               : pld__study_write(points->study, &answers, sweep->path, sweep->mode, sweep->command, too_wide, error);
}

/* Computes what is not in the journal, writes the file, removes the journal. */
static pld_status sweep_points(const pld_study *study, const pld_sweep *sweep, pld__attendance *others, const char *journal,
                               pld_sweep_report *report, pld_error *error) {
    pld__points points;
    const pld__handout_work work = {.threads = sweep->threads, .watch = watch, .context = (void *)sweep, .others = others};
    pld_status status = make_points(study, sweep, &points);
    if (status == PLD_OK) {
        status = pld__points_open(&points, journal,
                                  sweep->resume                      ? PLD__JOURNAL_RESUME
                                  : sweep->mode == PLD_STORE_REPLACE ? PLD__JOURNAL_DISCARD
                                                                     : PLD__JOURNAL_NEW,
                                  error);
    }
    report->points = points.count;
    if (status == PLD_OK) {
        status = pld__handout_run(&points, &work, error);
        report->skipped = pld__journal_skipped(points.journal);
    }
    report->found = points.found;
    report->kept = points.kept;
    if (status == PLD_OK) {
        status = write_file(&points, sweep, &report->too_wide, error);
    }
    pld__points_free(&points, status == PLD_OK);
    return status;
}

static pld_status check(const pld_study *study, const pld_sweep *sweep, const char *journal, bool *ended, pld_error *error) {
    pld_status status = pld__sweep_check_part(study, sweep, error);
    if (status == PLD_OK) {
        status = pld__sweep_look_for_end(study, sweep, journal, ended);
    }
    if (status == PLD_OK && !*ended) {
        status = pld__sweep_check_output(study, sweep, error);
    }
    if (status == PLD_OK && !*ended && pld__file_exists(journal) && !sweep->resume && sweep->mode != PLD_STORE_REPLACE) {
        status = pld__error_file(error, journal, "'%s' has the points of a sweep that was not finished", journal);
    }
    return status;
}

static pld_status sweep_into(const pld_study *study, const pld_sweep *sweep, pld__attendance *others, const char *journal,
                             pld_sweep_report *report, pld_error *error) {
    bool ended = false;
    report->points = pld_study_point_count(study);
    pld_status status = check(study, sweep, journal, &ended, error);
    if (status == PLD_OK && !ended && study->quantity != PLD__QUANTITY_DENSITY) {
        return sweep_points(study, sweep, others, journal, report, error);
    }
    if (status == PLD_OK && ended) {
        unlink(journal); /* left when the end came between writing the file and this */
        report->finished_before = true;
    } else if (status == PLD_OK) {
        status = pld__study_write(study, NULL, sweep->path, sweep->mode, sweep->command, NULL, error);
    }
    return status;
}

/* What the caller has of the struct; the rest is read as the default. */
static bool take_sweep(const pld_sweep *given, pld_sweep *own) {
    *own = (pld_sweep){.size = sizeof *own};
    if (given->size < offsetof(pld_sweep, shard) || given->size > sizeof *own) {
        return false;
    }
    memcpy(own, given, given->size);
    own->size = sizeof *own;
    return true;
}

pld_status pld__sweep_lead(const pld_study *study, const pld_sweep *sweep, pld__attendance *others, pld_sweep_report *report,
                           pld_error *error) {
    pld_sweep_report own = {.size = sizeof own};
    pld_sweep taken;
    if (!take_sweep(sweep, &taken) || (report != NULL && report->size != sizeof *report)) {
        return pld__error_argument(error, "size", "sizeof of the struct", "the size of pld_sweep or of its report is not set");
    }
    char *journal = pld__path_with(sweep->path, ".journal");
    if (journal == NULL) {
        return PLD_ERROR_MEMORY;
    }
    pld_status status = sweep_into(study, &taken, others, journal, &own, error);
    pld__free(journal);
    if (report != NULL) {
        *report = own;
    }
    return status;
}

pld_status pld_study_sweep(const pld_study *study, const pld_sweep *sweep, pld_sweep_report *report, pld_error *error) {
    return pld__sweep_lead(study, sweep, NULL, report, error);
}

pld_status pld__sweep_follow(const pld_study *study, const pld_sweep *sweep, const pld__team *team, pld_status failure,
                             pld_error *error) {
    pld__points points = {.study = NULL};
    const pld__handout_work work = {.threads = sweep->threads, .watch = watch, .context = (void *)sweep};
    pld_status status = failure;
    if (status == PLD_OK) {
        status = pld__sweep_check_part(study, sweep, error);
    }
    if (status == PLD_OK) {
        status = make_points(study, sweep, &points);
    }
    status = pld__handout_follow(status == PLD_OK ? &points : NULL, &work, team, status, error);
    pld__points_free(&points, false);
    return status;
}
