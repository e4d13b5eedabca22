/* Two columns of numbers from a file: a table with commas, or two datasets of an HDF5 file. */
#ifndef PLD_STORE_MASSES_H
#define PLD_STORE_MASSES_H

#include <pld/status.h>
#include <stddef.h>

/* A table has the two names in its first line, among others if there are, or two columns and no such line; lines that are empty
 * or start with # do not count. Datasets are of one dimension and of one length. A file that cannot be read is PLD_ERROR_FILE,
 * one with other contents PLD_ERROR_ARGUMENT. The arrays are allocated with pld__allocate. */
PLD_WARN_UNUSED pld_status pld__masses_read(const char *path, const char *p_name, const char *q_name, double **p, double **q,
                                            size_t *count, pld_error *error);

/* From now on nothing is read, in the whole process: every path is refused. For a program that works for others. */
void pld__masses_forbid(void);

#endif
