#include "store/builder.h"

#include <stdlib.h>
#include <string.h>

struct pld__builder {
    bool failed;
    char *name;
    pld_axis *axes;
    pld_column *columns;
    pld_attribute *attributes;
    size_t axis_count, column_count, attribute_count;
};

static void *copy(const void *bytes, size_t size) {
    void *made = malloc(size > 0 ? size : 1);
    if (made != NULL && size > 0) {
        memcpy(made, bytes, size);
    }
    return made;
}

static char *copy_text(const char *text) {
    return copy(text, strlen(text) + 1);
}

/* Room for one more element behind `count`; NULL (and remembered) if there is none. */
static void *extend(pld__builder *builder, void *array, size_t count, size_t size) {
    void *larger = realloc(array, (count + 1) * size);
    if (larger == NULL) {
        builder->failed = true;
        return NULL;
    }
    memset((char *)larger + count * size, 0, size);
    return larger;
}

pld__builder *pld__builder_create(const char *name) {
    pld__builder *builder = calloc(1, sizeof *builder);
    if (builder != NULL && (builder->name = copy_text(name)) == NULL) {
        free(builder);
        return NULL;
    }
    return builder;
}

/* The const pointers of the public structs are ours here. */
static void release(const void *memory) {
    free((void *)memory);
}

void pld__builder_free(pld__builder *builder) {
    if (builder == NULL) {
        return;
    }
    for (size_t i = 0; i < builder->axis_count; i++) {
        const pld_axis *axis = &builder->axes[i];
        release(axis->name), release(axis->units), release(axis->long_name), release(axis->values), release(axis->whole);
    }
    for (size_t i = 0; i < builder->column_count; i++) {
        const pld_column *column = &builder->columns[i];
        release(column->name), release(column->units), release(column->long_name), release(column->values);
    }
    for (size_t i = 0; i < builder->attribute_count; i++) {
        const pld_attribute *attribute = &builder->attributes[i];
        release(attribute->name), release(attribute->text), release(attribute->numbers);
    }
    free(builder->axes);
    free(builder->columns);
    free(builder->attributes);
    free(builder->name);
    free(builder);
}

void pld__builder_axis(pld__builder *builder, const pld_axis *axis) {
    pld_axis *larger = builder ? extend(builder, builder->axes, builder->axis_count, sizeof *larger) : NULL;
    if (larger == NULL) {
        return;
    }
    builder->axes = larger;
    pld_axis *made = &larger[builder->axis_count++];
    *made = (pld_axis){.name = copy_text(axis->name),
                       .units = copy_text(axis->units),
                       .long_name = copy_text(axis->long_name),
                       .count = axis->count,
                       .values = axis->values ? copy(axis->values, axis->count * sizeof *axis->values) : NULL,
                       .whole = axis->whole ? copy(axis->whole, axis->count * sizeof *axis->whole) : NULL};
    builder->failed |= !made->name || !made->units || !made->long_name || (!made->values && !made->whole);
}

static pld_column *add_column(pld__builder *builder, const char *name, const char *units, const char *long_name) {
    pld_column *larger = builder ? extend(builder, builder->columns, builder->column_count, sizeof *larger) : NULL;
    if (larger == NULL) {
        return NULL;
    }
    builder->columns = larger;
    pld_column *made = &larger[builder->column_count++];
    *made = (pld_column){.name = copy_text(name), .units = copy_text(units), .long_name = copy_text(long_name)};
    builder->failed |= !made->name || !made->units || !made->long_name;
    return made;
}

void pld__builder_column(pld__builder *builder, const pld_column *column) {
    pld_column *made = add_column(builder, column->name, column->units, column->long_name);
    if (made == NULL) {
        return;
    }
    size_t size = pld_series_size(&(pld_series){.axes = builder->axes, .axis_count = builder->axis_count});
    made->values = column->values ? copy(column->values, size * sizeof *column->values) : NULL;
    builder->failed |= !made->values;
}

void pld__builder_column_to_fill(pld__builder *builder, const char *name, const char *units, const char *long_name) {
    (void)add_column(builder, name, units, long_name);
}

static void add_attribute(pld__builder *builder, const char *name, const char *text, const double *numbers, size_t count) {
    pld_attribute *larger = builder ? extend(builder, builder->attributes, builder->attribute_count, sizeof *larger) : NULL;
    if (larger == NULL) {
        return;
    }
    builder->attributes = larger;
    pld_attribute *made = &larger[builder->attribute_count++];
    *made = (pld_attribute){.name = copy_text(name),
                            .text = text ? copy_text(text) : NULL,
                            .numbers = text ? NULL : copy(numbers, count * sizeof *numbers),
                            .count = text ? 0 : count};
    builder->failed |= !made->name || (!made->text && !made->numbers);
}

void pld__builder_text(pld__builder *builder, const char *name, const char *text) {
    add_attribute(builder, name, text, NULL, 0);
}

void pld__builder_numbers(pld__builder *builder, const char *name, const double *numbers, size_t count) {
    add_attribute(builder, name, NULL, numbers, count);
}

void pld__builder_fail(pld__builder *builder) {
    if (builder != NULL) {
        builder->failed = true;
    }
}

pld_status pld__builder_finish(const pld__builder *builder, pld_series *series) {
    if (builder == NULL || builder->failed) {
        return PLD_ERROR_MEMORY;
    }
    *series = (pld_series){.name = builder->name,
                           .axes = builder->axes,
                           .axis_count = builder->axis_count,
                           .columns = builder->columns,
                           .column_count = builder->column_count,
                           .attributes = builder->attributes,
                           .attribute_count = builder->attribute_count};
    return PLD_OK;
}
