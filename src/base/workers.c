#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* sched_getaffinity */
#endif
#include "base/workers.h"

#include "base/base.h"
#include "base/budget.h"
#include "base/work.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_WORKERS = 1 << 16 };

static _Thread_local bool is_in_loop;

/* Processors that this process may run on. */
static size_t processors(void) {
#ifdef __linux__
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return (size_t)CPU_COUNT(&set);
#endif
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (size_t)online : 1;
}

/* OMP_NUM_THREADS is where users of other numerical programs say it. */
static size_t usual_threads(void) {
    const char *text = getenv("OMP_NUM_THREADS");
    char *end = NULL;
    unsigned long given = text && *text >= '1' && *text <= '9' ? strtoul(text, &end, 10) : 0;
    return given > 0 && (*end == '\0' || *end == ',') ? given : processors();
}

int pld__workers(unsigned threads, size_t tasks) {
    if (is_in_loop || tasks <= 1 || threads == 1)
        return 1;
    size_t wanted = threads ? threads : usual_threads();
    wanted = wanted < tasks ? wanted : tasks;
    return wanted < MOST_WORKERS ? (int)wanted : MOST_WORKERS;
}

typedef struct {
    pld__task *task;
    void *context;
    size_t count;
    _Atomic size_t next;
    pld__budget *budget;
    pld__work *work;
} loop;

static void take_turns(loop *all) {
    is_in_loop = true;
    for (size_t i; (i = atomic_fetch_add(&all->next, 1)) < all->count;)
        all->task(all->context, i);
    is_in_loop = false;
}

static void *work(void *context) {
    loop *all = context;
    pld__budget_enter(all->budget);
    pld__work_enter(all->work);
    take_turns(all);
    return NULL;
}

/* Starts up to `wanted` threads; returns how many there are. Signals are for the program's own threads. */
static int start(loop *all, int wanted, pthread_t *threads) {
    sigset_t every, before;
    int count = 0;
    sigfillset(&every);
    pthread_sigmask(SIG_SETMASK, &every, &before);
    while (count < wanted && pthread_create(&threads[count], NULL, work, all) == 0)
        count++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return count;
}

void pld__parallel(int workers, size_t count, pld__task *task, void *context) {
    if (workers <= 1) {
        for (size_t i = 0; i < count; i++)
            task(context, i);
        return;
    }
    loop all = {.task = task, .context = context, .count = count, .budget = pld__budget_current(), .work = pld__work_current()};
    pthread_t *threads = malloc(((size_t)workers - 1) * sizeof *threads); /* not charged: no answer may depend on it */
    int started = threads ? start(&all, workers - 1, threads) : 0;
    take_turns(&all);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    free(threads);
}
