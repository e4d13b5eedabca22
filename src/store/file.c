#include "store/file.h"

#include "base/base.h"
#include "store/failure.h"
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
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

bool pld__file_exists(const char *path) {
    struct stat about;
    return lstat(path, &about) == 0;
}

/* --- reading ---------------------------------------------------------------------------------------------------------- */

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

pld_status pld__file_read(const char *path, unsigned char **bytes, size_t *size, pld_error *error) {
    struct stat about;
    unsigned char *made = NULL;
    pld_status status = PLD_OK;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* non-blocking: a pipe must not keep us waiting */
    if (descriptor < 0 || fstat(descriptor, &about) != 0) {
        status = pld__error_system(error, path, "read", errno);
    } else if (!S_ISREG(about.st_mode)) {
        status = pld__error_file(error, path, "'%s' is not a file", path);
    } else if ((uintmax_t)about.st_size > SIZE_MAX || (made = pld__allocate((size_t)about.st_size, 1)) == NULL) {
        status = PLD_ERROR_MEMORY;
    } else {
        int code = read_all(descriptor, made, (size_t)about.st_size);
        status = code == 0 ? PLD_OK : pld__error_system(error, path, "read", code);
    }
    if (descriptor >= 0) {
        close(descriptor);
    }
    if (status != PLD_OK) {
        pld__free(made);
        return status;
    }
    *bytes = made;
    *size = (size_t)about.st_size;
    return PLD_OK;
}

/* --- writing ---------------------------------------------------------------------------------------------------------- */

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

void pld__sync_directory(const char *path) {
    const char *slash = strrchr(path, '/');
    char *folder = pld__path_with(path, "");
    if (folder == NULL) {
        return;
    }
    size_t length = slash == NULL ? 0 : (size_t)(slash - path) + 1;
    folder[length] = '\0';
    int descriptor = open(length > 0 ? folder : ".", O_RDONLY | O_CLOEXEC | O_DIRECTORY);
    if (descriptor >= 0) {
        (void)fsync(descriptor); /* not every file system can */
        close(descriptor);
    }
    pld__free(folder);
}

/* Writes and syncs a new file; 0 or an errno. */
static int write_new(const char *path, mode_t mode, const unsigned char *bytes, size_t size) {
    int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode);
    if (descriptor < 0) {
        return errno;
    }
    int code = pld__write_all(descriptor, bytes, size) && fsync(descriptor) == 0 ? 0 : errno;
    if (close(descriptor) != 0 && code == 0) {
        code = errno;
    }
    return code;
}

pld_status pld__file_replace(const char *path, const unsigned char *bytes, size_t size, pld_error *error) {
    struct stat about;
    bool exists = stat(path, &about) == 0;
    if (exists && !S_ISREG(about.st_mode)) {
        return pld__error_file(error, path, "'%s' is not a file", path);
    }
    if (exists && access(path, W_OK) != 0) { /* renaming would get around it, but nobody means that */
        return pld__error_system(error, path, "written", errno);
    }
    char *beside = pld__path_with(path, ".new");
    if (beside == NULL) {
        return PLD_ERROR_MEMORY;
    }
    int code = write_new(beside, exists ? about.st_mode & 0777 : 0666, bytes, size);
    if (code == 0 && rename(beside, path) != 0) {
        code = errno;
    }
    if (code == 0) {
        pld__sync_directory(path);
    } else {
        unlink(beside);
    }
    pld__free(beside);
    return code == 0 ? PLD_OK : pld__error_system(error, path, "written", code);
}

/* --- locking ---------------------------------------------------------------------------------------------------------- */

/* Is the open file still the one of this name? Its last owner may have removed it between our opening and our locking it. */
static bool is_named(int descriptor, const char *path) {
    struct stat ours, named;
    return fstat(descriptor, &ours) == 0 && stat(path, &named) == 0 && ours.st_ino == named.st_ino && ours.st_dev == named.st_dev;
}

pld_status pld__file_lock_take(const char *path, pld__file_lock *lock, pld_error *error) {
    char *name = pld__path_with(path, ".lock");
    if (name == NULL) {
        return PLD_ERROR_MEMORY;
    }
    int code = 0;
    for (;;) {
        int descriptor = open(name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (descriptor < 0) {
            code = errno;
            break;
        }
        if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
            code = errno;
            close(descriptor);
            break;
        }
        if (is_named(descriptor, name)) {
            *lock = (pld__file_lock){.path = name, .descriptor = descriptor};
            return PLD_OK;
        }
        close(descriptor);
    }
    pld__free(name);
    if (code == EWOULDBLOCK) {
        return pld__error_file(error, path, "'%s' is being written by another process", path);
    }
    return pld__error_system(error, path, "written", code);
}

void pld__file_lock_drop(pld__file_lock *lock) {
    if (lock->path != NULL) {
        unlink(lock->path); /* while it is still ours */
        close(lock->descriptor);
        pld__free(lock->path);
        lock->path = NULL;
    }
}
