#include "certify/question.h"

#include "base/base.h"

#include <math.h>

bool pld_adjacency_asks(pld_adjacency adjacency, pld_direction direction) {
    return adjacency != (direction == PLD_REMOVE ? PLD_ADJACENCY_ADD : PLD_ADJACENCY_REMOVE);
}

long double pld__log_delta_outward(const pld__question *question, bool upper) {
    long double step = 2 * PLD__U * (fabsl((long double)question->log_delta) + 1);
    return (long double)question->log_delta + (upper ? -step : step);
}

double pld__log_delta_end(pld__log_bounds bounds, bool upper) {
    double value = (double)(upper ? bounds.upper : bounds.lower), step = 4 * PLD__U * fabs(value);
    return !isfinite(value) ? value : upper ? fmin(value + step, 0) : value - step;
}

void pld__ends_share_width(pld__end ends[PLD__SIDES]) {
    double width = ends[PLD__UPPER].value - ends[PLD__LOWER].value;
    for (int side = 0; side < PLD__SIDES; side++)
        ends[side].ledger.cells = isfinite(width) ? width / 2 : 0;
}
