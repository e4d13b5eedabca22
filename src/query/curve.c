/* pld_query_curve: epsilon at many numbers of compositions and deltas.
 *
 * Points are answered side by side, each by one thread, and no answer depends on that: what the threads share is the memory
 * limit, and a point for which its share was too little is answered once more when it is alone. */
#include "base/base.h"
#include "base/workers.h"
#include "plan/tuning.h"
#include "query/memory_limit.h"
#include "query/answer.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const pld_step *steps;
    size_t step_count;
    const pld_curve_point *points;
    size_t count;
    pld_options options; /* of each point */
    pld_curve_watcher *watcher;
    void *context;
    pld_result *results;
    bool *limited; /* which points want more memory */
    size_t done;
    size_t failed; /* the first point that failed: only those before it still matter */
    pld_status status;
    pld_error error;
    pthread_mutex_t lock; /* of done, failed, status and error */
    struct place *order;
    bool alone;        /* no points beside each other */
    pld__shelf *shelf; /* of what points share */
} curve;

/* The list of steps `compositions` times over. */
static pld_status multiply(const curve *all, uint64_t compositions, pld_step *scaled, pld_error *error) {
    for (size_t i = 0; i < all->step_count; i++) {
        scaled[i] = all->steps[i];
        if (__builtin_mul_overflow(all->steps[i].count, compositions, &scaled[i].count) || compositions < 1) {
            char word[48];
            snprintf(word, sizeof word, "%" PRIu64, compositions);
            return pld__error_argument(error, word, "a whole number of at least 1, small enough for the counts of the steps",
                                       "'%s' compositions are out of range", word);
        }
    }
    return PLD_OK;
}

/* Asks the watcher before a point: false if that one need not be answered. One thread at a time. */
static bool may_start(curve *all, size_t point) {
    pthread_mutex_lock(&all->lock);
    bool wanted = all->status != PLD_ERROR_STOPPED && point < all->failed;
    if (wanted && all->watcher && !all->watcher(all->done, all->count, all->context)) {
        all->status = PLD_ERROR_STOPPED;
        wanted = false;
    }
    pthread_mutex_unlock(&all->lock);
    return wanted;
}

/* Counts a point. Of several that fail the first one given decides, whichever thread comes first. */
static void finish(curve *all, size_t point, pld_status status, const pld_error *error) {
    pthread_mutex_lock(&all->lock);
    if (status == PLD_OK) {
        all->done += !all->limited[point];
    } else if (point < all->failed) {
        all->failed = point;
        all->error = *error;
        all->status = all->status == PLD_ERROR_STOPPED ? all->status : status;
    }
    pthread_mutex_unlock(&all->lock);
}

static void answer(curve *all, size_t point, bool alone) {
    pld_error error = {.word = ""};
    if (!may_start(all, point))
        return;
    pld_step *scaled = pld__allocate(all->step_count ? all->step_count : 1, sizeof *scaled);
    pld_status status = scaled ? multiply(all, all->points[point].compositions, scaled, &error) : PLD_ERROR_MEMORY;
    bool limited = false;
    if (status == PLD_OK)
        status = pld__answer_epsilon(scaled, all->step_count, all->points[point].log_delta, &all->options, all->shelf,
                                     &all->results[point], &limited, &error);
    all->limited[point] = limited && !alone;
    finish(all, point, status, &error);
    pld__free(scaled);
}

typedef struct place {
    uint64_t compositions;
    size_t point;
} place;

/* The largest numbers of compositions first: what is left for the end should be quick. */
static int by_compositions(const void *first, const void *second) {
    const place *a = first, *b = second;
    if (a->compositions != b->compositions)
        return a->compositions > b->compositions ? -1 : 1;
    return (a->point > b->point) - (a->point < b->point);
}

static void answer_next(void *context, size_t i) {
    curve *all = context;
    answer(all, all->order[i].point, all->alone);
}

static void answer_all(curve *all, const pld_options *options) {
    int workers = pld__workers(options->threads, all->count);
    all->alone = workers == 1;
    for (size_t i = 0; i < all->count; i++)
        all->order[i] = (place){all->points[i].compositions, i};
    if (workers > 1) {
        qsort(all->order, all->count, sizeof *all->order, by_compositions);
        all->options.threads = 1;
        all->options.memory_limit = pld__memory_limit_share(options, workers);
    }
    pld__parallel(workers, all->count, answer_next, all);
    all->options = *options;
    for (size_t i = 0; i < all->count; i++)
        if (all->limited[i])
            answer(all, i, true);
}

pld_status pld_query_curve(const pld_step *steps, size_t step_count, const pld_curve_point *points, size_t point_count,
                           const pld_options *options, pld_curve_watcher *watcher, void *context, pld_result *results,
                           pld_error *error) {
    curve all = {.steps = steps,
                 .step_count = step_count,
                 .points = points,
                 .count = point_count,
                 .options = *options,
                 .lock = PTHREAD_MUTEX_INITIALIZER};
    all.watcher = watcher;
    all.context = context;
    all.failed = point_count;
    all.shelf = pld__shelf_create(SHARED_BYTES);
    all.results = pld__allocate(point_count ? point_count : 1, sizeof *all.results);
    all.limited = pld__allocate(point_count ? point_count : 1, sizeof *all.limited);
    all.order = pld__allocate(point_count ? point_count : 1, sizeof *all.order);
    all.status = all.results && all.limited && all.order ? PLD_OK : PLD_ERROR_MEMORY;
    if (all.status == PLD_OK) {
        memset(all.limited, 0, point_count * sizeof *all.limited);
        answer_all(&all, options);
    }
    if (all.status == PLD_OK && point_count > 0)
        memcpy(results, all.results, point_count * sizeof *results);
    if (all.status != PLD_OK && all.status != PLD_ERROR_STOPPED && all.failed < point_count && error)
        *error = all.error;
    pld__shelf_free(all.shelf);
    pld__free(all.results);
    pld__free(all.limited);
    pld__free(all.order);
    return all.status;
}
