/* Amounts of memory as people write them. */
#ifndef PLD_BASE_BYTES_H
#define PLD_BASE_BYTES_H

#include <pld/status.h>
#include <stddef.h>

/* A number of bytes, or one with K, M, G, T (powers of 1024), KB (of 1000), KiB and so on behind it. */
PLD_WARN_UNUSED pld_status pld__bytes_parse(const char *text, size_t *bytes, pld_error *error);

#endif
