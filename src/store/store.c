/* Reading and writing files of series. */
#include "base/base.h"
#include "store/failure.h"
#include "store/file.h"
#include "store/filling.h"
#include "store/hdf5.h"
#include "store/provenance.h"
#include "store/series.h"
#include "store/slices.h"

#include <stdlib.h>
#include <string.h>

/* --- reading -------------------------------------------------------------------------------------------------------- */

pld_status pld_store_read(const char *path, pld_store **store, pld_error *error) {
    unsigned char *bytes = NULL;
    size_t size = 0;
    pld_status status = pld__file_read(path, &bytes, &size, error);
    if (status == PLD_OK) {
        status = pld__hdf5_unpack(&(pld__hdf5_source){.path = path, .bytes = bytes, .size = size}, true, store, error);
    }
    pld__free(bytes);
    return status;
}

void pld_store_free(pld_store *store) {
    if (store == NULL) {
        return;
    }
    for (size_t i = 0; i < store->count; i++) {
        pld__builder_free(store->builders[i]);
    }
    free(store->builders);
    free(store->series);
    free(store);
}

int pld_store_format(const pld_store *store) {
    return store->format;
}

const pld_series *pld_store_series(const pld_store *store, size_t *count) {
    *count = store->count;
    return store->series;
}

const pld_series *pld_store_find(const pld_store *store, const char *name) {
    for (size_t i = 0; i < store->count; i++) {
        if (strcmp(store->series[i].name, name) == 0) {
            return &store->series[i];
        }
    }
    return NULL;
}

/* --- writing -------------------------------------------------------------------------------------------------------- */

/* Old and new series one behind the other; names must differ. */
static pld_status join(const char *path, const pld_store *old, const pld_series *series, size_t count, pld_series **joined,
                       size_t *joined_count, pld_error *error) {
    size_t old_count = old ? old->count : 0;
    pld_series *made = calloc(old_count + count + 1, sizeof *made);
    if (made == NULL) {
        return PLD_ERROR_MEMORY;
    }
    for (size_t i = 0; i < old_count + count; i++) {
        made[i] = i < old_count ? old->series[i] : series[i - old_count];
        for (size_t j = 0; j < i; j++) {
            if (strcmp(made[i].name, made[j].name) == 0) {
                pld_status status =
                    j < old_count
                        ? pld__error_file(error, path, "'%s' has a series '%s' already", path, made[i].name)
                        : pld__error_argument(error, made[i].name, "each name once", "there are two series '%s'", made[i].name);
                free(made);
                return status;
            }
        }
    }
    *joined = made;
    *joined_count = old_count + count;
    return PLD_OK;
}

/* A file of an older format is written anew. */
static bool is_current(const pld_store *old) {
    return old != NULL && old->format == PLD_STORE_FORMAT;
}

static bool holds_the_same(const pld_store *old, const pld_series *series, size_t count) {
    if (old == NULL || old->count != count) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (!pld_series_same(&old->series[i], &series[i])) {
            return false;
        }
    }
    return true;
}

/* Are the bytes the file of these series? They are read back before they take the place of anything. */
static pld_status check_bytes(const char *path, unsigned char *bytes, size_t size, const pld_series *series, size_t count,
                              pld_error *error) {
    pld_store *back = NULL;
    pld_status status = pld__hdf5_unpack(&(pld__hdf5_source){.path = path, .bytes = bytes, .size = size}, true, &back, NULL);
    bool same = status == PLD_OK && holds_the_same(back, series, count);
    for (size_t i = 0; i < count && same; i++) {
        same = back->series[i].attribute_count == series[i].attribute_count;
    }
    pld_store_free(back);
    if (status == PLD_ERROR_MEMORY || same) {
        return status;
    }
    return pld__error_file(error, path, "'%s' is not written: what was to be in it does not read back as it should", path);
}

