#include "store/slices.h"

#include "base/base.h"
#include "store/failure.h"
#include "store/file.h"
#include "store/hdf5.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

enum { HEAD_SIZE = 16 };

struct pld__slices {
    pld_store *store;
    char *path;
    int descriptor;
    bool is_ours; /* the descriptor */
    unsigned char head[HEAD_SIZE];
    size_t head_size;
};

/* With `disk`, which must last as long as the source. */
static pld__hdf5_source source_of(const pld__slices *slices, pld__hdf5_disk *disk) {
    *disk = (pld__hdf5_disk){.descriptor = slices->descriptor};
    return (pld__hdf5_source){
        .path = slices->path, .bytes = (unsigned char *)slices->head, .size = slices->head_size, .disk = disk};
}

static pld_status open_file(pld__slices *made, pld_error *error) {
    pld__hdf5_disk disk;
    ssize_t size = 0;
    while ((size = pread(made->descriptor, made->head, HEAD_SIZE, 0)) < 0 && errno == EINTR) {
    }
    if (size < 0) {
        return pld__error_system(error, made->path, "read", errno);
    }
    made->head_size = (size_t)size;
    pld__hdf5_source source = source_of(made, &disk);
    return pld__hdf5_unpack(&source, false, &made->store, error);
}

static pld_status create(int descriptor, bool is_ours, const char *path, pld__slices **slices, pld_error *error) {
    pld__slices *made = calloc(1, sizeof *made);
    if (made == NULL) {
        if (is_ours) {
            close(descriptor);
        }
        return PLD_ERROR_MEMORY;
    }
    made->descriptor = descriptor;
    made->is_ours = is_ours;
    made->path = pld__path_with(path, "");
    pld_status status = made->path ? open_file(made, error) : PLD_ERROR_MEMORY;
    if (status != PLD_OK) {
        pld__slices_free(made);
        return status;
    }
    *slices = made;
    return PLD_OK;
}

pld_status pld__slices_open(const char *path, pld__slices **slices, pld_error *error) {
    int descriptor = -1;
    off_t size = 0;
    pld_status status = pld__file_open_to_read(path, &descriptor, &size, error);
    return status == PLD_OK ? create(descriptor, true, path, slices, error) : status;
}

pld_status pld__slices_open_descriptor(int descriptor, const char *path, pld__slices **slices, pld_error *error) {
    return create(descriptor, false, path, slices, error);
}

void pld__slices_free(pld__slices *slices) {
    if (slices == NULL) {
        return;
    }
    if (slices->is_ours) {
        close(slices->descriptor);
    }
    pld_store_free(slices->store);
    pld__free(slices->path);
    free(slices);
}

const pld_series *pld__slices_series(const pld__slices *slices, size_t *count) {
    return pld_store_series(slices->store, count);
}

const pld_store *pld__slices_store(const pld__slices *slices) {
    return slices->store;
}

const pld_series *pld__slices_find(const pld__slices *slices, const char *name) {
    return pld_store_find(slices->store, name);
}

typedef struct wanted {
    const char *path;
    const pld_series *series;
    size_t first, count;
    double *const *columns;
} wanted;

static pld_status read_range(hid_t file, void *context, pld_error *error) {
    const wanted *want = context;
    hid_t group = H5Gopen2(file, want->series->name, H5P_DEFAULT);
    bool good = group >= 0;
    for (size_t i = 0; i < want->series->column_count && good; i++) {
        hid_t dataset = H5Dopen2(group, want->series->columns[i].name, H5P_DEFAULT);
        good = dataset >= 0 && pld__hdf5_read_range(dataset, want->first, want->count, want->columns[i]);
        H5Dclose(dataset);
    }
    H5Gclose(group);
    return good ? PLD_OK : pld__error_file(error, want->path, "'%s' is damaged", want->path);
}

pld_status pld__slices_read(const pld__slices *slices, const pld_series *series, size_t first, size_t count,
                            double *const *columns, pld_error *error) {
    pld__hdf5_disk disk;
    wanted want = {.path = slices->path, .series = series, .first = first, .count = count, .columns = columns};
    pld__hdf5_source source = source_of(slices, &disk);
    return pld__hdf5_read(&source, read_range, &want, error);
}
