#include "study/handout.h"

#include "base/base.h"
#include "base/clock.h"
#include "base/workers.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { NOBODY = -1 };

typedef struct handout {
    pld__points *points;
    pld__computation how;
    const pld__handout_work *work;
    size_t width; /* of a row */
    size_t next;  /* points before it were handed out or are finished */
    size_t left;  /* points that are not finished */
    int *owner;   /* of each point: the rank that has it, or NOBODY */
    pld_sweep_progress progress;
    double seconds; /* that all computed points have taken */
    bool stopped;   /* the watcher said so */
    pld_status status;
    size_t failed; /* the first failed point */
    pld_error error;
    pthread_mutex_t lock; /* of all of these but `how`, and of what is known of the ranks */
} handout;

static void nap(double seconds) {
    struct timespec time = {.tv_sec = 0, .tv_nsec = (long)(1e9 * seconds)};
    (void)nanosleep(&time, NULL);
}

/* --- state, with the lock held -------------------------------------------------------------------------------------- */

static bool is_over(const handout *all) {
    return all->left == 0 || all->status != PLD_OK;
}

/* The failure of the first point is what is told; those that only stopped because of it are none. */
static void fail(handout *all, size_t slot, pld_status status, const pld_error *error) {
    bool stopped = status == PLD_ERROR_STOPPED, only_stopped = all->status == PLD_ERROR_STOPPED;
    bool earlier = stopped == only_stopped ? slot < all->failed : only_stopped;
    if (status != PLD_OK && (all->status == PLD_OK || earlier)) {
        all->status = status;
        all->failed = slot;
        all->error = *error;
    }
}

/* Tells the watcher; false if it says, or has said, that this is to stop. */
static bool goes_on(handout *all) {
    if (all->work->watch != NULL && !all->stopped) {
        all->stopped = !all->work->watch(&all->progress, all->work->context);
    }
    return !all->stopped;
}

static void finish(handout *all, size_t slot, double seconds, const double *numbers) {
    pld_error error = {.message = ""};
    if (all->points->places[slot] != 0) {
        return; /* two have computed it */
    }
    pld_status status = pld__points_keep(all->points, slot, numbers, &error);
    fail(all, slot, status, &error);
    if (status != PLD_OK) {
        return;
    }
    all->left--;
    all->seconds += seconds;
    all->progress.done++;
    all->progress.computed++;
    if (seconds > all->progress.slowest_seconds) {
        all->progress.slowest_seconds = seconds;
        all->progress.slowest_point = pld__points_index(all->points, slot);
    }
    if (!goes_on(all)) {
        fail(all, slot, PLD_ERROR_STOPPED, &error);
    }
}

/* A point whose owner has not been heard of for much longer than any point took. */
static bool is_forsaken(const handout *all, size_t slot, int rank, double now) {
    static const double least = 2, times = 10;
    int owner = all->owner[slot];
    if (all->points->places[slot] != 0 || owner == rank || owner == 0) {
        return false;
    }
    double patience = times * all->progress.slowest_seconds;
    const pld__attendant *has = owner == NOBODY ? NULL : &all->work->others->ranks[owner];
    return has == NULL || has->gone || now - has->heard > (patience > least ? patience : least);
}

/* A point for this rank; false if there is none now. */
static bool take(handout *all, int rank, size_t *slot) {
    size_t count = all->points->count;
    while (all->next < count && all->points->places[all->next] != 0) {
        all->next++;
    }
    *slot = all->next;
    if (all->next < count) {
        all->next++;
    } else if (all->work->others != NULL) {
        double now = pld__seconds_now();
        for (*slot = 0; *slot < count && !is_forsaken(all, *slot, rank, now); ++*slot) {
        }
        if (*slot < count && all->owner[*slot] > 0) {
            all->work->others->ranks[all->owner[*slot]].lost = true;
        }
    }
    if (*slot < count) {
        all->owner[*slot] = rank;
    }
    return *slot < count;
}

