/* HDF5 to series. Anything unexpected is an error: a file of ours is read back completely or not at all. */
#include "store/hdf5.h"

#include "base/base.h"
#include "store/failure.h"
#include "store/series.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Puts one series together. */
typedef struct reader {
    bool good;
    pld__builder *builder;
    char *axes; /* names with blanks between */
} reader;

/* A text of fixed length, allocated with pld__allocate; NULL if there is none of this name. */
static char *read_text(hid_t object, const char *name) {
    char *text = NULL;
    hid_t attribute = H5Aopen(object, name, H5P_DEFAULT), type = H5Aget_type(attribute), space = H5Aget_space(attribute);
    size_t size = H5Tget_size(type);
    if (H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0 && H5Sget_simple_extent_npoints(space) == 1 &&
        (text = pld__allocate(size + 1, 1)) != NULL) {
        text[size] = '\0';
        if (H5Aread(attribute, type, text) < 0) {
            pld__free(text);
            text = NULL;
        }
    }
    H5Sclose(space);
    H5Tclose(type);
    H5Aclose(attribute);
    return text;
}

static bool read_whole(hid_t object, const char *name, uint64_t *value) {
    hid_t attribute = H5Aopen(object, name, H5P_DEFAULT), space = H5Aget_space(attribute);
    bool good = H5Sget_simple_extent_type(space) == H5S_SCALAR && H5Aread(attribute, H5T_NATIVE_UINT64, value) >= 0;
    H5Sclose(space);
    H5Aclose(attribute);
    return good;
}

/* --- attributes of a series ------------------------------------------------------------------------------------------- */

/* Adds an attribute of numbers; one of another kind, which somebody else has added, is passed over. */
static void read_numbers(hid_t group, const char *name, pld__builder *builder) {
    hid_t attribute = H5Aopen(group, name, H5P_DEFAULT), space = H5Aget_space(attribute), type = H5Aget_type(attribute);
    hssize_t count = H5Sget_simple_extent_npoints(space);
    double *numbers = NULL;
    if (count > 0 && H5Tget_class(type) == H5T_FLOAT) {
        numbers = pld__allocate((size_t)count, sizeof *numbers);
    }
    if (numbers != NULL && H5Aread(attribute, H5T_NATIVE_DOUBLE, numbers) >= 0) {
        pld__builder_numbers(builder, name, numbers, (size_t)count);
    }
    pld__free(numbers);
    H5Tclose(type);
    H5Sclose(space);
    H5Aclose(attribute);
}

static herr_t read_attribute(hid_t group, const char *name, const H5A_info_t *info, void *context) {
    reader *read = context;
    (void)info;
    if (strcmp(name, PLD__HDF5_AXES) == 0) {
        return (read->axes = read_text(group, name)) != NULL ? 0 : -1;
    }
    char *text = read_text(group, name);
    if (text == NULL) {
        read_numbers(group, name, read->builder);
        return 0;
    }
    pld__builder_text(read->builder, name, text);
    pld__free(text);
    return 0;
}

/* --- arrays ----------------------------------------------------------------------------------------------------------- */

typedef struct array {
    hid_t dataset;
    size_t count;
    char *units, *long_name;
    void *values; /* doubles or uint64_t */
    bool whole;
} array;

static void close_array(array *opened) {
    pld__free(opened->units);
    pld__free(opened->long_name);
    pld__free(opened->values);
    H5Dclose(opened->dataset);
}

static bool open_array(hid_t group, const char *name, array *opened) {
    *opened = (array){.dataset = H5Dopen2(group, name, H5P_DEFAULT)};
    hid_t space = H5Dget_space(opened->dataset), type = H5Dget_type(opened->dataset);
    hssize_t count = H5Sget_simple_extent_npoints(space);
    H5T_class_t class = H5Tget_class(type);
    H5Sclose(space);
    H5Tclose(type);
    opened->whole = class == H5T_INTEGER;
    opened->units = read_text(opened->dataset, "units");
    opened->long_name = read_text(opened->dataset, "long_name");
    if (count < 1 || (class != H5T_INTEGER && class != H5T_FLOAT)) {
        return false;
    }
    opened->count = (size_t)count;
    opened->values = pld__allocate((size_t)count, sizeof(double));
    hid_t memory_type = opened->whole ? H5T_NATIVE_UINT64 : H5T_NATIVE_DOUBLE;
    return opened->values != NULL && H5Dread(opened->dataset, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, opened->values) >= 0;
}

/* Somebody else may have added an array without a description. */
static const char *text_or_none(const char *text) {
    return text ? text : "";
}

static bool read_axis(hid_t group, const char *name, pld__builder *builder) {
    array opened;
    bool good = open_array(group, name, &opened);
    if (good) {
        pld__builder_axis(builder, &(pld_axis){.name = name,
                                               .units = text_or_none(opened.units),
                                               .long_name = text_or_none(opened.long_name),
                                               .count = opened.count,
                                               .values = opened.whole ? NULL : opened.values,
                                               .whole = opened.whole ? opened.values : NULL});
    }
    close_array(&opened);
    return good;
}

