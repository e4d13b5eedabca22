/* Scores of an attack: a line 'in,score' for each run with the record and 'out,score' for each without it, in the order in which
 * they were made. */
#ifndef PLD_STORE_SCORES_H
#define PLD_STORE_SCORES_H

#include <pld/status.h>
#include <stddef.h>

typedef struct pld__score_list {
    double *values;
    size_t count;
} pld__score_list;

typedef struct pld__scores {
    pld__score_list in, out;
} pld__scores;

/* Free it with pld__scores_free, also after a failure. */
PLD_WARN_UNUSED pld_status pld__scores_read(const char *path, pld__scores *scores, pld_error *error);
void pld__scores_free(pld__scores *scores);

#endif
