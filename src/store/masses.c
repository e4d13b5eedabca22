#include "store/masses.h"

#include "base/base.h"
#include "base/number.h"
#include "base/plain.h"
#include "store/csv.h"
#include "store/failure.h"
#include "store/file.h"
#include "store/hdf5.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { P_COLUMN, Q_COLUMN, COLUMNS };

#define ALLOWED "a table with the columns P and Q, or an HDF5 file with the datasets P and Q"

/* --- tables --------------------------------------------------------------------------------------------------------- */

typedef struct {
    const char *path;
    const char *names[COLUMNS];
    size_t line;
    size_t fields;           /* in each line; 0 before the first */
    size_t places[COLUMNS];  /* of the two columns among the fields */
    double *values[COLUMNS]; /* room for as many as there are lines */
    size_t count;
} table;

static pld_status missing_column(const table *from, int column, pld_error *error) {
    return pld__error_argument(error, from->names[column], ALLOWED, "'%s' has no column '%s'", from->path, from->names[column]);
}

/* The first line: the names of the columns, or numbers already, which is left to the caller by *numbers. */
static pld_status read_head(table *from, char *line, bool *numbers, pld_error *error) {
    char *field = NULL, *rest = line;
    bool seen[COLUMNS] = {false, false};
    double first;
    from->fields = pld__csv_count(line);
    size_t length = strcspn(line, ",");
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), line);
    char *trimmed = word;
    pld__csv_trim(&trimmed);
    *numbers = pld__number_parse(trimmed, &first, NULL) == PLD_OK;
    if (*numbers && from->fields != COLUMNS) {
        return pld__error_argument(error, from->path, ALLOWED, "'%s' has %zu columns and no line that names them", from->path,
                                   from->fields);
    }
    if (*numbers) {
        from->places[P_COLUMN] = P_COLUMN;
        from->places[Q_COLUMN] = Q_COLUMN;
        return PLD_OK;
    }
    for (size_t i = 0; rest != NULL; i++) {
        rest = pld__csv_cut(rest, &field);
        pld__csv_trim(&field);
        for (int column = 0; column < COLUMNS; column++) {
            if (strcmp(field, from->names[column]) == 0) {
                if (seen[column]) {
                    return pld__error_argument(error, field, ALLOWED, "'%s' has two columns '%s'", from->path, field);
                }
                seen[column] = true;
                from->places[column] = i;
            }
        }
    }
    for (int column = 0; column < COLUMNS; column++) {
        if (!seen[column]) {
            return missing_column(from, column, error);
        }
    }
    return PLD_OK;
}

/* Masses of tails may be subnormal: the nearest double will do, unless it is 0 and the number is not. A fraction is not read so:
 * only its numerator would be. */
static pld_status read_mass(const char *text, double *mass, pld_error *error) {
    double log_mass = 0, tiny = 0;
    pld_status status = pld__number_parse(text, mass, error);
    if (status == PLD_ERROR_ARGUMENT && strchr(text, '/') == NULL && pld__number_parse_log(text, &log_mass, NULL) == PLD_OK &&
        log_mass < 0 && (tiny = pld__plain_read(text, NULL)) > 0) {
        *mass = tiny;
        status = PLD_OK;
    }
    return status;
}

static pld_status read_row(table *from, char *line, pld_error *error) {
    char *field = NULL, *rest = line;
    size_t fields = pld__csv_count(line);
    if (fields != from->fields) {
        return pld__error_argument(error, from->path, "as many fields as in the first line",
                                   "'%s', line %zu: it has %zu field%s instead of %zu", from->path, from->line, fields,
                                   fields == 1 ? "" : "s", from->fields);
    }
    for (size_t i = 0; rest != NULL; i++) {
        rest = pld__csv_cut(rest, &field);
        pld__csv_trim(&field);
        for (int column = 0; column < COLUMNS; column++) {
            pld_error cause = {.message = ""};
            pld_status status = i == from->places[column] ? read_mass(field, &from->values[column][from->count], &cause) : PLD_OK;
            if (status == PLD_ERROR_MEMORY) {
                return status;
            }
            if (status != PLD_OK) {
                return pld__error_argument(error, field, cause.allowed, "'%s', line %zu: %s", from->path, from->line,
                                           cause.message);
            }
        }
    }
    from->count++;
    return PLD_OK;
}

