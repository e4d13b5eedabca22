/* Results in files: named series in HDF5.
 *
 * A file holds any number of series, each an HDF5 group /<name>. A series is a table over a grid: its axes are coordinate arrays,
 * its columns are values on the grid. In the file every axis is a dimension scale attached to the columns, with `units` and
 * `long_name`, so that h5py, h5dump, HDFView and xarray (as netCDF-4) understand it; an axis of a single value is a scalar
 * instead of a dimension (but where all are such, the first one is a dimension). Attributes of the group say where the values
 * come from. Arrays are compressed and checksummed. */
#ifndef PLD_STORE_H
#define PLD_STORE_H

#include <pld/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What this library writes, and the newest format it reads; it reads all older ones. Format 1 keeps every value as a double. */
enum { PLD_STORE_FORMAT = 2 };

/* What a file keeps values as: doubles, whole numbers (64 bits) or flags (booleans of h5py). In memory all are doubles. */
typedef enum pld_value_kind { PLD_VALUE_NUMBER = 0, PLD_VALUE_WHOLE, PLD_VALUE_FLAG } pld_value_kind;

/* What columns and attributes of this name are: `buckets` are whole, `tolerance_met` is a flag, a name that this library does not
 * use is a number. Values that are not of the kind of their name (no whole number, or above 2^53) are kept as doubles. */
PLD_API pld_value_kind pld_value_kind_of(const char *name);

/* A coordinate: `count` >= 1 numbers, or whole numbers (the other pointer is NULL). Units may be "1" for a plain number. */
typedef struct pld_axis {
    const char *name, *units, *long_name;
    size_t count;
    const double *values;
    const uint64_t *whole;
} pld_axis;

/* A number for every point of the grid, the last axis running fastest. Tight brackets are called epsilon_lower, epsilon_estimate
 * and epsilon_upper, remove_* and add_* likewise; what another accountant says is called method_<name>. NAN stands where there is
 * no number: an estimate that nothing tells, a direction whose bracket is wider than was asked of the answer (all three of its
 * columns), a method that does not apply. */
typedef struct pld_column {
    const char *name, *units, *long_name;
    const double *values;
} pld_column;

/* Where a series comes from: a text, or `count` numbers when `text` is NULL. */
typedef struct pld_attribute {
    const char *name;
    const char *text;
    const double *numbers;
    size_t count;
} pld_attribute;

/* Everything is borrowed. There is at least one axis; names are not empty and have no '/', those of axes and columns are all
 * different; no series is called "_bool", which is the type of flags. */
typedef struct pld_series {
    const char *name;
    const pld_axis *axes;
    size_t axis_count;
    const pld_column *columns;
    size_t column_count;
    const pld_attribute *attributes;
    size_t attribute_count;
} pld_series;

/* The number of points of the grid. */
PLD_API size_t pld_series_size(const pld_series *series);

/* The column or attribute of this name, NULL if there is none. */
PLD_API const pld_column *pld_series_column(const pld_series *series, const char *name);
PLD_API const pld_attribute *pld_series_attribute(const pld_series *series, const char *name);

/* --- reading -------------------------------------------------------------------------------------------------------- */

/* The contents of a file, in memory. Does not change and may be shared between threads. The HDF5 library is used by one thread at
 * a time and told not to clean up when the process ends, unless the process has used it before. */
typedef struct pld_store pld_store;

/* Reads a whole file. PLD_ERROR_FILE, with a sentence in `error`, if it cannot be read, is no file of this library, is damaged or
 * cut short, or is of a newer format. The HDF5 library may crash on damaged files of its old kind, without checksums, which
 * h5repack makes and this library does not: a child process reads them first. It is not made for files that somebody has made to
 * deceive it. */
PLD_API PLD_WARN_UNUSED pld_status pld_store_read(const char *path, pld_store **store, pld_error *error);
PLD_API void pld_store_free(pld_store *store);

/* The format of the file that was read. */
PLD_API int pld_store_format(const pld_store *store);

/* All series in the order in which they were written; owned by the store. */
PLD_API const pld_series *pld_store_series(const pld_store *store, size_t *count);

/* The series of this name, NULL if there is none. */
PLD_API const pld_series *pld_store_find(const pld_store *store, const char *name);

/* --- writing -------------------------------------------------------------------------------------------------------- */

typedef enum pld_store_mode {
    PLD_STORE_CREATE = 0, /* there must be no such file yet */
    PLD_STORE_APPEND,     /* a file that is there keeps its series; names must be new */
    PLD_STORE_REPLACE     /* whatever is there; a file of this format that holds the same values already is left untouched */
} pld_store_mode;

/* Files of an older format become files of this one: no value, name or attribute changes. Writes `path`.new and renames it, so
 * that the file is either the old or the new one, whatever happens; that file, locked, keeps other writers out meanwhile. A link
 * stays one, and a file that is there keeps its mode. Adds to each series, unless it has them, the attributes program,
 * program_version, program_commit, fftw_version, hdf5_version and created_utc. PLD_ERROR_ARGUMENT if a series is not well-formed.
 * A full disk is an error only where SIGXFSZ and the like do not end the process first. */
PLD_API PLD_WARN_UNUSED pld_status pld_store_write(const char *path, const pld_series *series, size_t count, pld_store_mode mode,
                                                   pld_error *error);

/* Whether pld_store_write would refuse this: a malformed series, a name that is taken, a file that is there or cannot be read.
 * Worth asking before a long computation; `values` and columns are not looked at, only names and counts. */
PLD_API PLD_WARN_UNUSED pld_status pld_store_check(const char *path, const pld_series *series, size_t count, pld_store_mode mode,
                                                   pld_error *error);

/* Same grids, same columns and the same bits in all of them, same attributes; who computed them, when, and by which command may
 * differ. */
PLD_API bool pld_series_same(const pld_series *a, const pld_series *b);

#ifdef __cplusplus
}
#endif
#endif
