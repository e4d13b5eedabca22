/* How long the whole epsilon-over-compositions figure takes: 5 groups, 15 numbers of compositions, both directions, both bounds,
 * every bracket no wider than 1e-4.
 *
 *   bench_curve [SECONDS]     fails if it takes longer (default: no limit) */
#include "support/stopwatch.h"

#include <math.h>
#include <pld/pld.h>
#include <stdio.h>
#include <stdlib.h>

enum { POINTS = 15 };

/* The widest bracket of one curve, NAN if it fails. */
static double run_curve(int k) {
    char spec[128];
    pld_mechanism *mechanism = NULL;
    pld_step step = {NULL, 0};
    pld_options options = pld_options_default();
    pld_curve_point points[POINTS];
    pld_result results[POINTS];
    double widest = 0;
    snprintf(spec, sizeof spec, "hypergeometric-gaussian:N=60000,B=256,k=%d,sigma=1", k);
    if (pld_mechanism_parse(spec, &mechanism, &step.count, NULL) != PLD_OK) {
        return NAN;
    }
    step.mechanism = mechanism;
    options.tolerance = 1e-4;
    options.threads = 1; /* the curves share the threads */
    for (int i = 0; i < POINTS; i++) {
        points[i] = (pld_curve_point){.compositions = UINT64_C(1) << i, .log_delta = log(1e-5)};
    }
    pld_status status = pld_query_curve(&step, 1, points, POINTS, &options, NULL, NULL, results, NULL);
    for (int i = 0; i < POINTS && status == PLD_OK; i++) {
        widest = fmax(widest, results[i].bracket.upper - results[i].bracket.lower);
    }
    pld_mechanism_free(mechanism);
    return status == PLD_OK ? widest : NAN;
}

int main(int argc, char **argv) {
    static const int groups[] = {1, 2, 3, 5, 10};
    enum { GROUPS = sizeof groups / sizeof groups[0] };
    double widths[GROUPS], widest = 0, started = stopwatch_now();
    double limit = argc > 1 ? atof(argv[1]) : INFINITY;
    for (int i = 0; i < GROUPS; i++) {
        widths[i] = run_curve(groups[i]);
    }
    double seconds = stopwatch_now() - started;
    for (int i = 0; i < GROUPS; i++) {
        widest = isnan(widths[i]) ? INFINITY : fmax(widest, widths[i]);
    }
    printf("%d points, both directions, both bounds: %.2f s, widest bracket %.2e\n", GROUPS * POINTS, seconds, widest);
    return widest <= 1e-4 && seconds <= limit ? 0 : 1;
}
