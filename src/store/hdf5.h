/* Series as the bytes of an HDF5 file. Everything happens in memory: the HDF5 library never touches the disk, so that a full disk or a kill
 * is a matter of plain system calls alone. */
#ifndef PLD_STORE_HDF5_H
#define PLD_STORE_HDF5_H

#include "store/builder.h"

#include <hdf5.h>
#include <pld/store.h>

struct pld_store {
    size_t count;
    pld__builder **builders;
    pld_series *series;
};

/* The HDF5 library is not made for threads, and prints its errors unless told not to: hold this around every use of it. */
typedef struct pld__hdf5_session {
    H5E_auto2_t report;
    void *context;
} pld__hdf5_session;

pld__hdf5_session pld__hdf5_begin(void);
void pld__hdf5_end(const pld__hdf5_session *session);

/* Do these bytes begin as an HDF5 file does? */
bool pld__hdf5_is(const unsigned char *bytes, size_t size);

/* The file whose bytes these are, to be read; negative if it is damaged. Close it with H5Fclose. */
hid_t pld__hdf5_open_image(unsigned char *bytes, size_t size);

#define PLD__HDF5_FORMAT "pld"
#define PLD__HDF5_AXES "axes"

/* `bytes` is allocated with pld__allocate. */
PLD_WARN_UNUSED pld_status pld__hdf5_pack(const pld_series *series, size_t count, unsigned char **bytes, size_t *size);

/* `path` is for messages only. */
PLD_WARN_UNUSED pld_status pld__hdf5_unpack(const char *path, unsigned char *bytes, size_t size, pld_store **store,
                                            pld_error *error);

#endif
