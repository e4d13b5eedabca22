/* HDF5 files on an open descriptor.
 *
 * The library sees a file that never fails to be written: what the system refuses is remembered, and asked for when the file is
 * closed. So a full disk is a matter of plain system calls, as if the file were in memory, and the library is never left with a
 * file that it cannot close. */
#ifndef PLD_STORE_HDF5_DISK_H
#define PLD_STORE_HDF5_DISK_H

#include <hdf5.h>

/* The file of a descriptor, which stays open and is the caller's. */
typedef struct pld__hdf5_disk {
    int descriptor;
    int code; /* errno of what failed first, 0 if nothing did */
} pld__hdf5_disk;

/* In a session. Negative if it cannot be made or is damaged. `disk` must last until the file is closed. */
hid_t pld__hdf5_disk_create(pld__hdf5_disk *disk);
hid_t pld__hdf5_disk_open(pld__hdf5_disk *disk);

#endif
