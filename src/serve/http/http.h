/* The module that speaks HTTP, by libmicrohttpd: one thread for all connections, which never computes anything. */
#ifndef PLD_SERVE_HTTP_H
#define PLD_SERVE_HTTP_H

#include "serve/service.h"

#include <pld/version.h>

typedef struct pld__http pld__http;

/* What the module offers; a table, so that one look-up finds all of it. */
typedef struct pld__http_functions {
    size_t size;      /* of this table: another one is another version */
    unsigned version; /* PLD_VERSION */
    /* Begins to answer on a socket that listens, which it takes, also on failure; NULL if it cannot. The service is borrowed. */
    pld__http *(*start)(int socket, const pld__service *service);
    /* Closes connections whose request, or the rest of it, has been awaited for longer than this. */
    void (*close_slow)(pld__http *http, double seconds);
    /* No new connections from now on. */
    void (*close_door)(pld__http *http);
    /* After every job that was submitted is finished. */
    void (*stop)(pld__http *http);
} pld__http_functions;

#define PLD__HTTP_MODULE "pld-server.so"
#define PLD__HTTP_TABLE "pld__http_table"

#endif
