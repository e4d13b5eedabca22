/* The points of a sweep, or of one part of it: which of them are finished, and where their answers are kept. */
#ifndef PLD_STUDY_POINTS_H
#define PLD_STUDY_POINTS_H

#include "store/journal.h"
#include "study/answers.h"

/* Part `shard` (from 0) of `shards`: points shard, shard + shards, shard + 2 shards, ...: neighbours, which cost about the same,
 * go to different parts. */
typedef struct pld__points {
    const pld_study *study;
    size_t shard, shards;
    size_t count;         /* of this part */
    size_t found, kept;   /* in the journal at the beginning, and now */
    uint64_t *places;     /* of each in the journal; 0: not finished */
    uint64_t fingerprint; /* of the experiment, the part, and what computes it */
    pld__journal *journal;
} pld__points;

/* None of them finished, and no journal. Freed also after a failure. */
PLD_WARN_UNUSED pld_status pld__points_create(const pld_study *study, size_t shard, size_t shards, pld__points *points);

/* Frees it and closes its journal, which with `remove` goes. */
void pld__points_free(pld__points *points, bool remove);

/* Opens the journal and takes what is in it. */
PLD_WARN_UNUSED pld_status pld__points_open(pld__points *points, const char *path, pld__journal_mode mode, pld_error *error);

/* Takes what is in a journal, if there is one, and leaves it alone. */
PLD_WARN_UNUSED pld_status pld__points_look(pld__points *points, const char *path, pld_error *error);

/* Point number `slot` of this part as one of the study. */
size_t pld__points_index(const pld__points *points, size_t slot);

/* Keeps a finished point in the journal. Not for two threads at once. */
PLD_WARN_UNUSED pld_status pld__points_keep(pld__points *points, size_t slot, const double *numbers, pld_error *error);

/* Rows `first` to first + count - 1 of this part, from the journal: for all of a study, its answers. */
PLD_WARN_UNUSED pld_status pld__points_read(void *points, size_t first, size_t count, double *numbers, pld_error *error);

#endif
