/* --memory-limit is about the whole process: its code and libraries, what mechanisms hold, and what queries take. */
#ifndef PLD_PROCESS_LIMIT_H
#define PLD_PROCESS_LIMIT_H

#include <pld/status.h>
#include <stddef.h>

/* Holds the process to `bytes` from now on, on this thread and those that it starts for queries; `text` is how they were given.
 * Fails with PLD_ERROR_ARGUMENT where the process takes more by itself, and names the least that would do. A later limit replaces
 * an earlier one. */
PLD_WARN_UNUSED pld_status pld__process_limit(const char *text, size_t bytes, pld_error *error);

/* A file will be read or written by the HDF5 library, which takes some megabytes more: fails as above. */
PLD_WARN_UNUSED pld_status pld__process_limit_files(pld_error *error);

/* The status that a command failed with, or PLD_ERROR_ARGUMENT if it did because the limit has no room: `error` then says how
 * much there must be. */
pld_status pld__process_limit_blame(pld_status status, pld_error *error);

#endif
