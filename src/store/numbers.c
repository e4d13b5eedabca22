#include "store/numbers.h"

#include "base/base.h"
#include "store/failure.h"
#include "store/file.h"
#include "store/hdf5.h"
#include <stdlib.h>
#include <string.h>

#define ALLOWED "datasets that are numbers or lists of numbers"

typedef struct {
    const char *path;
    pld__numbers *lists;
    size_t count, room;
    bool own;
    pld_status status;
    pld_error *error;
} reader;

void pld__numbers_free(pld__numbers *lists, size_t count) {
    for (size_t i = 0; i < count; i++) {
        free(lists[i].name);
        pld__free(lists[i].values);
    }
    free(lists);
}

static pld_status read_dataset(hid_t dataset, const reader *from, pld__numbers *list) {
    hid_t space = H5Dget_space(dataset), type = H5Dget_type(dataset);
    hssize_t count = H5Sget_simple_extent_npoints(space);
    bool plain = H5Sget_simple_extent_ndims(space) <= 1 && count > 0 &&
                 (H5Tget_class(type) == H5T_FLOAT || H5Tget_class(type) == H5T_INTEGER);
    pld_status status = PLD_OK;
    if (!plain) {
        status = pld__error_argument(from->error, list->name, ALLOWED, "'%s': the dataset '%s' is not a list of numbers",
                                     from->path, list->name);
    } else if ((list->values = pld__allocate((size_t)count, sizeof(double))) == NULL) {
        status = PLD_ERROR_MEMORY;
    } else if (H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, list->values) < 0) {
        status = pld__error_file(from->error, from->path, "'%s' is damaged", from->path);
    }
    list->count = plain ? (size_t)count : 0;
    H5Tclose(type);
    H5Sclose(space);
    return status;
}

static herr_t read_member(hid_t file, const char *name, const H5L_info_t *info, void *context) {
    reader *from = context;
    (void)info;
    if (from->count == from->room) {
        return -1; /* more than the file said it has */
    }
    pld__numbers *list = &from->lists[from->count++];
    list->name = strdup(name);
    hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
    if (list->name == NULL) {
        from->status = PLD_ERROR_MEMORY;
    } else if (dataset < 0) {
        from->status = pld__error_argument(from->error, name, ALLOWED, "'%s': '%s' is not a dataset", from->path, name);
    } else {
        from->status = read_dataset(dataset, from, list);
    }
    H5Dclose(dataset);
    return from->status == PLD_OK ? 0 : -1;
}

/* The context is the reader. */
static pld_status read_all(hid_t file, void *context, pld_error *error) {
    H5G_info_t about;
    reader *from = context;
    htri_t format = H5Aexists(file, "format");
    from->error = error;
    from->own = format > 0;
    if (from->own) {
        return PLD_OK;
    }
    if (format < 0 || H5Gget_info(file, &about) < 0 || about.nlinks > SIZE_MAX / sizeof *from->lists - 1) {
        return pld__error_file(from->error, from->path, "'%s' is damaged", from->path);
    }
    from->room = (size_t)about.nlinks;
    from->lists = calloc(from->room + 1, sizeof *from->lists);
    if (from->lists == NULL) {
        return PLD_ERROR_MEMORY;
    }
    if (H5Literate(file, H5_INDEX_NAME, H5_ITER_INC, NULL, read_member, from) < 0 && from->status == PLD_OK) {
        return pld__error_file(from->error, from->path, "'%s' is damaged", from->path);
    }
    return from->status;
}

pld_status pld__numbers_read(const char *path, bool *own, pld__numbers **lists, size_t *count, pld_error *error) {
    reader from = {.path = path};
    unsigned char *bytes = NULL;
    size_t size = 0;
    pld_status status = pld__file_read(path, &bytes, &size, error);
    if (status == PLD_OK) {
        status = pld__hdf5_read(&(pld__hdf5_source){.path = path, .bytes = bytes, .size = size}, read_all, &from, error);
    }
    pld__free(bytes);
    if (status != PLD_OK) {
        pld__numbers_free(from.lists, from.count);
        return status;
    }
    *own = from.own;
    *lists = from.lists;
    *count = from.count;
    return PLD_OK;
}
