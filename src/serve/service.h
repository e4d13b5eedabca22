/* What lies between the program, which judges requests and answers them, and the module that speaks HTTP. */
#ifndef PLD_SERVE_SERVICE_H
#define PLD_SERVE_SERVICE_H

#include <stdbool.h>
#include <stddef.h>

/* The most bytes of a body that are taken, and that are read to be thrown away before a refusal is sent. */
enum { PLD__BODY_MOST = 1 << 16, PLD__BODY_DROPPED = 1 << 20 };

/* What comes before a body. Texts are NULL where the request has none. */
typedef struct pld__head {
    const char *method, *path;
    const char *host, *origin, *content_type;
    bool is_page; /* the path is that of a file of the page */
} pld__head;

typedef struct pld__reply {
    unsigned status; /* of HTTP */
    char *text;      /* to be freed with free; NULL: none */
} pld__reply;

/* A request with its body. Whoever takes it fills in the reply and calls `finish` once, from any thread, and does not touch it
 * afterwards. */
typedef struct pld__job {
    const char *path;
    const char *body; /* terminated, for whoever likes */
    size_t size;
    int socket; /* stays open until the job is finished: tells whether anybody is still there */
    pld__reply reply;
    void (*finish)(struct pld__job *job);
    struct pld__job *next; /* for whoever has it */
} pld__job;

typedef struct pld__service {
    void *context;
    /* True: the reply is the answer, also to what has a body. False: the page's file is sent, or the body is waited for. */
    bool (*receive)(void *context, const pld__head *head, pld__reply *reply);
    void (*submit)(void *context, pld__job *job);
    pld__reply (*refuse_size)(void); /* of a body that is too long */
} pld__service;

#endif
