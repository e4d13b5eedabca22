/* The objects of schema pld.export/1 and pld.info/1. */
#include "json/piece.h"
#include "json/write.h"

static json_t *numbers_json(pld__json_builder *build, const double *numbers, const uint64_t *whole, size_t count) {
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) {
        pld__json_append(build, array, whole ? pld__json_whole(whole[i]) : pld__json_number(numbers[i]));
    }
    return array;
}

/* Takes the values; NULL: they are left out. */
static json_t *array_json(pld__json_builder *build, const char *name, const char *units, const char *long_name, json_t *values) {
    json_t *object = json_object();
    pld__json_set(build, object, "name", pld__json_text(name));
    pld__json_set(build, object, "units", pld__json_text(units));
    pld__json_set(build, object, "long_name", pld__json_text(long_name));
    if (values != NULL) {
        pld__json_set(build, object, "values", values);
    }
    return object;
}

static json_t *series_json(pld__json_builder *build, const pld_series *series, bool whole) {
    json_t *object = json_object(), *attributes = json_object(), *axes = json_array(), *columns = json_array();
    for (size_t i = 0; i < series->attribute_count; i++) {
        const pld_attribute *attribute = &series->attributes[i];
        pld__json_set(build, attributes, attribute->name,
                      attribute->text         ? pld__json_text(attribute->text)
                      : attribute->count == 1 ? pld__json_number(attribute->numbers[0])
                                              : numbers_json(build, attribute->numbers, NULL, attribute->count));
    }
    for (size_t i = 0; i < series->axis_count; i++) {
        const pld_axis *axis = &series->axes[i];
        json_t *values = numbers_json(build, axis->values, axis->whole, axis->count);
        pld__json_append(build, axes, array_json(build, axis->name, axis->units, axis->long_name, values));
    }
    for (size_t i = 0; i < series->column_count; i++) {
        const pld_column *column = &series->columns[i];
        json_t *values = whole ? numbers_json(build, column->values, NULL, pld_series_size(series)) : NULL;
        pld__json_append(build, columns, array_json(build, column->name, column->units, column->long_name, values));
    }
    pld__json_set(build, object, "name", pld__json_text(series->name));
    pld__json_set(build, object, "points", pld__json_whole(pld_series_size(series)));
    pld__json_set(build, object, "attributes", attributes);
    pld__json_set(build, object, "axes", axes);
    pld__json_set(build, object, "columns", columns);
    return object;
}

pld_status pld__json_store(const pld_store *store, bool whole, char **text) {
    pld__json_builder build = {.complete = true};
    json_t *object = pld__json_start(&build, whole ? "pld.export/1" : "pld.info/1"), *array = json_array();
    size_t count = 0;
    const pld_series *series = pld_store_series(store, &count);
    for (size_t i = 0; i < count; i++) {
        pld__json_append(&build, array, series_json(&build, &series[i], whole));
    }
    pld__json_set(&build, object, "format_version", json_integer(PLD_STORE_FORMAT));
    pld__json_set(&build, object, "series", array);
    return pld__json_finish(&build, object, text);
}
