/* How a command that cannot go on says so. */
#ifndef PLD_CLI_FAILURE_H
#define PLD_CLI_FAILURE_H

#include "cli/command.h"

/* Says on standard error what is wrong, with `json` also as an object on standard output; `command` may be NULL. Returns the exit
 * code of the status. */
pld__exit pld__failure_report(const pld__command *command, pld_status status, const pld_error *error, bool json);

/* Prints a text of the user's with control characters replaced, so that it cannot play with the terminal. */
void pld__print_plain(FILE *stream, const char *text);

#endif
