#include "process/ranks.h"

#include "base/base.h"
#include "cluster/cluster.h"
#include "process/module.h"

#include <pld/query.h>

#include <stdlib.h>
#include <string.h>

#define MODULE "pld-mpi.so"

static pld__team joined;
static const pld__cluster *cluster;

enum { UNTOLD = 0 };

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

pld_status pld__ranks_join(const pld__team **team, pld_error *error) {
    *team = NULL;
    unsigned long together = started_together();
    if (together == 1) {
        return PLD_OK;
    }
    void *module = pld__module_load(MODULE, true);
    const pld__cluster *found = pld__module_function(module, PLD__CLUSTER_SYMBOL);
    if (found == NULL || found->interface != PLD__CLUSTER_INTERFACE || strcmp(found->version, pld_version()) != 0) {
        return pld__error_argument(error, "mpirun",
                                   "one process, parts by --shard, or " MODULE
                                   " of this version beside the program or in its lib/pld (-DPLD_MPI=ON)",
                                   "this program was started by mpirun, but cannot load " MODULE);
    }
    if (!found->join(&joined)) {
        return pld__error_argument(error, "mpirun", "an MPI that can be used by threads, one at a time",
                                   "the other ranks cannot be joined");
    }
    cluster = found;
    if (joined.size == 1 && together != UNTOLD) {
        return pld__error_argument(
            error, "mpirun", "mpirun of the MPI that " MODULE " was built with, or parts by --shard",
            "mpirun has started %lu processes, but for the MPI of " MODULE " each of them is alone: it is another MPI", together);
    }
    *team = joined.size > 1 ? &joined : NULL;
    return PLD_OK;
}

void pld__ranks_leave(void) {
    if (cluster != NULL) {
        cluster->leave();
        cluster = NULL;
    }
}