/* The series to be in the file, with the attributes of who wrote them, as bytes on the disk. */
static pld_status write_series(pld__file_change *change, const pld_store *old, const pld_series *series, size_t count,
                               pld_error *error) {
    const char *path = change->path;
    pld__provenance *provenance = NULL;
    pld_series *joined = NULL;
    size_t joined_count = 0, size = 0;
    unsigned char *bytes = NULL;
    pld_status status = pld__provenance_add(series, count, &provenance);
    if (status == PLD_OK) {
        status = join(path, old, pld__provenance_series(provenance), count, &joined, &joined_count, error);
    }
    if (status == PLD_OK) {
        status = pld__hdf5_pack(joined, joined_count, &bytes, &size);
    }
    if (status == PLD_OK) {
        status = check_bytes(path, bytes, size, joined, joined_count, error);
    }
    if (status == PLD_OK) {
        status = pld__file_change_commit(change, bytes, size, error);
    }
    pld__free(bytes);
    free(joined);
    pld__provenance_free(provenance);
    return status;
}

/* What the mode says about a file that is there; `old` stays NULL if its contents do not matter. */
static pld_status look_at_old(const char *path, pld_store_mode mode, pld_store **old, pld_error *error) {
    if (!pld__file_exists(path)) {
        return PLD_OK;
    }
    switch (mode) {
    case PLD_STORE_CREATE:
        return pld__error_file(error, path, "'%s' is there already", path);
    case PLD_STORE_APPEND:
        return pld_store_read(path, old, error);
    case PLD_STORE_REPLACE:
        if (pld_store_read(path, old, NULL) != PLD_OK) {
            *old = NULL; /* whatever it is, it goes */
        }
        break;
    }
    return PLD_OK;
}

static pld_status check_all(const pld_series *series, size_t count, pld_error *error) {
    pld_status status = PLD_OK;
    for (size_t i = 0; i < count && status == PLD_OK; i++) {
        status = pld__series_check(&series[i], error);
    }
    return status;
}

pld_status pld_store_check(const char *path, const pld_series *series, size_t count, pld_store_mode mode, pld_error *error) {
    pld_store *old = NULL;
    pld_series *joined = NULL;
    size_t joined_count = 0;
    pld_status status = check_all(series, count, error);
    if (status == PLD_OK) {
        status = look_at_old(path, mode, &old, error);
    }
    if (status == PLD_OK) {
        status = join(path, mode == PLD_STORE_APPEND ? old : NULL, series, count, &joined, &joined_count, error);
    }
    free(joined);
    pld_store_free(old);
    return status;
}

pld_status pld_store_write(const char *path, const pld_series *series, size_t count, pld_store_mode mode, pld_error *error) {
    pld__file_change change = {.descriptor = -1};
    pld_store *old = NULL;
    pld_status status = check_all(series, count, error);
    if (status == PLD_OK) {
        status = pld__file_change_begin(path, &change, error);
    }
    if (status == PLD_OK) {
        status = look_at_old(path, mode, &old, error);
    }
    bool kept = status == PLD_OK && mode == PLD_STORE_REPLACE && is_current(old) && holds_the_same(old, series, count);
    if (status == PLD_OK && !kept) {
        status = write_series(&change, mode == PLD_STORE_APPEND ? old : NULL, series, count, error);
    }
    pld_store_free(old);
    pld__file_change_end(&change);
    return status;
}

/* --- writing what is filled in -------------------------------------------------------------------------------------- */

/* Are the values of a stored series those that it is filled with? */
static pld_status compare_values(const pld__slices *slices, const pld_series *stored, size_t index, const pld__filling *filling,
                                 bool *same, pld_error *error) {
    size_t size = pld_series_size(stored), width = stored->column_count, block = size < PLD__FILL_BLOCK ? size : PLD__FILL_BLOCK;
    double *memory = pld__allocate(2 * width * block, sizeof *memory);
    double **columns = calloc(2 * width + 1, sizeof *columns);
    pld_status status = memory && columns ? PLD_OK : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < 2 * width && status == PLD_OK; i++) {
        columns[i] = memory + i * block;
    }
    for (size_t first = 0; first < size && status == PLD_OK && *same; first += block) {
        size_t count = size - first < block ? size - first : block;
        status = pld__slices_read(slices, stored, first, count, columns, error);
        if (status == PLD_OK) {
            status = filling->fill(filling->context, index, first, count, columns + width, error);
        }
        for (size_t i = 0; i < width && status == PLD_OK && *same; i++) {
            *same = memcmp(columns[i], columns[width + i], count * sizeof **columns) == 0;
        }
    }
    free(columns);
    pld__free(memory);
    return status;
}

