#include "study/run.h"

#include "base/base.h"
#include "base/clock.h"
#include "base/workers.h"
#include "composition/repeated.h"
#include "study/directions.h"
#include "study/result_pack.h"
#include "study/series.h"

#include <pthread.h>
#include <stdlib.h>

/* --- pieces --------------------------------------------------------------------------------------------------------- */

typedef struct runner {
    const pld_study *study;
    pld_options options;
    bool each_direction;
    pld_result *results;
    size_t line_size, piece_size, pieces_per_line, piece_count;
    bool *finished;     /* pieces */
    size_t found, kept; /* points that were in the journal, and that are in it now */
    pld__journal *journal;
    pld_curve_watcher *watcher;
    void *context;
    size_t done;       /* points, as the watcher is told */
    bool stopped;      /* the watcher said so */
    pld_status status; /* of the failed piece that comes first */
    size_t failed_piece;
    pld_error error;
    pthread_mutex_t lock; /* of the watcher, the journal and these */
} runner;

static size_t piece_first(const runner *run, size_t piece) {
    return piece / run->pieces_per_line * run->line_size + piece % run->pieces_per_line * run->piece_size;
}

static size_t piece_length(const runner *run, size_t piece) {
    size_t begin = piece % run->pieces_per_line * run->piece_size;
    return run->line_size - begin < run->piece_size ? run->line_size - begin : run->piece_size;
}

static bool take_found(size_t piece, const double *values, size_t count, void *context) {
    runner *run = context;
    if (piece >= run->piece_count || run->finished[piece] || count != piece_length(run, piece) * PLD__RESULT_NUMBERS) {
        return false;
    }
    for (size_t i = 0; i < piece_length(run, piece); i++) {
        pld_result *result = &run->results[piece_first(run, piece) + i];
        pld__result_unpack(values + i * PLD__RESULT_NUMBERS, result);
        result->unit = pld__study_unit(run->study);
    }
    run->finished[piece] = true;
    run->found += piece_length(run, piece);
    run->kept = run->found;
    return true;
}

static pld_status keep_piece(runner *run, size_t piece, pld_error *error) {
    size_t length = piece_length(run, piece);
    double *numbers = pld__allocate(length * PLD__RESULT_NUMBERS, sizeof *numbers);
    if (numbers == NULL) {
        return PLD_ERROR_MEMORY;
    }
    for (size_t i = 0; i < length; i++) {
        pld__result_pack(&run->results[piece_first(run, piece) + i], numbers + i * PLD__RESULT_NUMBERS);
    }
    pld_status status = pld__journal_append(run->journal, piece, numbers, length * PLD__RESULT_NUMBERS, error);
    pld__free(numbers);
    return status;
}

/* --- computing ------------------------------------------------------------------------------------------------------ */

/* The points of a piece as they are answered. */
typedef struct watch {
    runner *run;
    size_t counted;
} watch;

/* Tells the watcher; false if it says, or has said, that this is to stop. */
static bool watch_points(size_t done, size_t total, void *context) {
    watch *on = context;
    runner *run = on->run;
    (void)total;
    pthread_mutex_lock(&run->lock);
    run->done += done - on->counted;
    on->counted = done;
    if (run->watcher != NULL && !run->stopped) {
        run->stopped = !run->watcher(run->done, pld_study_point_count(run->study), run->context);
    }
    bool goes_on = !run->stopped;
    pthread_mutex_unlock(&run->lock);
    return goes_on;
}

/* The direction that does not decide as closely as the other, at one point. */
static pld_status complete(const runner *run, const pld_composition *line, uint64_t compositions, double given,
                           pld_result *result, pld_error *error) {
    pld__repeated steps;
    pld_status status = pld__composition_repeat(line, compositions, &steps, error);
    if (status == PLD_OK) {
        status =
            pld__directions_complete(steps.steps, steps.count, pld__study_unit(run->study), given, &run->options, result, error);
        pld__repeated_free(&steps);
    }
    return status;
}

