/* pld delta: delta at a given epsilon. */
#include "cli/commands.h"

#include "cli/query.h"

pld__exit pld__command_delta(const pld__command_line *line) {
    return pld__query_run(line, PLD__OPTION_EPSILON, PLD_UNIT_LOG_DELTA);
}
