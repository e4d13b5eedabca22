#include "support/stopwatch.h"

#include <fftw3.h>
#include <stdlib.h>
#include <time.h>

enum { UNIT_LENGTH = 1 << 18, UNIT_PAIRS = 41 };

double stopwatch_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double stopwatch_median(double *values, size_t count) {
    qsort(values, count, sizeof *values, ascending);
    return values[count / 2];
}

double stopwatch_unit(void) {
    double *points = fftw_malloc((UNIT_LENGTH + 2) * sizeof *points), seconds[UNIT_PAIRS];
    fftw_complex *frequencies = (fftw_complex *)points;
    fftw_plan forward = fftw_plan_dft_r2c_1d(UNIT_LENGTH, points, frequencies, FFTW_ESTIMATE);
    fftw_plan backward = fftw_plan_dft_c2r_1d(UNIT_LENGTH, frequencies, points, FFTW_ESTIMATE);
    for (int pair = 0; pair < UNIT_PAIRS; pair++) {
        for (size_t i = 0; i < UNIT_LENGTH; i++)
            points[i] = 1.0 / UNIT_LENGTH;
        double started = stopwatch_now();
        fftw_execute(forward);
        fftw_execute(backward);
        seconds[pair] = stopwatch_now() - started;
    }
    fftw_destroy_plan(forward);
    fftw_destroy_plan(backward);
    fftw_free(points);
    return stopwatch_median(seconds, UNIT_PAIRS);
}
