/* Reading and writing files of series. */
#include "base/base.h"
#include "store/failure.h"
#include "store/file.h"
#include "store/filling.h"
#include "store/hdf5.h"
#include "store/provenance.h"
#include "store/series.h"

#include <stdlib.h>
#include <string.h>

/* --- reading -------------------------------------------------------------------------------------------------------- */

pld_status pld_store_read(const char *path, pld_store **store, pld_error *error) {
    unsigned char *bytes = NULL;
    size_t size = 0;
    pld_status status = pld__file_read(path, &bytes, &size, error);
    if (status == PLD_OK) {
        status = pld__hdf5_unpack(&(pld__hdf5_source){path, bytes, size}, store, error);
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
    pld_status status = pld__hdf5_unpack(&(pld__hdf5_source){path, bytes, size}, &back, NULL);
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
    bool kept = status == PLD_OK && mode == PLD_STORE_REPLACE && holds_the_same(old, series, count);
    if (status == PLD_OK && !kept) {
        status = write_series(&change, mode == PLD_STORE_APPEND ? old : NULL, series, count, error);
    }
    pld_store_free(old);
    pld__file_change_end(&change);
    return status;
}

/* The columns of a series, filled; to be freed with its first column. */
static pld_status fill_series(const pld__filling *filling, pld_series *series, size_t index, double **memory, pld_error *error) {
    size_t size = pld_series_size(series);
    double *values = pld__allocate(series->column_count * size, sizeof *values);
    pld_column *columns = calloc(series->column_count + 1, sizeof *columns);
    double **pointers = calloc(series->column_count + 1, sizeof *pointers);
    pld_status status = values && columns && pointers ? PLD_OK : PLD_ERROR_MEMORY;
    for (size_t i = 0; i < series->column_count && status == PLD_OK; i++) {
        columns[i] = series->columns[i];
        columns[i].values = pointers[i] = values + i * size;
    }
    if (status == PLD_OK) {
        status = filling->fill(filling->context, index, 0, size, pointers, error);
    }
    free(pointers);
    series->columns = columns;
    *memory = values;
    return status;
}

pld_status pld__store_write_filled(const char *path, const pld_series *series, size_t count, const pld__filling *filling,
                                   pld_store_mode mode, pld_error *error) {
    pld_series *filled = calloc(count + 1, sizeof *filled);
    double **memory = calloc(count + 1, sizeof *memory);
    pld_status status = filled && memory ? PLD_OK : PLD_ERROR_MEMORY;
    size_t done = 0;
    for (; done < count && status == PLD_OK; done++) {
        filled[done] = series[done];
        status = fill_series(filling, &filled[done], done, &memory[done], error);
    }
    if (status == PLD_OK) {
        status = pld_store_write(path, filled, count, mode, error);
    }
    for (size_t i = 0; i < done; i++) {
        free((void *)filled[i].columns);
        pld__free(memory[i]);
    }
    free(filled);
    free(memory);
    return status;
}
