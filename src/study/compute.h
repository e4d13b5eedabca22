/* Computes points of a study, in memory. */
#ifndef PLD_STUDY_COMPUTE_H
#define PLD_STUDY_COMPUTE_H

#include "study/study.h"

/* How it is to be done. */
typedef struct pld__computation {
    const pld_study *study;
    pld_options options;        /* with the threads to be used */
    bool each_direction;        /* the one that does not decide as closely as the other: somebody will see it */
    pld_curve_watcher *watcher; /* of the points of one call; false: PLD_ERROR_STOPPED */
    void *context;
} pld__computation;

/* `length` points from `first` on, all of one line. Last digits may depend on which points are computed by one call. */
PLD_WARN_UNUSED pld_status pld__study_compute(const pld__computation *how, size_t first, size_t length, pld_result *results,
                                              pld_error *error);

#endif
