/* What the commands that ask one question have in common. */
#ifndef PLD_CLI_QUERY_H
#define PLD_CLI_QUERY_H

#include "options/command.h"

/* Requires the option that holds what is given, reads the mechanisms, asks for what is in this unit, and prints the answer. */
pld__exit pld__query_run(const pld__command_line *line, pld__option given, pld_unit asked);

#endif
