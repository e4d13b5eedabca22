/* Loops whose turns are taken by several threads.
 *
 * Threads are started for a loop and are gone after it. They take over the floating-point environment (POSIX), the budget and
 * the meter of work of the one that started them, and no signal is delivered to them. */
#ifndef PLD_BASE_WORKERS_H
#define PLD_BASE_WORKERS_H

#include <stddef.h>

/* Threads for `tasks` tasks when `threads` were asked for (0: as many as this process may run on, or OMP_NUM_THREADS where that
 * is set), at least 1, and 1 inside a loop of pld__parallel. */
int pld__workers(unsigned threads, size_t tasks);

typedef void pld__task(void *context, size_t index);

/* task(context, i) once for every i < count: by up to `workers` threads, the caller's among them, in the order in which they
 * become free, and by fewer where fewer can be started. Returns when all are done. Must not be called inside such a loop with
 * more than one worker. */
void pld__parallel(int workers, size_t count, pld__task *task, void *context);

#endif
