#include "cli/stored.h"

#include "base/base.h"
#include "cli/spec_vary.h"
#include <inttypes.h>
#include <math.h>

pld_status pld__only_operand(const pld__command_line *line, const char *what, const char **operand, pld_error *error) {
    if (line->operand_count == 0) {
        return pld__error_argument(error, what, what, "%s is missing", what);
    }
    if (line->operand_count > 1) {
        return pld__error_argument(error, line->operands[1], "one file", "'%s' is one word too many", line->operands[1]);
    }
    *operand = line->operands[0];
    return PLD_OK;
}

pld_status pld__stored_read(const pld__command_line *line, pld_store **store, pld_error *error) {
    const char *path = NULL;
    pld_status status = pld__only_operand(line, "FILE.h5", &path, error);
    return status == PLD_OK ? pld_store_read(path, store, error) : status;
}

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
