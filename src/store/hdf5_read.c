/* HDF5 to series. Anything unexpected is an error: a file of ours is read back completely or not at all. */
#include "store/hdf5.h"

#include "base/base.h"
#include "store/failure.h"
#include "store/series.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Puts one series together. */
typedef struct reader {
    pld_status status; /* PLD_ERROR_FILE: damaged */
    pld__builder *builder;
    bool values; /* of columns too */
    char *axes;  /* names with blanks between */
    size_t attributes, members;
} reader;

/* A text of fixed length, allocated with pld__allocate; NULL if the attribute is of another kind. */
static pld_status read_text(hid_t object, const char *name, char **text) {
    pld_status status = PLD_OK;
    char *made = NULL;
    hid_t attribute = H5Aopen(object, name, H5P_DEFAULT), type = H5Aget_type(attribute), space = H5Aget_space(attribute);
    size_t size = H5Tget_size(type);
    H5T_class_t class = H5Tget_class(type);
    htri_t variable = class == H5T_STRING ? H5Tis_variable_str(type) : false;
    hssize_t count = H5Sget_simple_extent_npoints(space);
    if (attribute < 0 || type < 0 || space < 0 || size == 0 || class == H5T_NO_CLASS || variable < 0 || count < 0) {
        status = PLD_ERROR_FILE;
    } else if (class == H5T_STRING && !variable && count == 1) {
        made = pld__allocate(size + 1, 1);
        status = made ? PLD_OK : PLD_ERROR_MEMORY;
    }
    if (made != NULL) {
        made[size] = '\0';
        status = H5Aread(attribute, type, made) >= 0 ? PLD_OK : PLD_ERROR_FILE;
    }
    H5Sclose(space);
    H5Tclose(type);
    H5Aclose(attribute);
    if (status != PLD_OK) {
        pld__free(made);
        return status;
    }
    *text = made;
    return PLD_OK;
}

/* The same, but NULL also if there is no attribute of this name. */
static pld_status find_text(hid_t object, const char *name, char **text) {
    htri_t there = H5Aexists(object, name);
    *text = NULL;
    return there < 0 ? PLD_ERROR_FILE : there ? read_text(object, name, text) : PLD_OK;
}

static bool read_whole(hid_t object, const char *name, uint64_t *value) {
    hid_t attribute = H5Aopen(object, name, H5P_DEFAULT), space = H5Aget_space(attribute);
    bool good = H5Sget_simple_extent_type(space) == H5S_SCALAR && H5Aread(attribute, H5T_NATIVE_UINT64, value) >= 0;
    H5Sclose(space);
    H5Aclose(attribute);
    return good;
}

/* --- attributes of a series ----------------------------------------------------------------------------------------- */

static bool is_number(H5T_class_t class) {
    return class == H5T_FLOAT || class == H5T_INTEGER || class == H5T_ENUM;
}

/* Are whole numbers, of which there may be any that somebody else has added, doubles too? */
static bool are_doubles(H5T_class_t class, const double *numbers, size_t count) {
    bool good = true;
    for (size_t i = 0; i < count && good && class == H5T_INTEGER; i++) {
        good = fabs(numbers[i]) <= 0x1p53;
    }
    return good;
}

/* Adds an attribute of numbers; one of another kind, which somebody else has added, is passed over. */
static pld_status read_numbers(hid_t group, const char *name, pld__builder *builder) {
    hid_t attribute = H5Aopen(group, name, H5P_DEFAULT), space = H5Aget_space(attribute), type = H5Aget_type(attribute);
    hssize_t count = H5Sget_simple_extent_npoints(space);
    H5T_class_t class = H5Tget_class(type);
    double *numbers = NULL;
    pld_status status = PLD_OK;
    if (attribute < 0 || space < 0 || type < 0 || class == H5T_NO_CLASS || count < 0) {
        status = PLD_ERROR_FILE;
    } else if (count > 0 && is_number(class)) {
        numbers = pld__allocate((size_t)count, sizeof *numbers);
        status = numbers ? PLD_OK : PLD_ERROR_MEMORY;
    }
    if (numbers != NULL && H5Aread(attribute, H5T_NATIVE_DOUBLE, numbers) >= 0 && are_doubles(class, numbers, (size_t)count)) {
        pld__builder_numbers(builder, name, numbers, (size_t)count);
    } else if (numbers != NULL) {
        status = PLD_ERROR_FILE;
    }
    pld__free(numbers);
    H5Tclose(type);
    H5Sclose(space);
    H5Aclose(attribute);
    return status;
}

