/* pld delta: delta at a given epsilon. */
#include "cli/query.h"

/* delta spans hundreds of orders of magnitude, so that only a relative width makes sense: both options mean it. */
static const double default_tolerance = 1e-3;

pld__exit pld__command_delta(const pld__command_line *line) {
    pld__command_line relative = *line;
    if (line->given[PLD__OPTION_TOLERANCE]) {
        relative.query.relative_tolerance = line->query.tolerance;
    } else if (!line->given[PLD__OPTION_RELATIVE_TOLERANCE]) {
        relative.query.relative_tolerance = default_tolerance;
    }
    relative.query.tolerance = 0;
    return pld__query_run(&relative, PLD__OPTION_EPSILON, PLD__ASKS_DELTA);
}