/* `text` ends with a zero. */
static pld_status read_table(table *from, char *text, pld_error *error) {
    pld_status status = PLD_OK;
    while (text != NULL && status == PLD_OK) {
        char *end = strchr(text, '\n'), *line = text;
        if (end != NULL) {
            *end = '\0';
        }
        from->line++;
        pld__csv_trim(&line);
        bool is_row = *line != '\0' && *line != '#';
        if (is_row && from->fields == 0) {
            status = read_head(from, line, &is_row, error);
        }
        if (is_row && status == PLD_OK) {
            status = read_row(from, line, error);
        }
        text = end ? end + 1 : NULL;
    }
    if (status == PLD_OK && from->count == 0) {
        status = pld__error_argument(error, from->path, ALLOWED, "'%s' has no masses in it", from->path);
    }
    return status;
}

static pld_status unpack_table(table *from, const unsigned char *bytes, size_t size, pld_error *error) {
    size_t lines = 1;
    for (size_t i = 0; i < size; i++) {
        lines += bytes[i] == '\n';
    }
    char *text = pld__allocate(size + 1, 1);
    from->values[P_COLUMN] = pld__allocate(lines, sizeof(double));
    from->values[Q_COLUMN] = pld__allocate(lines, sizeof(double));
    pld_status status = text && from->values[P_COLUMN] && from->values[Q_COLUMN] ? PLD_OK : PLD_ERROR_MEMORY;
    if (status == PLD_OK && memchr(bytes, '\0', size) != NULL) {
        status = pld__error_argument(error, from->path, ALLOWED, "'%s' is neither a table nor an HDF5 file", from->path);
    }
    if (status == PLD_OK) {
        memcpy(text, bytes, size);
        text[size] = '\0';
        status = read_table(from, text, error);
    }
    pld__free(text);
    return status;
}

/* --- HDF5 ----------------------------------------------------------------------------------------------------------- */

static pld_status read_dataset(hid_t file, table *from, int column, pld_error *error) {
    const char *name = from->names[column];
    hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
    if (dataset < 0) {
        return pld__error_argument(error, name, ALLOWED, "'%s' has no dataset '%s'", from->path, name);
    }
    hid_t space = H5Dget_space(dataset), type = H5Dget_type(dataset);
    hssize_t count = H5Sget_simple_extent_npoints(space);
    bool plain = H5Sget_simple_extent_ndims(space) == 1 && count > 0 &&
                 (H5Tget_class(type) == H5T_FLOAT || H5Tget_class(type) == H5T_INTEGER);
    pld_status status = PLD_OK;
    if (!plain || (column > 0 && (size_t)count != from->count)) {
        status = pld__error_argument(error, name, ALLOWED, "'%s': the dataset '%s' is not a list of numbers%s", from->path, name,
                                     column > 0 && plain ? " as long as the other one" : "");
    } else if ((from->values[column] = pld__allocate((size_t)count, sizeof(double))) == NULL) {
        status = PLD_ERROR_MEMORY;
    } else if (H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, from->values[column]) < 0) {
        status = pld__error_file(error, from->path, "'%s' is damaged", from->path);
    }
    from->count = (size_t)count;
    H5Tclose(type);
    H5Sclose(space);
    H5Dclose(dataset);
    return status;
}

/* The context is the table. */
static pld_status read_datasets(hid_t file, void *context, pld_error *error) {
    pld_status status = PLD_OK;
    for (int column = 0; column < COLUMNS && status == PLD_OK; column++) {
        status = read_dataset(file, context, column, error);
    }
    return status;
}

static atomic_bool is_forbidden;

void pld__masses_forbid(void) {
    atomic_store(&is_forbidden, true);
}

pld_status pld__masses_read(const char *path, const char *p_name, const char *q_name, double **p, double **q, size_t *count,
                            pld_error *error) {
    table from = {.path = path, .names = {p_name, q_name}};
    unsigned char *bytes = NULL;
    size_t size = 0;
    if (atomic_load(&is_forbidden)) {
        return pld__error_argument(error, path, "a mechanism that needs no file", "no file is read here, and '%s' is one", path);
    }
    pld_status status = pld__file_read(path, &bytes, &size, error);
    if (status == PLD_OK) {
        status = pld__hdf5_is(bytes, size) ? pld__hdf5_read(&(pld__hdf5_source){.path = path, .bytes = bytes, .size = size},
                                                            read_datasets, &from, error)
                                           : unpack_table(&from, bytes, size, error);
    }
    pld__free(bytes);
    if (status != PLD_OK) {
        pld__free(from.values[P_COLUMN]);
        pld__free(from.values[Q_COLUMN]);
        return status;
    }
    *p = from.values[P_COLUMN];
    *q = from.values[Q_COLUMN];
    *count = from.count;
    return PLD_OK;
}
