/* How far a long computation is: a bar on a terminal, a line now and then elsewhere. */
#ifndef PLD_TERMINAL_PROGRESS_H
#define PLD_TERMINAL_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct pld__progress {
    const char *command;
    size_t total, done, done_before; /* points; `done_before` were done when it began */
    bool terminal, lines;            /* lines: also when standard error is no terminal */
    bool shown;
    double started, spoke;
    char slowest[64]; /* the point that took longest, and how long; "" while there is none to speak of */
} pld__progress;

pld__progress pld__progress_start(const char *command, size_t total, size_t done_before, bool lines);
/* Of a command's own points, on a terminal alone; of one whose messages go elsewhere than to standard error, nowhere. */
pld__progress pld__progress_of_points(const char *command, size_t total, FILE *messages);
/* Not for two threads at once. Says nothing in the first second. */
void pld__progress_update(pld__progress *progress, size_t done);
/* A watcher of the library whose context is a progress: it never stops anything. */
bool pld__progress_watch(size_t done, size_t total, void *progress);

/* Removes the bar. */
void pld__progress_end(pld__progress *progress);

#endif
