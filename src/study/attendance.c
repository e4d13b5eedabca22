#include "study/attendance.h"

#include "base/base.h"
#include "base/clock.h"

#include <stdlib.h>
#include <time.h>

pld_status pld__attendance_create(const pld__team *team, pld__attendance *others) {
    *others = (pld__attendance){.team = team, .lock = PTHREAD_MUTEX_INITIALIZER};
    others->ranks = calloc((size_t)team->size, sizeof *others->ranks);
    for (int rank = 0; others->ranks != NULL && rank < team->size; rank++) {
        others->ranks[rank].heard = pld__seconds_now();
    }
    return others->ranks != NULL ? pld__attendance_widen(others, 0) : PLD_ERROR_MEMORY;
}

void pld__attendance_free(pld__attendance *others) {
    free(others->ranks);
    pld__free(others->message);
    others->ranks = NULL;
    others->message = NULL;
}

pld_status pld__attendance_widen(pld__attendance *others, size_t width) {
    double *message = pld__allocate(pld__team_room(width), sizeof *message);
    if (message == NULL) {
        return PLD_ERROR_MEMORY;
    }
    pld__free(others->message);
    others->message = message;
    others->width = width;
    return PLD_OK;
}

bool pld__attendance_hear(pld__attendance *others, int from, pld__team_request *request) {
    size_t count = 0;
    if (!others->team->receive(from, others->message, pld__team_room(others->width), &count)) {
        return false;
    }
    if (!pld__team_request_read(others->message, count, others->width, request)) {
        *request = (pld__team_request){.kind = PLD__TEAM_FAILED};
        request->status = pld__error_argument(&request->error, "mpirun", "one program and one experiment for all ranks",
                                              "what rank %d says cannot be understood", from);
    }
    return true;
}

/* What is said to those who ask for points and to those who are ready to leave. */
typedef struct speech {
    pld__team_order to_asking, to_leaving;
} speech;

/* Answers one message, if there is one; false if there is none. */
static bool answer(pld__attendance *others, const speech *what) {
    const pld__team *team = others->team;
    pld__team_request request;
    double reply[PLD__TEAM_REPLY];
    int from = 0;
    bool there = false;
    if (!team->look(&from, &there) || !there) {
        return false;
    }
    pld__attendant *sender = &others->ranks[from];
    bool heard = pld__attendance_hear(others, from, &request);
    bool leaves = heard && request.kind == PLD__TEAM_LEAVES;
    pld__team_order order = leaves ? what->to_leaving : what->to_asking;
    sender->heard = pld__seconds_now();
    bool told = heard && team->send(from, reply, pld__team_reply_write(reply, order, NULL, 0));
    sender->gone = leaves || !told;
    sender->dismissed = !told || (leaves && order == PLD__TEAM_END);
    return true;
}

static void nap(void) {
    (void)nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
}

static void *hold(void *context) {
    static const speech wait = {.to_asking = PLD__TEAM_WAIT, .to_leaving = PLD__TEAM_WAIT};
    pld__attendance *others = context;
    for (bool enough = false; !enough;) {
        if (!answer(others, &wait)) {
            nap();
        }
        pthread_mutex_lock(&others->lock);
        enough = others->enough;
        pthread_mutex_unlock(&others->lock);
    }
    return NULL;
}

void pld__attendance_hold(pld__attendance *others) {
    others->enough = false;
    others->holds = pthread_create(&others->thread, NULL, hold, others) == 0; /* without it they wait for an answer */
}

void pld__attendance_release(pld__attendance *others) {
    if (others->holds) {
        pthread_mutex_lock(&others->lock);
        others->enough = true;
        pthread_mutex_unlock(&others->lock);
        pthread_join(others->thread, NULL);
        others->holds = false;
    }
}

/* Nobody is left who has been heard of lately: a rank may be in the middle of a point. */
static bool all_gone(const pld__attendance *others, bool dismissed) {
    static const double patience = 10, times = 3;
    double now = pld__seconds_now(), longest = patience + times * others->slowest;
    for (int rank = 1; rank < others->team->size; rank++) {
        const pld__attendant *one = &others->ranks[rank];
        if (!(dismissed ? one->dismissed : one->gone) && now - one->heard < longest) {
            return false;
        }
    }
    return true;
}

void pld__attendance_dismiss(pld__attendance *others) {
    static const speech steps[] = {{.to_asking = PLD__TEAM_END, .to_leaving = PLD__TEAM_WAIT},
                                   {.to_asking = PLD__TEAM_END, .to_leaving = PLD__TEAM_END}};
    for (size_t step = 0; step < sizeof steps / sizeof steps[0]; step++) {
        while (!all_gone(others, step == 1)) {
            if (!answer(others, &steps[step])) {
                nap();
            }
        }
    }
}
