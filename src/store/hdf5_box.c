#include "store/hdf5_box.h"

#include "base/base.h"
#include "store/hdf5_flags.h"

/* The dimensions of a dataset. */
typedef struct grid {
    int rank;
    hsize_t length[H5S_MAX_RANK];
} grid;

/* The largest box that begins at point `first` and has no more than `count`: one index of the first dimensions, a range of one,
 * all of those behind it. Returns how many points it has. */
static size_t box_at(const grid *shape, size_t first, size_t count, hsize_t *start, hsize_t *extent) {
    size_t inner = 1, place = first;
    int cut = shape->rank - 1;
    while (cut > 0 && first % (inner * shape->length[cut]) == 0 && count >= inner * shape->length[cut]) {
        inner *= (size_t)shape->length[cut--];
    }
    for (int i = shape->rank - 1; i >= 0; i--) {
        start[i] = place % shape->length[i];
        place /= (size_t)shape->length[i];
        extent[i] = i > cut ? shape->length[i] : 1;
    }
    size_t room = (size_t)(shape->length[cut] - start[cut]), wanted = count / inner;
    extent[cut] = wanted < room ? wanted : room;
    return inner * (size_t)extent[cut];
}

/* HDF5 makes doubles of whatever is in the file, but no flags of doubles. */
static bool write_box(hid_t dataset, hid_t memory, hid_t space, const double *from, size_t count) {
    hid_t type = H5Dget_type(dataset);
    bool is_flag = H5Tget_class(type) == H5T_ENUM;
    signed char *flags = is_flag ? pld__hdf5_flags(from, count) : NULL;
    bool good = type >= 0 && (!is_flag || flags != NULL) &&
                H5Dwrite(dataset, is_flag ? type : H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT,
                         is_flag ? (const void *)flags : from) >= 0;
    pld__free(flags);
    H5Tclose(type);
    return good;
}

/* Each box in turn; exactly one of `into` and `from` is not NULL. */
static bool walk(hid_t dataset, size_t first, size_t count, double *into, const double *from) {
    grid shape;
    hid_t space = H5Dget_space(dataset);
    shape.rank = H5Sget_simple_extent_dims(space, shape.length, NULL);
    bool good = shape.rank > 0 && first + count <= (size_t)H5Sget_simple_extent_npoints(space);
    for (size_t done = 0; done < count && good;) {
        hsize_t start[H5S_MAX_RANK], extent[H5S_MAX_RANK];
        hsize_t size = box_at(&shape, first + done, count - done, start, extent);
        hid_t memory = H5Screate_simple(1, &size, NULL);
        good = memory >= 0 && H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, extent, NULL) >= 0 &&
               (into != NULL ? H5Dread(dataset, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, into + done) >= 0
                             : write_box(dataset, memory, space, from + done, (size_t)size));
        H5Sclose(memory);
        done += (size_t)size;
    }
    H5Sclose(space);
    return good;
}

bool pld__hdf5_read_range(hid_t dataset, size_t first, size_t count, double *values) {
    return walk(dataset, first, count, values, NULL);
}

bool pld__hdf5_write_range(hid_t dataset, size_t first, size_t count, const double *values) {
    return walk(dataset, first, count, NULL, values);
}
