#define _XOPEN_SOURCE 700 /* realpath */
#include "store/file.h"

#include "base/base.h"
#include "store/failure.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

char *pld__path_with(const char *path, const char *suffix) {
    size_t length = strlen(path), more = strlen(suffix) + 1;
    char *joined = pld__allocate(length + more, 1);
    if (joined != NULL) {
        memcpy(joined, path, length);
        memcpy(joined + length, suffix, more);
    }
    return joined;
}

int pld__file_open(const char *path, int flags, mode_t mode) {
    int descriptor = -1;
    do {
        descriptor = open(path, flags | O_CLOEXEC, mode);
    } while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0 || descriptor > STDERR_FILENO) {
        return descriptor;
    }
    int higher = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    int code = errno;
    close(descriptor);
    errno = code;
    return higher;
}

bool pld__file_exists(const char *path) {
    struct stat about;
    return lstat(path, &about) == 0;
}

/* --- reading -------------------------------------------------------------------------------------------------------- */

/* Fills `size` bytes; 0 or an errno, EIO if the file ends before. */
static int read_all(int descriptor, unsigned char *bytes, size_t size) {
    for (size_t done = 0; done < size;) {
        ssize_t more = read(descriptor, bytes + done, size - done);
        if (more < 0 && errno == EINTR) {
            continue;
        }
        if (more <= 0) {
            return more < 0 ? errno : EIO;
        }
        done += (size_t)more;
    }
    return 0;
}

pld_status pld__file_open_to_read(const char *path, int *descriptor, off_t *size, pld_error *error) {
    struct stat about;
    pld_status status = PLD_OK;
    int opened = pld__file_open(path, O_RDONLY | O_NONBLOCK, 0); /* non-blocking: a pipe must not keep us waiting */
    if (opened < 0 || fstat(opened, &about) != 0) {
        status = pld__error_system(error, path, "read", errno);
    } else if (!S_ISREG(about.st_mode)) {
        status = pld__error_file(error, path, "'%s' is not a file", path);
    }
    if (status != PLD_OK) {
        if (opened >= 0) {
            close(opened);
        }
        return status;
    }
    *descriptor = opened;
    *size = about.st_size;
    return PLD_OK;
}

pld_status pld__file_read(const char *path, unsigned char **bytes, size_t *size, pld_error *error) {
    unsigned char *made = NULL;
    int descriptor = -1;
    off_t length = 0;
    pld_status status = pld__file_open_to_read(path, &descriptor, &length, error);
    if (status != PLD_OK) {
        return status;
    }
    if ((uintmax_t)length > SIZE_MAX || (made = pld__allocate((size_t)length, 1)) == NULL) {
        status = PLD_ERROR_MEMORY;
    } else {
        int code = read_all(descriptor, made, (size_t)length);
        status = code == 0 ? PLD_OK : pld__error_system(error, path, "read", code);
    }
    close(descriptor);
    if (status != PLD_OK) {
        pld__free(made);
        return status;
    }
    *bytes = made;
    *size = (size_t)length;
    return PLD_OK;
}

/* --- writing -------------------------------------------------------------------------------------------------------- */

bool pld__write_all(int descriptor, const void *bytes, size_t size) {
    const unsigned char *rest = bytes;
    while (size > 0) {
        ssize_t done = write(descriptor, rest, size);
        if (done < 0 && errno == EINTR) {
            continue;
        }
        if (done <= 0) {
            errno = done < 0 ? errno : EIO;
            return false;
        }
        rest += done;
        size -= (size_t)done;
    }
    return true;
}

bool pld__file_sync(int descriptor) {
    int code = 0;
    do {
        code = fsync(descriptor);
    } while (code != 0 && errno == EINTR);
    return code == 0;
}

void pld__sync_directory(const char *path) {
    const char *slash = strrchr(path, '/');
    size_t length = slash == NULL ? 0 : (size_t)(slash - path) + 1;
    char folder[PATH_MAX] = "."; /* not allocated: what is written is not lost for want of memory */
    if (length >= sizeof folder) {
        return; /* no system opens it */
    }
    if (length > 0) {
        memcpy(folder, path, length);
        folder[length] = '\0';
    }
    int descriptor = pld__file_open(folder, O_RDONLY | O_DIRECTORY, 0);
    if (descriptor >= 0) {
        (void)pld__file_sync(descriptor); /* not every file system can */
        close(descriptor);
    }
}

/* --- replacing ------------------------------------------------------------------------------------------------------ */

/* Is the open file still the one of this name? Its last owner may have renamed or removed it between our opening and our locking
 * it. */
static bool is_named(int descriptor, const char *path) {
    struct stat ours, named;
    return fstat(descriptor, &ours) == 0 && lstat(path, &named) == 0 && ours.st_ino == named.st_ino &&
           ours.st_dev == named.st_dev;
}