static herr_t read_attribute(hid_t group, const char *name, const H5A_info_t *info, void *context) {
    reader *read = context;
    char *text = NULL;
    (void)info;
    read->attributes++;
    read->status = read_text(group, name, &text);
    if (read->status == PLD_OK && strcmp(name, PLD__HDF5_AXES) == 0 && read->axes == NULL) {
        read->axes = text;
        return text != NULL ? 0 : -1;
    }
    if (read->status == PLD_OK && text == NULL) {
        read->status = read_numbers(group, name, read->builder);
    } else if (read->status == PLD_OK) {
        pld__builder_text(read->builder, name, text);
    }
    pld__free(text);
    return read->status == PLD_OK ? 0 : -1;
}

/* --- arrays --------------------------------------------------------------------------------------------------------- */

typedef struct array {
    hid_t dataset;
    size_t count;
    char *units, *long_name;
    void *values; /* doubles, or uint64_t of an axis of whole numbers */
    bool whole;
} array;

static void close_array(array *opened) {
    pld__free(opened->units);
    pld__free(opened->long_name);
    pld__free(opened->values);
    H5Dclose(opened->dataset);
}

static pld_status open_array(hid_t group, const char *name, bool is_axis, bool values, array *opened) {
    *opened = (array){.dataset = H5Dopen2(group, name, H5P_DEFAULT)};
    hid_t space = H5Dget_space(opened->dataset), type = H5Dget_type(opened->dataset);
    hssize_t count = H5Sget_simple_extent_npoints(space);
    H5T_class_t class = H5Tget_class(type);
    H5Sclose(space);
    H5Tclose(type);
    opened->whole = is_axis && class == H5T_INTEGER;
    if (count < 1 || !is_number(class)) {
        return PLD_ERROR_FILE;
    }
    pld_status status = find_text(opened->dataset, "units", &opened->units);
    if (status == PLD_OK) {
        status = find_text(opened->dataset, "long_name", &opened->long_name);
    }
    opened->count = (size_t)count;
    if (status != PLD_OK || !values) {
        return status;
    }
    if ((opened->values = pld__allocate((size_t)count, sizeof(double))) == NULL) {
        status = PLD_ERROR_MEMORY;
    }
    hid_t memory_type = opened->whole ? H5T_NATIVE_UINT64 : H5T_NATIVE_DOUBLE;
    if (status == PLD_OK && H5Dread(opened->dataset, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, opened->values) < 0) {
        status = PLD_ERROR_FILE;
    }
    if (status == PLD_OK && !opened->whole && !are_doubles(class, opened->values, opened->count)) {
        status = PLD_ERROR_FILE;
    }
    return status;
}

/* Somebody else may have added an array without a description. */
static const char *text_or_none(const char *text) {
    return text ? text : "";
}

static pld_status read_axis(hid_t group, const char *name, pld__builder *builder) {
    array opened;
    pld_status status = open_array(group, name, true, true, &opened);
    if (status == PLD_OK) {
        pld__builder_axis(builder, &(pld_axis){.name = name,
                                               .units = text_or_none(opened.units),
                                               .long_name = text_or_none(opened.long_name),
                                               .count = opened.count,
                                               .values = opened.whole ? NULL : opened.values,
                                               .whole = opened.whole ? opened.values : NULL});
    }
    close_array(&opened);
    return status;
}

/* `size` points are expected. */
static pld_status read_column(hid_t group, const char *name, size_t size, bool values, pld__builder *builder) {
    array opened;
    pld_status status = open_array(group, name, false, values, &opened);
    if (status == PLD_OK && opened.count != size) {
        status = PLD_ERROR_FILE;
    }
    if (status == PLD_OK && !values) {
        pld__builder_column_to_fill(builder, name, text_or_none(opened.units), text_or_none(opened.long_name));
    } else if (status == PLD_OK) {
        pld__builder_column(builder, &(pld_column){.name = name,
                                                   .units = text_or_none(opened.units),
                                                   .long_name = text_or_none(opened.long_name),
                                                   .values = opened.values});
    }
    close_array(&opened);
    return status;
}

/* --- a series ------------------------------------------------------------------------------------------------------- */

