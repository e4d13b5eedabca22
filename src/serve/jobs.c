#include "serve/jobs.h"

#include "base/base.h"
#include "base/budget.h"
#include "base/clock.h"
#include "base/plain.h"
#include "base/workers.h"
#include "serve/request.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

enum { MEMORY_MOST = 1 << 29, TOO_MUCH = 422, NOT_NOW = 503 };

/* Why a job is not wanted any more. */
typedef enum { WANTED = 0, TOO_LONG, CLIENT_GONE, CLOSING } fate;

typedef struct worker {
    struct pld__jobs *jobs;
    pthread_t thread;
    pthread_mutex_t lock; /* of what is between it and whoever watches: */
    pld__job *job;        /* NULL: none */
    pld__budget budget;   /* of the job: nothing is allocated any more when it is not wanted */
    double until;
    _Atomic int fate;
} worker;

struct pld__jobs {
    double seconds;
    pthread_mutex_t lock; /* of the queue */
    pthread_cond_t some;
    pld__job *first, **end;
    size_t waiting, running;
    bool stopping;
    atomic_bool closing;
    size_t worker_count;
    worker workers[];
};

/* --- is it still wanted --------------------------------------------------------------------------------------------- */

/* A client that has closed its end, or half of it, waits for nothing. */
static bool is_gone(int socket) {
    char byte;
    return socket >= 0 && recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

static fate fate_of(const worker *own) {
    return atomic_load(&own->jobs->closing)  ? CLOSING
           : pld__seconds_now() > own->until ? TOO_LONG
           : is_gone(own->job->socket)       ? CLIENT_GONE
                                             : WANTED;
}

/* The watcher of the library; asked by the threads that work on the job. */
static bool is_wanted(void *context) {
    worker *own = context;
    if (atomic_load(&own->fate) == WANTED) {
        atomic_store(&own->fate, (int)fate_of(own));
    }
    return atomic_load(&own->fate) == WANTED;
}

void pld__jobs_watch(pld__jobs *jobs) {
    for (size_t i = 0; i < jobs->worker_count; i++) {
        worker *one = &jobs->workers[i];
        pthread_mutex_lock(&one->lock);
        if (one->job != NULL && !is_wanted(one)) {
            atomic_store(&one->budget.limit, 0);
        }
        pthread_mutex_unlock(&one->lock);
    }
}

/* --- working -------------------------------------------------------------------------------------------------------- */

static pld__reply refuse(const worker *own, fate why) {
    char allowed[128];
    if (why != TOO_LONG) {
        return pld__request_refuse(NOT_NOW, "server", "the server is being ended", "");
    }
    pld__plain_format(allowed, sizeof allowed, "less work, a wider --tolerance, the program 'pld', or 'pld serve --time-limit'");
    char message[128];
    pld__plain_format(message, sizeof message, "the request took longer than the %g s that one may take", own->jobs->seconds);
    return pld__request_refuse(TOO_MUCH, "time", message, allowed);
}

static pld__reply answer(worker *own, const pld__job *job, unsigned threads) {
    const pld__request_work work = {.threads = threads, .wanted = is_wanted, .context = own};
    if (!is_wanted(own)) {
        return refuse(own, (fate)atomic_load(&own->fate));
    }
    pld__reply reply = pld__request_answer(job->path, job->body, job->size, &work);
    fate why = (fate)atomic_load(&own->fate);
    if (why != WANTED) { /* what came of it is no answer */
        free(reply.text);
        return refuse(own, why);
    }
    return reply;
}

static void work_on(worker *own, pld__job *job, unsigned threads) {
    pthread_mutex_lock(&own->lock);
    pld__budget_open(&own->budget, MEMORY_MOST);
    own->until = pld__seconds_now() + own->jobs->seconds;
    atomic_store(&own->fate, WANTED);
    own->job = job;
    pthread_mutex_unlock(&own->lock);
    job->reply = answer(own, job, threads);
    pthread_mutex_lock(&own->lock);
    own->job = NULL;
    pld__budget_close(&own->budget);
    pthread_mutex_unlock(&own->lock);
    job->finish(job);
}

/* The next job, and how many threads it may have: all of them if it is alone. NULL at the end. */
static pld__job *next_job(pld__jobs *jobs, unsigned *threads) {
    pthread_mutex_lock(&jobs->lock);
    while (jobs->first == NULL && !jobs->stopping) {
        pthread_cond_wait(&jobs->some, &jobs->lock);
    }
    pld__job *job = jobs->first;
    if (job != NULL) {
        jobs->first = job->next;
        jobs->end = jobs->first ? jobs->end : &jobs->first;
        jobs->waiting--;
        jobs->running++;
        size_t busy = jobs->running + jobs->waiting;
        *threads = busy < jobs->worker_count ? (unsigned)(jobs->worker_count / busy) : 1;
    }
    pthread_mutex_unlock(&jobs->lock);
    return job;
}

static void *work(void *context) {
    worker *own = context;
    pld__job *job = NULL;
    unsigned threads = 1;
    while ((job = next_job(own->jobs, &threads)) != NULL) {
        work_on(own, job, threads);
        pthread_mutex_lock(&own->jobs->lock);
        own->jobs->running--;
        pthread_mutex_unlock(&own->jobs->lock);
    }
    return NULL;
}

/* --- all of them ---------------------------------------------------------------------------------------------------- */

void pld__jobs_add(pld__jobs *jobs, pld__job *job) {
    job->next = NULL;
    pthread_mutex_lock(&jobs->lock);
    *jobs->end = job;
    jobs->end = &job->next;
    jobs->waiting++;
    pthread_cond_signal(&jobs->some);
    pthread_mutex_unlock(&jobs->lock);
}

size_t pld__jobs_count(pld__jobs *jobs) {
    pthread_mutex_lock(&jobs->lock);
    size_t count = jobs->waiting + jobs->running;
    pthread_mutex_unlock(&jobs->lock);
    return count;
}

/* Signals are for the thread that waits for them. */
static bool start_worker(worker *own) {
    sigset_t every, before;
    sigfillset(&every);
    pthread_sigmask(SIG_SETMASK, &every, &before);
    bool started = pthread_create(&own->thread, NULL, work, own) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

pld_status pld__jobs_start(unsigned threads, double seconds, pld__jobs **jobs) {
    size_t count = (size_t)pld__workers(threads, SIZE_MAX);
    pld__jobs *made = calloc(1, sizeof *made + count * sizeof made->workers[0]);
    if (made == NULL) {
        return PLD_ERROR_MEMORY;
    }
    pthread_mutex_init(&made->lock, NULL);
    pthread_cond_init(&made->some, NULL);
    made->seconds = seconds;
    made->end = &made->first;
    pthread_mutex_lock(&made->lock); /* those that are there already look how many they are */
    for (; made->worker_count < count; made->worker_count++) {
        worker *one = &made->workers[made->worker_count];
        one->jobs = made;
        pthread_mutex_init(&one->lock, NULL);
        if (!start_worker(one)) {
            pthread_mutex_destroy(&one->lock);
            break; /* fewer will do */
        }
    }
    pthread_mutex_unlock(&made->lock);
    if (made->worker_count == 0) {
        pld__jobs_stop(made);
        return PLD_ERROR_MEMORY;
    }
    *jobs = made;
    return PLD_OK;
}

void pld__jobs_stop(pld__jobs *jobs) {
    atomic_store(&jobs->closing, true);
    pthread_mutex_lock(&jobs->lock);
    jobs->stopping = true;
    pthread_cond_broadcast(&jobs->some);
    pthread_mutex_unlock(&jobs->lock);
    pld__jobs_watch(jobs);
    for (size_t i = 0; i < jobs->worker_count; i++) {
        pthread_join(jobs->workers[i].thread, NULL);
        pthread_mutex_destroy(&jobs->workers[i].lock);
    }
    pthread_cond_destroy(&jobs->some);
    pthread_mutex_destroy(&jobs->lock);
    free(jobs);
}
