/* The objects of schema pld.export/2 and pld.info/2. */
#include "json/piece.h"
#include "json/write.h"
#include "store/kinds.h"

static json_t *value_json(pld_value_kind kind, double value) {
    return kind == PLD_VALUE_FLAG    ? json_boolean(value != 0)
           : kind == PLD_VALUE_WHOLE ? pld__json_whole((uint64_t)value)
                                     : pld__json_number(value);
}

static json_t *numbers_json(pld__json_builder *build, const char *name, const double *numbers, size_t count) {
    pld_value_kind kind = pld__values_kind(name, numbers, count);
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++) {
        pld__json_append(build, array, value_json(kind, numbers[i]));
    }
    return array;
}

static json_t *axis_json(pld__json_builder *build, const pld_axis *axis) {
    json_t *array = json_array();
    for (size_t i = 0; i < axis->count; i++) {
        pld__json_append(build, array, axis->whole ? pld__json_whole(axis->whole[i]) : pld__json_number(axis->values[i]));
    }
    return array;
}

static json_t *attribute_json(pld__json_builder *build, const pld_attribute *attribute) {
    if (attribute->text != NULL) {
        return pld__json_text(attribute->text);
    }
    return attribute->count == 1 ? value_json(pld__values_kind(attribute->name, attribute->numbers, 1), attribute->numbers[0])
                                 : numbers_json(build, attribute->name, attribute->numbers, attribute->count);
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
        pld__json_set(build, attributes, series->attributes[i].name, attribute_json(build, &series->attributes[i]));
    }
    for (size_t i = 0; i < series->axis_count; i++) {
        const pld_axis *axis = &series->axes[i];
        pld__json_append(build, axes, array_json(build, axis->name, axis->units, axis->long_name, axis_json(build, axis)));
    }
    for (size_t i = 0; i < series->column_count; i++) {
        const pld_column *column = &series->columns[i];
        json_t *values = whole ? numbers_json(build, column->name, column->values, pld_series_size(series)) : NULL;
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
    json_t *object = pld__json_start(&build, whole ? "pld.export/2" : "pld.info/2"), *array = json_array();
    size_t count = 0;
    const pld_series *series = pld_store_series(store, &count);
    for (size_t i = 0; i < count; i++) {
        pld__json_append(&build, array, series_json(&build, &series[i], whole));
    }
    pld__json_set(&build, object, "format_version", json_integer(pld_store_format(store)));
    pld__json_set(&build, object, "series", array);
    return pld__json_finish(&build, object, text);
}
