/* Ranges of the points of a grid as boxes, which is what HDF5 reads and writes. */
#ifndef PLD_STORE_HDF5_BOX_H
#define PLD_STORE_HDF5_BOX_H

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>

/* Reads or writes, on the grid that the dataset has with its last dimension running fastest, the points `first` to first + count
 * - 1 of a dataset of numbers or flags; false if the library fails. */
bool pld__hdf5_read_range(hid_t dataset, size_t first, size_t count, double *values);
bool pld__hdf5_write_range(hid_t dataset, size_t first, size_t count, const double *values);

#endif
