/* How many threads a parallel loop may have. */
#ifndef PLD_BASE_WORKERS_H
#define PLD_BASE_WORKERS_H

#include <stddef.h>

/* Threads for `tasks` tasks when `threads` were asked for (0: as many as OpenMP would take), at least 1: 1 without OpenMP and inside a
 * parallel loop, and no more than can be had. OpenMP ends the process when it cannot start a thread, so they are tried before; and a
 * thread that a program's own loop left with another rounding mode or with subnormals flushed is not worked with. What the system gives
 * can still change between the trial and the loop. */
int pld__workers(unsigned threads, size_t tasks);

#endif
