/* The HDF5 library, one thread at a time and without its own error messages, on files in memory. */
#include "store/hdf5.h"

#include "store/failure.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t mutex; /* a thread may take it again: what fills one file may come from another */
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* HDF5 cleans up when the process ends, and complains on standard error about what a damaged file has left behind. Files are
 * closed by then, so there is nothing to clean up. */
static void start(void) {
    pthread_mutexattr_t again;
    pthread_mutexattr_init(&again);
    pthread_mutexattr_settype(&again, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&mutex, &again);
    pthread_mutexattr_destroy(&again);
    H5dont_atexit();
}

/* The library, once started, and its caches take some megabytes; a file in memory is there up to three times, beside what is
 * read. */
enum { RESERVE = 16 << 20, COPIES = 4 };

static bool has_room(size_t size) {
    void *room = size < (SIZE_MAX - RESERVE) / COPIES ? malloc(RESERVE + COPIES * size) : NULL;
    free(room);
    return room != NULL;
}

static herr_t see_error(unsigned depth, const H5E_error2_t *seen, void *context) {
    pld__hdf5_session *session = context;
    (void)depth;
    session->no_memory |= seen->maj_num == H5E_RESOURCE || seen->min_num == H5E_NOSPACE || seen->min_num == H5E_CANTALLOC;
    return 0;
}

/* Called by the library whenever a call of ours fails. */
static herr_t see_errors(hid_t stack, void *context) {
    return H5Ewalk2(stack, H5E_WALK_UPWARD, see_error, context);
}

pld_status pld__hdf5_begin(size_t size, pld__hdf5_session *session) {
    *session = (pld__hdf5_session){.no_memory = false};
    if (!has_room(size)) {
        return PLD_ERROR_MEMORY;
    }
    pthread_once(&once, start);
    pthread_mutex_lock(&mutex);
    if (H5Eget_auto2(H5E_DEFAULT, &session->report, &session->context) < 0 ||
        H5Eset_auto2(H5E_DEFAULT, see_errors, session) < 0) {
        pthread_mutex_unlock(&mutex);
        return PLD_ERROR_MEMORY;
    }
    return PLD_OK;
}

pld_status pld__hdf5_end(const pld__hdf5_session *session, pld_status status) {
    H5Eset_auto2(H5E_DEFAULT, session->report, session->context);
    pthread_mutex_unlock(&mutex);
    return status != PLD_OK && session->no_memory ? PLD_ERROR_MEMORY : status;
}

bool pld__hdf5_is(const unsigned char *bytes, size_t size) {
    static const unsigned char signature[] = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
    return size >= sizeof signature && memcmp(bytes, signature, sizeof signature) == 0;
}

/* --- reading -------------------------------------------------------------------------------------------------------- */

/* The file whose bytes these are; negative if it is damaged. */
static hid_t open_image(unsigned char *bytes, size_t size) {
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    hid_t file = -1;
    if (H5Pset_fapl_core(access, size, false) >= 0 && H5Pset_file_image(access, bytes, size) >= 0) {
        file = H5Fopen(PLD__HDF5_NO_FILE, H5F_ACC_RDONLY, access);
    }
    H5Pclose(access);
    return file;
}

static pld_status read_image(const pld__hdf5_source *from, pld__hdf5_reader *read, void *context, pld_error *error) {
    hid_t file = from->disk ? pld__hdf5_disk_open(from->disk) : open_image(from->bytes, from->size);
    pld_status status =
        file >= 0 ? read(file, context, error) : pld__error_file(error, from->path, "'%s' is damaged or cut short", from->path);
    H5Fclose(file);
    return status;
}

/* Files from superblock 2 on have checksums over all that the library follows. */
static bool has_checksums(const pld__hdf5_source *from) {
    enum { VERSION_PLACE = 8, FIRST_VERSION = 2 };
    return from->size > VERSION_PLACE && from->bytes[VERSION_PLACE] >= FIRST_VERSION;
}

/* In a child: silent, and without a core where it crashes. */
static void be_expendable(void) {
    static const int signals[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};
    const struct rlimit no_core = {0, 0};
    int nowhere = open("/dev/null", O_WRONLY);
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        signal(signals[i], SIG_DFL);
    }
    (void)setrlimit(RLIMIT_CORE, &no_core);
    if (nowhere >= 0) {
        (void)dup2(nowhere, STDERR_FILENO);
    }
}

/* Whether the library comes back from reading this, tried by a child. Where there is none to be had, or somebody else has waited
 * for it, nothing is known and it is to be tried. */
static bool comes_back(const pld__hdf5_source *from, pld__hdf5_reader *read, void *context) {
    pid_t child = fork();
    if (child == 0) {
        be_expendable();
        (void)read_image(from, read, context, NULL);
        _exit(EXIT_SUCCESS);
    }
    int ended = 0;
    pid_t waited = child;
    while (child > 0 && (waited = waitpid(child, &ended, 0)) < 0 && errno == EINTR) {
    }
    return child < 0 || waited < 0 || (WIFEXITED(ended) && WEXITSTATUS(ended) == EXIT_SUCCESS);
}

pld_status pld__hdf5_read(const pld__hdf5_source *from, pld__hdf5_reader *read, void *context, pld_error *error) {
    pld__hdf5_session session;
    if (!pld__hdf5_is(from->bytes, from->size)) {
        return pld__error_file(error, from->path, "'%s' is not an HDF5 file", from->path);
    }
    pld_status status = pld__hdf5_begin(from->size, &session);
    if (status != PLD_OK) {
        return status;
    }
    status = has_checksums(from) || comes_back(from, read, context)
                 ? read_image(from, read, context, error)
                 : pld__error_file(error, from->path, "'%s' is damaged", from->path);
    status = pld__hdf5_end(&session, status);
    if (status == PLD_ERROR_MEMORY && error != NULL) {
        *error = (pld_error){.message = ""}; /* which may say that the file is damaged */
    }
    return status;
}
