/* What rank 0 knows of the other ranks, and what it says to them while it has no points for them: before it hands any out, while
 * it writes the file, and in the end. */
#ifndef PLD_STUDY_ATTENDANCE_H
#define PLD_STUDY_ATTENDANCE_H

#include "study/team.h"
#include "study/team_message.h"

#include <pthread.h>

/* One of the others. */
typedef struct pld__attendant {
    bool gone;      /* it said that it leaves, or cannot be reached */
    bool dismissed; /* and was told that it may */
    bool lost;      /* it was silent for so long that its points went to others */
    double heard;   /* when */
} pld__attendant;

typedef struct pld__attendance {
    const pld__team *team;
    pld__attendant *ranks;
    size_t width;         /* of a row; 0 while there are none */
    double *message;      /* has room for rows of this width */
    double slowest;       /* seconds of a point */
    bool holds;           /* a thread answers */
    bool enough;          /* it is to end */
    pthread_mutex_t lock; /* of `enough` */
    pthread_t thread;
} pld__attendance;

PLD_WARN_UNUSED pld_status pld__attendance_create(const pld__team *team, pld__attendance *others);
void pld__attendance_free(pld__attendance *others);

/* Rows will have so many numbers. */
PLD_WARN_UNUSED pld_status pld__attendance_widen(pld__attendance *others, size_t width);

/* From now on a thread tells whoever asks to wait, until the release; nobody else may speak to them in between. */
void pld__attendance_hold(pld__attendance *others);
void pld__attendance_release(pld__attendance *others);

/* A message of rank `from`, which is there. False if it does not come to its end, as that of a rank that died meanwhile. One that
 * cannot be understood is the failure to do so. */
bool pld__attendance_hear(pld__attendance *others, int from, pld__team_request *request);

/* Lets them go, in two steps: there is nothing more to do; then, when all that live know, goodbye. After that nobody is waited
 * for who has not been heard of for long. */
void pld__attendance_dismiss(pld__attendance *others);

#endif
