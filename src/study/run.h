/* Computes a study, with threads, in pieces that can be kept in a journal. */
#ifndef PLD_STUDY_RUN_H
#define PLD_STUDY_RUN_H

#include "store/journal.h"
#include "study/study.h"

/* How it is to be done. */
typedef struct pld__study_work {
    size_t piece_size; /* the most points computed by one call and kept together; 0: a whole line. Last digits of the results may
                          depend on it, so it is a constant of the command. */
    unsigned threads;  /* 0: as many as are useful */
    const char *journal;    /* path, or NULL */
    pld__journal_mode mode; /* of the journal */
    uint64_t fingerprint;   /* of the study, for the journal */
    bool each_direction;    /* the one that does not decide as closely as the other: somebody will see it */
    pld_curve_watcher
        *watcher; /* called by one thread at a time, first with what the journal had; false: PLD_ERROR_STOPPED; may be NULL */
    void *context;
} pld__study_work;

/* What came of it, also after a failure. */
typedef struct pld__study_outcome {
    size_t kept, found;    /* points in the journal now, and at the beginning */
    size_t skipped;        /* damaged lines of the journal */
    pld__journal *journal; /* still open, so that nobody else takes it; NULL if there is none */
} pld__study_outcome;

/* Fills `results`, line by line. The caller closes the journal. */
PLD_WARN_UNUSED pld_status pld__study_run(const pld_study *study, const pld__study_work *work, pld_result *results,
                                          pld__study_outcome *outcome, pld_error *error);

/* The results of pld_study_run. */
struct pld_study_results {
    pld_result *items;
    size_t count;
    double seconds; /* how long it took */
};

#endif
