#include "terminal/progress.h"

#include "base/clock.h"
#include "base/plain.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
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

pld__progress pld__progress_of_points(const char *command, size_t total, FILE *messages) {
    pld__progress progress = pld__progress_start(command, total, 0, false);
    progress.terminal = progress.terminal && messages == stderr;
    return progress;
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
        pld__plain_format(text, size, "%zu of %zu points, %.3g/s, %s left%s", progress->done, progress->total, rate, left,
                          progress->slowest);
    } else {
        snprintf(text, size, "%zu of %zu points", progress->done, progress->total);
    }
}

/* The columns of the terminal; it may have been made wider or narrower meanwhile. */
static size_t terminal_width(void) {
    enum { USUAL = 80 };
    struct winsize window = {.ws_col = 0};
    return ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0 ? window.ws_col : USUAL;
}

/* One line, whatever the width: a bar where there is room for one, as much of the words as there is room for. The last column
 * stays free, where some terminals would begin a new line. */
static void print_bar(const pld__progress *progress, const char *state) {
    enum { BAR = 30, BAR_LEAST = 5, FRAME = 3 }; /* the frame: brackets and a blank */
    char bar[BAR + 1];
    size_t width = terminal_width() - 1, words = strlen(state);
    size_t room = width > words + FRAME ? width - words - FRAME : 0, length = room < BAR ? room : BAR;
    size_t filled = progress->total > 0 ? (size_t)((double)length * (double)progress->done / (double)progress->total) : 0;
    for (size_t i = 0; i < length; i++) {
        bar[i] = i < filled ? '#' : '.';
    }
    bar[length] = '\0';
    bool has_bar = length >= BAR_LEAST;
    fprintf(stderr, "\r%s%s%s%.*s\033[K", has_bar ? "[" : "", has_bar ? bar : "", has_bar ? "] " : "", (int)width, state);
    fflush(stderr);
}

void pld__progress_update(pld__progress *progress, size_t done) {
    char state[192];
    double time = pld__seconds_now(), elapsed = time - progress->started;
    progress->done = done;
    if (time - progress->spoke < (progress->terminal ? (progress->shown ? bar_every : bar_after) : line_every)) {
        return;
    }
    progress->spoke = time;
    print_state(progress, elapsed, state, sizeof state);
    if (progress->terminal) {
        print_bar(progress, state);
        progress->shown = true;
    } else if (progress->lines) {
        fprintf(stderr, "pld %s: %s\n", progress->command, state);
    }
}

bool pld__progress_watch(size_t done, size_t total, void *progress) {
    pld__progress *own = progress;
    own->total = total;
    pld__progress_update(own, done);
    return true;
}

void pld__progress_end(pld__progress *progress) {
    if (progress->shown) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
        progress->shown = false;
    }
}
