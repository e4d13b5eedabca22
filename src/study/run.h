/* Computes a study in memory, with threads. */
#ifndef PLD_STUDY_RUN_H
#define PLD_STUDY_RUN_H

#include "study/study.h"

/* How it is to be done. */
typedef struct pld__study_work {
    unsigned threads;           /* 0: as many as are useful */
    bool each_direction;        /* the one that does not decide as closely as the other: somebody will see it */
    pld_curve_watcher *watcher; /* called by one thread at a time; false: PLD_ERROR_STOPPED; may be NULL */
    void *context;
} pld__study_work;

/* Fills `results`, line by line. */
PLD_WARN_UNUSED pld_status pld__study_run(const pld_study *study, const pld__study_work *work, pld_result *results,
                                          pld_error *error);

/* The results of pld_study_run. */
struct pld_study_results {
    pld_result *items;
    size_t count;
    double seconds; /* how long it took */
};

#endif
