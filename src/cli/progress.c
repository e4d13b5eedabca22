#include "cli/progress.h"

#include "base/clock.h"

#include <stdio.h>
#include <unistd.h>

static const double bar_after = 1, bar_every = 0.1, line_every = 10; /* seconds */

pld__progress pld__progress_start(const char *command, size_t total, size_t done_before, bool lines) {
    double time = pld__seconds_now();
    return (pld__progress){.command = command,
                           .total = total,
                           .done = done_before,
                           .done_before = done_before,
                           .terminal = isatty(STDERR_FILENO) != 0,
                           .lines = lines,
                           .started = time,
                           .spoke = time};
}

/* "1:02:03", "2:03" or "3 s". */
static void print_duration(double seconds, char *text, size_t size) {
    unsigned long whole = seconds < 1e9 ? (unsigned long)seconds : 1000000000UL;
    if (whole >= 3600) {
        snprintf(text, size, "%lu:%02lu:%02lu", whole / 3600, whole / 60 % 60, whole % 60);
    } else if (whole >= 60) {
        snprintf(text, size, "%lu:%02lu", whole / 60, whole % 60);
    } else {
        snprintf(text, size, "%lu s", whole);
    }
}

static void print_state(const pld__progress *progress, double elapsed, char *text, size_t size) {
    char left[32];
    double rate = (double)(progress->done - progress->done_before) / elapsed;
    if (rate > 0) {
        print_duration((double)(progress->total - progress->done) / rate, left, sizeof left);
        snprintf(text, size, "%zu of %zu points, %.3g/s, %s left", progress->done, progress->total, rate, left);
    } else {
        snprintf(text, size, "%zu of %zu points", progress->done, progress->total);
    }
}

void pld__progress_update(pld__progress *progress, size_t done) {
    enum { BAR = 30 };
    char state[128], bar[BAR + 1];
    double time = pld__seconds_now(), elapsed = time - progress->started;
    progress->done = done;
    if (time - progress->spoke < (progress->terminal ? (progress->shown ? bar_every : bar_after) : line_every)) {
        return;
    }
    progress->spoke = time;
    print_state(progress, elapsed, state, sizeof state);
    if (progress->terminal) {
        size_t filled = progress->total > 0 ? BAR * done / progress->total : 0;
        for (size_t i = 0; i < BAR; i++) {
            bar[i] = i < filled ? '#' : '.';
        }
        bar[BAR] = '\0';
        fprintf(stderr, "\r[%s] %s\033[K", bar, state);
        fflush(stderr);
        progress->shown = true;
    } else if (progress->lines) {
        fprintf(stderr, "pld %s: %s\n", progress->command, state);
    }
}

void pld__progress_end(pld__progress *progress) {
    if (progress->shown) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
        progress->shown = false;
    }
}
