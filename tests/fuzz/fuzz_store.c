/* Any bytes as a file of series. What is read is well-formed, all of it may be looked at, and it is equal to itself. */
#include "support.h"

#include <math.h>
#include <pld/store.h>
#include <string.h>

static volatile double seen; /* so that nothing that is looked at is left out */

static void check_series(const pld_store *store, const pld_series *series) {
    size_t size = pld_series_size(series), length = strlen(series->name);
    double sum = 0;
    FUZZ_CHECK(length > 0 && series->axis_count > 0 && size > 0, "'%s' has %zu axes and %zu points", series->name,
               series->axis_count, size);
    for (size_t i = 0; i < series->axis_count; i++) {
        const pld_axis *axis = &series->axes[i];
        FUZZ_CHECK((axis->values == NULL) != (axis->whole == NULL) && axis->count >= 1, "the axis %s", axis->name);
        sum += axis->values ? axis->values[axis->count - 1] : (double)axis->whole[axis->count - 1];
        length += strlen(axis->units) + strlen(axis->long_name);
    }
    for (size_t i = 0; i < series->column_count; i++) {
        const pld_column *column = &series->columns[i];
        for (size_t j = 0; j < size; j++) {
            FUZZ_CHECK(!fuzz_is_unset(column->values[j]), "%s[%zu] was never read", column->name, j);
        }
        FUZZ_CHECK(pld_series_column(series, column->name) == column, "the column %s is found", column->name);
        length += strlen(column->units) + strlen(column->long_name);
    }
    for (size_t i = 0; i < series->attribute_count; i++) {
        const pld_attribute *attribute = &series->attributes[i];
        FUZZ_CHECK(attribute->text != NULL || attribute->numbers != NULL, "the attribute %s is nothing", attribute->name);
        length += attribute->text ? strlen(attribute->text) : 0;
        sum += attribute->text ? 0 : attribute->numbers[attribute->count - 1];
    }
    seen = sum + (double)length;
    FUZZ_CHECK(pld_store_find(store, series->name) == series, "the series %s is found", series->name);
    FUZZ_CHECK(pld_series_same(series, series), "the series %s is equal to itself", series->name);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    pld_store *store = NULL;
    pld_error error = {.message = ""};
    pld_status status = pld_store_read(fuzz_file(bytes, size), &store, &error);
    if (status != PLD_OK) {
        FUZZ_CHECK(store == NULL, "a failure with a result");
        fuzz_check_failure(status, &error);
        return 0;
    }
    size_t count = 0;
    const pld_series *series = pld_store_series(store, &count);
    for (size_t i = 0; i < count; i++) {
        check_series(store, &series[i]);
    }
    pld_store_free(store);
    return 0;
}
