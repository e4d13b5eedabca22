#include "study/handout.h"

#include "base/base.h"
#include "base/clock.h"
#include "base/workers.h"
#include "study/sweep.h"
#include "study/team_message.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { NOBODY = -1 };

/* What rank 0 knows of another one. */
typedef struct member {
    bool gone;    /* it said so */
    bool lost;    /* it was silent for so long that its points went to others */
    double heard; /* when */
} member;

typedef struct handout {
    pld__points *points;
    pld__computation how;
    const pld__handout_work *work;
    size_t width; /* of a row */
    size_t next;  /* points before it were handed out or are finished */
    size_t left;  /* points that are not finished */
    int *owner;   /* of each point: the rank that has it, or NOBODY */
    member *members;
    double *message; /* of the thread that serves */
    pld_sweep_progress progress;
    double seconds; /* that all computed points have taken */
    bool stopped;   /* the watcher said so */
    pld_status status;
    size_t failed; /* the first failed point */
    pld_error error;
    pthread_mutex_t lock; /* of all of these but `how` and `message` */
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
    return owner == NOBODY || all->members[owner].gone || now - all->members[owner].heard > (patience > least ? patience : least);
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
    } else if (all->work->team != NULL) {
        double now = pld__seconds_now();
        for (*slot = 0; *slot < count && !is_forsaken(all, *slot, rank, now); ++*slot) {
        }
        if (*slot < count && all->owner[*slot] > 0) {
            all->members[all->owner[*slot]].lost = true;
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
    size_t share = all->left / (size_t)(8 * all->work->team->size);
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
        if (over || taken || all->work->team == NULL) {
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

/* What rank `from` has sent, and an answer to it. */
static bool handle(handout *all, int from) {
    pld__team_request request;
    double answer[PLD__TEAM_REPLY];
    size_t count = 0, slots[PLD__BUNDLE_MOST];
    pld_error error = {.message = ""};
    const pld__team *team = all->work->team;
    if (!team->receive(from, all->message, pld__team_room(all->width), &count) ||
        !pld__team_request_read(all->message, count, all->width, &request)) {
        return false;
    }
    pthread_mutex_lock(&all->lock);
    member *sender = &all->members[from];
    sender->heard = pld__seconds_now();
    sender->lost = false;
    sender->gone = request.kind == PLD__TEAM_LEAVES;
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
    pld__team_order order = is_over(all) ? PLD__TEAM_END : given > 0 ? PLD__TEAM_COMPUTE : PLD__TEAM_WAIT;
    bool silent = sender->gone;
    pthread_mutex_unlock(&all->lock);
    return silent || team->send(from, answer, pld__team_reply_write(answer, order, slots, given));
}

/* Messages as they come, until `enough`. */
static bool serve_until(handout *all, bool (*enough)(handout *all)) {
    for (;;) {
        int from = 0;
        bool there = false;
        pthread_mutex_lock(&all->lock);
        bool done = enough(all);
        pthread_mutex_unlock(&all->lock);
        if (done) {
            return true;
        }
        if (!all->work->team->look(&from, &there) || (there && !handle(all, from))) {
            return false;
        }
        if (!there) {
            nap(0.0002);
        }
    }
}

static bool all_finished(handout *all) {
    if (!goes_on(all)) {
        fail(all, all->points->count, PLD_ERROR_STOPPED, &(pld_error){.message = ""});
    }
    return is_over(all);
}

/* Everybody has left, or has not been heard of for long. */
static bool all_gone(handout *all) {
    static const double patience = 10, times = 3;
    double now = pld__seconds_now(), longest = patience + times * all->progress.slowest_seconds;
    for (int rank = 1; rank < all->work->team->size; rank++) {
        const member *one = &all->members[rank];
        if (!one->gone && !one->lost && now - one->heard < longest) {
            return false;
        }
    }
    return true;
}

static void serve(handout *all) {
    if (!serve_until(all, all_finished)) {
        pld_error error = {.message = ""};
        pthread_mutex_lock(&all->lock);
        fail(all, 0, pld__error_argument(&error, "mpirun", "", "the other ranks cannot be reached"), &error);
        pthread_mutex_unlock(&all->lock);
    }
}

/* In a team, whoever comes first serves the others; everybody else computes. */
static void take_part(void *context, size_t part) {
    handout *all = context;
    if (part == 0 && all->work->team != NULL) {
        serve(all);
    } else {
        work_here(all);
    }
}

/* --- all of it ------------------------------------------------------------------------------------------------------ */

static pld_status prepare(handout *all) {
    const pld__points *points = all->points;
    int ranks = all->work->team ? all->work->team->size : 1;
    all->owner = calloc(points->count + 1, sizeof *all->owner);
    all->members = calloc((size_t)ranks, sizeof *all->members);
    all->message = pld__allocate(pld__team_room(all->width), sizeof *all->message);
    if (all->owner == NULL || all->members == NULL || all->message == NULL) {
        return PLD_ERROR_MEMORY;
    }
    for (size_t slot = 0; slot < points->count; slot++) {
        all->owner[slot] = NOBODY;
        all->left += points->places[slot] == 0;
    }
    for (int rank = 0; rank < ranks; rank++) {
        all->members[rank].heard = pld__seconds_now();
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
    unsigned threads = work->team != NULL && work->threads == 0 ? 1 : work->threads; /* a rank for each processor */
    all.how.watcher = keeps_going;
    all.how.context = &all;
    all.how.options.threads = threads;
    pld_status status = prepare(&all);
    if (status == PLD_OK) {
        /* Either the points share the threads, or the only one has them all to itself; the results are the same. A memory limit
         * is shared inside a point. */
        int workers = points->study->options.memory_limit > 0 ? 1 : pld__workers(threads, all.left);
        if (workers > 1) {
            all.how.options.threads = 1;
        }
        (void)goes_on(&all);
        workers += work->team != NULL ? 1 : 0;
        pld__parallel(workers, (size_t)workers, take_part, &all);
        if (work->team != NULL) {
            (void)serve_until(&all, all_gone);
        }
        status = all.status;
        if (status != PLD_OK && error != NULL) {
            *error = all.error;
        }
    } else if (work->team != NULL) {
        pld__sweep_dismiss(work->team);
    }
    free(all.owner);
    free(all.members);
    pld__free(all.message);
    return status;
}
