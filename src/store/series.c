#include "store/series.h"

#include "base/base.h"
#include "store/hdf5_flags.h"
#include <ctype.h>
#include <string.h>

size_t pld_series_size(const pld_series *series) {
    size_t size = 1;
    for (size_t i = 0; i < series->axis_count; i++) {
        size *= series->axes[i].count;
    }
    return size;
}

const pld_column *pld_series_column(const pld_series *series, const char *name) {
    for (size_t i = 0; i < series->column_count; i++) {
        if (strcmp(series->columns[i].name, name) == 0) {
            return &series->columns[i];
        }
    }
    return NULL;
}

const pld_attribute *pld_series_attribute(const pld_series *series, const char *name) {
    for (size_t i = 0; i < series->attribute_count; i++) {
        if (strcmp(series->attributes[i].name, name) == 0) {
            return &series->attributes[i];
        }
    }
    return NULL;
}

bool pld__axis_is_dimension(const pld_series *series, size_t index) {
    return series->axes[index].count > 1 || (index == 0 && pld_series_size(series) == 1);
}

bool pld__attribute_is_circumstance(const char *name) {
    static const char *const names[] = {"program",      "program_version", "program_commit", "fftw_version",
                                        "hdf5_version", "created_utc",     "command_line"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* --- what is allowed ------------------------------------------------------------------------------------------------ */

static pld_status check_name(const char *name, pld_error *error) {
    enum { LONGEST = 255 };
    bool good = name[0] != '\0' && strcmp(name, ".") != 0 && strcmp(name, "..") != 0 && strlen(name) <= LONGEST;
    for (const char *c = name; *c != '\0' && good; c++) {
        good = *c != '/' && !iscntrl((unsigned char)*c);
    }
    return good ? PLD_OK
                : pld__error_argument(error, name, "1 to 255 characters without '/' and control characters",
                                      "'%s' cannot be the name of anything in a file", name);
}

static pld_status refuse_twice(const char *name, pld_error *error) {
    return pld__error_argument(error, name, "each name once", "the name '%s' is given twice in a series", name);
}

static pld_status check_axes(const pld_series *series, pld_error *error) {
    enum { AXES_MOST = 16 }; /* HDF5 has at most 32 dimensions */
    if (series->axis_count < 1 || series->axis_count > AXES_MOST) {
        return pld__error_argument(error, series->name, "from 1 to 16 axes", "the series '%s' has %zu axes", series->name,
                                   series->axis_count);
    }
    for (size_t i = 0; i < series->axis_count; i++) {
        const pld_axis *axis = &series->axes[i];
        pld_status status = check_name(axis->name, error);
        if (status != PLD_OK) {
            return status;
        }
        if (axis->count < 1 || (axis->values == NULL) == (axis->whole == NULL)) {
            return pld__error_argument(error, axis->name, "at least one value", "the axis '%s' has no values", axis->name);
        }
        if (strchr(axis->name, ' ') != NULL) { /* names of axes are listed with blanks between */
            return pld__error_argument(error, axis->name, "a name without blanks", "the name '%s' has a blank in it", axis->name);
        }
        for (size_t j = 0; j < i; j++) {
            if (strcmp(series->axes[j].name, axis->name) == 0) {
                return refuse_twice(axis->name, error);
            }
        }
    }
    return PLD_OK;
}

static pld_status check_columns(const pld_series *series, pld_error *error) {
    for (size_t i = 0; i < series->column_count; i++) {
        const char *name = series->columns[i].name;
        pld_status status = check_name(name, error);
        if (status != PLD_OK) {
            return status;
        }
        bool twice = pld_series_column(series, name) != &series->columns[i];
        for (size_t j = 0; j < series->axis_count && !twice; j++) {
            twice = strcmp(series->axes[j].name, name) == 0;
        }
        if (twice) {
            return refuse_twice(name, error);
        }
    }
    return PLD_OK;
}

/* An attribute is kept in an object header, which has room for 64 kB. */
static pld_status check_attribute(const pld_series *series, const pld_attribute *attribute, pld_error *error) {
    enum { BYTES_MOST = 60000 };
    pld_status status = check_name(attribute->name, error);
    size_t size = attribute->text ? strlen(attribute->text) : attribute->count * sizeof *attribute->numbers;
    if (status == PLD_OK && size > BYTES_MOST) {
        return pld__error_argument(error, attribute->name, "at most 60000 bytes", "the attribute '%s' is too long",
                                   attribute->name);
    }
    if (status == PLD_OK && pld_series_attribute(series, attribute->name) != attribute) {
        return refuse_twice(attribute->name, error);
    }
    return status;
}

pld_status pld__series_check(const pld_series *series, pld_error *error) {
    pld_status status = check_name(series->name, error);
    if (status == PLD_OK && strcmp(series->name, PLD__HDF5_FLAG) == 0) {
        status = pld__error_argument(error, series->name, "any other name", "'%s' is the type of flags in a file, no series",
                                     series->name);
    }
    if (status == PLD_OK) {
        status = check_axes(series, error);
    }
    if (status == PLD_OK) {
        status = check_columns(series, error);
    }
    for (size_t i = 0; i < series->attribute_count && status == PLD_OK; i++) {
        status = check_attribute(series, &series->attributes[i], error);
    }
    return status;
}

/* --- comparing ------------------------------------------------------------------------------------------------------ */

static bool same_axis(const pld_axis *a, const pld_axis *b) {
    if (strcmp(a->name, b->name) != 0 || strcmp(a->units, b->units) != 0 || strcmp(a->long_name, b->long_name) != 0 ||
        a->count != b->count || (a->whole == NULL) != (b->whole == NULL)) {
        return false;
    }
    return a->whole ? memcmp(a->whole, b->whole, a->count * sizeof *a->whole) == 0
                    : memcmp(a->values, b->values, a->count * sizeof *a->values) == 0;
}

/* Values that are not held are compared by whoever has them. */
static bool same_column(const pld_column *a, const pld_column *b, size_t size) {
    return strcmp(a->name, b->name) == 0 && strcmp(a->units, b->units) == 0 && strcmp(a->long_name, b->long_name) == 0 &&
           (a->values == NULL || b->values == NULL || memcmp(a->values, b->values, size * sizeof *a->values) == 0);
}

/* Is everything that `a` says about itself also said by `b`? */
static bool same_attributes(const pld_series *a, const pld_series *b) {
    for (size_t i = 0; i < a->attribute_count; i++) {
        const pld_attribute *ours = &a->attributes[i];
        if (pld__attribute_is_circumstance(ours->name)) {
            continue;
        }
        const pld_attribute *theirs = pld_series_attribute(b, ours->name);
        if (theirs == NULL || (ours->text == NULL) != (theirs->text == NULL) || ours->count != theirs->count) {
            return false;
        }
        if (ours->text ? strcmp(ours->text, theirs->text) != 0
                       : memcmp(ours->numbers, theirs->numbers, ours->count * sizeof *ours->numbers) != 0) {
            return false;
        }
    }
    return true;
}

bool pld_series_same(const pld_series *a, const pld_series *b) {
    if (strcmp(a->name, b->name) != 0 || a->axis_count != b->axis_count || a->column_count != b->column_count) {
        return false;
    }
    for (size_t i = 0; i < a->axis_count; i++) {
        if (!same_axis(&a->axes[i], &b->axes[i])) {
            return false;
        }
    }
    size_t size = pld_series_size(a);
    for (size_t i = 0; i < a->column_count; i++) {
        if (!same_column(&a->columns[i], &b->columns[i], size)) {
            return false;
        }
    }
    return same_attributes(a, b) && same_attributes(b, a);
}
