#include "cli/study_run.h"

#include "base/base.h"
#include "base/workers.h"
#include "cli/directions.h"
#include "cli/result_pack.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- stopping --------------------------------------------------------------------------------------------------------- */

static volatile sig_atomic_t stop_requested = 0; /* the signal, or 0 */

static void request_stop(int signal_number) {
    stop_requested = signal_number;
}

int pld__study_stopped_by(void) {
    return stop_requested;
}

/* A second signal of the kind ends the program at once: SA_RESETHAND. */
static void catch_signals(void) {
    struct sigaction action = {.sa_handler = request_stop, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* --- pieces ----------------------------------------------------------------------------------------------------------- */

typedef struct runner {
    const pld__study *study;
    pld_options query;
    bool each_direction;
    pld_result *results;
    size_t line_size, piece_size, pieces_per_line, piece_count;
    bool *finished;     /* pieces */
    size_t found, kept; /* points that were in the journal, and that are in it now */
    pld__journal *journal;
    pld__progress progress;
    pld_status status; /* of the failed piece that comes first */
    size_t failed_piece;
    pld_error error;
    pthread_mutex_t lock; /* of progress, journal and these */
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
        pld__result_unpack(values + i * PLD__RESULT_NUMBERS, &run->results[piece_first(run, piece) + i]);
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

static void say_skipped(const pld__study_work *work, size_t skipped) {
    if (skipped > 0) {
        fprintf(stderr, "pld %s: %zu damaged line%s of '%s' %s skipped; what stood there is computed again\n", work->command,
                skipped, skipped == 1 ? "" : "s", work->journal, skipped == 1 ? "is" : "are");
    }
}

/* --- computing -------------------------------------------------------------------------------------------------------- */

/* Counts points as they are answered. */
typedef struct watch {
    runner *run;
    size_t counted;
} watch;

static bool watch_points(size_t done, size_t total, void *context) {
    watch *on = context;
    (void)total;
    pthread_mutex_lock(&on->run->lock);
    pld__progress_update(&on->run->progress, on->run->progress.done + done - on->counted);
    pthread_mutex_unlock(&on->run->lock);
    on->counted = done;
    return !stop_requested;
}

/* The list of steps so many times over. */
static pld_status scale_steps(const pld__composition *steps, uint64_t compositions, pld_step *scaled, pld_error *error) {
    for (size_t j = 0; j < steps->step_count; j++) {
        scaled[j] = steps->steps[j];
        if (__builtin_mul_overflow(scaled[j].count, compositions, &scaled[j].count)) {
            return pld__error_argument(error, steps->given[j], "fewer", "there are too many compositions of '%s'",
                                       steps->given[j]);
        }
    }
    return PLD_OK;
}

static pld_status compute_epsilons(runner *run, const pld__composition *steps, size_t begin, size_t length, pld_result *results,
                                   watch *on, pld_error *error) {
    const pld__study *study = run->study;
    pld_curve_point *points = calloc(length, sizeof *points);
    if (points == NULL) {
        return PLD_ERROR_MEMORY;
    }
    for (size_t i = 0; i < length; i++) {
        points[i] = (pld_curve_point){.compositions = study->compositions[(begin + i) / study->delta_count],
                                      .log_delta = study->log_deltas[(begin + i) % study->delta_count]};
    }
    pld_status status =
        pld_query_curve(steps->steps, steps->step_count, points, length, &run->query, watch_points, on, results, error);
    pld_step *scaled = calloc(steps->step_count, sizeof *scaled);
    status = scaled || status != PLD_OK ? status : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < length && status == PLD_OK && run->each_direction; i++) {
        status = stop_requested ? PLD_ERROR_STOPPED : scale_steps(steps, points[i].compositions, scaled, error);
        if (status == PLD_OK) {
            status = pld__directions_complete(scaled, steps->step_count, PLD__ASKS_EPSILON, points[i].log_delta, &run->query,
                                              &results[i], error);
        }
    }
    free(scaled);
    free(points);
    return status;
}

static pld_status compute_deltas(runner *run, const pld__composition *steps, size_t begin, size_t length, pld_result *results,
                                 watch *on, pld_error *error) {
    const pld__study *study = run->study;
    pld_step *scaled = calloc(steps->step_count, sizeof *scaled);
    pld_status status = scaled ? PLD_OK : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < length && status == PLD_OK; i++) {
        double epsilon = study->points[(begin + i) % study->point_count];
        status = scale_steps(steps, study->compositions[(begin + i) / study->point_count], scaled, error);
        if (status == PLD_OK && !watch_points(i, length, on)) {
            status = PLD_ERROR_STOPPED;
        }
        if (status == PLD_OK) {
            status = pld_query_delta(scaled, steps->step_count, epsilon, &run->query, &results[i], error);
        }
        if (status == PLD_OK && run->each_direction) {
            status =
                pld__directions_complete(scaled, steps->step_count, PLD__ASKS_DELTA, epsilon, &run->query, &results[i], error);
        }
    }
    free(scaled);
    return status;
}

static pld_status compute_piece(runner *run, size_t piece, pld_error *error) {
    size_t begin = piece % run->pieces_per_line * run->piece_size, length = piece_length(run, piece);
    pld_result *results = run->results + piece_first(run, piece);
    pld__study_line line;
    watch on = {.run = run, .counted = 0};
    pld_status status = pld__study_line_read(run->study, piece / run->pieces_per_line, &line, error);
    if (status == PLD_OK) {
        status = run->study->quantity == PLD__QUANTITY_EPSILON
                     ? compute_epsilons(run, &line.composition, begin, length, results, &on, error)
                     : compute_deltas(run, &line.composition, begin, length, results, &on, error);
    }
    if (status == PLD_OK) {
        (void)watch_points(length, length, &on);
    }
    pld__study_line_free(run->study, &line);
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
    pld_status status = stop_requested ? PLD_ERROR_STOPPED : compute_piece(run, piece, &error);
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
    int threads = run->query.memory_limit > 0 ? 1 : pld__workers(run->study->query.threads, left);
    if (threads > 1) {
        run->query.threads = 1;
    }
    pld__parallel(threads, run->piece_count, run_piece, run);
}

pld_status pld__study_run(const pld__study *study, const pld__study_work *work, pld_result *results, pld__study_outcome *outcome,
                          pld_error *error) {
    size_t line_size = pld__study_line_size(study), lines = pld__study_line_count(study);
    runner run = {.study = study,
                  .query = study->query,
                  .each_direction = work->each_direction,
                  .results = results,
                  .line_size = line_size,
                  .lock = PTHREAD_MUTEX_INITIALIZER,
                  .status = PLD_OK};
    run.piece_size = work->piece_size > 0 && work->piece_size < line_size ? work->piece_size : line_size;
    run.pieces_per_line = (line_size + run.piece_size - 1) / run.piece_size;
    run.piece_count = lines * run.pieces_per_line;
    run.finished = calloc(run.piece_count, sizeof *run.finished);
    *outcome = (pld__study_outcome){.points = lines * line_size};
    if (run.finished == NULL) {
        return PLD_ERROR_MEMORY;
    }
    if (work->stops_on_signals) {
        catch_signals();
    }
    if (work->journal != NULL) {
        run.status = pld__journal_open(work->journal, work->fingerprint, work->mode, take_found, &run, &run.journal, &run.error);
    }
    if (run.status == PLD_OK && run.journal != NULL) {
        say_skipped(work, pld__journal_skipped(run.journal));
    }
    if (run.status == PLD_OK) {
        run.progress = pld__progress_start(work->command, lines * line_size, run.found, work->progress_lines);
        run_pieces(&run);
        pld__progress_end(&run.progress);
    }
    free(run.finished);
    *outcome = (pld__study_outcome){.points = lines * line_size, .kept = run.kept, .found = run.found, .journal = run.journal};
    if (run.status != PLD_OK) {
        *error = run.error;
    }
    return run.status;
}
