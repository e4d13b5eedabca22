/* A race on purpose: whoever watches for races must see this one, or seeing none elsewhere means nothing. */
#include "base/workers.h"

#include <pthread.h>
#include <stdio.h>

/* Volatile: a thousand writes, not one sum of them, which two threads may make at the very same moment and nobody sees. */
static volatile int counter;
static volatile int loop_counter;

static void *count_alone(void *context) {
    (void)context;
    for (int i = 0; i < 1000; i++)
        counter++;
    return NULL;
}

static pthread_barrier_t barrier;

/* Two turns at the same time, each by a thread of its own. */
static void count_in_loop(void *context, size_t i) {
    (void)context, (void)i;
    pthread_barrier_wait(&barrier);
    for (int turn = 0; turn < 1000; turn++)
        loop_counter++;
}

int main(void) {
    pthread_t other;
    if (pthread_create(&other, NULL, count_alone, NULL) != 0)
        return 2;
    count_alone(NULL);
    pthread_join(other, NULL);
    if (pthread_barrier_init(&barrier, NULL, 2) != 0)
        return 2;
    pld__parallel(2, 2, count_in_loop, NULL);
    printf("%d %d\n", counter, loop_counter);
    return 0;
}
