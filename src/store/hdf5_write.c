/* Series to HDF5. Layout:
 *
 *     /                    format = "pld", format_version = 2
 *     /_bool               the type of flags, if there are any
 *     /<series>            attributes of the series; axes = names of its axes, in order
 *     /<series>/<axis>     dimension scale (or scalar), units, long_name
 *     /<series>/<column>   on the dimensions, units, long_name; coordinates = names of the scalars (as in the CF conventions)
 *
 * Arrays are chunked, shuffled, deflated, and checksummed by fletcher32 over the compressed bytes; object headers (and scalars,
 * which are kept inside them) have the checksums of the newer file format. */
#include "store/hdf5.h"

#include "base/base.h"
#include "store/failure.h"
#include "store/hdf5_disk.h"
#include "store/kinds.h"
#include "store/series.h"
#include <hdf5_hl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_MOST = 8192, DEFLATE_LEVEL = 6, COMPACT_MOST = 128, FILE_STEP = 65536 };

/* Whether everything so far worked. A call on an id that is none fails, which is the only consequence of an earlier failure. */
typedef struct writer {
    bool good;
    hid_t flag; /* the type of flags, where there are any */
} writer;

static hid_t taken(writer *write, hid_t id) {
    write->good &= id >= 0;
    return id;
}

static void done(writer *write, herr_t code) {
    write->good &= code >= 0;
}

/* --- attributes ----------------------------------------------------------------------------------------------------- */

static void write_attribute(writer *write, hid_t object, const char *name, hid_t file_type, hid_t memory_type, hid_t space,
                            const void *value) {
    hid_t attribute = taken(write, H5Acreate2(object, name, file_type, space, H5P_DEFAULT, H5P_DEFAULT));
    done(write, H5Awrite(attribute, memory_type, value));
    H5Aclose(attribute);
}

/* Of fixed length: HDF5 keeps texts of variable length where no checksum guards them, and may crash on damaged ones. */
static void write_text(writer *write, hid_t object, const char *name, const char *text) {
    hid_t type = taken(write, H5Tcopy(H5T_C_S1)), space = taken(write, H5Screate(H5S_SCALAR));
    done(write, H5Tset_size(type, strlen(text) + 1));
    done(write, H5Tset_cset(type, H5T_CSET_UTF8));
    write_attribute(write, object, name, type, type, space, text);
    H5Sclose(space);
    H5Tclose(type);
}

static void write_whole(writer *write, hid_t object, const char *name, uint64_t value) {
    hid_t space = taken(write, H5Screate(H5S_SCALAR));
    write_attribute(write, object, name, H5T_STD_U64LE, H5T_NATIVE_UINT64, space, &value);
    H5Sclose(space);
}

/* The type in the file. */
static hid_t type_of(const writer *write, pld_value_kind kind) {
    return kind == PLD_VALUE_FLAG ? write->flag : kind == PLD_VALUE_WHOLE ? H5T_STD_U64LE : H5T_IEEE_F64LE;
}

static void write_numbers(writer *write, hid_t object, const char *name, const double *numbers, size_t count) {
    hsize_t length = count;
    pld_value_kind kind = pld__values_kind(name, numbers, count);
    hid_t space = taken(write, count == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &length, NULL));
    signed char *flags = kind == PLD_VALUE_FLAG ? pld__hdf5_flags(numbers, count) : NULL;
    write->good &= kind != PLD_VALUE_FLAG || flags != NULL;
    if (write->good) {
        write_attribute(write, object, name, type_of(write, kind), flags ? write->flag : H5T_NATIVE_DOUBLE, space,
                        flags ? (const void *)flags : numbers);
    }
    pld__free(flags);
    H5Sclose(space);
}

/* --- arrays --------------------------------------------------------------------------------------------------------- */

/* The dimensions of a series. */
typedef struct grid {
    int rank;
    hsize_t length[H5S_MAX_RANK];
} grid;

static grid series_grid(const pld_series *series) {
    grid made = {.rank = 0};
    for (size_t i = 0; i < series->axis_count && made.rank < H5S_MAX_RANK; i++) {
        if (pld__axis_is_dimension(series, i)) {
            made.length[made.rank++] = series->axes[i].count;
        }
    }
    return made;
}

