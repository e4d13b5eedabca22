/* What the ranks other than 0 do: ask for points, compute them, and hand in the answers with the next question. */
#include "study/handout.h"

#include "base/base.h"
#include "base/clock.h"
#include "base/workers.h"
#include "study/sweep.h"
#include "study/team_message.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

typedef struct follower {
    const pld__points *points;
    pld__computation how;
    const pld__handout_work *work;
    size_t width;
    bool ended;           /* rank 0 said so, or something failed here */
    pthread_mutex_t lock; /* of these, and of a question until it is answered */
} follower;

static bool keeps_going(size_t done, size_t total, void *context) {
    follower *all = context;
    const pld_sweep_progress none = {.size = sizeof none};
    (void)done;
    (void)total;
    return all->work->watch == NULL || all->work->watch(&none, all->work->context);
}

/* Sends a message and waits for the answer; with the lock held. */
static void ask(follower *all, const double *message, size_t length, pld__team_order *order, size_t *slots, size_t *count) {
    double reply[PLD__TEAM_REPLY];
    size_t got = 0;
    const pld__team *team = all->work->team;
    if (!team->send(0, message, length) || !team->receive(0, reply, PLD__TEAM_REPLY, &got) ||
        !pld__team_reply_read(reply, got, order, slots, count)) {
        *order = PLD__TEAM_END;
    }
    all->ended |= *order == PLD__TEAM_END;
}

/* Computes the points of a bundle into the rows of a message; how many went well. */
static size_t compute(follower *all, const size_t *slots, size_t count, double *rows, size_t *failed, pld_status *status,
                      pld_error *error) {
    size_t done = 0;
    for (; done < count; done++) {
        double *row = rows + done * (2 + all->width), started = pld__seconds_now();
        *failed = slots[done];
        *status = slots[done] < all->points->count
                      ? pld__answer_compute(&all->how, pld__points_index(all->points, slots[done]), row + 2, error)
                      : pld__error_argument(error, "mpirun", "", "rank 0 asks for a point that is none");
        if (*status != PLD_OK) {
            break;
        }
        row[0] = (double)slots[done];
        row[1] = pld__seconds_now() - started;
    }
    return done;
}

/* One question after the other, each with the answers to the last one. */
static void take_part(void *context, size_t part) {
    follower *all = context;
    double *message = pld__allocate(pld__team_room(all->width), sizeof *message);
    pld__team_request request = {.fingerprint = all->points->fingerprint, .kind = PLD__TEAM_ASKS};
    size_t slots[PLD__BUNDLE_MOST], count = 0;
    bool ended = message == NULL;
    (void)part;
    while (!ended) {
        pld__team_order order = PLD__TEAM_END;
        pthread_mutex_lock(&all->lock);
        if (!all->ended) {
            size_t head = pld__team_request_write(message, &request);
            ask(all, message, head + request.count * (2 + all->width), &order, slots, &count);
        }
        ended = all->ended;
        pthread_mutex_unlock(&all->lock);
        request.count = 0;
        if (!ended && order == PLD__TEAM_WAIT) {
            (void)nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
        } else if (!ended) {
            size_t head = pld__team_request_write(message, &request);
            request.count = compute(all, slots, count, message + head, &request.slot, &request.status, &request.error);
        }
        if (!ended && request.status != PLD_OK) { /* what was finished before it is lost, and computed again after the failure */
            request.kind = PLD__TEAM_FAILED;
            request.count = 0;
            pthread_mutex_lock(&all->lock);
            ask(all, message, pld__team_request_write(message, &request), &order, slots, &count);
            ended = all->ended = true;
            pthread_mutex_unlock(&all->lock);
        }
    }
    pld__free(message);
}

void pld__handout_follow(const pld__points *points, const pld__handout_work *work, pld_status failure, const pld_error *error) {
    follower all = {.points = points, .work = work, .lock = PTHREAD_MUTEX_INITIALIZER};
    double message[PLD__TEAM_FAILURE];
    pld__team_order order = PLD__TEAM_END;
    size_t slots[PLD__BUNDLE_MOST], count = 0;
    pld__team_request request = {.fingerprint = points ? points->fingerprint : 0, .kind = PLD__TEAM_FAILED, .status = failure};
    if (failure != PLD_OK) {
        request.error = *error;
        ask(&all, message, pld__team_request_write(message, &request), &order, slots, &count);
    } else {
        all.width = pld__answer_numbers(points->study);
        all.how = (pld__computation){.study = points->study,
                                     .options = points->study->options,
                                     .each_direction = true,
                                     .watcher = keeps_going,
                                     .context = &all};
        unsigned threads = work->threads == 0 ? 1 : work->threads;
        int workers = points->study->options.memory_limit > 0 ? 1 : pld__workers(threads, points->count);
        all.how.options.threads = workers > 1 ? 1 : threads;
        pld__parallel(workers, (size_t)workers, take_part, &all);
    }
    request.kind = PLD__TEAM_LEAVES;
    (void)work->team->send(0, message, pld__team_request_write(message, &request));
}

void pld__sweep_dismiss(const pld__team *team) {
    static const double patience = 60; /* for those that are still reading the experiment */
    double message[PLD__TEAM_FAILURE], reply[PLD__TEAM_REPLY], started = pld__seconds_now();
    size_t length = 0, end = pld__team_reply_write(reply, PLD__TEAM_END, NULL, 0);
    pld__team_request request;
    for (int left = team->size - 1; left > 0 && pld__seconds_now() - started < patience;) {
        int from = 0;
        bool there = false;
        if (!team->look(&from, &there) || (there && !team->receive(from, message, PLD__TEAM_FAILURE, &length))) {
            return;
        }
        if (!there) {
            (void)nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
        } else if (pld__team_request_read(message, length, 0, &request) && request.kind == PLD__TEAM_LEAVES) {
            left--;
        } else if (!team->send(from, reply, end)) {
            return;
        }
    }
}
