/* Time in units of one transform: what a machine is able to do at the moment. */
#ifndef TESTS_SUPPORT_STOPWATCH_H
#define TESTS_SUPPORT_STOPWATCH_H

#include <stddef.h>

/* Seconds of a clock that only goes forward. */
double stopwatch_now(void);

/* Sorts them. */
double stopwatch_median(double *values, size_t count);

/* Seconds of one executed forward + backward real FFT pair of 2^18 points in double (FFTW_ESTIMATE, planned outside the timing):
 * the median of some. */
double stopwatch_unit(void);

#endif
