/* Who may ask: a page of somebody else's, open in the same browser, may not. */
#ifndef PLD_SERVE_GATE_H
#define PLD_SERVE_GATE_H

#include <stdbool.h>

typedef struct pld__gate {
    const char *bind; /* the address or name that --bind says; NULL: none */
    unsigned port;
} pld__gate;

/* Is this Host header one by which this server is meant: a loopback name or --bind's, with its port? Any other is a name that
 * somebody else's page made lead here. NULL is none. */
bool pld__gate_takes_host(const pld__gate *gate, const char *host);

/* Is this Origin, if there is one, the server itself, as it was called? */
bool pld__gate_takes_origin(const char *origin, const char *host);

/* application/json, whatever its parameters: what a form of another page cannot send. */
bool pld__gate_takes_type(const char *content_type);

#endif
