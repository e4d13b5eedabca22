#include "study/run.h"

#include "base/base.h"
#include "base/clock.h"
#include "base/workers.h"
#include "study/compute.h"
#include "study/series.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct runner {
    pld__computation how;
    pld_result *results;
    pld_curve_watcher *watcher;
    void *context;
    size_t done;       /* points, as the watcher is told */
    bool stopped;      /* the watcher said so */
    pld_status status; /* of the failed line that comes first */
    size_t failed_line;
    pld_error error;
    pthread_mutex_t lock; /* of the watcher and these */
} runner;

/* The points of a line as they are answered. */
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
        run->stopped = !run->watcher(run->done, pld_study_point_count(run->how.study), run->context);
    }
    bool goes_on = !run->stopped;
    pthread_mutex_unlock(&run->lock);
    return goes_on;
}

/* Computes one line, unless something has gone wrong elsewhere. */
static void run_line(void *context, size_t line) {
    runner *run = context;
    pld_error error = {.message = ""};
    pthread_mutex_lock(&run->lock);
    bool failed = run->status != PLD_OK;
    pthread_mutex_unlock(&run->lock);
    if (failed) {
        return;
    }
    size_t size = pld__study_line_size(run->how.study);
    watch on = {.run = run, .counted = 0};
    pld__computation how = run->how;
    how.watcher = watch_points;
    how.context = &on;
    pld_status status = pld__study_compute(&how, line * size, size, run->results + line * size, &error);
    pthread_mutex_lock(&run->lock);
    if (status != PLD_OK && (run->status == PLD_OK || line < run->failed_line)) {
        run->status = status;
        run->failed_line = line;
        run->error = error;
    }
    pthread_mutex_unlock(&run->lock);
}

pld_status pld__study_run(const pld_study *study, const pld__study_work *work, pld_result *results, pld_error *error) {
    runner run = {.how = {.study = study, .options = study->options, .each_direction = work->each_direction},
                  .results = results,
                  .watcher = work->watcher,
                  .context = work->context,
                  .lock = PTHREAD_MUTEX_INITIALIZER,
                  .status = PLD_OK};
    /* Either the lines share the threads, or the only line has them all to itself; the results are the same. A memory limit is
     * shared inside a line. */
    run.how.options.threads = work->threads;
    int threads = study->options.memory_limit > 0 ? 1 : pld__workers(work->threads, study->line_count);
    if (threads > 1) {
        run.how.options.threads = 1;
    }
    pld__parallel(threads, study->line_count, run_line, &run);
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
    pld_study_results *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return PLD_ERROR_MEMORY;
    }
    double started = pld__seconds_now();
    made->count = pld_study_point_count(study);
    made->items = calloc(made->count, sizeof *made->items);
    const pld__study_work work = {.threads = threads, .each_direction = true, .watcher = watcher, .context = context};
    pld_status status = made->items ? pld__study_run(study, &work, made->items, error) : PLD_ERROR_MEMORY;
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
    pld__results_of pair = {.study = study, .results = results ? results->items : NULL};
    const pld__answers answers = pld__answers_in_memory(&pair);
    return pld__study_write(study, &answers, path, mode, command, NULL, error);
}