/* `size` points are expected. */
static bool read_column(hid_t group, const char *name, size_t size, pld__builder *builder) {
    array opened;
    bool good = open_array(group, name, &opened) && !opened.whole && opened.count == size;
    if (good) {
        pld__builder_column(builder, &(pld_column){.name = name,
                                                   .units = text_or_none(opened.units),
                                                   .long_name = text_or_none(opened.long_name),
                                                   .values = opened.values});
    }
    close_array(&opened);
    return good;
}

/* --- a series --------------------------------------------------------------------------------------------------------- */

/* The axes in the order of the attribute. */
static void read_axes(hid_t group, reader *read) {
    char *rest = NULL;
    for (char *name = strtok_r(read->axes, " ", &rest); name != NULL && read->good; name = strtok_r(NULL, " ", &rest)) {
        read->good = read_axis(group, name, read->builder);
    }
}

static bool is_axis(const pld_series *series, const char *name) {
    for (size_t i = 0; i < series->axis_count; i++) {
        if (strcmp(series->axes[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/* Everything in the group that is no axis is a column. */
static herr_t read_member(hid_t group, const char *name, const H5L_info_t *info, void *context) {
    reader *read = context;
    pld_series so_far;
    if (info->type != H5L_TYPE_HARD || pld__builder_finish(read->builder, &so_far) != PLD_OK) {
        return -1;
    }
    return is_axis(&so_far, name) || read_column(group, name, pld_series_size(&so_far), read->builder) ? 0 : -1;
}

static herr_t read_series(hid_t file, const char *name, const H5L_info_t *info, void *context) {
    pld_store *store = context;
    reader read = {.good = info->type == H5L_TYPE_HARD, .builder = pld__builder_create(name)};
    pld_series series;
    hid_t group = H5Gopen2(file, name, H5P_DEFAULT);
    read.good = read.good && H5Aiterate2(group, H5_INDEX_CRT_ORDER, H5_ITER_INC, NULL, read_attribute, &read) >= 0;
    read.good = read.good && read.axes != NULL;
    if (read.good) {
        read_axes(group, &read);
    }
    read.good = read.good && H5Literate(group, H5_INDEX_CRT_ORDER, H5_ITER_INC, NULL, read_member, &read) >= 0;
    H5Gclose(group);
    pld__free(read.axes);
    read.good = read.good && pld__builder_finish(read.builder, &series) == PLD_OK && pld__series_check(&series, NULL) == PLD_OK;
    if (!read.good) {
        pld__builder_free(read.builder);
        return -1;
    }
    store->builders[store->count] = read.builder;
    store->series[store->count++] = series;
    return 0;
}

/* --- the file --------------------------------------------------------------------------------------------------------- */

static pld_status check_format(hid_t file, const char *path, pld_error *error) {
    uint64_t version = 0;
    htri_t there = H5Aexists(file, "format");
    char *format = there > 0 ? read_text(file, "format") : NULL;
    bool ours = format != NULL && strcmp(format, PLD__HDF5_FORMAT) == 0;
    pld__free(format);
    if (there < 0) {
        return pld__error_file(error, path, "'%s' is damaged", path);
    }
    if (!ours || !read_whole(file, "format_version", &version)) {
        return pld__error_file(error, path, "'%s' is an HDF5 file, but none that pld has written", path);
    }
    if (version != PLD_STORE_FORMAT) {
        return pld__error_file(error, path, "'%s' has format version %" PRIu64 ", and this program reads version %d only", path,
                               version, PLD_STORE_FORMAT);
    }
    return PLD_OK;
}

static pld_status read_all(hid_t file, const char *path, pld_store *store, pld_error *error) {
    H5G_info_t about;
    pld_status status = check_format(file, path, error);
    if (status != PLD_OK) {
        return status;
    }
    if (H5Gget_info(file, &about) < 0 || about.nlinks > SIZE_MAX / sizeof *store->series) {
        return pld__error_file(error, path, "'%s' is damaged", path);
    }
    store->builders = calloc((size_t)about.nlinks + 1, sizeof *store->builders);
    store->series = calloc((size_t)about.nlinks + 1, sizeof *store->series);
    if (store->builders == NULL || store->series == NULL) {
        return PLD_ERROR_MEMORY;
    }
    if (H5Literate(file, H5_INDEX_CRT_ORDER, H5_ITER_INC, NULL, read_series, store) < 0) {
        return pld__error_file(error, path, "'%s' is damaged", path);
    }
    return PLD_OK;
}

pld_status pld__hdf5_unpack(const char *path, unsigned char *bytes, size_t size, pld_store **store, pld_error *error) {
    if (!pld__hdf5_is(bytes, size)) {
        return pld__error_file(error, path, "'%s' is not an HDF5 file", path);
    }
    pld_store *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return PLD_ERROR_MEMORY;
    }
    pld__hdf5_session session = pld__hdf5_begin();
    hid_t file = pld__hdf5_open_image(bytes, size);
    pld_status status =
        file >= 0 ? read_all(file, path, made, error) : pld__error_file(error, path, "'%s' is damaged or cut short", path);
    H5Fclose(file);
    pld__hdf5_end(&session);
    if (status != PLD_OK) {
        pld_store_free(made);
        return status;
    }
    *store = made;
    return PLD_OK;
}
