#include "cluster/cluster.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifndef PLD_VERSION_STRING
#define PLD_VERSION_STRING "unknown"
#endif

enum { TAG = 7 };

/* Nobody spins while it waits: ranks may share processors. Patience is counted in naps, so that time when all were suspended is
 * none. */
enum {
    NAPS_PER_SECOND = 10000,
    PATIENCE_TO_BE_HEARD = 60 * NAPS_PER_SECOND,
    PATIENCE_FOR_MESSAGE = 120 * NAPS_PER_SECOND,
    PATIENCE_FOR_REST = 10 * NAPS_PER_SECOND
};

static void nap(void) {
    (void)nanosleep(&(struct timespec){.tv_nsec = 1000000000 / NAPS_PER_SECOND}, NULL);
}

static bool complete(MPI_Request *request, int patience) {
    for (int naps = 0, done = 0; naps < patience; naps++) {
        if (MPI_Test(request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS) {
            return false;
        }
        if (done) {
            return true;
        }
        nap();
    }
    return false;
}

/* Numbers go through memory that is left to MPI where a message does not come to its end. */
static bool send(int to, const double *numbers, size_t count) {
    MPI_Request request;
    double *own = malloc((count + 1) * sizeof *own);
    if (own == NULL) {
        return false;
    }
    memcpy(own, numbers, count * sizeof *own);
    if (MPI_Isend(own, (int)count, MPI_DOUBLE, to, TAG, MPI_COMM_WORLD, &request) != MPI_SUCCESS ||
        !complete(&request, PATIENCE_TO_BE_HEARD)) {
        return false;
    }
    free(own);
    return true;
}

/* Waits until one is there. */
static bool await(int from, MPI_Status *about) {
    for (int naps = 0, there = 0; naps < PATIENCE_FOR_MESSAGE; naps++) {
        if (MPI_Iprobe(from, TAG, MPI_COMM_WORLD, &there, about) != MPI_SUCCESS) {
            return false;
        }
        if (there) {
            return true;
        }
        nap();
    }
    return false;
}

static bool receive(int from, double *numbers, size_t room, size_t *count) {
    MPI_Request request;
    MPI_Status about;
    int length = 0;
    if (!await(from, &about) || MPI_Get_count(&about, MPI_DOUBLE, &length) != MPI_SUCCESS || length < 0 ||
        (size_t)length > room) {
        return false;
    }
    double *own = malloc(((size_t)length + 1) * sizeof *own);
    if (own == NULL || MPI_Irecv(own, length, MPI_DOUBLE, from, TAG, MPI_COMM_WORLD, &request) != MPI_SUCCESS ||
        !complete(&request, PATIENCE_FOR_REST)) {
        return false;
    }
    memcpy(numbers, own, (size_t)length * sizeof *own);
    *count = (size_t)length;
    free(own);
    return true;
}

static bool look(int *from, bool *there) {
    MPI_Status about;
    int found = 0;
    if (MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &found, &about) != MPI_SUCCESS) {
        return false;
    }
    *there = found != 0;
    *from = found != 0 ? about.MPI_SOURCE : 0;
    return true;
}

static bool join(pld__team *team) {
    int level = MPI_THREAD_SINGLE;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level) != MPI_SUCCESS || level < MPI_THREAD_SERIALIZED) {
        return false;
    }
    *team = (pld__team){.send = send, .receive = receive, .look = look};
    return MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN) == MPI_SUCCESS &&
           MPI_Comm_rank(MPI_COMM_WORLD, &team->rank) == MPI_SUCCESS && MPI_Comm_size(MPI_COMM_WORLD, &team->size) == MPI_SUCCESS;
}

static void leave(void) {
    (void)MPI_Finalize();
}

__attribute__((visibility("default"))) const pld__cluster pld__cluster_here = {
    .interface = PLD__CLUSTER_INTERFACE, .version = PLD_VERSION_STRING, .join = join, .leave = leave};
