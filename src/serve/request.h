/* One request: an object with options as keys, answered by the very command of the program with --json. */
#ifndef PLD_SERVE_REQUEST_H
#define PLD_SERVE_REQUEST_H

#include "serve/service.h"

#include <pld/query.h>

/* What one request may take. */
enum { PLD__REQUEST_MECHANISMS = 64, PLD__REQUEST_POINTS = 2000 };

/* Is this the path of a command that answers requests? GET is how mechanisms are asked for, POST all others. */
typedef enum pld__route { PLD__ROUTE_NONE = 0, PLD__ROUTE_GET, PLD__ROUTE_POST } pld__route;
pld__route pld__request_route(const char *path);

/* "POST /v1/epsilon, .." of all of them. */
void pld__request_routes(char *text, size_t size);

/* The object of an error; without memory for it the text is NULL. */
pld__reply pld__request_refuse(unsigned status, const char *word, const char *message, const char *allowed);

/* How a request is worked on. */
typedef struct pld__request_work {
    unsigned threads;
    pld_watcher *wanted; /* false: nobody waits for the answer any more, or for too long */
    void *context;
} pld__request_work;

/* What the command prints: 200, also of a bracket that is wider than asked for; 400 for what a command line would be refused for;
 * 422 for what is more work than one request may be, or was stopped; 500 where computations contradict each other. */
pld__reply pld__request_answer(const char *path, const char *body, size_t size, const pld__request_work *work);

#endif
