/* pld serve. */
#ifndef PLD_SERVE_CMD_SERVE_H
#define PLD_SERVE_CMD_SERVE_H

#include "options/command.h"

pld__exit pld__command_serve(const pld__command_line *line);

#endif
