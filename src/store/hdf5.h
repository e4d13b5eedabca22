/* Series as HDF5 files, in memory or, where they may be long, on an open descriptor (store/hdf5_disk.h): in either case the HDF5
 * library never hears that the disk is full, so that this or a kill is a matter of plain system calls alone. */
#ifndef PLD_STORE_HDF5_H
#define PLD_STORE_HDF5_H

#include "store/builder.h"
#include "store/filling.h"
#include "store/hdf5_box.h"
#include "store/hdf5_disk.h"
#include "store/hdf5_flags.h"

#include <hdf5.h>
#include <pld/store.h>

struct pld_store {
    int format;
    size_t count;
    pld__builder **builders;
    pld_series *series;
};

/* The HDF5 library is not made for threads, prints its errors unless told not to, and may crash where memory ends: hold this
 * around every use of it. */
typedef struct pld__hdf5_session {
    H5E_auto2_t report;
    void *context;
    bool no_memory; /* an allocation inside the library has failed: what looks damaged or missing may be neither */
} pld__hdf5_session;

/* What files in memory are called. HDF5 tries to open the name even of those, so it must be one that no file can have: nothing is
 * below what is not a folder. */
#define PLD__HDF5_NO_FILE "/dev/null/pld"

/* PLD_ERROR_MEMORY, before the library sees anything, if there is not plenty of memory for a file of this many bytes. */
PLD_WARN_UNUSED pld_status pld__hdf5_begin(size_t size, pld__hdf5_session *session);

/* Ends it. What was found in it: `status`, but PLD_ERROR_MEMORY if that is what made the library fail. */
PLD_WARN_UNUSED pld_status pld__hdf5_end(const pld__hdf5_session *session, pld_status status);

/* Do these bytes begin as an HDF5 file does? */
bool pld__hdf5_is(const unsigned char *bytes, size_t size);

/* The bytes of a file; `path` is for messages only. With `disk` it is read from there, and the bytes are its first ones. */
typedef struct pld__hdf5_source {
    const char *path;
    unsigned char *bytes;
    size_t size;
    pld__hdf5_disk *disk;
} pld__hdf5_source;

/* Reads what it wants of an open file into its context. */
typedef pld_status pld__hdf5_reader(hid_t file, void *context, pld_error *error);

/* Opens the file in a session of its own and reads it. The library is known to crash on damaged files of the old kind
 * (superblocks 0 and 1, which are without checksums; h5py and h5repack make them unless told otherwise, this library never does).
 * These are read by a child process first, and are damaged where it dies. Files with checksums that were made to deceive are not
 * guarded against. */
PLD_WARN_UNUSED pld_status pld__hdf5_read(const pld__hdf5_source *from, pld__hdf5_reader *read, void *context, pld_error *error);

#define PLD__HDF5_FORMAT "pld"
#define PLD__HDF5_AXES "axes"

/* `bytes` is allocated with pld__allocate. */
PLD_WARN_UNUSED pld_status pld__hdf5_pack(const pld_series *series, size_t count, unsigned char **bytes, size_t *size);

/* How many points of a series are filled in and read at once. */
enum { PLD__FILL_BLOCK = 16384 };

/* Writes a file to an open descriptor (`path` is for messages): series of which those from number `filled` on have their values
 * from `filling`. */
PLD_WARN_UNUSED pld_status pld__hdf5_write(int descriptor, const char *path, const pld_series *series, size_t count,
                                           size_t filled, const pld__filling *filling, pld_error *error);

/* All but the values of columns (NULL) where `values` is false. */
PLD_WARN_UNUSED pld_status pld__hdf5_unpack(const pld__hdf5_source *from, bool values, pld_store **store, pld_error *error);

#endif
