/* Files of series that are too long to be held: all but the values of columns is read, these by ranges of points. */
#ifndef PLD_STORE_SLICES_H
#define PLD_STORE_SLICES_H

#include <pld/store.h>

typedef struct pld__slices pld__slices;

/* Opens a file. Fails as pld_store_read does, but for damaged values, which are found when they are read. */
PLD_WARN_UNUSED pld_status pld__slices_open(const char *path, pld__slices **slices, pld_error *error);
/* The file of a descriptor, which stays the caller's. */
PLD_WARN_UNUSED pld_status pld__slices_open_descriptor(int descriptor, const char *path, pld__slices **slices, pld_error *error);
void pld__slices_free(pld__slices *slices);

/* All series in the order in which they were written; their columns have no values (NULL). */
const pld_series *pld__slices_series(const pld__slices *slices, size_t *count);
const pld_store *pld__slices_store(const pld__slices *slices); /* the same as a store */
const pld_series *pld__slices_find(const pld__slices *slices, const char *name);

/* All columns of one of these series at `count` points from `first` on. */
PLD_WARN_UNUSED pld_status pld__slices_read(const pld__slices *slices, const pld_series *series, size_t first, size_t count,
                                            double *const *columns, pld_error *error);

#endif
