/* Series that are too long to be held: written while their values are made, block by block. */
#ifndef PLD_STORE_FILLING_H
#define PLD_STORE_FILLING_H

#include <pld/store.h>

/* The values of all columns of one series at `count` points from `first` on. The same question has the same answer: what is
 * written is read back and compared. */
typedef struct pld__filling {
    pld_status (*fill)(void *context, size_t series, size_t first, size_t count, double *const *columns, pld_error *error);
    void *context;
} pld__filling;

/* As pld_store_write, of series whose columns have no values (NULL). */
PLD_WARN_UNUSED pld_status pld__store_write_filled(const char *path, const pld_series *series, size_t count,
                                                   const pld__filling *filling, pld_store_mode mode, pld_error *error);

#endif
