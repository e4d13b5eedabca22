#include "cli/command.h"
pld__exit pld__command_sweep(const pld__command_line *line) {
    (void)line;
    return PLD__EXIT_USAGE;
}
