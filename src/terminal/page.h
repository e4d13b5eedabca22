/* What a command is going to print, put together before anything else is done: once a file is written nothing may fail for want
 * of memory. */
#ifndef PLD_TERMINAL_PAGE_H
#define PLD_TERMINAL_PAGE_H

#include <pld/status.h>
#include <stddef.h>
#include <stdio.h>

typedef struct pld__page {
    FILE *stream; /* to be printed to, between open and close */
    char *text;
    size_t size;
} pld__page;

PLD_WARN_UNUSED pld_status pld__page_open(pld__page *page);

/* Nothing more is printed to it. `status` of the printing, or PLD_ERROR_MEMORY if the page did not take all of it. */
PLD_WARN_UNUSED pld_status pld__page_close(pld__page *page, pld_status status);

/* Puts it on the stream; whether that worked is seen when that is flushed. */
void pld__page_print(const pld__page *page, FILE *stream);
void pld__page_free(pld__page *page);

#endif
