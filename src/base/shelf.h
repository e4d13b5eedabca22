/* Things that are made once and found again.
 *
 * A thing is a function of its key alone, and what is found counts as the work that it took to make it (base/work.h). So it makes
 * no difference, but of time, whether it was found or made, nor when things are forgotten. Threads may share a shelf; two that
 * look for the same thing at once may both make it, and one is kept. */
#ifndef PLD_BASE_SHELF_H
#define PLD_BASE_SHELF_H

#include <pld/status.h>
#include <stddef.h>

typedef struct pld__shelf pld__shelf;

/* What things of one kind are; each begins as zeros. */
typedef struct pld__shelf_kind {
    size_t size;
    pld_status (*make)(const void *context, void *thing); /* what it came to on failure is emptied */
    void (*empty)(void *thing);
    size_t (*bytes)(const void *thing); /* that it holds beside itself */
} pld__shelf_kind;

/* For about so many bytes of things; beyond that, those that nobody has taken are forgotten. NULL without memory, which is a
 * shelf that keeps nothing. */
pld__shelf *pld__shelf_create(size_t most);
void pld__shelf_free(pld__shelf *shelf);

/* The thing with a key, made if it is not there; to be given back. `shelf` may be NULL. */
PLD_WARN_UNUSED pld_status pld__shelf_take(pld__shelf *shelf, const pld__shelf_kind *kind, const void *key, size_t key_size,
                                           const void *context, const void **thing);
/* NULL is nothing to give back. */
void pld__shelf_return(pld__shelf *shelf, const void *thing);

#endif
