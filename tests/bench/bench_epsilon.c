/* How long epsilon takes, in units of one transform.
 *
 *   bench_epsilon [--all] [--repeat N] [SUBSTRING...]     rows whose name contains one of the substrings
 *
 * Rows named curve are one call of pld_query_curve for 1, 2, 4 .. 16384 compositions; the limit is so many times the row before,
 * their last point. The unit is one executed forward + backward real FFT pair of 2^18 points in double (FFTW_ESTIMATE, planned
 * outside the timing). Every row is one call of pld_query_epsilon, everything included, both directions and both bounds; the
 * median of some calls after a first one, which is shown too. Each row runs in a process of its own, so that peak memory is its
 * own. */
#include "support/stopwatch.h"

#include <math.h>
#include <pld/pld.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_CALLS = 101 };

typedef struct {
    const char *name, *mechanism;
    double delta, tolerance;
    double limit, later; /* in units (a curve: in times its last point), 0: none */
    bool slow;           /* only with --all */
    bool curve;          /* 1, 2, 4 .. 16384 times the mechanism in one call */
} row;

static const row ROWS[] = {
    {"dp-sgd-1e-4", "poisson-gaussian:q=256/60000,sigma=1@16384", 1e-5, 1e-4, 150, 20, false, false},
    {"dp-sgd-curve", "poisson-gaussian:q=256/60000,sigma=1", 1e-5, 1e-4, 8, 0, false, true},
    {"dp-sgd-1e-6", "poisson-gaussian:q=256/60000,sigma=1@16384", 1e-5, 1e-6, 0, 100, false, false},
    {"hypergeometric-k10", "hypergeometric-gaussian:N=60000,B=256,k=10,sigma=1@16384", 1e-5, 1e-4, 600, 40, false, false},
    {"long-1e4", "poisson-gaussian:q=1/1e2,sigma=1@1e4", 1e-6, 1e-4, 0, 0, false, false},
    {"long-1e6", "poisson-gaussian:q=1/1e3,sigma=1@1e6", 1e-6, 1e-4, 0, 0, false, false},
    {"long-1e8", "poisson-gaussian:q=1/1e4,sigma=1@1e8", 1e-6, 1e-4, 0, 0, true, false},
    {"long-1e9", "poisson-gaussian:q=1/31622.776601683792,sigma=1@1e9", 1e-6, 1e-4, 0, 0, true, false},
};

typedef struct {
    pld_status status;
    double seconds, first_seconds;
    pld_bracket bracket;
    bool met;
    size_t buckets;
    long peak; /* kilobytes */
} outcome;

/* The last point of a curve. */
static pld_status ask_curve(const pld_step *step, double log_delta, const pld_options *options, pld_result *result) {
    enum { POINTS = 15 };
    pld_curve_point points[POINTS];
    pld_result results[POINTS];
    for (size_t i = 0; i < POINTS; i++) {
        points[i] = (pld_curve_point){UINT64_C(1) << i, log_delta};
    }
    pld_status status = pld_query_curve(step, 1, points, POINTS, options, NULL, NULL, results, NULL);
    if (status == PLD_OK) {
        *result = results[POINTS - 1];
        for (size_t i = 0; i < POINTS; i++) {
            result->tolerance_met &= results[i].tolerance_met;
        }
    }
    return status;
}

static outcome run(const row *what, int repeat) {
    outcome made = {.status = PLD_OK};
    pld_mechanism *mechanism = NULL;
    pld_step step = {NULL, 0};
    made.status = pld_mechanism_parse(what->mechanism, &mechanism, &step.count, NULL);
    step.mechanism = mechanism;
    pld_options options = pld_options_default();
    options.tolerance = what->tolerance;
    double seconds[MOST_CALLS];
    for (int call = 0; call <= repeat && made.status == PLD_OK; call++) {
        pld_result result;
        double started = stopwatch_now();
        made.status = what->curve ? ask_curve(&step, log(what->delta), &options, &result)
                                  : pld_query_epsilon(&step, 1, log(what->delta), &options, &result, NULL);
        double taken = stopwatch_now() - started;
        if (made.status == PLD_OK) {
            made.bracket = result.bracket;
            made.met = result.tolerance_met;
            made.buckets = result.buckets;
        }
        if (call == 0) {
            made.first_seconds = taken;
        } else {
            seconds[call - 1] = taken;
        }
    }
    made.seconds = repeat > 0 ? stopwatch_median(seconds, (size_t)repeat) : made.first_seconds;
    pld_mechanism_free(mechanism);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    made.peak = usage.ru_maxrss;
    return made;
}

