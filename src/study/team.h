/* Processes that compute one sweep together: rank 0 hands out points and keeps the answers, the others compute. What carries
 * their messages is not known here: src/cluster has MPI. */
#ifndef PLD_STUDY_TEAM_H
#define PLD_STUDY_TEAM_H

#include <stdbool.h>
#include <stddef.h>

typedef struct pld__team {
    int rank, size;
    /* Each is called by one thread at a time, and is false when the others cannot be reached: also when nobody
     * takes a message for a minute. */
    bool (*send)(int to, const double *numbers, size_t count);
    /* Waits for a message from this rank, which has at most `room` numbers: two minutes, and ten seconds for the rest of one that
     * has begun, not counting time when this process was suspended. */
    bool (*receive)(int from, double *numbers, size_t room, size_t *count);
    /* Whether a message of anybody is there, and of whom; does not wait. */
    bool (*look)(int *from, bool *there);
} pld__team;

#endif
