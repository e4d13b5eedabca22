/* Requests that wait to be answered, and the threads that answer them. */
#ifndef PLD_SERVE_JOBS_H
#define PLD_SERVE_JOBS_H

#include "serve/service.h"

#include <pld/status.h>

typedef struct pld__jobs pld__jobs;

/* Starts as many threads (0: as many as this process may run on), each of which works on one job at a time; `seconds` is the
 * longest that it may. */
PLD_WARN_UNUSED pld_status pld__jobs_start(unsigned threads, double seconds, pld__jobs **jobs);

/* Takes a job, which is finished in its turn. */
void pld__jobs_add(pld__jobs *jobs, pld__job *job);

/* Makes jobs come to their end whose time is over, or whose client has gone. To be called now and then: what computes asks by
 * itself whether it is still wanted, but may be slow to. */
void pld__jobs_watch(pld__jobs *jobs);

/* How many are waiting or worked on. */
size_t pld__jobs_count(pld__jobs *jobs);

/* Finishes every job without an answer, and ends the threads. */
void pld__jobs_stop(pld__jobs *jobs);

#endif
