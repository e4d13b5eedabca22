#include "store/hdf5_flags.h"

#include "base/base.h"

hid_t pld__hdf5_flag_create(hid_t file) {
    static const signed char no = 0, yes = 1;
    hid_t type = H5Tenum_create(H5T_STD_I8LE);
    bool good = type >= 0 && H5Tenum_insert(type, "FALSE", &no) >= 0 && H5Tenum_insert(type, "TRUE", &yes) >= 0 &&
                H5Tcommit2(file, PLD__HDF5_FLAG, type, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT) >= 0;
    if (!good && type >= 0) {
        H5Tclose(type);
    }
    return good ? type : -1;
}

signed char *pld__hdf5_flags(const double *values, size_t count) {
    signed char *flags = pld__allocate(count, 1);
    for (size_t i = 0; i < count && flags != NULL; i++) {
        flags[i] = values[i] != 0;
    }
    return flags;
}
