#include "store/kinds.h"

#include <math.h>
#include <string.h>

/* Columns and attributes of the format that are no plain numbers. A name that is not here is one. */
static const struct {
    const char *name;
    pld_value_kind kind;
} known[] = {{"tolerance_met", PLD_VALUE_FLAG},
             {"tolerance_met_everywhere", PLD_VALUE_FLAG},
             {"gap", PLD_VALUE_FLAG},
             {"buckets", PLD_VALUE_WHOLE},
             {"buckets_most", PLD_VALUE_WHOLE},
             /* of the parts of a sweep */
             {"memory_bound", PLD_VALUE_FLAG},
             {"memory", PLD_VALUE_WHOLE},
             {"remove_asked", PLD_VALUE_FLAG},
             {"remove_lower_engine", PLD_VALUE_WHOLE},
             {"remove_upper_engine", PLD_VALUE_WHOLE},
             {"add_asked", PLD_VALUE_FLAG},
             {"add_lower_engine", PLD_VALUE_WHOLE},
             {"add_upper_engine", PLD_VALUE_WHOLE}};

pld_value_kind pld_value_kind_of(const char *name) {
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(name, known[i].name) == 0) {
            return known[i].kind;
        }
    }
    return PLD_VALUE_NUMBER;
}

/* A zero with a sign is a plain number: it would lose it. */
static bool fits(pld_value_kind kind, double value) {
    bool flag = value == 0 || value == 1, whole = value >= 0 && value <= 0x1p53 && value == floor(value);
    return !signbit(value) && (kind == PLD_VALUE_FLAG ? flag : whole);
}

pld_value_kind pld__values_kind(const char *name, const double *values, size_t count) {
    pld_value_kind kind = pld_value_kind_of(name);
    for (size_t i = 0; i < count && kind != PLD_VALUE_NUMBER; i++) {
        kind = fits(kind, values[i]) ? kind : PLD_VALUE_NUMBER;
    }
    return kind;
}

bool pld__series_has_flags(const pld_series *series) {
    bool found = false;
    for (size_t i = 0; i < series->column_count && !found; i++) {
        found = pld_value_kind_of(series->columns[i].name) == PLD_VALUE_FLAG;
    }
    for (size_t i = 0; i < series->attribute_count && !found; i++) {
        found = pld_value_kind_of(series->attributes[i].name) == PLD_VALUE_FLAG;
    }
    return found;
}
