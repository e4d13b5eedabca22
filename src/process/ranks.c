#include "process/ranks.h"

#include "base/base.h"
#include "cluster/cluster.h"
#include "process/module.h"

#include <pld/query.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MODULE "pld-mpi.so"

static pld__team joined;
static const pld__cluster *cluster;
static bool stays_away; /* others wait for this process, which cannot join them */

enum { UNTOLD = 0, NEVER_JOINED = 2 /* the exit code of a wrong usage */ };

/* How many processes were started together with this one, itself among them: what Open MPI, MPICH and Slurm (with PMIx or PMI-2)
 * put into the environment. 1 where nothing says so, UNTOLD where it does not say how many. */
static unsigned long started_together(void) {
    static const char *const sizes[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MPI_LOCALNRANKS"};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const char *text = getenv(sizes[i]);
        if (text != NULL) {
            unsigned long size = strtoul(text, NULL, 10);
            return size > 1 ? size : 1;
        }
    }
    return getenv("PMIX_RANK") != NULL ? UNTOLD : 1;
}

static volatile sig_atomic_t last_code;
static const char *last_words;

static void end_alone(int signal_number) {
    (void)signal_number;
    (void)!write(STDERR_FILENO, last_words, strlen(last_words));
    _exit(last_code);
}

/* MPI waits for ranks that have died, and cannot be told not to: this process ends by itself unless the alarm is turned off. */
static void end_after(unsigned seconds, int code, const char *words) {
    struct sigaction action = {.sa_handler = end_alone};
    last_code = code;
    last_words = words;
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    alarm(seconds);
}

/* MPICH's mpirun lets the others wait for a process that ends before it has joined them, unless that says so itself, by the first
 * version of its protocol (PMI-1), on the descriptor that it was given; it ends this process too. */
static void give_up_for_all(int code) {
    static const unsigned patience = 5; /* seconds */
    enum { REPLY_SIZE = 256 };
    const char *descriptor = getenv("PMI_FD");
    char *end = NULL, reply[REPLY_SIZE];
    long number = descriptor != NULL ? strtol(descriptor, &end, 10) : -1;
    if (number <= STDERR_FILENO || *end != '\0') {
        return;
    }
    end_after(patience, code, "");
    if (dprintf((int)number, "cmd=init pmi_version=1 pmi_subversion=1\n") > 0 && read((int)number, reply, sizeof reply) > 0 &&
        dprintf((int)number, "cmd=abort exitcode=%d\n", code) > 0) {
        (void)!read((int)number, reply, sizeof reply);
    }
    alarm(0);
}

static bool join(const pld__cluster *found) {
    static const unsigned patience = 600; /* seconds, until all have started */
    end_after(patience, NEVER_JOINED, "pld sweep: the other ranks have not come for ten minutes\n");
    bool good = found->join(&joined);
    alarm(0);
    return good;
}

pld_status pld__ranks_join(const pld__team **team, pld_error *error) {
    *team = NULL;
    unsigned long together = started_together();
    if (together == 1) {
        return PLD_OK;
    }
    stays_away = true;
    void *module = pld__module_load(MODULE, true);
    const pld__cluster *found = pld__module_function(module, PLD__CLUSTER_SYMBOL);
    if (found == NULL || found->interface != PLD__CLUSTER_INTERFACE || strcmp(found->version, pld_version()) != 0) {
        return pld__error_argument(error, "mpirun",
                                   "one process, parts by --shard, or " MODULE
                                   " of this version beside the program or in its lib/pld (-DPLD_MPI=ON)",
                                   "this program was started by mpirun, but cannot load " MODULE);
    }
    if (!join(found)) {
        return pld__error_argument(error, "mpirun", "an MPI that can be used by threads, one at a time",
                                   "the other ranks cannot be joined");
    }
    stays_away = false;
    cluster = found;
    if (joined.size == 1 && together != UNTOLD) {
        return pld__error_argument(
            error, "mpirun", "mpirun of the MPI that " MODULE " was built with, or parts by --shard",
            "mpirun has started %lu processes, but for the MPI of " MODULE " each of them is alone: it is another MPI", together);
    }
    *team = joined.size > 1 ? &joined : NULL;
    return PLD_OK;
}

/* All has been written and said, and all that live have been told: MPI alone is left, and takes long only where a rank has died.
 */
void pld__ranks_leave(int code) {
    static const unsigned patience = 20; /* seconds */
    (void)fflush(NULL);
    if (stays_away) {
        give_up_for_all(code);
    }
    if (cluster != NULL) {
        end_after(patience, code, "");
        cluster->leave();
        alarm(0);
        cluster = NULL;
    }
}