int pld__file_lock(int descriptor) {
    int code = 0;
    do {
        code = flock(descriptor, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
    } while (code == EINTR);
    return code;
}

int pld__file_open_locked(const char *path) {
    for (;;) {
        int descriptor = pld__file_open(path, O_RDWR | O_CREAT | O_NOFOLLOW, 0666);
        int code = descriptor < 0 ? errno : pld__file_lock(descriptor);
        if (code == 0 && is_named(descriptor, path)) {
            return descriptor;
        }
        if (descriptor >= 0) {
            close(descriptor);
        }
        if (code != 0) {
            errno = code;
            return -1;
        }
    }
}

/* Where a link leads; a copy of any other path. */
static pld_status resolve(const char *path, char **resolved, pld_error *error) {
    struct stat about;
    bool link = lstat(path, &about) == 0 && S_ISLNK(about.st_mode);
    char *real = link ? realpath(path, NULL) : NULL; /* of libc: copied, so that all paths are freed in one way */
    if (link && real == NULL && errno != ENOMEM) {
        return pld__error_file(error, path, "'%s' is a link that leads nowhere", path);
    }
    char *made = link && real == NULL ? NULL : pld__path_with(real ? real : path, "");
    free(real);
    *resolved = made;
    return made ? PLD_OK : PLD_ERROR_MEMORY;
}

/* Is it what a writer left that died: nothing, or the beginning of an HDF5 file? */
static bool is_leftover(int descriptor) {
    static const unsigned char signature[] = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
    unsigned char found[sizeof signature];
    struct stat about;
    ssize_t size = pread(descriptor, found, sizeof found, 0);
    return size >= 0 && memcmp(found, signature, (size_t)size) == 0 && fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode) &&
           about.st_nlink == 1;
}

/* Takes away what a dead writer left; 0 if there may be room now, EWOULDBLOCK if its writer lives, EEXIST if it is of somebody
 * else. */
static int clear_leftover(const char *beside) {
    int descriptor = pld__file_open(beside, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0);
    if (descriptor < 0) {
        return errno == ENOENT ? 0 : EEXIST;
    }
    int code = pld__file_lock(descriptor);
    if (code == 0 && is_named(descriptor, beside)) {
        code = !is_leftover(descriptor) ? EEXIST : unlink(beside) == 0 ? 0 : errno;
    }
    close(descriptor);
    return code;
}

/* A new file, locked; -1 with errno set. */
static int create_beside(const char *beside) {
    for (;;) {
        int descriptor = pld__file_open(beside, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0666);
        int code = descriptor >= 0 ? pld__file_lock(descriptor) : errno == EEXIST ? clear_leftover(beside) : errno;
        if (descriptor >= 0 && code == 0 && is_named(descriptor, beside)) {
            return descriptor;
        }
        if (descriptor >= 0) {
            if (code != 0 && code != EWOULDBLOCK && is_named(descriptor, beside)) {
                unlink(beside); /* where nothing can be locked */
            }
            close(descriptor);
        }
        if (code != 0) {
            errno = code;
            return -1;
        }
    }
}

/* May what is there be replaced? */
static pld_status check_target(const pld__file_change *change, pld_error *error) {
    struct stat about;
    if (stat(change->path, &about) != 0) {
        return PLD_OK;
    }
    if (!S_ISREG(about.st_mode)) {
        return pld__error_file(error, change->path, "'%s' is not a file", change->path);
    }
    /* Renaming would get around it, but nobody means that. */
    return access(change->path, W_OK) == 0 ? PLD_OK : pld__error_system(error, change->path, "written", errno);
}

pld_status pld__file_change_begin(const char *path, pld__file_change *change, pld_error *error) {
    pld__file_change made = {.descriptor = -1};
    pld_status status = resolve(path, &made.path, error);
    if (status == PLD_OK) {
        made.beside = pld__path_with(made.path, ".new");
        status = made.beside ? check_target(&made, error) : PLD_ERROR_MEMORY;
    }
    if (status == PLD_OK) {
        made.descriptor = create_beside(made.beside);
        int code = errno;
        if (made.descriptor < 0 && code == EWOULDBLOCK) {
            status = pld__error_file(error, path, "'%s' is being written by another process", path);
        } else if (made.descriptor < 0 && code == EEXIST) {
            status = pld__error_file(error, made.beside, "'%s' is in the way: '%s' would be written there and renamed",
                                     made.beside, path);
        } else if (made.descriptor < 0) {
            status = pld__error_system(error, path, "written", code);
        }
    }
    if (status != PLD_OK) {
        pld__file_change_end(&made);
        return status;
    }
    *change = made;
    return PLD_OK;
}

pld_status pld__file_change_commit(pld__file_change *change, const unsigned char *bytes, size_t size, pld_error *error) {
    struct stat about;
    int code = 0;
    if (stat(change->path, &about) == 0 && fchmod(change->descriptor, about.st_mode & 07777) != 0) {
        code = errno;
    }
    if (code == 0 && !(pld__write_all(change->descriptor, bytes, size) && pld__file_sync(change->descriptor))) {
        code = errno;
    }
    if (code == 0 && rename(change->beside, change->path) != 0) {
        code = errno;
    }
    if (code != 0) {
        return pld__error_system(error, change->path, "written", code);
    }
    pld__sync_directory(change->path);
    pld__free(change->beside);
    change->beside = NULL;
    return PLD_OK;
}

void pld__file_change_end(pld__file_change *change) {
    if (change->descriptor >= 0) {
        if (change->beside != NULL) {
            unlink(change->beside); /* while it is still ours */
        }
        close(change->descriptor);
    }
    pld__free(change->beside);
    pld__free(change->path);
    *change = (pld__file_change){.descriptor = -1};
}
