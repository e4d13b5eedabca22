/* How a command that cannot go on says so. */
#ifndef PLD_OPTIONS_FAILURE_H
#define PLD_OPTIONS_FAILURE_H

#include "options/command.h"

/* Says on standard error what is wrong, with `json` also as an object on standard output; `command` may be NULL. Returns the exit
 * code of the status. */
pld__exit pld__failure_report(const pld__command *command, pld_status status, const pld_error *error, bool json);

/* The same on the streams of a line that was read, with the object where the line asks for JSON. */
pld__exit pld__failure_of_line(const pld__command_line *line, pld_status status, const pld_error *error);

/* How a command ends that has printed its answer, or has failed: as above, or with a sentence (NULL: none is needed) that says
 * what is valid but wider than asked for. */
pld__exit pld__command_end(const pld__command_line *line, pld_status status, const pld_error *error, const char *wider);

/* The object of schema pld.error/1 as text; free it with free. NULL without memory. */
char *pld__failure_text(const char *word, const char *message, const char *allowed);

/* Prints a text of the user's with control characters replaced, so that it cannot play with the terminal. */
void pld__print_plain(FILE *stream, const char *text);

#endif
