/* The HDF5 library, one thread at a time and without its own error messages. */
#include "store/hdf5.h"

#include <pthread.h>

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
