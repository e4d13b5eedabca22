#include "store/cell.h"

#include "base/number.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

void pld__cell_text(double value, char text[PLD__CELL_SIZE]) {
    if (isfinite(value)) {
        pld__number_write(value, text);
    } else {
        snprintf(text, PLD__CELL_SIZE, "%s", isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity");
    }
}

void pld__axis_text(const pld_axis *axis, size_t index, char text[PLD__CELL_SIZE]) {
    if (axis->whole != NULL) {
        snprintf(text, PLD__CELL_SIZE, "%" PRIu64, axis->whole[index]);
    } else {
        pld__cell_text(axis->values[index], text);
    }
}

size_t pld__grid_place(const pld_series *series, size_t index, size_t axis) {
    for (size_t i = series->axis_count; i-- > axis + 1;) {
        index /= series->axes[i].count;
    }
    return index % series->axes[axis].count;
}
