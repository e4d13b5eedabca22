/* What the ranks other than 0 do: ask for points, compute them, and hand in the answers with the next question. */
#include "study/handout.h"

#include "base/base.h"
#include "base/clock.h"
#include "base/workers.h"
#include "study/team_message.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

typedef struct follower {
    const pld__points *points;
    pld__computation how;
    const pld__handout_work *work;
    const pld__team *team;
    size_t width;
    bool ended;           /* rank 0 said so, or something failed here */
    bool alone;           /* rank 0 does not answer */
    pthread_mutex_t lock; /* of these, and of a question until it is answered */
} follower;

static bool keeps_going(size_t done, size_t total, void *context) {
    follower *all = context;
    const pld_sweep_progress none = {.size = sizeof none};
    (void)done;
    (void)total;
    return all->work->watch == NULL || all->work->watch(&none, all->work->context);
}

static void nap(double seconds) {
    (void)nanosleep(&(struct timespec){.tv_nsec = (long)(1e9 * seconds)}, NULL);
}

/* Sends a message and waits for the answer; with the lock held. */
static void ask(follower *all, const double *message, size_t length, pld__team_order *order, size_t *slots, size_t *count) {
    double reply[PLD__TEAM_REPLY];
    size_t got = 0;
    all->alone |= all->alone || !all->team->send(0, message, length) || !all->team->receive(0, reply, PLD__TEAM_REPLY, &got) ||
                  !pld__team_reply_read(reply, got, order, slots, count);
    if (all->alone) {
        *order = PLD__TEAM_END;
    }
    all->ended |= *order == PLD__TEAM_END;
}

/* Says what has no points in it until rank 0 has taken it; with the lock held, or alone. */
static void tell(follower *all, const pld__team_request *request) {
    static const double pause = 0.05; /* seconds */
    double message[PLD__TEAM_FAILURE];
    pld__team_order order = PLD__TEAM_END;
    size_t slots[PLD__BUNDLE_MOST], count = 0, length = pld__team_request_write(message, request);
    for (ask(all, message, length, &order, slots, &count); order == PLD__TEAM_WAIT;
         ask(all, message, length, &order, slots, &count)) {
        nap(pause);
    }
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
            nap(0.005);
        } else if (!ended) {
            size_t head = pld__team_request_write(message, &request);
            request.count = compute(all, slots, count, message + head, &request.slot, &request.status, &request.error);
        }
        if (!ended && request.status != PLD_OK) { /* what was finished before it is lost, and computed again after the failure */
            request.kind = PLD__TEAM_FAILED;
            request.count = 0;
            pthread_mutex_lock(&all->lock);
            tell(all, &request);
            ended = all->ended = true;
            pthread_mutex_unlock(&all->lock);
        }
    }
    pld__free(message);
}

pld_status pld__handout_follow(const pld__points *points, const pld__handout_work *work, const pld__team *team,
                               pld_status failure, pld_error *error) {
    follower all = {.points = points, .work = work, .team = team, .lock = PTHREAD_MUTEX_INITIALIZER};
    pld__team_request request = {.fingerprint = points ? points->fingerprint : 0, .kind = PLD__TEAM_FAILED, .status = failure};
    if (failure != PLD_OK) {
        request.error = *error;
        tell(&all, &request);
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
    tell(&all, &request);
    return all.alone ? pld__error_argument(error, "mpirun", "--resume, which goes on with the points that are finished",
                                           "rank 0 does not answer rank %d any more", team->rank)
                     : PLD_OK;
}
