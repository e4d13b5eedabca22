#include "cluster/cluster.h"

#include <mpi.h>
#include <time.h>

#ifndef PLD_VERSION_STRING
#define PLD_VERSION_STRING "unknown"
#endif

enum { TAG = 7 };

/* Nobody spins while it waits: ranks may share processors. */
static void nap(void) {
    (void)nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
}

static bool complete(MPI_Request *request) {
    for (int done = 0; !done;) {
        if (MPI_Test(request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS) {
            return false;
        }
        if (!done) {
            nap();
        }
    }
    return true;
}

static bool send(int to, const double *numbers, size_t count) {
    MPI_Request request;
    return MPI_Isend(numbers, (int)count, MPI_DOUBLE, to, TAG, MPI_COMM_WORLD, &request) == MPI_SUCCESS && complete(&request);
}

static bool receive(int from, double *numbers, size_t room, size_t *count) {
    MPI_Request request;
    MPI_Status about;
    int there = 0, length = 0;
    while (!there) {
        if (MPI_Iprobe(from, TAG, MPI_COMM_WORLD, &there, &about) != MPI_SUCCESS) {
            return false;
        }
        if (!there) {
            nap();
        }
    }
    if (MPI_Get_count(&about, MPI_DOUBLE, &length) != MPI_SUCCESS || length < 0 || (size_t)length > room) {
        return false;
    }
    *count = (size_t)length;
    return MPI_Irecv(numbers, length, MPI_DOUBLE, from, TAG, MPI_COMM_WORLD, &request) == MPI_SUCCESS && complete(&request);
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
