/* The contents of a stored file as text: as CSV, or as a table for a paper. */
#ifndef PLD_EXPORT_EXPORT_H
#define PLD_EXPORT_EXPORT_H

#include "export/selection.h"
#include "store/slices.h"
#include <pld/statement.h>
#include <pld/store.h>
#include <stdio.h>

/* Names of axes or columns: all that occur, in the order in which they first do. Series need not have the same ones. */
typedef struct pld__name_list {
    const char **names;
    size_t count;
} pld__name_list;

/* What is asked of a file. */
typedef struct pld__export {
    const pld_store *store;
    pld__selection selection;
    pld__name_list axes, columns; /* of all series; only the columns that were asked for */
    bool columns_chosen;
    int digits; /* 0: all */
} pld__export;

enum { PLD__EXPORT_CELL = 96 };

/* What the series has under this name at this point, rounded outward to the digits; empty if it has none, or no number there. */
void pld__export_cell(const pld__export *what, const pld_series *series, const char *name, size_t point, char *text);

/* A number of this column; empty if it is none. */
void pld__export_number(const pld__export *what, const char *column, double value, char *text);

/* Values come from the slices, of whose store it is asked. */
PLD_WARN_UNUSED pld_status pld__export_csv(const pld__export *what, const pld__slices *slices, FILE *stream, pld_error *error);
PLD_WARN_UNUSED pld_status pld__export_table(const pld__export *what, pld_statement_format format, FILE *stream);

/* The caption of a table: what does not vary, mechanisms, neighbours, rounding, notes, the command; NULL without memory, free it
 * with pld__free. */
char *pld__export_caption(const pld__export *what, pld_statement_format format);

/* The symbol of an axis as a formula: $sigma$, $T$. */
void pld__export_symbol(const char *axis, char *text, size_t size);

/* Whether all kept points have the same number on this axis; then it is in `text`. */
bool pld__export_constant(const pld__export *what, const char *axis, char *text);

/* Has the series any point that is kept? */
bool pld__export_keeps(const pld__export *what, const pld_series *series);

#endif
