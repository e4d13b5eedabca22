/* The files of the page, which are part of the module: nothing is read from anywhere when it is served. */
#ifndef PLD_SERVE_PAGE_H
#define PLD_SERVE_PAGE_H

#include <stddef.h>

typedef struct pld__page_file {
    const char *path; /* as it is asked for */
    const char *type;
    const unsigned char *bytes;
    size_t size;
} pld__page_file;

/* Made from src/serve/page when the module is built; ends in a file without a path. */
extern const pld__page_file pld__page_files[];

#endif
