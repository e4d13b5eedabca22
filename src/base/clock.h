/* How long something took. */
#ifndef PLD_BASE_CLOCK_H
#define PLD_BASE_CLOCK_H

#include <time.h>

/* Seconds since some moment in the past. */
static inline double pld__seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