/* How many points go out at once: one where they take long, more where messages would cost as much as they do. */
static size_t bundle(const handout *all) {
    static const double worth = 0.05; /* seconds */
    double mean = all->progress.computed > 0 ? all->seconds / (double)all->progress.computed : 1;
    size_t share = all->left / (size_t)(8 * all->work->others->team->size);
    double most = mean > 0 ? worth / mean : PLD__BUNDLE_MOST;
    most = most < (double)share ? most : (double)share;
    most = most < PLD__BUNDLE_MOST ? most : PLD__BUNDLE_MOST;
    return most > 1 ? (size_t)most : 1;
}

/* --- this process --------------------------------------------------------------------------------------------------- */

static bool keeps_going(size_t done, size_t total, void *context) {
    handout *all = context;
    (void)done;
    (void)total;
    pthread_mutex_lock(&all->lock);
    bool good = goes_on(all) && all->status == PLD_OK;
    pthread_mutex_unlock(&all->lock);
    return good;
}

/* The next point for this process; waits where others have the last ones. */
static bool take_here(handout *all, size_t *slot) {
    for (;;) {
        pthread_mutex_lock(&all->lock);
        bool over = is_over(all), taken = !over && take(all, 0, slot);
        pthread_mutex_unlock(&all->lock);
        if (over || taken || all->work->others == NULL) {
            return taken;
        }
        nap(0.005);
    }
}

static void work_here(handout *all) {
    double *numbers = pld__allocate(all->width, sizeof *numbers);
    size_t slot = 0;
    while (take_here(all, &slot)) {
        pld_error error = {.message = ""};
        double started = pld__seconds_now();
        pld_status status =
            numbers ? pld__answer_compute(&all->how, pld__points_index(all->points, slot), numbers, &error) : PLD_ERROR_MEMORY;
        pthread_mutex_lock(&all->lock);
        if (status == PLD_OK) {
            finish(all, slot, pld__seconds_now() - started, numbers);
        }
        fail(all, slot, status, &error);
        pthread_mutex_unlock(&all->lock);
    }
    pld__free(numbers);
}

/* --- the others ----------------------------------------------------------------------------------------------------- */

/* What rank `from` has sent, and an answer to it. One that dies before it has said or heard everything is gone, and no more. */
static void handle(handout *all, int from) {
    pld__team_request request;
    double answer[PLD__TEAM_REPLY];
    size_t slots[PLD__BUNDLE_MOST];
    pld_error error = {.message = ""};
    const pld__team *team = all->work->others->team;
    bool heard = pld__attendance_hear(all->work->others, from, &request);
    pthread_mutex_lock(&all->lock);
    pld__attendant *sender = &all->work->others->ranks[from];
    sender->heard = pld__seconds_now();
    sender->lost = false;
    sender->gone = !heard || request.kind == PLD__TEAM_LEAVES;
    if (!heard) {
        pthread_mutex_unlock(&all->lock);
        return;
    }
    bool ours = request.fingerprint == all->points->fingerprint;
    if (request.kind == PLD__TEAM_FAILED) {
        fail(all, request.slot < all->points->count ? request.slot : 0, request.status, &request.error);
    } else if (!ours && request.kind == PLD__TEAM_ASKS) {
        fail(all, 0,
             pld__error_argument(&error, "mpirun", "one program and one experiment for all ranks",
                                 "rank %d has another experiment, or another version of this program", from),
             &error);
    }
    for (size_t i = 0; i < request.count && ours; i++) {
        const double *row = pld__team_request_row(&request, i, all->width);
        if (row[0] >= 0 && row[0] < (double)all->points->count) {
            finish(all, (size_t)row[0], row[1], row + 2);
        }
    }
    size_t given = 0, wanted = is_over(all) || sender->gone ? 0 : bundle(all);
    while (given < wanted && take(all, from, &slots[given])) {
        given++;
    }
    pld__team_order order = given > 0 ? PLD__TEAM_COMPUTE : is_over(all) && !sender->gone ? PLD__TEAM_END : PLD__TEAM_WAIT;
    pthread_mutex_unlock(&all->lock);
    if (!team->send(from, answer, pld__team_reply_write(answer, order, slots, given))) {
        pthread_mutex_lock(&all->lock);
        sender->gone = true;
        pthread_mutex_unlock(&all->lock);
    }
}