/* One chunk if it is small enough; otherwise the first dimensions are cut. */
static void set_chunks(writer *write, hid_t list, const grid *shape) {
    hsize_t chunk[H5S_MAX_RANK], room = CHUNK_MOST;
    for (int i = shape->rank - 1; i >= 0; i--) {
        chunk[i] = shape->length[i] < room ? shape->length[i] : room;
        room = room / chunk[i] > 0 ? room / chunk[i] : 1;
    }
    done(write, H5Pset_chunk(list, shape->rank, chunk));
    done(write, H5Pset_shuffle(list));
    done(write, H5Pset_deflate(list, DEFLATE_LEVEL));
    done(write, H5Pset_fletcher32(list));
}

/* Opens a new dataset, whose values come later; the caller closes it. Of rank 0: a scalar. */
static hid_t create_array(writer *write, hid_t group, const char *name, const grid *shape, hid_t type) {
    hid_t list = taken(write, H5Pcreate(H5P_DATASET_CREATE));
    done(write, H5Pset_attr_creation_order(list, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED));
    done(write, H5Pset_attr_phase_change(list, COMPACT_MOST, COMPACT_MOST));
    done(write, H5Pset_obj_track_times(list, false));
    if (shape->rank > 0) {
        set_chunks(write, list, shape);
    } else {
        done(write, H5Pset_layout(list, H5D_COMPACT)); /* in the object header, under its checksum */
    }
    hid_t space = taken(write, shape->rank > 0 ? H5Screate_simple(shape->rank, shape->length, NULL) : H5Screate(H5S_SCALAR));
    hid_t dataset = taken(write, H5Dcreate2(group, name, type, space, H5P_DEFAULT, list, H5P_DEFAULT));
    H5Sclose(space);
    H5Pclose(list);
    return dataset;
}

static void describe(writer *write, hid_t dataset, const char *units, const char *long_name) {
    write_text(write, dataset, "units", units);
    write_text(write, dataset, "long_name", long_name);
}

/* Fills `scales` with the open dimension scales, in order. */
static void write_axes(writer *write, hid_t group, const pld_series *series, hid_t *scales) {
    int rank = 0;
    for (size_t i = 0; i < series->axis_count; i++) {
        const pld_axis *axis = &series->axes[i];
        bool dimension = pld__axis_is_dimension(series, i);
        grid shape = {.rank = dimension ? 1 : 0, .length = {axis->count}};
        hid_t dataset = create_array(write, group, axis->name, &shape, axis->whole ? H5T_STD_U64LE : H5T_IEEE_F64LE);
        done(write, H5Dwrite(dataset, axis->whole ? H5T_NATIVE_UINT64 : H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                             axis->whole ? (const void *)axis->whole : axis->values));
        if (dimension) {
            done(write, H5DSset_scale(dataset, axis->name));
        }
        describe(write, dataset, axis->units, axis->long_name);
        if (dimension && rank < H5S_MAX_RANK) {
            scales[rank++] = dataset;
        } else {
            H5Dclose(dataset);
        }
    }
}

/* Names of the axes with blanks between: all, or the scalars only. */
static void list_axes(const pld_series *series, bool scalars_only, char *text, size_t size) {
    size_t length = 0;
    text[0] = '\0';
    for (size_t i = 0; i < series->axis_count; i++) {
        if ((!scalars_only || !pld__axis_is_dimension(series, i)) && length < size) {
            length += (size_t)snprintf(text + length, size - length, "%s%s", length > 0 ? " " : "", series->axes[i].name);
        }
    }
}

/* Values that are made while they are written, in blocks, into open datasets. */
static pld_status fill_columns(writer *write, const pld_series *series, size_t index, const pld__filling *filling,
                               const hid_t *datasets, pld_error *error) {
    size_t size = pld_series_size(series), block = size < PLD__FILL_BLOCK ? size : PLD__FILL_BLOCK;
    double *memory = pld__allocate(series->column_count * block, sizeof *memory);
    double **columns = calloc(series->column_count + 1, sizeof *columns);
    pld_status status = memory && columns ? PLD_OK : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < series->column_count && status == PLD_OK; i++) {
        columns[i] = memory + i * block;
    }
    for (size_t first = 0; first < size && status == PLD_OK && write->good; first += block) {
        size_t count = size - first < block ? size - first : block;
        status = filling->fill(filling->context, index, first, count, columns, error);
        for (size_t i = 0; i < series->column_count && status == PLD_OK; i++) {
            write->good &= pld__hdf5_write_range(datasets[i], first, count, columns[i]);
        }
    }
    free(columns);
    pld__free(memory);
    return status;
}

