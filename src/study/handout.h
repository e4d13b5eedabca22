/* Hands out the points of a sweep that are not finished, to threads and to other processes, as they become free. */
#ifndef PLD_STUDY_HANDOUT_H
#define PLD_STUDY_HANDOUT_H

#include "study/attendance.h"
#include "study/points.h"

/* Called by one thread at a time, first with what the journal had; false: PLD_ERROR_STOPPED. */
typedef struct pld__handout_work {
    unsigned threads; /* of this process; 0: as many as are useful */
    bool (*watch)(const pld_sweep_progress *progress, void *context);
    void *context;
    pld__attendance *others; /* NULL: this process alone */
} pld__handout_work;

/* Computes what is not finished yet and keeps it. In a team this is what rank 0 does; those of the others that are gone have
 * their points computed by others. They are on hold before and after it. */
PLD_WARN_UNUSED pld_status pld__handout_run(pld__points *points, const pld__handout_work *work, pld_error *error);

/* What the other ranks do until they are dismissed. `points` is of the same study, without a journal. `failure` is what already
 * went wrong here, which rank 0 is told; PLD_OK: nothing. A failure of its own is only that rank 0 does not answer. */
PLD_WARN_UNUSED pld_status pld__handout_follow(const pld__points *points, const pld__handout_work *work, const pld__team *team,
                                               pld_status failure, pld_error *error);

#endif
