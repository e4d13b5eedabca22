/* Computes a study, with threads, in pieces that can be kept in a journal. */
#ifndef PLD_CLI_STUDY_RUN_H
#define PLD_CLI_STUDY_RUN_H

#include "cli/progress.h"
#include "cli/study.h"
#include "store/journal.h"

/* How it is to be done. */
typedef struct pld__study_work {
    const char *command; /* for messages */
    size_t
        piece_size; /* the most points computed by one call and kept together; 0: a whole line. Last digits of the results may depend
                                  on it, so it is a constant of the command. */
    const char *journal;    /* path, or NULL */
    pld__journal_mode mode; /* of the journal */
    uint64_t fingerprint;   /* of the study, for the journal */
    bool stops_on_signals;  /* SIGINT and SIGTERM end it with PLD_ERROR_STOPPED */
    bool each_direction;    /* the one that does not decide as closely as the other: somebody will see it */
    bool progress_lines;    /* also where standard error is no terminal */
} pld__study_work;

/* What came of it, also after a failure. */
typedef struct pld__study_outcome {
    size_t points, kept, found; /* all points; those in the journal now; those in it at the beginning */
    pld__journal *journal;      /* still open, so that nobody else takes it; NULL if there is none */
} pld__study_outcome;

/* The signal that ended it, or 0. */
int pld__study_stopped_by(void);

/* Fills `results`, line by line. The caller closes the journal. */
PLD_WARN_UNUSED pld_status pld__study_run(const pld__study *study, const pld__study_work *work, pld_result *results,
                                          pld__study_outcome *outcome, pld_error *error);

#endif