static pld_status compute_epsilons(const runner *run, const pld_composition *line, size_t begin, size_t length,
                                   pld_result *results, watch *on, pld_error *error) {
    const pld_study *study = run->study;
    size_t step_count = 0;
    const pld_step *steps = pld_composition_steps(line, &step_count);
    pld_curve_point *points = calloc(length, sizeof *points);
    if (points == NULL) {
        return PLD_ERROR_MEMORY;
    }
    for (size_t i = 0; i < length; i++) {
        points[i] = (pld_curve_point){.compositions = study->compositions[(begin + i) / study->delta_count],
                                      .log_delta = study->deltas[(begin + i) % study->delta_count].log};
    }
    pld_status status = pld_query_curve(steps, step_count, points, length, &run->options, watch_points, on, results, error);
    for (size_t i = 0; i < length && status == PLD_OK && run->each_direction; i++) {
        status = watch_points(on->counted, length, on) ? PLD_OK : PLD_ERROR_STOPPED;
        if (status == PLD_OK) {
            status = complete(run, line, points[i].compositions, points[i].log_delta, &results[i], error);
        }
    }
    free(points);
    return status;
}

static pld_status compute_delta(const runner *run, const pld_composition *line, uint64_t compositions, double epsilon,
                                pld_result *result, pld_error *error) {
    pld__repeated steps;
    pld_status status = pld__composition_repeat(line, compositions, &steps, error);
    if (status == PLD_OK) {
        status = pld_query_delta(steps.steps, steps.count, epsilon, &run->options, result, error);
        pld__repeated_free(&steps);
    }
    return status == PLD_OK && run->each_direction ? complete(run, line, compositions, epsilon, result, error) : status;
}

static pld_status compute_deltas(const runner *run, const pld_composition *line, size_t begin, size_t length, pld_result *results,
                                 watch *on, pld_error *error) {
    const pld_study *study = run->study;
    pld_status status = PLD_OK;
    for (size_t i = 0; i < length && status == PLD_OK; i++) {
        status = watch_points(i, length, on) ? PLD_OK : PLD_ERROR_STOPPED;
        if (status == PLD_OK) {
            status = compute_delta(run, line, study->compositions[(begin + i) / study->point_count],
                                   study->points[(begin + i) % study->point_count], &results[i], error);
        }
    }
    return status;
}

static pld_status compute_piece(runner *run, size_t piece, pld_error *error) {
    size_t begin = piece % run->pieces_per_line * run->piece_size, length = piece_length(run, piece);
    pld_result *results = run->results + piece_first(run, piece);
    const pld_composition *line = run->study->lines[piece / run->pieces_per_line];
    watch on = {.run = run, .counted = 0};
    if (!watch_points(0, length, &on)) {
        return PLD_ERROR_STOPPED;
    }
    pld_status status = run->study->quantity == PLD__QUANTITY_EPSILON
                            ? compute_epsilons(run, line, begin, length, results, &on, error)
                            : compute_deltas(run, line, begin, length, results, &on, error);
    if (status == PLD_OK) {
        (void)watch_points(length, length, &on);
    }
    return status;
}

/* Computes one piece and keeps it, unless something has gone wrong elsewhere. */
static void run_piece(void *context, size_t piece) {
    runner *run = context;
    pld_error error = {.message = ""};
    pthread_mutex_lock(&run->lock);
    bool failed = run->status != PLD_OK;
    pthread_mutex_unlock(&run->lock);
    if (failed || run->finished[piece]) {
        return;
    }
    pld_status status = compute_piece(run, piece, &error);
    pthread_mutex_lock(&run->lock);
    if (status == PLD_OK && run->journal != NULL) {
        status = keep_piece(run, piece, &error);
        run->kept += status == PLD_OK ? piece_length(run, piece) : 0;
    }
    if (status != PLD_OK && (run->status == PLD_OK || piece < run->failed_piece)) {
        run->status = status;
        run->failed_piece = piece;
        run->error = error;
    }
    pthread_mutex_unlock(&run->lock);
}

