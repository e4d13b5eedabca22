/* pld epsilon: the smallest epsilon at a given delta. */
#include "cli/commands.h"

#include "cli/query.h"

pld__exit pld__command_epsilon(const pld__command_line *line) {
    return pld__query_run(line, PLD__OPTION_DELTA, PLD_UNIT_EPSILON);
}
