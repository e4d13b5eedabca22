/* Tables with commas between fields, line by line. A field in double quotes may have commas in it, and doubled quotes stand for
 * one. */
#ifndef PLD_STORE_CSV_H
#define PLD_STORE_CSV_H

#include <pld/status.h>
#include <stddef.h>

/* Ends the first field of a line where it ends, takes its quotes off, and returns what is behind; NULL behind the last. */
char *pld__csv_cut(char *line, char **field);

/* How many fields that makes of a line. */
size_t pld__csv_count(const char *line);

/* Takes blanks and line ends off both ends. */
void pld__csv_trim(char **text);

/* Called for each line of a file that is neither blank nor begins with #, trimmed, with its number. */
typedef pld_status pld__csv_row(void *context, char *line, size_t number, pld_error *error);
PLD_WARN_UNUSED pld_status pld__csv_each(const char *path, const char *allowed, pld__csv_row *row, void *context,
                                         pld_error *error);

#endif