static bool all_finished(handout *all) {
    pthread_mutex_lock(&all->lock);
    if (!goes_on(all)) {
        fail(all, all->points->count, PLD_ERROR_STOPPED, &(pld_error){.message = ""});
    }
    bool over = is_over(all);
    pthread_mutex_unlock(&all->lock);
    return over;
}

/* Messages as they come, until nothing is left to be handed out. */
static bool serve_all(handout *all) {
    while (!all_finished(all)) {
        int from = 0;
        bool there = false;
        if (!all->work->others->team->look(&from, &there)) {
            return false;
        }
        if (there) {
            handle(all, from);
        } else {
            nap(0.0002);
        }
    }
    return true;
}

static void serve(handout *all) {
    if (!serve_all(all)) {
        pld_error error = {.message = ""};
        pthread_mutex_lock(&all->lock);
        fail(all, 0, pld__error_argument(&error, "mpirun", "", "the other ranks cannot be reached"), &error);
        pthread_mutex_unlock(&all->lock);
    }
}

/* In a team, whoever comes first serves the others; everybody else computes. */
static void take_part(void *context, size_t part) {
    handout *all = context;
    if (part == 0 && all->work->others != NULL) {
        serve(all);
    } else {
        work_here(all);
    }
}

/* --- all of it ------------------------------------------------------------------------------------------------------ */

static pld_status prepare(handout *all) {
    const pld__points *points = all->points;
    pld__attendance *others = all->work->others;
    int ranks = others ? others->team->size : 1;
    all->owner = calloc(points->count + 1, sizeof *all->owner);
    if (all->owner == NULL || (others != NULL && pld__attendance_widen(others, all->width) != PLD_OK)) {
        return PLD_ERROR_MEMORY;
    }
    for (size_t slot = 0; slot < points->count; slot++) {
        all->owner[slot] = NOBODY;
        all->left += points->places[slot] == 0;
    }
    for (int rank = 0; others != NULL && rank < ranks; rank++) {
        others->ranks[rank].heard = pld__seconds_now();
    }
    all->progress = (pld_sweep_progress){.size = sizeof all->progress,
                                         .done = points->found,
                                         .total = points->count,
                                         .ranks = (size_t)ranks,
                                         .slowest_point = pld_study_point_count(points->study)};
    return PLD_OK;
}

pld_status pld__handout_run(pld__points *points, const pld__handout_work *work, pld_error *error) {
    handout all = {.points = points,
                   .how = {.study = points->study, .options = points->study->options, .each_direction = true},
                   .work = work,
                   .width = pld__answer_numbers(points->study),
                   .lock = PTHREAD_MUTEX_INITIALIZER,
                   .status = PLD_OK};
    unsigned threads = work->others != NULL && work->threads == 0 ? 1 : work->threads; /* a rank for each processor */
    all.how.watcher = keeps_going;
    all.how.context = &all;
    all.how.options.threads = threads;
    if (work->others != NULL) {
        pld__attendance_release(work->others);
    }
    pld_status status = prepare(&all);
    if (status == PLD_OK) {
        /* Either the points share the threads, or the only one has them all to itself; the results are the same. A memory limit
         * is shared inside a point. */
        int workers = points->study->options.memory_limit > 0 ? 1 : pld__workers(threads, all.left);
        if (workers > 1) {
            all.how.options.threads = 1;
        }
        (void)goes_on(&all);
        workers += work->others != NULL ? 1 : 0;
        pld__parallel(workers, (size_t)workers, take_part, &all);
        status = all.status;
        if (status != PLD_OK && error != NULL) {
            *error = all.error;
        }
    }
    if (work->others != NULL) {
        work->others->slowest = all.progress.slowest_seconds;
        pld__attendance_hold(work->others);
    }
    free(all.owner);
    return status;
}
