#include "base/workers.h"

#ifdef _OPENMP
#include "base/base.h"
#include "base/platform.h"

#include <omp.h>
#include <pthread.h>

typedef struct gate {
    pthread_mutex_t lock;
    pthread_cond_t opened;
    int is_open;
} gate;

/* All of them are there at once, as those of a loop are. */
static void *wait_at(void *context) {
    gate *at = context;
    pthread_mutex_lock(&at->lock);
    while (!at->is_open)
        pthread_cond_wait(&at->opened, &at->lock);
    pthread_mutex_unlock(&at->lock);
    return NULL;
}

/* How many of so many more threads can be started. */
static int try_threads(int wanted) {
    pthread_t *started = pld__allocate((size_t)wanted, sizeof *started);
    gate all = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
    int count = 0;
    while (started && count < wanted && pthread_create(&started[count], NULL, wait_at, &all) == 0)
        count++;
    pthread_mutex_lock(&all.lock);
    all.is_open = 1;
    pthread_cond_broadcast(&all.opened);
    pthread_mutex_unlock(&all.lock);
    for (int i = 0; i < count; i++)
        pthread_join(started[i], NULL);
    pld__free(started);
    return count;
}

/* OpenMP keeps the threads of a loop for the next one of the same thread, so each number is tried once a thread. */
static _Thread_local int had = 1;

static int affordable(int wanted) {
    if (wanted > had)
        had = 1 + try_threads(wanted - 1);
    return wanted < had ? wanted : had;
}

static int all_sound(int workers) {
    int sound = 1;
#pragma omp parallel num_threads(workers) reduction(&& : sound)
    sound = sound && pld__platform_sound();
    return sound;
}

int pld__workers(unsigned threads, size_t tasks) {
    if (omp_in_parallel())
        return 1;
    size_t wanted = threads ? threads : (size_t)omp_get_max_threads();
    wanted = wanted < tasks ? wanted : tasks;
    if (wanted <= 1)
        return 1;
    int workers = affordable(wanted < 1 << 16 ? (int)wanted : 1 << 16);
    return workers > 1 && all_sound(workers) ? workers : 1;
}
#else
int pld__workers(unsigned threads, size_t tasks) {
    (void)threads, (void)tasks;
    return 1;
}
#endif
