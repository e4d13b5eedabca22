/* Whole files as bytes: read at once, replaced at once. */
#ifndef PLD_STORE_FILE_H
#define PLD_STORE_FILE_H

#include <pld/status.h>
#include <stdbool.h>
#include <stddef.h>

/* `bytes` is allocated with pld__allocate. */
PLD_WARN_UNUSED pld_status pld__file_read(const char *path, unsigned char **bytes, size_t *size, pld_error *error);

/* Writes path.new, forces it to the disk and renames it: at any moment `path` is the old file or the new one. The caller holds the lock. */
PLD_WARN_UNUSED pld_status pld__file_replace(const char *path, const unsigned char *bytes, size_t size, pld_error *error);

/* Keeps other writers of `path` out. A writer that dies leaves no lock: the lock is the kernel's, the file path.lock only its handle. */
typedef struct pld__file_lock {
    char *path;
    int descriptor;
} pld__file_lock;

/* Fails at once if somebody else has it. */
PLD_WARN_UNUSED pld_status pld__file_lock_take(const char *path, pld__file_lock *lock, pld_error *error);
void pld__file_lock_drop(pld__file_lock *lock);

bool pld__file_exists(const char *path);

/* `path` with `suffix` behind it, allocated with pld__allocate; NULL without memory. */
char *pld__path_with(const char *path, const char *suffix);

/* write(2) until all is written; false with errno set. */
bool pld__write_all(int descriptor, const void *bytes, size_t size);

/* Forces the directory of `path` to the disk, so that a new name in it survives a power cut; as far as the system can. */
void pld__sync_directory(const char *path);

#endif