/* The datasets stay open, for their values may come later. */
static void write_columns(writer *write, hid_t group, const pld_series *series, const hid_t *scales, hid_t *datasets) {
    char scalars[H5S_MAX_RANK * 256];
    grid shape = series_grid(series);
    list_axes(series, true, scalars, sizeof scalars);
    for (size_t i = 0; i < series->column_count; i++) {
        const pld_column *column = &series->columns[i];
        size_t size = pld_series_size(series);
        pld_value_kind kind = pld__values_kind(column->name, column->values, column->values ? size : 0);
        hid_t dataset = datasets[i] = create_array(write, group, column->name, &shape, type_of(write, kind));
        if (column->values != NULL && write->good) {
            write->good &= pld__hdf5_write_range(dataset, 0, size, column->values);
        }
        for (int d = 0; d < shape.rank; d++) {
            done(write, H5DSattach_scale(dataset, scales[d], (unsigned)d));
        }
        describe(write, dataset, column->units, column->long_name);
        if (scalars[0] != '\0') {
            write_text(write, dataset, "coordinates", scalars);
        }
    }
}

/* --- the file ------------------------------------------------------------------------------------------------------- */

static pld_status write_series(writer *write, hid_t file, const pld_series *series, size_t index, const pld__filling *filling,
                               pld_error *error) {
    hid_t scales[H5S_MAX_RANK];
    char axes[H5S_MAX_RANK * 256];
    hid_t list = taken(write, H5Pcreate(H5P_GROUP_CREATE));
    done(write, H5Pset_link_creation_order(list, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED));
    done(write, H5Pset_link_phase_change(list, COMPACT_MOST, COMPACT_MOST));
    done(write, H5Pset_attr_creation_order(list, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED));
    done(write, H5Pset_attr_phase_change(list, COMPACT_MOST, COMPACT_MOST));
    hid_t group = taken(write, H5Gcreate2(file, series->name, H5P_DEFAULT, list, H5P_DEFAULT));
    list_axes(series, false, axes, sizeof axes);
    write_text(write, group, PLD__HDF5_AXES, axes);
    for (size_t i = 0; i < series->attribute_count; i++) {
        const pld_attribute *attribute = &series->attributes[i];
        if (attribute->text != NULL) {
            write_text(write, group, attribute->name, attribute->text);
        } else {
            write_numbers(write, group, attribute->name, attribute->numbers, attribute->count);
        }
    }
    hid_t *datasets = calloc(series->column_count + 1, sizeof *datasets);
    pld_status status = datasets ? PLD_OK : PLD_ERROR_MEMORY;
    if (datasets != NULL) {
        write_axes(write, group, series, scales);
        write_columns(write, group, series, scales, datasets);
        if (filling != NULL && write->good) {
            status = fill_columns(write, series, index, filling, datasets, error);
        }
        for (size_t i = 0; i < series->column_count; i++) {
            H5Dclose(datasets[i]);
        }
        for (int d = 0; d < series_grid(series).rank; d++) {
            H5Dclose(scales[d]);
        }
    }
    free(datasets);
    H5Gclose(group);
    H5Pclose(list);
    return status;
}

/* The memory of the file. It is taken over when HDF5 closes the file and would free it: only then is the file complete (asking
 * for the image of an open file leaves the checksum of its superblock wrong in HDF5 1.10). */
typedef struct image {
    unsigned char *bytes;
    size_t size;
} image;

static void *image_grow(void *memory, size_t size, H5FD_file_image_op_t operation, void *context) {
    (void)operation;
    unsigned char *larger = pld__allocate(size, 1);
    image *taken_over = context;
    if (larger != NULL && memory != NULL) {
        memcpy(larger, memory, taken_over->size < size ? taken_over->size : size);
    }
    if (larger != NULL) {
        pld__free(memory);
        taken_over->size = size;
    }
    return larger;
}

static void *image_start(size_t size, H5FD_file_image_op_t operation, void *context) {
    return image_grow(NULL, size, operation, context);
}

static herr_t image_end(void *memory, H5FD_file_image_op_t operation, void *context) {
    image *taken_over = context;
    if (operation == H5FD_FILE_IMAGE_OP_FILE_CLOSE) {
        taken_over->bytes = memory;
    } else {
        pld__free(memory);
    }
    return 0;
}

static void *image_share(void *context) {
    return context;
}

static herr_t image_unshare(void *context) {
    (void)context;
    return 0;
}

