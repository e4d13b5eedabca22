/* What a sweep will take, from a sample of its points. */
#ifndef PLD_STUDY_FORECAST_H
#define PLD_STUDY_FORECAST_H

#include "study/study.h"

typedef struct pld__forecast {
    size_t points, done;
    size_t sampled;
    double sample_seconds, slowest_seconds;
    size_t slowest_point;
    double seconds;       /* of one processor for all that is left */
    double error_seconds; /* the standard error of that, as the sample tells it; 0 where it has all points that are left */
    size_t memory;        /* the most that one point of the sample took */
    size_t journal, file; /* bytes: about, and at most */
} pld__forecast;

/* Computes some points that are not finished yet, for at most about `seconds`, and writes nothing. */
PLD_WARN_UNUSED pld_status pld__sweep_forecast(const pld_study *study, const pld_sweep *sweep, double seconds,
                                               pld__forecast *forecast, pld_error *error);

#endif
