/* Lets one allocation of a program fail where the allocator is a sanitizer's, which cannot be preloaded over: linked into the
 * program with -Wl,--wrap=malloc and so on, it sees the calls of our own code (those of other libraries are let through).
 *
 *     PLD_FAULT=17                     the 17th allocation returns NULL
 *     PLD_FAULT_COUNT=FILE             how many there were, when the program ends
 *     PLD_FAULT_LEAK=yes               one block is lost, to see whether that is seen */
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
int __real_posix_memalign(void **memory, size_t alignment, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t most);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
int __wrap_posix_memalign(void **memory, size_t alignment, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t most);

static atomic_size_t count_of_all;
static size_t chosen;

__attribute__((constructor)) static void begin(void) {
    const char *fault = getenv("PLD_FAULT");
    chosen = fault ? strtoul(fault, NULL, 10) : 0;
    void *volatile lost = getenv("PLD_FAULT_LEAK") ? __real_malloc(100) : NULL;
    lost = NULL;
    (void)lost;
}

__attribute__((destructor)) static void end(void) {
    const char *path = getenv("PLD_FAULT_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file != NULL) {
        fprintf(file, "%zu\n", atomic_load(&count_of_all));
        fclose(file);
    }
}

static bool fails(void) {
    if (atomic_fetch_add(&count_of_all, 1) + 1 != chosen)
        return false;
    errno = ENOMEM;
    return true;
}

void *__wrap_malloc(size_t size) {
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size) {
    return fails() ? NULL : __real_realloc(memory, size);
}

int __wrap_posix_memalign(void **memory, size_t alignment, size_t size) {
    return fails() ? ENOMEM : __real_posix_memalign(memory, alignment, size);
}

char *__wrap_strdup(const char *text) {
    return fails() ? NULL : __real_strdup(text);
}

char *__wrap_strndup(const char *text, size_t most) {
    return fails() ? NULL : __real_strndup(text, most);
}
