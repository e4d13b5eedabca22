#include "terminal/table.h"

#include <stdlib.h>
#include <string.h>

void pld__table_add(pld__table *table, const char *text) {
    if ((table->count & (table->count - 1)) == 0) { /* room for twice as many */
        char **larger = realloc(table->cells, (table->count > 0 ? 2 * table->count : 1) * sizeof *larger);
        if (larger == NULL) {
            table->failed = true;
            return;
        }
        table->cells = larger;
    }
    char *copy = table->failed ? NULL : strdup(text);
    if (copy == NULL) {
        table->failed = true;
        return;
    }
    table->cells[table->count++] = copy;
}

bool pld__table_print(const pld__table *table, FILE *stream) {
    int widths[PLD__TABLE_COLUMNS_MOST] = {0};
    for (size_t i = 0; i < table->count && !table->failed; i++) {
        int length = (int)strlen(table->cells[i]);
        widths[i % table->columns] = length > widths[i % table->columns] ? length : widths[i % table->columns];
    }
    for (size_t i = 0; i < table->count && !table->failed; i++) {
        size_t column = i % table->columns;
        bool last = column + 1 == table->columns;
        if (table->left[column]) {
            fprintf(stream, "%s%-*s", column > 0 ? "  " : "", last ? 0 : widths[column], table->cells[i]);
        } else {
            fprintf(stream, "%s%*s", column > 0 ? "  " : "", widths[column], table->cells[i]);
        }
        if (last) {
            putc('\n', stream);
        }
    }
    return !table->failed;
}

void pld__table_free(pld__table *table) {
    for (size_t i = 0; i < table->count; i++) {
        free(table->cells[i]);
    }
    free(table->cells);
    *table = (pld__table){.columns = 0};
}
