/* The HDF5 library, one thread at a time and without its own error messages, on files in memory. */
#include "store/hdf5.h"

#include <pthread.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* HDF5 cleans up when the process ends, and complains on standard error about what a damaged file has left behind. Files are closed by
 * then, so there is nothing to clean up. */
static void start(void) {
    H5dont_atexit();
}

pld__hdf5_session pld__hdf5_begin(void) {
    pld__hdf5_session session = {NULL, NULL};
    pthread_once(&once, start);
    pthread_mutex_lock(&mutex);
    H5Eget_auto2(H5E_DEFAULT, &session.report, &session.context);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    return session;
}

void pld__hdf5_end(const pld__hdf5_session *session) {
    H5Eset_auto2(H5E_DEFAULT, session->report, session->context);
    pthread_mutex_unlock(&mutex);
}

bool pld__hdf5_is(const unsigned char *bytes, size_t size) {
    static const unsigned char signature[] = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
    return size >= sizeof signature && memcmp(bytes, signature, sizeof signature) == 0;
}

hid_t pld__hdf5_open_image(unsigned char *bytes, size_t size) {
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    hid_t file = -1;
    if (H5Pset_fapl_core(access, size, false) >= 0 && H5Pset_file_image(access, bytes, size) >= 0) {
        file = H5Fopen("pld", H5F_ACC_RDONLY, access);
    }
    H5Pclose(access);
    return file;
}
