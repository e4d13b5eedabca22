/* How long a calibration takes, in units of one transform (see support/stopwatch.h): everything included, both numbers certified.
 *
 *   bench_calibrate [SUBSTRING...]     rows whose name contains one of the substrings */
#include "support/stopwatch.h"

#include <math.h>
#include <pld/pld.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { CALLS = 5 };

typedef struct {
    const char *name, *spec;
    double epsilon, delta;
    double limit; /* in units, 0: none */
} row;

static const row ROWS[] = {
    {"dp-sgd-2", "poisson-gaussian:q=0.01,sigma=solve@10000", 2, 1e-5, 200},
    {"dp-sgd-8", "poisson-gaussian:q=0.01,sigma=solve@1000", 8, 1e-5, 200},
    {"dp-sgd-0.01", "poisson-gaussian:q=0.01,sigma=solve@1000", 0.01, 1e-5, 200},
    {"dp-sgd-1000", "poisson-gaussian:q=0.01,sigma=solve@1000", 1000, 1e-5, 0},
    {"steps", "poisson-gaussian:q=0.01,sigma=1@solve", 4, 1e-5, 0},
    {"batch", "hypergeometric-gaussian:N=60000,B=solve,k=1,sigma=1@10000", 4, 1e-5, 0},
};

static bool is_chosen(const row *what, int word_count, char **words) {
    bool chosen = word_count == 0;
    for (int i = 0; i < word_count; i++)
        chosen |= strstr(what->name, words[i]) != NULL;
    return chosen;
}

static bool run(const row *what, double unit) {
    pld_target target = {.kind = PLD_TARGET_EPSILON, .epsilon = what->epsilon, .log_delta = log(what->delta)};
    pld_options options = pld_options_default();
    pld_calibration found;
    double seconds[CALLS], first = 0;
    for (int call = 0; call <= CALLS; call++) {
        double started = stopwatch_now();
        if (pld_query_calibrate(what->spec, NULL, 0, &target, &options, NULL, NULL, &found, NULL) != PLD_OK)
            return false;
        double taken = stopwatch_now() - started;
        if (call == 0)
            first = taken;
        else
            seconds[call - 1] = taken;
    }
    double units = stopwatch_median(seconds, CALLS) / unit;
    char limit[32] = "-";
    if (what->limit > 0)
        snprintf(limit, sizeof limit, "%g%s", what->limit, units > what->limit ? " (over)" : "");
    printf("%-12s %9.1f %9.1f %12s %8u %5s  %s = %.10g, not %.10g\n", what->name, units, first / unit, limit, found.queries,
           found.tolerance_met ? "yes" : "NO", found.key, found.value, found.limit);
    return true;
}

int main(int argc, char **argv) {
    double unit = stopwatch_unit();
    int failures = 0;
    printf("unit: one forward + backward real FFT pair of 2^18 points, %.3f ms\n", 1e3 * unit);
    printf("%-12s %9s %9s %12s %8s %5s  %s\n", "row", "units", "first", "limit", "queries", "met", "answer");
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++)
        failures += is_chosen(&ROWS[i], argc - 1, argv + 1) && !run(&ROWS[i], unit);
    return failures > 0;
}
