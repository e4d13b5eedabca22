/* A race on purpose: whoever watches for races must see this one, or seeing none elsewhere means nothing. */
#include <pthread.h>
#include <stdio.h>

static int counter;
static int loop_counter;

static void *count(void *context) {
    (void)context;
    for (int i = 0; i < 1000; i++)
        counter++;
    return NULL;
}

int main(void) {
    pthread_t other;
    if (pthread_create(&other, NULL, count, NULL) != 0)
        return 2;
    count(NULL);
    pthread_join(other, NULL);
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 1000; i++)
        loop_counter++;
    printf("%d %d\n", counter, loop_counter);
    return 0;
}
