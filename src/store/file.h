/* Whole files as bytes: read at once, replaced at once. */
#ifndef PLD_STORE_FILE_H
#define PLD_STORE_FILE_H

#include <pld/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* open(2), closed when another program is run, and never as standard input, output or error, even where these are closed: what
 * others print must not end up in a file of ours. Interruptions are gone over. -1 with errno set. */
int pld__file_open(const char *path, int flags, mode_t mode);

/* Opens a plain file, and says how long it is. */
PLD_WARN_UNUSED pld_status pld__file_open_to_read(const char *path, int *descriptor, off_t *size, pld_error *error);

/* `bytes` is allocated with pld__allocate. */
PLD_WARN_UNUSED pld_status pld__file_read(const char *path, unsigned char **bytes, size_t *size, pld_error *error);

/* Replacing a file: what is new is written to path.new, forced to the disk and renamed, so that at any moment `path` is the old
 * file or the new one. path.new is created anew and locked, which keeps other writers out from begin to end; the lock is the
 * kernel's, so a writer that dies leaves none. What such a one left at path.new is taken away, what is of anybody else is not. A
 * link stays a link: the file it leads to is replaced. A file that is there keeps its mode. */
typedef struct pld__file_change {
    char *path, *beside; /* where links lead to; NULL when it is renamed */
    int descriptor;
} pld__file_change;

/* Fails at once if somebody else is at it. */
PLD_WARN_UNUSED pld_status pld__file_change_begin(const char *path, pld__file_change *change, pld_error *error);
PLD_WARN_UNUSED pld_status pld__file_change_commit(pld__file_change *change, const unsigned char *bytes, size_t size,
                                                   pld_error *error);
/* Whether or not it was committed; nothing is left beside the file. Of {.descriptor = -1}: nothing. */
void pld__file_change_end(pld__file_change *change);

/* Locks an open file, as long as it is open: 0, EWOULDBLOCK if another process has it, or another errno. */
int pld__file_lock(int descriptor);

/* Opens a file for reading and writing, makes it if need be, and locks it; -1 with errno set, EWOULDBLOCK if somebody else has
 * it. */
int pld__file_open_locked(const char *path);

bool pld__file_exists(const char *path);

/* `path` with `suffix` behind it, allocated with pld__allocate; NULL without memory. */
char *pld__path_with(const char *path, const char *suffix);

/* write(2) until all is written; false with errno set. */
bool pld__write_all(int descriptor, const void *bytes, size_t size);

/* fsync(2) that no signal stops; false with errno set. */
bool pld__file_sync(int descriptor);

/* Forces the directory of `path` to the disk, so that a new name in it survives a power cut; as far as the system can. */
void pld__sync_directory(const char *path);

#endif