/* The axes in the order of the attribute. */
static void read_axes(hid_t group, reader *read) {
    char *rest = NULL;
    for (char *name = strtok_r(read->axes, " ", &rest); name != NULL && read->status == PLD_OK;
         name = strtok_r(NULL, " ", &rest)) {
        read->status = read_axis(group, name, read->builder);
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
    read->members++;
    read->status = info->type == H5L_TYPE_HARD ? pld__builder_finish(read->builder, &so_far) : PLD_ERROR_FILE;
    if (read->status == PLD_OK && !is_axis(&so_far, name)) {
        read->status = read_column(group, name, pld_series_size(&so_far), read->values, read->builder);
    }
    return read->status == PLD_OK ? 0 : -1;
}

/* Everything in the group, and as much of it as the group says it has. */
static void read_group(hid_t group, reader *read) {
    H5O_info_t about;
    H5G_info_t inside;
    if (H5Oget_info2(group, &about, H5O_INFO_NUM_ATTRS) < 0 || H5Gget_info(group, &inside) < 0) {
        read->status = PLD_ERROR_FILE;
        return;
    }
    herr_t code = H5Aiterate2(group, H5_INDEX_CRT_ORDER, H5_ITER_INC, NULL, read_attribute, read);
    if (read->status == PLD_OK && (code < 0 || read->axes == NULL || read->attributes != about.num_attrs)) {
        read->status = PLD_ERROR_FILE;
    }
    if (read->status == PLD_OK) {
        read_axes(group, read);
    }
    if (read->status != PLD_OK) {
        return;
    }
    code = H5Literate(group, H5_INDEX_CRT_ORDER, H5_ITER_INC, NULL, read_member, read);
    if (read->status == PLD_OK && (code < 0 || read->members != inside.nlinks)) {
        read->status = PLD_ERROR_FILE;
    }
}

/* All series of a file. */
typedef struct collector {
    pld_store *store;
    const char *path;
    bool values;
    size_t members;
    pld_status status;
} collector;

static herr_t read_series(hid_t file, const char *name, const H5L_info_t *info, void *context) {
    collector *all = context;
    all->members++;
    if (all->store->format > 1 && strcmp(name, PLD__HDF5_FLAG) == 0) {
        return 0;
    }
    reader read = {.status = info->type == H5L_TYPE_HARD ? PLD_OK : PLD_ERROR_FILE, .values = all->values};
    pld_series series;
    hid_t group = H5Gopen2(file, name, H5P_DEFAULT);
    if (read.status == PLD_OK && (read.builder = pld__builder_create(name)) == NULL) {
        read.status = PLD_ERROR_MEMORY;
    }
    if (read.status == PLD_OK) {
        read_group(group, &read);
    }
    H5Gclose(group);
    pld__free(read.axes);
    if (read.status == PLD_OK) {
        read.status = pld__builder_finish(read.builder, &series);
    }
    if (read.status == PLD_OK && pld__series_check(&series, NULL) != PLD_OK) {
        read.status = PLD_ERROR_FILE;
    }
    all->status = read.status;
    if (read.status != PLD_OK) {
        pld__builder_free(read.builder);
        return -1;
    }
    all->store->builders[all->store->count] = read.builder;
    all->store->series[all->store->count++] = series;
    return 0;
}

/* --- the file ------------------------------------------------------------------------------------------------------- */

static pld_status check_format(hid_t file, const char *path, int *found, pld_error *error) {
    uint64_t version = 0;
    char *format = NULL;
    pld_status status = find_text(file, "format", &format);
    bool ours = format != NULL && strcmp(format, PLD__HDF5_FORMAT) == 0;
    pld__free(format);
    if (status == PLD_ERROR_MEMORY) {
        return status;
    }
    if (status != PLD_OK) {
        return pld__error_file(error, path, "'%s' is damaged", path);
    }
    if (!ours || !read_whole(file, "format_version", &version)) {
        return pld__error_file(error, path, "'%s' is an HDF5 file, but none that pld has written", path);
    }
    if (version < 1 || version > PLD_STORE_FORMAT) {
        return pld__error_file(error, path, "'%s' has format version %" PRIu64 ", and this program reads versions up to %d", path,
                               version, PLD_STORE_FORMAT);
    }
    *found = (int)version;
    return PLD_OK;
}

/* The context is the collector. */
static pld_status read_all(hid_t file, void *context, pld_error *error) {
    H5G_info_t about;
    collector *all = context;
    pld_store *store = all->store;
    const char *path = all->path;
    pld_status status = check_format(file, path, &store->format, error);
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
    herr_t code = H5Literate(file, H5_INDEX_CRT_ORDER, H5_ITER_INC, NULL, read_series, all);
    if (all->status == PLD_ERROR_MEMORY) {
        return all->status;
    }
    if (code < 0 || all->members != about.nlinks) {
        return pld__error_file(error, path, "'%s' is damaged", path);
    }
    return PLD_OK;
}

pld_status pld__hdf5_unpack(const pld__hdf5_source *from, bool values, pld_store **store, pld_error *error) {
    collector all = {.store = calloc(1, sizeof *all.store), .path = from->path, .values = values, .status = PLD_OK};
    if (all.store == NULL) {
        return PLD_ERROR_MEMORY;
    }
    pld_status status = pld__hdf5_read(from, read_all, &all, error);
    if (status != PLD_OK) {
        pld_store_free(all.store);
        return status;
    }
    *store = all.store;
    return PLD_OK;
}