/* In a child, which reports through a pipe. */
static bool run_apart(const row *what, int repeat, outcome *made) {
    int ends[2];
    if (pipe(ends) != 0) {
        return false;
    }
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        outcome own = run(what, repeat);
        bool written = write(ends[1], &own, sizeof own) == (ssize_t)sizeof own;
        _exit(written ? 0 : 1);
    }
    close(ends[1]);
    bool good = child > 0 && read(ends[0], made, sizeof *made) == (ssize_t)sizeof *made;
    close(ends[0]);
    if (child > 0) {
        int status;
        waitpid(child, &status, 0);
    }
    return good && made->status == PLD_OK;
}

static bool is_chosen(const row *what, bool all, int word_count, char **words) {
    bool named = false;
    for (int i = 0; i < word_count; i++) {
        named |= strstr(what->name, words[i]) != NULL;
    }
    return named || (word_count == 0 && (all || !what->slow));
}

static void print_row(const row *what, const outcome *made, double unit, double last_point) {
    char limit[32] = "-", later[32] = "-";
    double ratio = made->seconds / unit;
    if (what->curve && last_point > 0) {
        double times = made->seconds / last_point;
        snprintf(limit, sizeof limit, "%.1f/%gx%s", times, what->limit, times > what->limit ? " (over)" : "");
    } else if (what->limit > 0 && !what->curve) {
        snprintf(limit, sizeof limit, "%g%s", what->limit, ratio > what->limit ? " (over)" : "");
    }
    if (what->later > 0) {
        snprintf(later, sizeof later, "%g%s", what->later, ratio > what->later ? " (over)" : "");
    }
    printf("%-20s %9.1f %9.1f %12s %12s %12.3e %4s %9zu %8.1f  [%.9g, %.9g]\n", what->name, ratio, made->first_seconds / unit,
           limit, later, made->bracket.upper - made->bracket.lower, made->met ? "yes" : "NO", made->buckets,
           (double)made->peak / 1024, made->bracket.lower, made->bracket.upper);
}

int main(int argc, char **argv) {
    bool all = false;
    int repeat = 7, word_count = 0;
    char **words = argv + 1;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--all") == 0) {
            all = true;
        } else if (strcmp(argv[i], "--repeat") == 0 && i + 1 < argc) {
            repeat = atoi(argv[++i]);
        } else if (argv[i][0] == '-') {
            fprintf(stderr, "usage: %s [--all] [--repeat N] [SUBSTRING...]\n", argv[0]);
            return 2;
        } else {
            words[word_count++] = argv[i];
        }
    }
    repeat = repeat < 0 ? 0 : repeat > MOST_CALLS ? MOST_CALLS : repeat;
    double unit = stopwatch_unit();
    printf("unit: one forward + backward real FFT pair of 2^18 points, %.3f ms\n", 1e3 * unit);
    printf("%-20s %9s %9s %12s %12s %12s %4s %9s %8s  %s\n", "row", "units", "first", "limit", "later", "width", "met", "buckets",
           "peak MB", "bracket");
    int failures = 0;
    double last_point = 0; /* seconds of the row before */
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        outcome made;
        if (!is_chosen(&ROWS[i], all, word_count, words)) {
            continue;
        }
        if (run_apart(&ROWS[i], repeat, &made)) {
            print_row(&ROWS[i], &made, unit, last_point);
            last_point = made.seconds;
        } else {
            printf("%-20s failed\n", ROWS[i].name);
            failures++;
        }
    }
    return failures > 0;
}
