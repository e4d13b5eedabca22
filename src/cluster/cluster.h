/* The processes that mpirun has started, as a team. A module that the program loads when it was started by mpirun: the program
 * itself does not depend on MPI, and starts as fast as without. */
#ifndef PLD_CLUSTER_CLUSTER_H
#define PLD_CLUSTER_CLUSTER_H

#include "study/team.h"

/* What the module exports, and where: `interface` rises when any of this changes. */
typedef struct pld__cluster {
    int interface;
    const char *version; /* of the program that it belongs to */
    bool (*join)(pld__team *team);
    void (*leave)(void); /* waits for the others to leave, perhaps for ever */
} pld__cluster;

enum { PLD__CLUSTER_INTERFACE = 2 };

#define PLD__CLUSTER_SYMBOL "pld__cluster_here"

#endif