/* Either the pieces share the threads, or the only piece has them all to itself; the results are the same. */
static void run_pieces(runner *run) {
    size_t left = 0;
    for (size_t piece = 0; piece < run->piece_count; piece++) {
        left += !run->finished[piece];
    }
    /* A memory limit is shared inside a piece. */
    int threads = run->options.memory_limit > 0 ? 1 : pld__workers(run->options.threads, left);
    if (threads > 1) {
        run->options.threads = 1;
    }
    pld__parallel(threads, run->piece_count, run_piece, run);
}

pld_status pld__study_run(const pld_study *study, const pld__study_work *work, pld_result *results, pld__study_outcome *outcome,
                          pld_error *error) {
    size_t line_size = pld__study_line_size(study);
    runner run = {.study = study,
                  .options = study->options,
                  .each_direction = work->each_direction,
                  .results = results,
                  .line_size = line_size,
                  .watcher = work->watcher,
                  .context = work->context,
                  .lock = PTHREAD_MUTEX_INITIALIZER,
                  .status = PLD_OK};
    run.options.threads = work->threads;
    run.piece_size = work->piece_size > 0 && work->piece_size < line_size ? work->piece_size : line_size;
    run.pieces_per_line = (line_size + run.piece_size - 1) / run.piece_size;
    run.piece_count = study->line_count * run.pieces_per_line;
    run.finished = calloc(run.piece_count, sizeof *run.finished);
    *outcome = (pld__study_outcome){.kept = 0};
    if (run.finished == NULL) {
        return PLD_ERROR_MEMORY;
    }
    if (work->journal != NULL) {
        run.status = pld__journal_open(work->journal, work->fingerprint, work->mode, take_found, &run, &run.journal, &run.error);
    }
    if (run.status == PLD_OK) {
        run.done = run.found;
        run_pieces(&run);
    }
    free(run.finished);
    *outcome = (pld__study_outcome){.kept = run.kept,
                                    .found = run.found,
                                    .skipped = run.journal ? pld__journal_skipped(run.journal) : 0,
                                    .journal = run.journal};
    if (run.status != PLD_OK && error != NULL) {
        *error = run.error;
    }
    return run.status;
}

/* --- in memory ------------------------------------------------------------------------------------------------------ */

pld_status pld_study_run(const pld_study *study, unsigned threads, pld_curve_watcher *watcher, void *context,
                         pld_study_results **results, pld_error *error) {
    if (study->quantity == PLD__QUANTITY_DENSITY) {
        return pld__error_argument(error, "density", "epsilon or delta", "densities are written, not answered");
    }
    pld__study_outcome outcome;
    pld_study_results *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return PLD_ERROR_MEMORY;
    }
    double started = pld__seconds_now();
    made->count = pld_study_point_count(study);
    made->items = calloc(made->count, sizeof *made->items);
    const pld__study_work work = {.threads = threads, .each_direction = true, .watcher = watcher, .context = context};
    pld_status status = made->items ? pld__study_run(study, &work, made->items, &outcome, error) : PLD_ERROR_MEMORY;
    if (status != PLD_OK) {
        pld_study_results_free(made);
        return status;
    }
    made->seconds = pld__seconds_now() - started;
    *results = made;
    return PLD_OK;
}

void pld_study_results_free(pld_study_results *results) {
    if (results != NULL) {
        free(results->items);
        free(results);
    }
}

const pld_result *pld_study_results_at(const pld_study_results *results, size_t index) {
    return index < results->count ? &results->items[index] : NULL;
}

pld_status pld_study_write(const pld_study *study, const pld_study_results *results, const char *path, pld_store_mode mode,
                           const char *command, pld_error *error) {
    if (results == NULL && study->quantity != PLD__QUANTITY_DENSITY) {
        return pld__error_argument(error, "results", "what pld_study_run gave", "there are no results to be written");
    }
    return pld__study_write(study, results ? results->items : NULL, path, mode, command, error);
}
