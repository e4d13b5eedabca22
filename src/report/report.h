/* The answer of a query in words: the parts that several commands print. Whether a result is in epsilon or in delta it says
 * itself. */
#ifndef PLD_REPORT_REPORT_H
#define PLD_REPORT_REPORT_H

#include "options/command.h"

/* A line for each direction and for both together. */
void pld__report_brackets(const pld_result *result, pld_adjacency adjacency, FILE *stream);

/* How it was found, and what widens each side. */
void pld__report_explain(const pld_result *result, pld_adjacency adjacency, FILE *stream);

/* Decimals (for delta: digits) enough to see two of the width. */
int pld__report_digits(pld_unit unit, const pld_bracket *bracket);

/* One end of a bracket, rounded outward: fixed for epsilon unless it is very small, with an exponent for
 * delta. */
enum { PLD__REPORT_ENDS = 3 };
void pld__report_end(pld_unit unit, const pld_bracket *bracket, int end, int digits, char *text);

/* The notes that belong to an answer, a line each. */
void pld__report_notes(const pld__command_line *line, const pld_composition *composition, bool memory_bound, FILE *stream);

/* A line for the note on the stream that is its context. */
void pld__report_print_note(const char *note, void *stream);

/* The sentence on standard error that says so. */
void pld__report_tolerance_is_not_met(const pld__command_line *line, const pld_result *result);

/* Puts a text from pld_json_ on the stream with a newline behind it, and frees it. `status` is that of making it, and is
 * returned. */
pld_status pld__report_json(pld_status status, char *text, FILE *stream);

#endif
