/* Who wrote a series, with what, and when. */
#ifndef PLD_STORE_PROVENANCE_H
#define PLD_STORE_PROVENANCE_H

#include <pld/store.h>

/* Copies of series (their arrays are borrowed) that have these attributes too. */
typedef struct pld__provenance pld__provenance;

PLD_WARN_UNUSED pld_status pld__provenance_add(const pld_series *series, size_t count, pld__provenance **provenance);
const pld_series *pld__provenance_series(const pld__provenance *provenance);
void pld__provenance_free(pld__provenance *provenance);

/* The commit the program was built from, or "unknown". */
const char *pld__provenance_commit(void);

#endif