static hid_t create_file(writer *write, image *memory) {
    H5FD_file_image_callbacks_t callbacks = {.image_malloc = image_start,
                                             .image_memcpy = NULL,
                                             .image_realloc = image_grow,
                                             .image_free = image_end,
                                             .udata_copy = image_share,
                                             .udata_free = image_unshare,
                                             .udata = memory};
    hid_t access = taken(write, H5Pcreate(H5P_FILE_ACCESS)), create = taken(write, H5Pcreate(H5P_FILE_CREATE));
    done(write, H5Pset_fapl_core(access, FILE_STEP, false));
    done(write, H5Pset_file_image_callbacks(access, &callbacks));
    done(write, H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110));
    done(write, H5Pset_link_creation_order(create, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED));
    /* Without the list of properties HDF5 would go to the disk. */
    hid_t file = write->good ? taken(write, H5Fcreate(PLD__HDF5_NO_FILE, H5F_ACC_TRUNC, create, access)) : -1;
    H5Pclose(create);
    H5Pclose(access);
    return file;
}

/* Where the file ends: its memory grows in steps. The superblock of version 3 has this as a little-endian number at byte 28. */
static size_t used_size(const image *memory) {
    enum { END_OF_FILE = 28, SUPERBLOCK = 48 };
    uint64_t size = 0;
    for (int i = 7; i >= 0 && memory->size >= SUPERBLOCK; i--) {
        size = size << 8 | memory->bytes[END_OF_FILE + i];
    }
    return size <= memory->size ? (size_t)size : memory->size;
}

/* About how much they will take, at most: descriptions are short. */
static size_t estimated_size(const pld_series *series, size_t count) {
    size_t size = 0;
    for (size_t i = 0; i < count; i++) {
        size += (series[i].column_count + 1) * pld_series_size(&series[i]) * sizeof(double);
    }
    return size;
}

/* `filling` is for series from number `filled` on. */
static pld_status write_all(writer *write, hid_t file, const pld_series *series, size_t count, size_t filled,
                            const pld__filling *filling, pld_error *error) {
    pld_status status = PLD_OK;
    if (write->good) {
        write_text(write, file, "format", PLD__HDF5_FORMAT);
        write_whole(write, file, "format_version", PLD_STORE_FORMAT);
    }
    for (size_t i = 0; i < count && write->flag < 0 && write->good; i++) {
        write->flag = pld__series_has_flags(&series[i]) ? taken(write, pld__hdf5_flag_create(file)) : -1;
    }
    for (size_t i = 0; i < count && write->good && status == PLD_OK; i++) {
        bool later = filling != NULL && i >= filled;
        status = write_series(write, file, &series[i], later ? i - filled : 0, later ? filling : NULL, error);
    }
    if (write->flag >= 0) {
        H5Tclose(write->flag);
    }
    return status;
}

pld_status pld__hdf5_write(int descriptor, const char *path, const pld_series *series, size_t count, size_t filled,
                           const pld__filling *filling, pld_error *error) {
    pld__hdf5_session session;
    pld__hdf5_disk disk = {.descriptor = descriptor};
    if (pld__hdf5_begin(0, &session) != PLD_OK) {
        return PLD_ERROR_MEMORY;
    }
    writer write = {.good = true, .flag = -1};
    hid_t file = taken(&write, pld__hdf5_disk_create(&disk));
    pld_status status = write_all(&write, file, series, count, filled, filling, error);
    done(&write, H5Fclose(file));
    status = pld__hdf5_end(&session, status);
    if (status == PLD_OK && disk.code != 0) {
        return pld__error_system(error, path, "written", disk.code);
    }
    return status == PLD_OK && !write.good ? PLD_ERROR_MEMORY : status;
}

/* In memory nothing but memory can be missing. */
pld_status pld__hdf5_pack(const pld_series *series, size_t count, unsigned char **bytes, size_t *size) {
    pld__hdf5_session session;
    if (pld__hdf5_begin(estimated_size(series, count), &session) != PLD_OK) {
        return PLD_ERROR_MEMORY;
    }
    writer write = {.good = true, .flag = -1};
    image memory = {.bytes = NULL};
    hid_t file = create_file(&write, &memory);
    pld_status status = write_all(&write, file, series, count, 0, NULL, NULL);
    done(&write, H5Fclose(file));
    status = pld__hdf5_end(&session, write.good && memory.bytes != NULL ? status : PLD_ERROR_MEMORY);
    if (status != PLD_OK) {
        pld__free(memory.bytes);
        return status;
    }
    *bytes = memory.bytes;
    *size = used_size(&memory);
    return PLD_OK;
}
