/* Which points of a stored file are meant: --select sigma=1,q=0.01. */
#ifndef PLD_EXPORT_SELECTION_H
#define PLD_EXPORT_SELECTION_H

#include <pld/store.h>
#include <stdio.h>

enum { PLD__SELECTED_MOST = 64 };

/* KEY=VALUE each; the name of a series where the key is `series`. */
typedef struct pld__selected {
    char key[64];
    char value[192];
    double number;
} pld__selected;

typedef struct pld__selection {
    pld__selected parts[PLD__SELECTED_MOST];
    size_t count;
} pld__selection;

/* NULL selects everything. */
PLD_WARN_UNUSED pld_status pld__selection_read(const char *text, pld__selection *selection, pld_error *error);

/* The same of a store: refuses keys that no series has and selections that leave nothing. */
PLD_WARN_UNUSED pld_status pld__selection_parse(const char *text, const pld_store *store, pld__selection *selection,
                                                pld_error *error);

/* KEY=VALUE with commas between, numbers as decimals whatever they were given as. */
void pld__selection_print(const pld__selection *selection, FILE *stream);

/* Has the point one of the values under every key? */
bool pld__selection_keeps(const pld__selection *selection, const pld_series *series, size_t point);

#endif
