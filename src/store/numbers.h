/* Lists of numbers from an HDF5 file that somebody else has written. */
#ifndef PLD_STORE_NUMBERS_H
#define PLD_STORE_NUMBERS_H

#include <pld/status.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct pld__numbers {
    char *name;
    double *values;
    size_t count;
} pld__numbers;

/* Every dataset at the top of the file, each of them a number or a list of numbers. A file of this library (*own) has series
 * instead: then no lists are read, and pld_store_read is the way. A file that cannot be read is PLD_ERROR_FILE, one with anything
 * else at its top PLD_ERROR_ARGUMENT. Free the lists with pld__numbers_free. */
PLD_WARN_UNUSED pld_status pld__numbers_read(const char *path, bool *own, pld__numbers **lists, size_t *count, pld_error *error);
void pld__numbers_free(pld__numbers *lists, size_t count);

#endif
