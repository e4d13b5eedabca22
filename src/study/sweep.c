/* A study computed into a file: each point is kept in a journal as soon as it is finished, until the file is written. */
#include "base/base.h"
#include "store/failure.h"
#include "store/file.h"
#include "store/provenance.h"
#include "study/run.h"
#include "study/series.h"
#include "study/sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Each point is kept as soon as it is finished, and pieces of one point share the threads best. */
enum { PIECE_SIZE = 1 };

/* Of the experiment and of what computes it: points of two programs do not go into one file. */
static pld_status fingerprint_of(const pld_study *study, uint64_t *fingerprint) {
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

/* Is the file what this experiment gives? Then there is nothing to go on with. */
static pld_status look_for_end(const pld_study *study, const char *path, bool *ended) {
    pld_store *store = NULL;
    size_t count = pld__study_series_count(study), lines = pld__study_lines_per_series(study);
    pld_status status = pld_store_read(path, &store, NULL);
    bool finished = status == PLD_OK;
    if (status == PLD_ERROR_MEMORY) {
        return status; /* it may be */
    }
    for (size_t i = 0; i < count && finished; i++) {
        char name[PLD__SERIES_NAME_SIZE];
        pld__study_series_name(study, i * lines, name);
        const pld_series *series = pld_store_find(store, name);
        const pld_attribute *experiment = series ? pld_series_attribute(series, "experiment") : NULL;
        finished = experiment != NULL && experiment->text != NULL && strcmp(experiment->text, study->experiment) == 0;
    }
    pld_store_free(store);
    *ended = finished;
    return PLD_OK;
}

pld_status pld__sweep_look_for_end(const pld_study *study, const pld_sweep *sweep, const char *journal, bool *ended) {
    bool replaces = sweep->mode == PLD_STORE_REPLACE && pld__file_exists(journal); /* by what the journal has */
    *ended = false;
    return sweep->resume && !replaces ? look_for_end(study, sweep->path, ended) : PLD_OK;
}

/* Computes what is not in the journal, writes the file, removes the journal. */
static pld_status sweep_points(const pld_study *study, const pld_sweep *sweep, const char *journal, pld_sweep_report *report,
                               pld_error *error) {
    pld__study_outcome outcome = {.kept = 0};
    pld__study_work work = {.piece_size = PIECE_SIZE,
                            .threads = sweep->threads,
                            .journal = journal,
                            .mode = sweep->resume                      ? PLD__JOURNAL_RESUME
                                    : sweep->mode == PLD_STORE_REPLACE ? PLD__JOURNAL_DISCARD
                                                                       : PLD__JOURNAL_NEW,
                            .each_direction = true,
                            .watcher = sweep->watcher,
                            .context = sweep->context};
    pld_result *results = calloc(pld_study_point_count(study), sizeof *results);
    pld_status status = results ? fingerprint_of(study, &work.fingerprint) : PLD_ERROR_MEMORY;
    if (status == PLD_OK) {
        status = pld__study_run(study, &work, results, &outcome, error);
    }
    report->found = outcome.found;
    report->kept = outcome.kept;
    report->skipped = outcome.skipped;
    if (status == PLD_OK) {
        status = pld__study_write(study, results, sweep->path, sweep->mode, sweep->command, error);
    }
    if (status == PLD_OK) {
        report->too_wide = pld__study_too_wide(study, results);
    }
    pld__journal_close(outcome.journal, status == PLD_OK);
    free(results);
    return status;
}

static pld_status sweep_into(const pld_study *study, const pld_sweep *sweep, const char *journal, pld_sweep_report *report,
                             pld_error *error) {
    report->points = pld_study_point_count(study);
    bool ended = false;
    pld_status status = pld__sweep_look_for_end(study, sweep, journal, &ended);
    if (status != PLD_OK) {
        return status;
    }
    if (ended) {
        unlink(journal); /* left when the end came between writing the file and this */
        report->finished_before = true;
        return PLD_OK;
    }
    status = pld__study_check_output(study, sweep->path, sweep->mode, error);
    if (status != PLD_OK) {
        return status;
    }
    if (pld__file_exists(journal) && !sweep->resume && sweep->mode != PLD_STORE_REPLACE) {
        return pld__error_file(error, journal, "'%s' has the points of a sweep that was not finished", journal);
    }
    return study->quantity == PLD__QUANTITY_DENSITY
               ? pld__study_write(study, NULL, sweep->path, sweep->mode, sweep->command, error)
               : sweep_points(study, sweep, journal, report, error);
}

pld_status pld_study_sweep(const pld_study *study, const pld_sweep *sweep, pld_sweep_report *report, pld_error *error) {
    pld_sweep_report own = {.size = sizeof own};
    if (sweep->size != sizeof *sweep || (report != NULL && report->size != sizeof *report)) {
        return pld__error_argument(error, "size", "sizeof of the struct", "the size of pld_sweep or of its report is not set");
    }
    char *journal = pld__path_with(sweep->path, ".journal");
    if (journal == NULL) {
        return PLD_ERROR_MEMORY;
    }
    pld_status status = sweep_into(study, sweep, journal, &own, error);
    pld__free(journal);
    if (report != NULL) {
        *report = own;
    }
    return status;
}
