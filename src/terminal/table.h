/* Tables of text with columns as wide as they need to be. */
#ifndef PLD_TERMINAL_TABLE_H
#define PLD_TERMINAL_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { PLD__TABLE_COLUMNS_MOST = 16 };

typedef struct pld__table {
    size_t columns;
    bool left[PLD__TABLE_COLUMNS_MOST]; /* aligned to the left instead of the right */
    char **cells;
    size_t count;
    bool failed; /* no memory: some cells are missing */
} pld__table;

/* Appends one cell; rows fill up one after the other, the first one is the head. */
void pld__table_add(pld__table *table, const char *text);
/* False if some cells are missing; then nothing is printed. */
bool pld__table_print(const pld__table *table, FILE *stream);
void pld__table_free(pld__table *table);

#endif
