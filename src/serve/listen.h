/* The socket that a server listens on. */
#ifndef PLD_SERVE_LISTEN_H
#define PLD_SERVE_LISTEN_H

#include <pld/status.h>

/* Listens on this port of this address or name (NULL: 127.0.0.1); `found` is the port, also where 0 asked for any that is free.
 * PLD_ERROR_ARGUMENT where there is no such address, PLD_ERROR_FILE where it cannot be had. */
PLD_WARN_UNUSED pld_status pld__listen(const char *address, unsigned port, int *socket, unsigned *found, pld_error *error);

#endif
