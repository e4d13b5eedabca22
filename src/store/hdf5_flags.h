/* Flags in HDF5 files: an enumeration of FALSE and TRUE in one byte, which h5py reads as a bool. The type has a name in the file,
 * without which netCDF does not see what is of it. */
#ifndef PLD_STORE_HDF5_FLAGS_H
#define PLD_STORE_HDF5_FLAGS_H

#include <hdf5.h>
#include <stdbool.h>

/* What the type is called, beside the series. */
#define PLD__HDF5_FLAG "_bool"

/* Makes the type in an open file; negative if that fails. */
hid_t pld__hdf5_flag_create(hid_t file);

/* `count` numbers as bytes, to be written as that type; NULL without memory. Free them with pld__free. */
signed char *pld__hdf5_flags(const double *values, size_t count);

#endif
