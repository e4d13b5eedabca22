/* How a file that cannot be used is reported. */
#ifndef PLD_STORE_FAILURE_H
#define PLD_STORE_FAILURE_H

#include <pld/status.h>

/* Fills `error` (if not NULL), with the path as its word, and returns PLD_ERROR_FILE. */
pld_status pld__error_file(pld_error *error, const char *path, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* "PATH cannot be VERB: what errno says". */
pld_status pld__error_system(pld_error *error, const char *path, const char *verb, int code);

#endif