/* Does the file hold these series, the first `filled` aside, which have their values with them and are only asked for? */
static pld_status compare_filled(const pld__slices *slices, const pld_series *series, size_t count, size_t filled,
                                 const pld__filling *filling, bool *same, pld_error *error) {
    size_t stored_count = 0;
    const pld_series *stored = pld__slices_series(slices, &stored_count);
    pld_status status = PLD_OK;
    *same = stored_count == count;
    for (size_t i = 0; i < count && status == PLD_OK && *same; i++) {
        *same = i < filled ? strcmp(stored[i].name, series[i].name) == 0 : pld_series_same(&stored[i], &series[i]);
        if (*same && i >= filled) {
            status = compare_values(slices, &stored[i], i - filled, filling, same, error);
        }
    }
    return status;
}

/* The file as it is on the disk by now is read back before it takes the place of anything. */
static pld_status check_written(const pld__file_change *change, const pld_series *series, size_t count, size_t filled,
                                const pld__filling *filling, pld_error *error) {
    pld__slices *back = NULL;
    bool same = false;
    pld_status status = pld__slices_open_descriptor(change->descriptor, change->path, &back, NULL);
    if (status == PLD_OK) {
        status = compare_filled(back, series, count, filled, filling, &same, error);
    }
    pld__slices_free(back);
    if (status == PLD_ERROR_MEMORY || (status == PLD_OK && same)) {
        return status;
    }
    return pld__error_file(error, change->path, "'%s' is not written: what was to be in it does not read back as it should",
                           change->path);
}

static pld_status write_filled(pld__file_change *change, const pld_store *old, const pld_series *series, size_t count,
                               const pld__filling *filling, pld_error *error) {
    pld__provenance *provenance = NULL;
    pld_series *joined = NULL;
    size_t joined_count = 0, filled = old ? old->count : 0;
    pld_status status = pld__provenance_add(series, count, &provenance);
    if (status == PLD_OK) {
        status = join(change->path, old, pld__provenance_series(provenance), count, &joined, &joined_count, error);
    }
    if (status == PLD_OK) {
        status = pld__hdf5_write(change->descriptor, change->path, joined, joined_count, filled, filling, error);
    }
    if (status == PLD_OK) {
        status = check_written(change, joined, joined_count, filled, filling, error);
    }
    if (status == PLD_OK) {
        status = pld__file_change_commit(change, NULL, 0, error);
    }
    free(joined);
    pld__provenance_free(provenance);
    return status;
}

/* Is the file these series already? What cannot be read is not. */
static pld_status is_kept(const char *path, const pld_series *series, size_t count, const pld__filling *filling, bool *kept,
                          pld_error *error) {
    pld__slices *old = NULL;
    *kept = false;
    if (pld__slices_open(path, &old, NULL) != PLD_OK) {
        return PLD_OK;
    }
    pld_status status = is_current(pld__slices_store(old)) ? compare_filled(old, series, count, 0, filling, kept, error) : PLD_OK;
    pld__slices_free(old);
    if (status == PLD_ERROR_FILE) {
        *kept = false;
        return PLD_OK;
    }
    return status;
}

pld_status pld__store_write_filled(const char *path, const pld_series *series, size_t count, const pld__filling *filling,
                                   pld_store_mode mode, pld_error *error) {
    pld__file_change change = {.descriptor = -1};
    pld_store *old = NULL;
    bool kept = false;
    pld_status status = check_all(series, count, error);
    if (status == PLD_OK) {
        status = pld__file_change_begin(path, &change, error);
    }
    if (status == PLD_OK && mode == PLD_STORE_REPLACE) {
        status = is_kept(path, series, count, filling, &kept, error);
    } else if (status == PLD_OK) {
        status = look_at_old(path, mode, &old, error);
    }
    if (status == PLD_OK && !kept) {
        status = write_filled(&change, old, series, count, filling, error);
    }
    pld_store_free(old);
    pld__file_change_end(&change);
    return status;
}
