/* Lets one call of a program fail: preloaded (LD_PRELOAD), it counts allocations and the system calls that files are made of, and
 * fails the one that PLD_FAULT names.
 *
 *     PLD_FAULT=allocation:17          the 17th allocation returns NULL
 *     PLD_FAULT=allocation:17+         so do all behind it
 *     PLD_FAULT=hdf5:17                the 17th allocation that HDF5 makes
 *     PLD_FAULT=write:2:ENOSPC         the 2nd write(2) fails so; also read, fsync, rename, open, ftruncate, flock
 *     PLD_FAULT=write:2:short          it writes (or reads) one byte
 *     PLD_FAULT_COUNT=FILE             "allocation 1234" and so on, a line for each kind, when the program ends
 *
 * Allocations of FFTW, which ends the process when one fails (see <pld/pld.h>), are let through and not counted. The time of day
 * is always the same, so that the same files are the same bytes; a program that hangs is ended by SIGALRM. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

typedef enum kind { ALLOCATION, HDF5, WRITE, READ, FSYNC, RENAME, OPEN, FTRUNCATE, FLOCK, KINDS } kind;
static const char *const names[KINDS] = {"allocation", "hdf5", "write", "read", "fsync", "rename", "open", "ftruncate", "flock"};
static const struct {
    const char *name;
    int code;
} codes[] = {{"ENOSPC", ENOSPC}, {"EIO", EIO},       {"EINTR", EINTR}, {"EACCES", EACCES},
             {"EMFILE", EMFILE}, {"ENOLCK", ENOLCK}, {"short", 0}};

/* --- what is to fail ------------------------------------------------------------------------------------------------ */

static atomic_size_t counts[KINDS];
static kind chosen = KINDS;
static size_t chosen_place;
static bool lasting;
static int chosen_code;
static bool ready;

/* Where the libraries lie that end the process when an allocation fails: those of HDF5 are a kind of their own, the others let
 * through. */
enum { RANGES_MOST = 64, SECONDS_MOST = 120 };
static struct {
    uintptr_t begin, end;
    bool hdf5;
} ranges[RANGES_MOST];
static size_t range_count;

static int find_ranges(struct dl_phdr_info *info, size_t size, void *context) {
    enum { OF_HDF5 = 4 }; /* it and the compressors it uses */
    static const char *const spared[] = {"/libhdf5", "/libz.", "/libsz", "/libaec", "/libfftw3", "/ld-linux"};
    (void)size;
    (void)context;
    for (size_t i = 0; i < sizeof spared / sizeof spared[0]; i++) {
        for (int j = 0; strstr(info->dlpi_name, spared[i]) != NULL && j < info->dlpi_phnum && range_count < RANGES_MOST; j++) {
            if (info->dlpi_phdr[j].p_type == PT_LOAD) {
                ranges[range_count].begin = info->dlpi_addr + info->dlpi_phdr[j].p_vaddr;
                ranges[range_count].end = ranges[range_count].begin + info->dlpi_phdr[j].p_memsz;
                ranges[range_count].hdf5 = i < OF_HDF5;
                range_count++;
            }
        }
    }
    return 0;
}

/* Of which kind an allocation by this caller is; KINDS if it is let through. */
static kind kind_of(const void *caller) {
    for (size_t i = 0; i < range_count; i++) {
        if ((uintptr_t)caller >= ranges[i].begin && (uintptr_t)caller < ranges[i].end) {
            return ranges[i].hdf5 ? HDF5 : KINDS;
        }
    }
    return ALLOCATION;
}

__attribute__((constructor)) static void begin(void) {
    const char *fault = getenv("PLD_FAULT");
    dl_iterate_phdr(find_ranges, NULL);
    alarm(SECONDS_MOST);
    for (size_t i = 0; i < KINDS && fault != NULL; i++) {
        size_t length = strlen(names[i]);
        if (strncmp(fault, names[i], length) == 0 && fault[length] == ':') {
            char *rest = NULL;
            chosen = (kind)i;
            chosen_place = strtoul(fault + length + 1, &rest, 10);
            lasting = *rest == '+';
            rest += lasting;
            for (size_t j = 0; j < sizeof codes / sizeof codes[0] && *rest == ':'; j++) {
                chosen_code = strcmp(rest + 1, codes[j].name) == 0 ? codes[j].code : chosen_code;
            }
        }
    }
    ready = true;
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("PLD_FAULT_COUNT");
    ready = false;
    FILE *file = path ? fopen(path, "w") : NULL;
    for (size_t i = 0; i < KINDS && file != NULL; i++) {
        fprintf(file, "%s %zu\n", names[i], atomic_load(&counts[i]));
    }
    if (file != NULL) {
        fclose(file);
    }
}

/* Counts a call; is it the one? */
static bool fails(kind what) {
    if (!ready || what == KINDS) {
        return false;
    }
    size_t place = atomic_fetch_add(&counts[what], 1) + 1;
    return what == chosen && (place == chosen_place || (lasting && place > chosen_place));
}

/* --- allocations ---------------------------------------------------------------------------------------------------- */

#define ALLOCATION_FAILS() (ready && fails(kind_of(__builtin_return_address(0))) && (errno = ENOMEM, true))

void *malloc(size_t size) {
    return ALLOCATION_FAILS() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    return ALLOCATION_FAILS() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    return ALLOCATION_FAILS() ? NULL : __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return ALLOCATION_FAILS() ? NULL : __libc_memalign(alignment, size);
}

void *memalign(size_t alignment, size_t size) {
    return ALLOCATION_FAILS() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    void *made = ALLOCATION_FAILS() ? NULL : __libc_memalign(alignment, size);
    if (made == NULL) {
        return ENOMEM;
    }
    *memory = made;
    return 0;
}

/* In libc they would allocate for whoever called them. */
char *strdup(const char *text) {
    size_t size = strlen(text) + 1;
    char *made = ALLOCATION_FAILS() ? NULL : __libc_malloc(size);
    return made ? memcpy(made, text, size) : NULL;
}

char *strndup(const char *text, size_t most) {
    size_t length = strnlen(text, most);
    char *made = ALLOCATION_FAILS() ? NULL : __libc_calloc(length + 1, 1);
    return made ? memcpy(made, text, length) : NULL;
}

/* --- system calls --------------------------------------------------------------------------------------------------- */

/* The next function of this name, into a pointer of its type. */
#define NEXT(function, pointer)                      \
    do {                                             \
        void *found = dlsym(RTLD_NEXT, #function);   \
        memcpy(&(pointer), &found, sizeof(pointer)); \
    } while (0)

static bool call_fails(kind what) {
    if (!fails(what)) {
        return false;
    }
    errno = chosen_code;
    return true;
}

ssize_t write(int descriptor, const void *bytes, size_t size) {
    ssize_t (*next)(int, const void *, size_t);
    NEXT(write, next);
    if (!call_fails(WRITE)) {
        return next(descriptor, bytes, size);
    }
    return chosen_code == 0 ? next(descriptor, bytes, size > 0 ? 1 : 0) : -1;
}

ssize_t read(int descriptor, void *bytes, size_t size) {
    ssize_t (*next)(int, void *, size_t);
    NEXT(read, next);
    if (!call_fails(READ)) {
        return next(descriptor, bytes, size);
    }
    return chosen_code == 0 ? next(descriptor, bytes, size > 0 ? 1 : 0) : -1;
}

int fsync(int descriptor) {
    int (*next)(int);
    NEXT(fsync, next);
    return call_fails(FSYNC) ? -1 : next(descriptor);
}

int rename(const char *from, const char *to) {
    int (*next)(const char *, const char *);
    NEXT(rename, next);
    return call_fails(RENAME) ? -1 : next(from, to);
}

int open(const char *path, int flags, ...) {
    int (*next)(const char *, int, ...);
    mode_t mode = 0;
    if (flags & O_CREAT) {
        va_list more;
        va_start(more, flags);
        mode = va_arg(more, mode_t);
        va_end(more);
    }
    NEXT(open, next);
    return call_fails(OPEN) ? -1 : next(path, flags, mode);
}

int ftruncate(int descriptor, off_t size) {
    int (*next)(int, off_t);
    NEXT(ftruncate, next);
    return call_fails(FTRUNCATE) ? -1 : next(descriptor, size);
}

int flock(int descriptor, int operation) {
    int (*next)(int, int);
    NEXT(flock, next);
    return call_fails(FLOCK) ? -1 : next(descriptor, operation);
}

time_t time(time_t *now) {
    enum { SOME_DAY = 1700000000 };
    if (now != NULL) {
        *now = SOME_DAY;
    }
    return SOME_DAY;
}
